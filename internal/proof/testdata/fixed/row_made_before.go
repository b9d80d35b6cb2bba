// A loop asks for the lengths of the rows that it has made.
// right
package p

func F(x []float64) (s float64) {
	rows := make([][]float64, len(x))
	for i := range rows {
		rows[i] = make([]float64, i+1)
		for j := range rows[i] {
			rows[i][j] = x[i] * x[j]
		}
		for k := range i + 1 {
			s *= x[k]
			for _, v := range rows[k] {
				s += v * v
			}
		}
	}
	return s
}
