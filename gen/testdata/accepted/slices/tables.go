package slices

// Smooth works on the rows of a buffer.
//
//pardiff:vjp
//pardiff:jvp
func Smooth(buf []float64, n, steps int) (s float64) {
	m := len(buf) / n
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = buf[i*m : (i+1)*m]
	}
	for t := 0; t < steps; t++ {
		for i := 1; i < n; i++ {
			for j := range rows[i] {
				rows[i][j] += 0.5 * rows[i-1][j] * rows[i][(j+1)%m]
			}
		}
		rows[0], rows[n-1] = rows[n-1], rows[0]
	}
	for i, row := range rows {
		s += row[0] * float64(i+1)
	}
	return s
}

// Shared has two tables of the same rows.
//
//pardiff:grad
func Shared(x []float64) (s float64) {
	m := len(x)
	buf := make([]float64, 3*m)
	a, b := make([][]float64, 3), make([][]float64, 3)
	for i := range a {
		a[i] = buf[i*m : (i+1)*m]
		copy(a[i], x)
		b[2-i] = a[i]
	}
	for i := range a {
		for j := range a[i] {
			a[i][j] *= b[i][j] + x[i]
		}
	}
	a[0], a[1], a[2] = a[1], a[2], a[0]
	return a[0][0]*b[0][1] + total(a)
}

func total(rows [][]float64) (s float64) {
	for _, row := range rows {
		for _, v := range row {
			s += v * v
		}
	}
	return s
}

// Sorted orders views of rows by their first elements.
//
//pardiff:vjp
func Sorted(a [][]float64) (s float64) {
	order := make([][]float64, len(a))
	for i := range order {
		order[i] = a[i]
	}
	for i := range order {
		for k := i; k > 0 && order[k][0] < order[k-1][0]; k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	for i, row := range order {
		for j := range row {
			s += row[j] * row[0] * float64(i+1)
		}
		row[0] *= s
	}
	return s
}

// Weighed only reads its rows, which may share memory.
//
//pardiff:grad
func Weighed(a [][]float64) (s float64) {
	for i, row := range a {
		for _, v := range row {
			s += v * v * float64(i+1)
		}
	}
	return s
}
