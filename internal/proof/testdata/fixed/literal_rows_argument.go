// The rows of a literal that is an argument are made after the literal, of which the length is in use.
// right
package p

func fill(a [][]float64, k float64) float64 {
	for i := range a[0%len(a)] {
		a[i%len(a)][i] = k
	}
	return a[0][0]
}

func F(x []float64) {
	x[0] *= fill([][]float64{{0.5}}, x[0])
}
