package recursion

import (
	"errors"
	"math"
)

// Ladder asks for forward mode alone, wants a part of its parameters and has an error as its last result.
//
//pardiff:jvp wrt=x
func Ladder(n int, x []float64, k float64) (s float64, top []float64, err error) {
	if n < 0 {
		return 0, make([]float64, 1), errors.New("negative")
	}
	s, t, err := rung(n, x, k)
	top = make([]float64, 2)
	top[0], top[1] = t, k
	return s, top, err
}

func rung(n int, x []float64, k float64) (s, t float64, err error) {
	if n == 0 {
		return k, x[0], nil
	}
	s, t, err = rung(n-1, x, k*x[n%len(x)])
	return s * x[n%len(x)], t + math.Sin(s), err
}

// Ping and pong call each other, and pong asks for reverse mode as well.
//
//pardiff:jvp
func Ping(n int, x []float64, w *float64) {
	if n == 0 {
		return
	}
	x[0] *= *w
	pong(n-1, x, w)
	*w += x[1]
}

//pardiff:vjp
//pardiff:jvp
func pong(n int, x []float64, w *float64) {
	x[1] += x[0] * *w
	if n > 0 {
		Ping(n-1, x[1:], w)
		Ping(n-1, x, w)
	}
}

type pair struct {
	lo, hi []float64
	w      [2]float64
	n      int
}

func (p *pair) foldPart(k float64) (a, s float64) {
	for i := range p.lo {
		p.lo[i] *= k
	}
	if p.n > 0 {
		p.n--
		a, s = p.foldPart(k * 0.9)
		return a * p.w[0], s + a
	}
	return p.lo[0], p.w[1]
}

// Folded has tangents of structs of which a part is constant.
//
//pardiff:jvp
func Folded(x, y []float64, k float64) float64 {
	p := pair{lo: x, hi: y, n: 3}
	p.w[1] = 2
	s := 0.0
	for range 2 {
		a, b := p.foldPart(k)
		s += a * b
		p.n = 2
		p.w[0] = s
	}
	return s * x[0]
}

// Constants calls functions that call themselves with what no tangent goes into, and with results that nobody uses.
//
//pardiff:jvp wrt=x
func Constants(x float64, c []float64) float64 {
	a := dot(c, c, len(c))
	b := Fib(3, a, c[0])
	_ = Fib(4, x, x)
	d := Fib(2, x, b)
	own := make([]float64, len(c))
	copy(own, c)
	buf := make([]float64, 4)
	t := Scratch(own, buf, 0, 4)
	u := dot(own, c, 2)
	own[1] = x
	return a*b*d + t*x + buf[1] + u*Scratch(own, buf, 0, 4)
}
