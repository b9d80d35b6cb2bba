// Package jacobians has functions with several float results whose Jacobians are generated.
package jacobians

import (
	"errors"
	"math"
)

// Circle is a circle in the plane.
type Circle struct {
	X, Y, R float64
	Hits    int
}

// Miss returns by how much a point misses a circle, in distance and in direction.
//
//pardiff:jac
func Miss(c Circle, x, y float64) (dist, angle float64) {
	dx, dy := x-c.X, y-c.Y
	d := math.Sqrt(dx*dx + dy*dy)
	if d < 1e-3 {
		return c.R, 0
	}
	dist = d - c.R
	angle = math.Atan2(dy, dx)
	return dist, angle
}

// Moments returns sums over x that run in parallel chunks, results without names among others.
//
//pardiff:jac
//pardiff:vjp
func Moments(x []float64, k float64) (float64, int, float64) {
	mean, square := 0.0, 0.0
	for i, v := range x {
		if i%3 == 0 {
			continue
		}
		mean += v * math.Exp(-k*v)
		square += k * v * v
	}
	return mean, len(x), square
}

// Smooth returns two energies of what is left of x after steps of diffusion in memory of its own.
//
//pardiff:jac
func Smooth(x []float64, steps int, w *float64) (energy, rough float64, err error) {
	if len(x) < 3 {
		return 0, 0, errors.New("too short")
	}
	u, next := append([]float64{}, x...), make([]float64, len(x))
	for range steps {
		next[0], next[len(u)-1] = u[0], u[len(u)-1]
		for i := 1; i < len(u)-1; i++ {
			next[i] = u[i] + *w*(u[i-1]-2*u[i]+u[i+1])*math.Cos(u[i])
		}
		u, next = next, u
	}
	for i := range u {
		energy += 0.5 * u[i] * u[i]
		if i > 0 {
			d := u[i] - u[i-1]
			rough += math.Sqrt(d * d)
		}
	}
	return energy, rough, nil
}

// Float is any float.
type Float interface{ ~float32 | ~float64 }

// Line is y = a + b x.
type Line[F Float] struct{ A, B F }

// Fit returns the sum of the residuals and that of their squares, until one is large.
//
//pardiff:jac
func (l *Line[F]) Fit(x, y []F, limit F) (sum, squares F) {
	for i := range x {
		r := y[i] - l.A - l.B*x[i]
		if r > limit {
			break
		}
		sum += r
		squares += r * r
	}
	return sum, squares
}

// Single is in float32.
//
//pardiff:jac wrt=a,b
func Single(a, b, c float32) (u, v float32) {
	u = a * b * c
	for range 3 {
		u = u*b - a
	}
	return u, u * u / b
}

// Three has results that depend on each other, and one that is a constant; it writes its copies of its arguments.
//
//pardiff:jac
func Three(a [3]float64, t float64) (p, q, r float64) {
	p = a[0] * t
	t *= t
	a[1] += p
	q = a[1]*p + t
	r = 4
	return
}

// Chosen leaves out a result that is a slice.
//
//pardiff:jac of=s,d name=ChosenRows wrt=m
func Chosen(m [][]float64, k float64) (s float64, rows []float64, d, other float64) {
	for i, row := range m {
		t := 0.0
		for _, v := range row {
			t += v * v
		}
		rows = append(rows, t)
		s += k * t
		d = math.Max(d, row[i%len(row)])
	}
	return s, rows, d, k * s
}

// Power calls itself.
//
//pardiff:jac
func Power(x, y float64, n int) (u, v float64) {
	if n == 0 {
		return x, y
	}
	u, v = Power(x*y, x+y, n-1)
	return u * x, v - u
}

// Ratio has a rule.
func Ratio(a, b float64) float64 { return a / b }

//pardiff:rule for=Ratio
func ratioRule(a, b, resAdj float64, aAdj, bAdj *float64) float64 {
	if aAdj != nil {
		*aAdj += resAdj / b
	}
	if bAdj != nil {
		*bAdj -= resAdj * a / b / b
	}
	return a / b
}

// Ratios calls what has a rule.
//
//pardiff:jac
func Ratios(x []float64) (first, all float64) {
	first = Ratio(x[0], x[1])
	for i := 1; i < len(x); i++ {
		all += Ratio(x[i], x[i-1])
	}
	return first, all
}

// Clash has parameters with the names that adjoints would have.
//
//pardiff:jac
func Clash(u float64, uUAdj, vUAdj float64) (v, uU float64) { return u * uUAdj, u + vUAdj }

// Model has what may be nil.
type Model struct {
	W    [][]float64
	Bias *float64
	Next *Layer
}

// Layer is a part of a Model.
type Layer struct{ A, B float64 }

// Outputs follows pointers that may be nil.
//
//pardiff:jac
func (m *Model) Outputs(x []float64) (y, z float64) {
	for i, row := range m.W {
		s := 0.0
		for j, w := range row {
			s += w * x[j]
		}
		if i%2 == 0 {
			y += math.Tanh(s)
		} else {
			z += s * s
		}
	}
	if m.Bias != nil {
		y += *m.Bias * z
	}
	if m.Next != nil {
		z *= m.Next.A
	}
	return y, z
}

// Recursive gets its results from a function that calls itself, with adjoints that are products.
//
//pardiff:jac
//pardiff:vjp
func Recursive(a, b float64, n int) (p, q float64) {
	p = halved(n, a)
	q = p * b
	return p, q
}

func halved(n int, a float64) float64 {
	if n == 0 {
		return a
	}
	return halved(n-1, a*a) * 0.5
}

// product is that of the elements of a tree that is laid out in x.
func product(x []float64, i int) float64 {
	if i >= len(x) {
		return 1
	}
	return math.Sin(x[i]) * product(x, 2*i+1) * product(x, 2*i+2)
}

// Trees calls a function that calls itself and only reads its argument.
//
//pardiff:jac
func Trees(x []float64, k float64) (whole, part, first float64) {
	whole = product(x, 0) * k
	for i := range 3 {
		part += product(x, i+1) * x[i]
	}
	return whole, part, x[0] * product(x[1:], 0)
}
