package rows

// Squares returns a table that has grown.
//
//pardiff:vjp
//pardiff:jvp
func Squares(x []float64) [][]float64 {
	var rows [][]float64
	for i, v := range x {
		if v > 0.5 {
			rows = append(rows, []float64{v * v, v * float64(i)})
		}
	}
	return rows
}

// Powers returns a table of rows that a variable holds first.
//
//pardiff:vjp
func Powers(x []float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i, v := range x {
		row := []float64{1, v, v * v}
		rows[i] = row
	}
	return rows
}

// A Mesh collects rows.
type Mesh struct {
	rows [][]float64
	n    int
}

func (m *Mesh) add(row ...float64) {
	m.rows = append(m.rows, row)
	m.n += len(row)
}

// Meshed has a table in the field of a struct.
//
//pardiff:grad
func Meshed(x []float64) (s float64) {
	var m Mesh
	for i, v := range x {
		m.add(v, v*x[0], float64(i))
		m.rows[i][2] *= v
	}
	for _, row := range m.rows {
		s += row[0] * row[1] * row[2]
	}
	return s * float64(m.n)
}

// Given begins with rows and appends more.
//
//pardiff:grad
func Given(x []float64) (s float64) {
	rows := [][]float64{x, {x[0], x[1]}}
	for i := range x {
		rows = append(rows, scaled(rows[i], x[i]), x[:2])
	}
	for i, row := range rows {
		s += row[0] * row[1] * float64(i+1)
	}
	return s
}

// Two makes two rows in one statement.
//
//pardiff:grad
func Two(x []float64) float64 {
	rows := make([][]float64, 2)
	rows[0], rows[1] = scaled(x, 2), scaled(x, x[0])
	rows[0][1] *= x[0]
	return rows[0][1] * rows[1][0]
}

// Branches makes rows under a condition, and leaves some out.
//
//pardiff:grad
func Branches(x []float64) (s float64) {
	rows := make([][]float64, len(x))
	for i, v := range x {
		if v > 1 {
			rows[i] = []float64{v, v * x[0]}
		} else if v > 0.5 {
			r := make([]float64, 3)
			r[i] = v
			rows[i] = r
		}
	}
	for _, row := range rows {
		for j := range row {
			row[j] *= 1 + row[0]
			s += row[j] * row[j]
		}
	}
	return s
}

// Closed appends in a closure.
//
//pardiff:grad
func Closed(x []float64) (s float64) {
	rows := make([][]float64, 0, len(x))
	add := func(r []float64) { rows = append(rows, r) }
	for i := range x {
		add([]float64{x[i], x[i] * x[0]})
	}
	for _, r := range rows {
		r[0] *= 2
		s += r[0] * r[1]
	}
	return s
}

// Windows appends parts of its argument, which overlap and are written.
//
//pardiff:vjp
func Windows(x []float64) (s float64) {
	rows := make([][]float64, 0, len(x))
	for i := 1; i < len(x); i++ {
		rows = append(rows, x[i-1:i+1])
	}
	for _, r := range rows {
		r[0] *= 2
		s += r[0] * r[1]
	}
	return s
}

// Kept appends one row again and again, which is written meanwhile.
//
//pardiff:grad
func Kept(x []float64, n int) (s float64) {
	u := scaled(x, 1)
	var rows [][]float64
	for t := range n {
		for i := range u {
			u[i] *= x[t%2]
		}
		rows = append(rows, u)
	}
	for _, r := range rows {
		s += r[0] * r[1]
	}
	return s
}

// Handed makes rows of slices that are used no more.
//
//pardiff:grad
func Handed(x, y []float64) float64 {
	a, b := scaled(x, x[0]), scaled(y, 3)
	a[0] *= b[1]
	rows := [][]float64{a, b}
	rows[0][0] *= 2
	rows[1][0] += rows[0][0]
	return rows[0][0]*rows[1][1] + rows[1][0]
}

// Wide has rows whose lengths are computed in the loop that makes them.
//
//pardiff:vjp
func Wide(x []float64, idx []int) (s float64) {
	rows := make([][]float64, len(x))
	for i := range rows {
		k := idx[i]
		idx[i]++
		part := idx[k:]
		rows[i] = make([]float64, part[0]+len(part))
		part[0]++
		for j := range rows[i] {
			rows[i][j] = x[i] * x[j%len(x)]
		}
	}
	for i := range rows {
		for _, v := range rows[i] {
			s += v * v * float64(i+1)
		}
	}
	return s
}

// Fit has rows that are as long as other slices of the loop.
//
//pardiff:grad
func Fit(x []float64) float64 {
	rows := make([][]float64, len(x))
	for i := range rows {
		t := make([]float64, i+1)
		t[i] = x[i] * x[i]
		rows[i] = make([]float64, len(t))
		for j := range t {
			rows[i][j] = t[j] * t[i]
		}
	}
	return rows[0][0] * rows[1][1]
}

// Counts has rows of numbers that are constants of the derivative.
//
//pardiff:grad
func Counts(x []float64, m int) (s float64) {
	var lists [][]int
	for i := range x {
		var list []int
		for k := i; k < m; k += 2 {
			list = append(list, k)
		}
		lists = append(lists, list)
	}
	for i, list := range lists {
		for _, k := range list {
			s += x[i] * x[k%len(x)] * x[k%2]
		}
	}
	return s
}
