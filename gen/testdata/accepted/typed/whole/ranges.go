package whole

// Rows goes through rows of text whose elements change meanwhile.
//
//pardiff:vjp
func Rows(x []float64, ts [][]string) (s float64) {
	for i := range x {
		row := ts[i%len(ts)]
		for j, v := range row {
			if j > 0 {
				row[j-1] = v + "k"
			}
			if j+1 < len(row) {
				row[j+1] += "n"
			}
			s += x[i] * x[i] * float64(len(v))
		}
	}
	return s
}

// Queue goes through a slice of text that is another one meanwhile: the elements are those of the slice at the start.
//
//pardiff:vjp
func Queue(x []float64, ts []string) (s float64) {
	for i := range x {
		for j, v := range ts {
			if j == 1 {
				ts = ts[1:]
			}
			ts = append(ts, v)
			ts[0] += "q"
			s += x[i] * x[i] * float64(len(v)+j)
			if len(ts) > 9 {
				ts = ts[:3]
			}
		}
	}
	return s
}
