// Package language has the Go that is accepted, a function or more for each of its parts.
package language

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"example.com/accepted/language/other"
)

type Celsius float64

type Inner struct {
	W    [2][2]float64
	Bias Celsius
}

type base struct{ Gain float64 }

type Model struct {
	base
	In   Inner
	Rows [][]float64
	Idx  []int
	Next *Inner
	Name string
}

const half = 0.5

var offsets = [...]float64{0.1, 0.2, 0.3}

// Structs are values: copies are copies.
//
//pardiff:grad
func (m *Model) Loss(x []float64, t Celsius) (loss float64) {
	in := m.In
	in.W[0][1] *= float64(t)
	w := m.In.W
	w[1] = in.W[0]
	q := Inner{Bias: t * 2}
	q.W[0] = w[1]
	p := &q
	p.Bias += in.Bias
	for i := range p.W {
		for j, v := range w[i] {
			p.W[i][j] += v * half
			loss += p.W[i][j] * x[i+j] * m.Gain
		}
	}
	for k, r := range m.Rows {
		loss += r[m.Idx[k]] * offsets[k%3] * x[m.Idx[m.Idx[k]]]
	}
	if m.Next != nil {
		loss += float64(m.Next.Bias) * m.Next.W[1][1]
	}
	return loss + float64(q.Bias*in.Bias)
}

// Several results, named and early ones, error and panic.
//
//pardiff:vjp
func Several(x []float64, n int) (mean, spread float64, count int, err error) {
	if n > len(x) {
		return 0, 0, 0, errors.New("too many")
	}
	if n == 0 {
		panic("no elements")
	}
	for _, v := range x[:n] {
		mean += v
		count++
	}
	mean /= float64(n)
	for i := n - 1; i >= 0; i -= 2 {
		if d := x[i] - mean; d > 0 {
			spread += d * d
		} else if d < -10 {
			return mean, d, i, fmt.Errorf("element %d", i)
		}
	}
	return
}

// Loops of all kinds, with labels.
//
//pardiff:grad
func Loops(x []float64, mode string) float64 {
	s := 0.0
	for i, n := 0, len(x); i < n; i += 2 {
		s += x[i] * x[i]
	}
	for i := len(x); i > 0; i-- {
		s += x[i-1] * float64(i)
	}
	for range 2 {
		s *= x[0]
	}
	y := x[1]
	for y < 20 {
		y *= 1.5
		switch {
		case y > 15:
			y += x[2]
			fallthrough
		case y > 10:
			y -= 0.1 * x[3]
		default:
			y += 0.2 * x[0]
		}
	}
outer:
	for i := range x {
		for j := 0; ; j++ {
			switch {
			case j > i:
				continue outer
			case x[j] > 3.5:
				break outer
			}
			s += x[i] * x[j] * y
		}
	}
	for t := 0.5; t < 2; t += 0.25 {
		s += t * x[0] * s * 0.1
	}
	switch strings.ToLower(mode) {
	case "square":
		s *= s
	case "", "plain":
	default:
		s = 0
	}
	return s
}

// Memory: make, literals, copy, clear, min, max, views, swaps.
//
//pardiff:vjp
func Memory(a []float64, n, m int) (float64, []float64) {
	u, v := make([]float64, m), []float64{2: 0.5, 0: a[1]}
	row := a[m : 2*m]
	copy(u, row)
	for i := 0; i < n; i++ {
		r := a[i*m : (i+1)*m]
		for j := range r {
			u[j] = u[j]*r[j] + min(r[j], v[j%3]) + max(u[j], 0.3)
		}
		u, v = v, u
		if len(v) < len(u) {
			clear(v)
		}
	}
	a[0], a[1] = a[1], a[0]*u[0]
	copy(a[1:], a[:3])
	for i := 1; i < n; i++ {
		for j := 0; j < i; j++ {
			a[i*m+j] -= a[j*m+i] * u[0]
		}
	}
	out := make([]float64, 3)
	copy(out, v)
	return a[2] * u[1], out
}

// Calls of methods, variadic helpers, functions of another package with and without rules.
//
//pardiff:grad
func Calls(x []float64, k float64) float64 {
	p := other.Point{X: x[0], Y: k}
	p.Scale(x[1])
	q := p
	q.Scale(2)
	s := p.Norm() + total(x[1], k, q.X) + total(x...) + other.Sum(x[1:])
	s += other.Root(s*k) * other.Root(x[2])
	s += other.LSE(x) * other.LSE(x[1:3])
	lo, hi := bounds(x)
	a, b := bounds([]float64{lo * k, hi * k, 3})
	set(&s, a*b)
	y := [3]float64{s, x[0]}
	e := &y[1]
	*e *= s
	return s + *e*y[1] + y[0]
}

func total(x ...float64) (s float64) {
	for _, v := range x {
		s += v * v
	}
	return
}

func bounds(x []float64) (lo, hi float64) {
	lo, hi = x[0], x[0]
	for _, v := range x[1:] {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

func set(p *float64, v float64) { *p = *p*v + v }

// Optional has arguments that may be nil.
//
//pardiff:vjp
func Optional(x, w []float64, k *float64, m *Model) float64 {
	s := scaled(x[0], k)
	if w != nil {
		s += w[0] * s
	}
	if k == nil && m == nil {
		return s * s
	}
	if m != nil && m.Next != nil {
		s *= float64(m.Next.Bias)
	}
	return s
}

func scaled(x float64, k *float64) float64 {
	if k == nil {
		return 2 * x
	}
	return *k * x * x
}

// Inactive maps, function values and printing are accepted.
//
//pardiff:grad
func Inactive(x []float64, index map[string]int, pick func(int) int, name string) float64 {
	i, ok := index[name]
	if !ok {
		i = pick(len(x))
	}
	count := map[int]int{}
	count[i]++
	if len(name) > 3 {
		fmt.Fprintln(io.Discard, name, i)
	}
	return x[i] * x[i] * float64(count[i]+len(index))
}

var seen []string

// Listed appends to a package-level variable that holds no floats.
//
//pardiff:grad
func Listed(x []float64, name string) float64 {
	s := 0.0
	for i, v := range x {
		seen = append(seen, fmt.Sprint(name, i))
		s += v * v
	}
	seen = append([]string{name}, seen...)
	return s
}

// Float32 is differentiated in float32, and converted both ways.
//
//pardiff:grad
func Float32(x []float32, k float64) float32 {
	s := float32(0)
	for i, v := range x {
		d := float64(v) * k
		s += v * float32(math.Sin(d)) * float32(i+1)
	}
	return s
}

// Rounded has an accepted conversion to an integer.
//
//pardiff:grad
func Rounded(x []float64, t float64) float64 {
	//pardiff:nondiff
	i := int(t)
	f := t - float64(i)
	return x[i]*(1-f) + x[i+1]*f
}

type number interface{ ~float32 | ~float64 }

//pardiff:grad
func Generic[F number](x []F, k F) F {
	var s F
	for _, v := range x {
		s += square(v) * k
	}
	return s
}

func square[F number](v F) F { return v * v }
