package analysis_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/internal/irtest"
)

func TestScratch(t *testing.T) {
	for _, fn := range []string{"Energy", "Heat", "Dot", "Early", "Partial", "Norm", "Swap", "Multi", "Named"} {
		f := irtest.Lower(t, scratch, fn)
		t.Log(f.String())
	}
}

const scratch = `package src

import "math"

type Params struct{ K, L0 float64 }

func Energy(x []float64, p Params) float64 {
	e := 0.0
	for i := 1; i < len(x); i++ {
		d := x[i] - x[i-1] - p.L0
		e += 0.5 * p.K * d * d
	}
	return e
}

func Heat(u []float64, k []float64, steps int, dt float64) {
	n := len(u)
	v := make([]float64, n)
	for t := 0; t < steps; t++ {
		copy(v, u)
		for i := 1; i < n-1; i++ {
			u[i] += dt * (k[i+1]*(v[i+1]-v[i]) - k[i]*(v[i]-v[i-1]))
		}
		for i := n - 2; i >= 1; i-- {
			u[i] = u[i] - u[i-1]
		}
	}
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

func sq(x float64) float64 { return x * x }

func Dot(a [][]float64, n int) (r float64) {
	for i := range n {
		r += dot(a[i], a[i]) * sq(a[i][0]) + dot(a[0], a[1][2:n])
	}
	s := dot(a[0], a[1])
	return r + s
}

func Early(x float64, n int) float64 {
	if n == 0 {
		return 0
	}
	if n < 0 {
		panic("negative")
	}
	if x > 2 {
		x *= 2
	} else if x > 1 {
		return x + 2*math.Pi
	}
	return math.Sin(x)
}

func Partial(x float64, a, b bool) float64 {
	y := 1.0
	if a {
		if b && x > 0 {
			return x
		}
		y = 2 * x
	}
	y *= 3
	return y
}

type V3 struct{ X, Y, Z float64 }

func (v V3) Add(w V3) V3 { return V3{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }
func (v *V3) Scale(s float64) { v.X *= s; v.Y *= s; v.Z *= s }
func (v V3) Len() float64 { return math.Sqrt(v.X*v.X + v.Y*v.Y + v.Z*v.Z) }

func Norm(ps []V3, q *V3) float64 {
	var c V3
	for _, p := range ps {
		c = c.Add(p)
	}
	c.Scale(1 / float64(len(ps)))
	c.Z += q.Z
	ps[0] = V3{Y: c.X}
	return c.Len()
}

func Swap(x []float64, i, j int) (float64, int) {
	x[i], x[j] = x[j], x[i]
	a, b := x[0], x[1]
	a, b = b, a
	switch {
	case a > b, i == 3:
		return a, 1
	case i < 2:
		a = 3
	default:
		b = 2
	}
	return a - b, 2
}

func minmax(x []float64) (lo, hi float64) {
	lo, hi = x[0], x[0]
	for _, v := range x {
		lo = min(lo, v)
		hi = math.Max(hi, v)
	}
	return
}

func Multi(x []float64) float64 {
	a, b := minmax(x)
	s, c := math.Sincos(a)
	var arr [3]float64
	arr[1] = s
	brr := arr
	brr[0] = c
	return b + arr[0] + brr[1]
}

func Named(x []float64) (out []float64, err error) {
	out = make([]float64, len(x))
	for i := range x {
		out[i] = 2 * x[i]
	}
	return
}
`
