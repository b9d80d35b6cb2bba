// Package lib has functions for other packages, with tables that it does not export.
package lib

import "math"

const small = 0.125

var coef = [...]float64{
	1, 2.5, small, // the last two are small
	-3,
}

type node struct{ x, w float64 }

var gauss = []node{
	{-1 / math.Sqrt(3), 1}, {1 / math.Sqrt(3), 1},
}

var (
	named         = []node{{x: 1, w: 2}, {w: 3}}
	eps   float32 = 1e-3
	two           = 2.0
	rows          = [][]float64{{1, 2}, {3}}
	at            = [...]int{1: 2, 3: 1}
)

func polevl(x float64, c []float64) float64 {
	s := 0.0
	for _, v := range c {
		s = s*x + v
	}
	return s
}

// Poly returns a polynomial at x.
func Poly(x float64) float64 { return polevl(x, coef[:]) * two * float64(eps) }

// Gauss returns a quadrature of the exponential of multiples of x.
func Gauss(x float64) float64 {
	s := 0.0
	for _, n := range gauss {
		s += n.w * math.Exp(n.x*x)
	}
	for i := range named {
		p := &named[i]
		s += p.w * x * (p.x + x)
	}
	return s
}

// Rows returns sums of multiples of x.
func Rows(x float64) float64 {
	s := 0.0
	for i, row := range rows {
		for _, v := range row {
			s += v * x * float64(i+at[3])
		}
	}
	return s * math.Sin(x)
}
