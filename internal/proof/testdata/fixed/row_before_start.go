// A loop over a row that would begin before the slice, by a constant that is an operation.
// right
package p

func F(a []float64, n int) float64 {
	t := 0.0
	if n > 1 {
		t = a[0] * a[0]
	} else {
		for i := 0 - 1; i < len(a)/n; i++ {
			a[i-1] += a[i%len(a)]
		}
	}
	return t
}
