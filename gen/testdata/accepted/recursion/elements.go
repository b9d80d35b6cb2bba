package recursion

// A Spot has floats beside each other.
type Spot struct{ X, Y float64 }

// swing scales the first of the spots and goes on with the others.
func swing(list []Spot, k float64) float64 {
	if len(list) == 0 {
		return k
	}
	v := &list[0]
	v.X *= k
	v.Y *= 1 + k
	x, y := v.X, v.Y
	return (x + 0.3*x*y) * swing(list[1:], 0.9*k)
}

// Swings reads spots before the call that writes them.
//
//pardiff:vjp
//pardiff:jvp
func Swings(list []Spot, k float64) float64 {
	x, y := list[1].X, list[1].Y
	return (x + 0.4*x*y*y) * swing(list, k)
}

// shrink scales what is in a slice, which it gets by a pointer.
func shrink(p *[]float64, n int, k float64) float64 {
	if n == 0 {
		return k
	}
	for i := range *p {
		(*p)[i] *= k
	}
	return (*p)[0] * shrink(p, n-1, 0.9*k) * (*p)[1]
}

// Shrinks gives it an argument, a row and a slice of its own.
//
//pardiff:vjp
//pardiff:jvp
func Shrinks(x []float64, rows [][]float64, k float64) float64 {
	u := make([]float64, 2)
	u[0], u[1] = k, x[0]
	s := shrink(&u, 2, 1.1*k) * u[0]
	s += shrink(&rows[1], 1, k) * rows[1][0]
	return s + shrink(&x, 2, k)*x[0]
}
