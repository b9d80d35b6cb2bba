// A view of a slice is used before the slice is swapped with another one.
// right
package p

func F(x []float64, n int) []float64 {
	u, w := make([]float64, len(x)), make([]float64, len(x))
	copy(u, x)
	for t := 0; t < n; t++ {
		head, rest := u[:2], u[1:]
		for i := range rest {
			w[i] = rest[i]*head[0] - 0.5*head[1]
		}
		if t == 1 {
			w[0] *= x[1]
			u, w = w, u
		}
		u, w = w, u
	}
	return u
}
