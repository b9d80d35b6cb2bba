// A parallel loop reads an element for a condition whose branches hold nothing that is needed.
// right
package p

func F(x, a []float64) (s float64) {
	for i := range x {
		var t [2]float64
		if a[i] > 0.3 {
			t[1] = a[i]
		}
		_ = t
	}
	return x[0] * a[0]
}
