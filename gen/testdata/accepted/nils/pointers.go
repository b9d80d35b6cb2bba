package nils

// V is behind pointers that may be nil.
type V struct {
	X, Y float64
	A    [2]float64
	W    []float64
}

// D has an optional part.
type D struct {
	P *V
	Q *[2]float64
}

// Number writes a number where there is one.
//
//pardiff:vjp
//pardiff:jvp
func Number(q *float64, k float64) (r float64) {
	r = k
	if q != nil {
		*q *= *q
		r *= *q
	}
	return r * k
}

// Loop asks in a loop.
//
//pardiff:grad
//pardiff:jvp
func Loop(x []float64, q *float64) (r float64) {
	for i := range x {
		if q != nil && i%2 == 0 {
			*q *= x[i]
			r += *q * x[i]
		}
		r += x[i] * x[i]
	}
	return r
}

// Read reads in a loop what is written behind it.
//
//pardiff:vjp
//pardiff:jvp
func Read(x []float64, d *D, q *float64) (r float64) {
	for i := range x {
		if q != nil {
			r += x[i] * *q * *q
		}
		if d != nil && d.P != nil {
			r += x[i] * d.P.X * d.P.A[i%2] * d.P.X
			for _, w := range d.P.W {
				r += w * w * x[i]
			}
		}
		if d != nil && d.Q != nil {
			r += d.Q[i%2] * d.Q[1] * x[i]
		}
	}
	if d != nil {
		if p := d.P; p != nil {
			p.X *= r
			for i := range p.A {
				p.A[i] *= p.A[1-i]
			}
			for i := range p.W {
				p.W[i] *= p.Y
				p.Y += p.W[i]
			}
		}
		if d.Q == nil {
			return r * r
		}
		for i := range d.Q {
			d.Q[i] *= d.Q[0]
		}
	}
	if q != nil {
		*q *= r
	}
	return r
}

// Part writes a part.
//
//pardiff:vjp
//pardiff:jvp
func Part(d *D) (r float64) {
	if d.P != nil {
		d.P.X *= d.P.Y
		r = d.P.X
	}
	return r * r
}

// Pair writes an array.
//
//pardiff:vjp
//pardiff:jvp
func Pair(p *[2]float64, n int, k float64) (r float64) {
	r = k
	if p != nil {
		p[1] *= p[0]
		r = p[1]
	}
	for i := range n {
		switch {
		case p == nil:
			r *= k
		case i%2 == 0:
			p[i%2] *= r
		default:
			for j := range p {
				p[j] *= k * p[j]
			}
			r += p[0]
		}
	}
	return r * r
}

// R reads a receiver that may be nil.
//
//pardiff:grad
//pardiff:jvp
func (v *V) R(k float64) float64 {
	if v == nil {
		return k * k
	}
	r := v.X * k
	for i, w := range v.W {
		r += w * w * v.A[i%2]
	}
	return r
}

// S writes such a receiver.
//
//pardiff:vjp
//pardiff:jvp
func (v *V) S(n int, k float64) (r float64) {
	r = k * k
	if v == nil {
		return r
	}
	for range n {
		for i := range v.W {
			v.W[i] *= k
			r += v.W[i] * v.W[i]
			v.A[i%2] *= r
		}
		v.X *= v.X * r
		r += v.X
	}
	return r * v.X
}

// Each asks in the innermost of loops.
//
//pardiff:vjp
//pardiff:jvp
func (v *V) Each(x []float64, k float64) (r float64) {
	for i := range x {
		for j := range x {
			if v != nil && i < len(v.W) {
				v.W[i] *= k * x[j]
				r += v.W[i] * v.Y
				v.Y *= x[j]
			} else {
				r += x[j] * k
			}
		}
		if v != nil {
			for j := range v.W {
				x[i] += v.W[j] * x[i]
				v.W[j] *= v.W[j] * x[i]
			}
		}
	}
	return r
}

// Other arguments that may be nil are not differentiated.
//
//pardiff:vjp
//pardiff:jvp
func Other(x []float64, f func() int, e error, m map[int]int, k float64) (r float64) {
	r = k
	for i := range x {
		if f != nil {
			x[i] *= float64(f()) * x[i]
		}
		if e == nil {
			r *= x[i]
		}
		if m != nil {
			x[i] *= r
		}
	}
	return r
}

type Unread struct {
	W []float64
	B float64
}

// At reads its receiver on one way alone, and does not ask whether it is nil.
//
//pardiff:grad
//pardiff:jvp
func (u *Unread) At(x []float64, use bool) float64 {
	s := x[0] * x[0]
	if use {
		for i := range x {
			s += u.W[i] * u.B * x[i]
		}
	}
	return s
}
