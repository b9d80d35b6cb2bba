// The number of elements that copy moves is read through the length of what holds the row.
// right
package p

func F(a []float64, m [][]float64) float64 {
	copy(m[1], m[len(m)-1])
	return m[1][0] * a[0]
}
