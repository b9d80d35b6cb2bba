// Like empty_branch, with a whole array that is assigned.
// right
package p

func F(x, a []float64, v [2]float64) float64 {
	for i := range x {
		var t [2]float64
		_ = t
		if a[i] > 0.3 {
			t = v
		}
	}
	return x[0] * a[0] * v[1]
}
