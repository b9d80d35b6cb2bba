// Package pointers has slices of pointers.
package pointers

type Body struct{ X, V float64 }

// Scale writes floats through the pointers of a slice.
//
//pardiff:grad
//pardiff:jvp
func Scale(x []*float64, k float64) float64 {
	for i := range x {
		*x[i] *= k
	}
	return *x[0] * *x[1]
}

//pardiff:vjp
func Steps(bodies []*Body, dt float64) float64 {
	for range 3 {
		for _, b := range bodies {
			b.X += dt * b.V
			b.V -= dt * b.X * b.X
		}
	}
	s := 0.0
	for i := range bodies {
		s += bodies[i].X * bodies[i].V
	}
	return s
}

// Group has pointers in a field.
type Group struct{ Members []*Body }

// Shared reads through pointers that may be equal.
//
//pardiff:vjp
func Shared(bodies []*Body, g Group, weights []*float64) float64 {
	s := 0.0
	for i := range bodies {
		for j := range 2000 {
			s += bodies[i].X * bodies[i].V * bodies[(i+j)%len(bodies)].V * float64(j%7) * 0.001
			first := bodies[0]
			s += *weights[j%2] * first.X * *weights[0] * 0.001 * g.Members[i].V
		}
	}
	for i := range weights {
		s += *weights[i] * *weights[i] * *weights[1]
	}
	return s
}
