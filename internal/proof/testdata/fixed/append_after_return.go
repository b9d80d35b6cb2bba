// Slices grow behind a loop that may return: the block behind it has a reverse sweep of its own.
// right
package p

func F(x []float64, n int) (s float64) {
	var kept []float64
	for range kept {
		return s
	}
	for _, v := range x {
		kept = append(kept, v, 0.5)
	}
	all := append([]float64{}, x[0], s)
	all = append(all, all[0:2]...)
	for i := range n {
		s += x[i] * all[i] * kept[2*i]
	}
	return s
}
