package slices

// Views of arrays, used beside the arrays themselves: the memory is one.

// Quadratic adds to its adjoint through the array and through the view.
//
//pardiff:vjp
//pardiff:jvp
func Quadratic(a [3]float64) float64 {
	v := a[:]
	s := 0.0
	for i := range a {
		s += a[i] * v[0]
	}
	return s
}

// Cycle reads an array that it makes itself in all iterations of a long loop.
//
//pardiff:grad
func Cycle(k float64, x []float64) float64 {
	var a [3]float64
	a[0], a[1], a[2] = k, 2*k, k*k
	v := a[1:]
	s := 0.0
	for i := range x {
		s += a[i%3] * v[0] * x[i]
	}
	return s
}

// Shift changes its argument by an array that it has under two names.
//
//pardiff:vjp
func Shift(a [3]float64, b []float64) {
	v := a[:]
	for i := range b {
		b[i] += a[i%3] * v[(i+1)%3]
	}
}
