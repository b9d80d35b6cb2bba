// Package other has helpers and a function with a rule.
package other

import "math"

type Point struct{ X, Y float64 }

func (p Point) Norm() float64 { return math.Hypot(p.X, p.Y) }

func (p *Point) Scale(s float64) {
	p.X *= s
	p.Y *= s
}

// Sum calls itself.
func Sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// Root solves y*y*y + y = a by iteration.
func Root(a float64) float64 {
	y := a
	for d := 1.0; math.Abs(d) > 1e-14; {
		d = (y*y*y + y - a) / (3*y*y + 1)
		y -= d
	}
	return y
}

//pardiff:rule for=Root
func RootVJP(a float64, resAdj float64, aAdj *float64) float64 {
	y := Root(a)
	*aAdj += resAdj / (3*y*y + 1)
	return y
}

// Log-sum-exp of a slice.
func LSE(x []float64) float64 {
	m := math.Inf(-1)
	for _, v := range x {
		m = max(m, v)
	}
	s := 0.0
	for _, v := range x {
		s += math.Exp(v - m)
	}
	return m + math.Log(s)
}

//pardiff:rule for=LSE
func LSEVJP(x []float64, resAdj float64, xAdj []float64) float64 {
	y := LSE(x)
	for i, v := range x {
		xAdj[i] += resAdj * math.Exp(v-y)
	}
	return y
}
