// A tangent is assigned to itself, and nothing else uses the view that it lies in.
// right
package p

func F(x []float64) {
	view := x[1:]
	for i := range view {
		view[i] *= 1.0
	}
}
