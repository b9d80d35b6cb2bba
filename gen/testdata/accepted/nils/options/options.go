// Package options adds to memory behind pointers that may be nil, in loops that run in parallel.
package options

// An Opt may be there or not.
type Opt struct {
	Tab []float64
	K   float64
	A   [3]float64
	M   [][]float64
	P   []struct{ X, Y float64 }
}

// An M has one.
type M struct{ Opt *Opt }

// Table adds to a slice.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Table(x []float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if m.Opt != nil {
			m.Opt.Tab[i%len(m.Opt.Tab)] += t
		}
		s += t
	}
	return
}

// Number adds to a number.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Number(x []float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if m.Opt != nil {
			m.Opt.K += t
		}
		s += t
	}
	return
}

// Array adds to an array.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Array(x []float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if m.Opt != nil {
			m.Opt.A[i%3] += t
			m.Opt.A[0] += t
		}
		s += t
	}
	return
}

// Nested adds to rows and fields.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Nested(x []float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if m.Opt != nil {
			m.Opt.M[i%2][i%3] += t
			m.Opt.P[i%2].X += t
		}
		s += t
	}
	return
}

// Unasked does not ask whether it is there.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Unasked(x []float64) (s float64) {
	for i := range x {
		m.Opt.Tab[i%len(m.Opt.Tab)] += x[i] * x[i]
		m.Opt.K += x[i]
	}
	return
}

// Read only reads.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Read(x []float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if m.Opt != nil {
			s += m.Opt.Tab[i%len(m.Opt.Tab)] * t
			s += m.Opt.K * t
			s += m.Opt.A[i%3] * t
			s += m.Opt.M[i%2][i%3] * t
			s += m.Opt.P[i%2].X * t
		}
	}
	return
}

// Late asks in two loops.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Late(x []float64) (s float64) {
	for i := range x {
		s += x[i] * x[i]
		if i < len(x)/3 && m.Opt != nil {
			m.Opt.Tab[0] += x[i] * s
			m.Opt.Tab[i%2] *= s
		}
	}
	for i := range x {
		if m.Opt != nil {
			m.Opt.Tab[i%3] += x[i]
			m.Opt.K += x[i] * m.Opt.A[1]
		}
	}
	return
}

// Pointers takes the pointers themselves.
//
//pardiff:vjp
//pardiff:jvp
func Pointers(x []float64, o *Opt, k *float64, a *[3]float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if o != nil {
			o.Tab[i%3] += t
			o.K += t * o.A[i%3]
		}
		if k != nil {
			*k += t
		}
		if a != nil {
			a[i%3] += t
			s += a[0] * t
		}
		s += t
	}
	return
}

// Rows goes along its rows.
//
//pardiff:vjp
//pardiff:jvp
func (m *M) Rows(x []float64) (s float64) {
	for i := range x {
		t := x[i] * x[i]
		if m.Opt != nil && i < len(m.Opt.Tab) {
			s += m.Opt.Tab[i] * t
			m.Opt.Tab[i] = t * t
		}
		s += t
	}
	o := m.Opt
	for i := range x {
		for j := range x[:min(len(x), 5)] {
			if o != nil && j < len(o.Tab) {
				o.Tab[j] += x[i] * x[j]
			}
		}
	}
	if o != nil {
		for i := range o.Tab {
			o.Tab[i] *= 2
			s += o.Tab[i] * o.M[0][i]
		}
	}
	return
}
