// A loop reads before the start of a row: the gradient must compile although it always panics.
// unknown
package p

func F(a [][]float64) float64 {
	best := a[0]
	for i := 1; i < len(a); i++ {
		row := a[i]
		for j := range best {
			best[j] *= row[j-1]
		}
	}
	return best[0] + a[7][0]
}
