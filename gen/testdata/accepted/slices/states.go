package slices

import "math"

// A State has slices of its own in each step.
type State struct {
	H, C []float64
	T    float64
}

func (s State) next(x float64) State {
	n := len(s.H)
	next := State{H: make([]float64, n), C: make([]float64, n), T: s.T * x}
	for i := range n {
		next.C[i] = s.C[i]*x + math.Tanh(s.H[i])
		next.H[i] = math.Tanh(next.C[i]) * s.T
	}
	return next
}

// States goes from one state to the next.
//
//pardiff:grad
//pardiff:jvp
func States(h, xs []float64) float64 {
	s := State{h, make([]float64, len(h)), 1}
	sum := 0.0
	for _, x := range xs {
		s = s.next(x)
		sum += s.H[0] * s.H[1]
	}
	return sum * s.T
}

// Exchanged has two states, which change places.
//
//pardiff:grad
//pardiff:jvp
func Exchanged(x []float64, n int) float64 {
	s := State{H: make([]float64, len(x)), C: make([]float64, len(x))}
	o := State{H: make([]float64, len(x)), C: make([]float64, len(x))}
	for i := range x {
		s.H[i], o.C[i], s.C[i], o.H[i] = x[i]*x[0], x[i]*x[1], 1, x[i]
	}
	for range n {
		for i := range x {
			o.H[i] = s.H[i]*s.C[i] + x[i]
			o.C[i] = s.C[i] * x[1]
		}
		s, o = o, s
	}
	return s.C[0] * o.H[1] * s.H[2]
}

// A Trial is a point and its value.
type Trial struct {
	X     []float64
	Value float64
}

// BestTrial keeps the best of several.
//
//pardiff:grad
//pardiff:jvp
func BestTrial(x []float64) float64 {
	best := Trial{Value: math.Inf(1)}
	for i := range x {
		y := make([]float64, len(x))
		copy(y, x)
		y[i] *= 2
		if f := y[0]*y[1] - y[2]; f < best.Value {
			best = Trial{y, f}
		}
	}
	return best.Value * best.X[1]
}

// Columns appends to several lists in one assignment.
//
//pardiff:grad
//pardiff:jvp
func Columns(x []float64) float64 {
	var a, b []float64
	var at []int
	for i, v := range x {
		a, b, at = append(a, v), append(b, v*v, 2), append(at, i)
	}
	s := 0.0
	for i := range a {
		s += a[i] * b[i] * b[i] * float64(at[i]+1)
	}
	return s
}
