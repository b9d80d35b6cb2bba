package inactive

import (
	"fmt"
	"io"
)

// A par has constants of a term.
type par struct {
	a, b float64
	name string
	in   struct {
		c float64
		k int
	}
}

var pars = map[string]par{"x": {a: 1, b: 2, name: "u"}, "y": {a: 3, b: 4, in: struct {
	c float64
	k int
}{5, 1}}}

func parOf(name string) (par, bool) {
	p, ok := pars[name]
	return p, ok
}

// Tabled reads structs with floats out of maps.
//
//pardiff:grad
//pardiff:jvp
func Tabled(x []float64, names []string) (r float64) {
	for i, n := range names {
		p := pars[n]
		r += p.a*x[i]*x[i] + p.b*x[i] + float64(len(p.name))
		if q, ok := parOf(n); ok {
			r += x[q.in.k] * r * q.in.c
		}
		r *= x[i] + pars["y"].in.c
	}
	return r
}

// Replaced writes a map of such structs between its reads.
//
//pardiff:grad wrt=x
//pardiff:jvp wrt=x
func Replaced(x []float64, m map[string]par) (r float64) {
	for i, v := range x {
		p := m["a"]
		r += p.a*v*v + p.b*v
		m["a"] = par{a: float64(i), b: p.a}
	}
	return r
}

type point struct{ i, j int }

func (p point) sum() int { return p.i + p.j }

func (p point) String() string { return fmt.Sprintf("%d:%d", p.i, p.j) }

// Points has structs as keys and elements of maps, as arguments, and as receivers.
//
//pardiff:grad
//pardiff:jvp
func Points(x []float64, n int, w io.Writer) (r float64) {
	seen := map[point]int{}
	back := map[int]point{}
	for k, v := range x {
		p := point{k % n, k / n}
		q := point{p.j, p.i}
		if at, ok := seen[q]; ok {
			r += x[at] * v * float64(q.sum())
		}
		seen[p] = k
		p.j++
		back[k] = p
		fmt.Fprint(w, p)
		for range back {
			seen[p]++
			fmt.Fprint(w, p.String())
		}
		if b, ok := back[k/2]; ok {
			r += v * float64(b.i+2*b.j)
		}
		r += v * v * float64(back[k].j)
	}
	return r * float64(len(seen))
}

// Beside has a goroutine that reads an argument.
//
//pardiff:grad
//pardiff:jvp
func Beside(x []float64, idx []int) float64 {
	c := make(chan int)
	go func() {
		for _, i := range idx {
			c <- i
		}
		close(c)
	}()
	n, r := 0, 1.0
	for v := range c {
		n += v
	}
	for i := range idx {
		r *= x[idx[i]] * float64(i+1)
	}
	return r * x[n%len(x)]
}
