// What a parameter is swapped with is shorter; the length that it had is needed behind the swap.
// right
package p

func F(x []float64, n int) []float64 {
	u, w := make([]float64, 2), make([]float64, len(x))
	for t := 0; t < n; t++ {
		for i := range u {
			u[i] += x[t%len(x)]
		}
	}
	w[0] = u[1] * u[1]
	y := make([]float64, 2)
	x, y = y, x
	return w
}
