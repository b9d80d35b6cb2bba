// Slices of different lengths are swapped: the lengths that the reverse sweep needs are those of each time.
// right
package p

func F(x []float64, n int) (float64, []float64) {
	u, v := make([]float64, len(x)), []float64{2: 0.5, 0: x[1]}
	for i := 0; i < n; i++ {
		for j := range u {
			u[j] = x[j]*v[j%3] + u[j]
		}
		u, v = v, u
		if 2 < len(u) {
			clear(v)
		}
	}
	y := make([]float64, 2)
	x, y = y, x
	w := make([]float64, len(x))
	w[1] = y[0] * u[0]
	out := make([]float64, 3)
	copy(out, v)
	return y[2] * w[1] * u[1], out
}
