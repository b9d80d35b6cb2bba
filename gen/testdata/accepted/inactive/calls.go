package inactive

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync/atomic"
)

var (
	calls int
	total atomic.Int64
	state struct{ n, m int }
	hist  = make([]int, 4)
)

// Counters writes package-level variables, and reads them.
//
//pardiff:grad
//pardiff:jvp
func Counters(x []float64) (r float64) {
	reset()
	calls++
	for i, v := range x {
		r += v * v * float64(calls+state.n+hist[i%4])
		state.n += i
		hist[i%4]++
		total.Add(1)
		count2()
	}
	return r * x[0] * float64(calls+state.m)
}

func reset() {
	defer func() { calls = 1 }()
	state = struct{ n, m int }{2, 3}
	for i := range hist {
		hist[i] = i
	}
}

func count2() {
	for range map[int]bool{1: true} {
		calls++
		state.m++
		hist[1] += 2
	}
}

// Jumps has a goto in a function without floats.
//
//pardiff:grad
//pardiff:jvp
func Jumps(x []float64, n int) (r float64) {
	for i, v := range x {
		r += v * v * float64(digits(n+7*i))
	}
	return r
}

func digits(n int) (k int) {
again:
	k++
	n /= 2
	if n > 0 {
		goto again
	}
	return k
}

// Kinds takes values out of interfaces.
//
//pardiff:grad
//pardiff:jvp
func Kinds(x []float64, list []any) (r float64) {
	for i := range list {
		switch v := list[i].(type) {
		case int:
			r += x[i] * float64(v)
		case string, fmt.Stringer:
			r += x[i] * x[i] * float64(len(fmt.Sprint(v)))
		case nil:
			r *= x[i]
		default:
			return r
		}
	}
	switch any(r > 0).(type) {
	case bool:
		r *= x[0]
	}
	return r
}

// Recursive has a function literal that calls itself.
//
//pardiff:grad
//pardiff:jvp
func Recursive(x []float64, n int) (r float64) {
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	for i, v := range x {
		r += v * v * float64(fib(i+n))
	}
	return r
}

// Complex has complex numbers that are constants of the derivative.
//
//pardiff:grad wrt=x
//pardiff:jvp wrt=x
func Complex(x []float64, re, im float64) (r float64) {
	z := complex(re, im)
	powers := make([]complex128, len(x))
	for i := range x {
		powers[i] = z
		z *= z
		z += 1
	}
	for i, v := range x {
		r += v * v * real(powers[i]) * imag(powers[i])
	}
	return r
}

type pair struct{ a, b int }

func split(n int) (p pair, err error) {
	switch v := any(n).(type) {
	case int:
		p.a, p.b = v/2, v-v/2
	}
	if p.a < 0 {
		return p, fmt.Errorf("negative %d", n)
	}
	return p, nil
}

// Parts takes structs and permutations from functions that are called as they are.
//
//pardiff:grad
//pardiff:jvp
func Parts(x []float64, n int) (float64, error) {
	p, err := split(n)
	if err != nil {
		return 0, err
	}
	perm := rand.New(rand.NewSource(int64(n))).Perm(len(x))
	r := 0.0
	for i, k := range perm {
		r += x[i] * x[k] * float64(p.a)
	}
	names := strings.Fields("c a b")
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(a, b) })
	return r * x[strings.Index(names[0], "a")] * float64(p.b), nil
}

// Unused has variables that nothing reads but statements that are gone.
//
//pardiff:grad
//pardiff:jvp
func Unused(x []float64, m map[int]int) float64 {
	n := 0
	for k := range m {
		n += k
	}
	_ = n
	k := 0
	for range m {
		k = 3
	}
	_ = k
	return x[0] * x[0]
}

// A perms keeps memory that it gets.
type perms struct{ p []int }

func (p *perms) set(idx []int) {
	for range map[int]bool{1: true} {
		p.p = idx
	}
}

func (p *perms) turn() {
	for range map[int]bool{1: true} {
		p.p[0], p.p[1] = p.p[1], p.p[0]
	}
}

// Retained has subscripts that are written by a function which does not get them.
//
//pardiff:grad
//pardiff:jvp
func Retained(x []float64, p *perms) (r float64) {
	idx := make([]int, 2)
	idx[1] = 1
	p.set(idx)
	r = x[idx[0]] * x[idx[0]] * 3
	p.turn()
	return r * x[idx[0]] * x[idx[0]]
}
