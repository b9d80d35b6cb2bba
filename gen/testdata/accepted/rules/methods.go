package rules

import "math"

type Model struct {
	W  []float64
	S  float64
	In struct{ A, B float64 }
}

func (m *Model) Apply(x []float64, y float64) float64 {
	s := y * m.In.A
	for i, v := range x {
		s += m.W[i] * v * m.S
	}
	m.In.B += s
	return s
}

//pardiff:rule for=Apply
func (m *Model) applyVJP(x []float64, y float64, resAdj float64, mAdj *Model, xAdj []float64, yAdj *float64) float64 {
	s := m.Apply(x, y)
	g := resAdj + mAdj.In.B
	mAdj.In.A += g * y
	*yAdj += g * m.In.A
	for i, v := range x {
		mAdj.W[i] += g * v * m.S
		xAdj[i] += g * m.W[i] * m.S
		mAdj.S += g * m.W[i] * v
	}
	return s
}

type V struct{ X, Y float64 }

func (v V) Norm() float64 { return math.Hypot(v.X, v.Y) }

//pardiff:rule for=V.Norm
func (v V) normVJP(resAdj float64, vAdj *V) float64 {
	n := v.Norm()
	vAdj.X += resAdj * v.X / n
	vAdj.Y += resAdj * v.Y / n
	return n
}

//pardiff:grad
func Methods(m *Model, x []float64, vs []V) float64 {
	s := 0.0
	for i := range vs {
		s += m.Apply(x, vs[i].Norm()) * m.In.B
		v := V{vs[i].Y * 2, s}
		s += v.Norm() * vs[i].X
		vs[i].X *= 1.1
		s += vs[i].Norm()
	}
	n := Model{W: x, S: s}
	n.In.A = 0.5
	s += n.Apply(x, 2) * n.In.B
	return s
}
