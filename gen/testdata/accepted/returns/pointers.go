package returns

import (
	"errors"
	"math"
)

// A Plate has an area.
type Plate struct{ A, B float64 }

func newPlate(a, b float64) (*Plate, error) {
	if a < 0 {
		return nil, errors.New("negative")
	}
	if b == 0 {
		return &Plate{a, a * b}, nil
	}
	p := &Plate{A: a}
	p.B = b * a
	return p, nil
}

func (p *Plate) area() float64 { return p.A * p.B }

// Plates makes structs behind pointers, or nil.
//
//pardiff:grad
//pardiff:jvp
func Plates(a, b float64) (float64, error) {
	p, err := newPlate(a, b)
	if err != nil {
		return 0, err
	}
	q, _ := newPlate(b, a)
	if q == nil {
		return p.area(), nil
	}
	q.A += p.B
	return p.area() * q.area() * p.B, nil
}

// A Dense is a square matrix.
type Dense struct {
	N int
	V []float64
}

func (d *Dense) checked() (*Dense, error) {
	if d.N*d.N != len(d.V) {
		return nil, errors.New("size")
	}
	d.V[0] *= 2
	return d, nil
}

func newDense(n int) *Dense { return &Dense{N: n, V: make([]float64, n*n)} }

func (d *Dense) cholesky() (*Dense, bool) {
	l := newDense(d.N)
	for i := range d.N {
		for j := 0; j <= i; j++ {
			s := d.V[i*d.N+j]
			for k := range j {
				s -= l.V[i*d.N+k] * l.V[j*d.N+k]
			}
			if i == j {
				if s <= 0 {
					return nil, false
				}
				l.V[i*d.N+i] = math.Sqrt(s)
			} else {
				l.V[i*d.N+j] = s / l.V[j*d.N+j]
			}
		}
	}
	return l, true
}

// Factor gets the receiver back, and new memory.
//
//pardiff:grad
//pardiff:jvp
func Factor(d *Dense) (float64, error) {
	c, err := d.checked()
	if err != nil {
		return d.V[0], err
	}
	c.V[1] *= c.V[0]
	if l, ok := c.cholesky(); ok {
		return l.V[3]*l.V[0] + l.V[2]*d.V[1], nil
	}
	return d.V[0] * c.V[1], nil
}

// A Curve has parts of an argument, and memory of its own.
type Curve struct {
	X, Y, Slope []float64
	Ends        [2]float64
}

func newCurve(x, y []float64) (*Curve, error) {
	if len(x) != len(y) || len(x) < 2 {
		return nil, errors.New("too few points")
	}
	c := Curve{X: x, Y: y[:len(x)], Slope: make([]float64, len(x))}
	for i := 1; i < len(x); i++ {
		if x[i] <= x[i-1] {
			return nil, errors.New("order")
		}
		c.Slope[i] = (y[i] - y[i-1]) / (x[i] - x[i-1])
	}
	c.Ends[1] = y[0] * y[len(y)-1]
	return &c, nil
}

func (c *Curve) at(x float64) float64 {
	i := 1
	for i < len(c.X)-1 && c.X[i] < x {
		i++
	}
	return c.Y[i-1] + c.Slope[i]*(x-c.X[i-1])
}

// Interpolated does that with a curve.
//
//pardiff:grad
//pardiff:jvp
func Interpolated(x, y []float64, at float64) (float64, error) {
	c, err := newCurve(x, y)
	if err != nil {
		return y[0] * at, err
	}
	return c.at(at) * c.at(0.4) * c.Ends[1], nil
}

func plateIf(a float64) *Plate {
	if a < 0 {
		return nil
	}
	return &Plate{a * a, a}
}

// Unchecked follows a pointer that may be nil.
//
//pardiff:grad
func Unchecked(a float64) (s float64) {
	p := plateIf(a)
	for i := range 2 {
		s += p.A * float64(i+1)
	}
	return s * p.B
}
