// The rows of a table get memory, change places and are written after the function has asked whether they are nil.
// right
package p

func F(x []float64, n int) (s float64) {
	table := make([][]float64, 4)
	for i := range table {
		if table[i] == nil {
			s += x[0] * x[i%len(x)]
		}
		table[i] = make([]float64, n)
		if i > 0 {
			table[i], table[i-1] = table[i-1], table[i]
		}
		if table[i] != nil {
			s *= x[0]
		}
		for j := range table[i] {
			table[i][j] += x[j%len(x)] * s
			s += table[i][j]
		}
	}
	if part := x[:0]; part != nil {
		s *= x[0]
	}
	for i := range x {
		x[i] *= s
	}
	return s
}
