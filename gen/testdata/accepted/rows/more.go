package rows

// Outside declares the variable of the rows outside the loop, and uses it when it is a row.
//
//pardiff:grad
func Outside(x []float64) (s float64) {
	var rows [][]float64
	var r []float64
	for i, v := range x {
		r = make([]float64, 2)
		r[0] = v
		rows = append(rows, r)
		r[1] += v * x[0] * float64(i+1)
		s += r[0] * r[1] * float64(len(r))
		for j := range r {
			r[j] += 0.1 * v
		}
	}
	for _, row := range rows {
		s += row[0] * row[1]
	}
	return s
}

// Listed has rows in two lists, which are written by either.
//
//pardiff:grad
func Lists(x []float64) (s float64) {
	var all [][]float64
	var some [][]float64
	for i, v := range x {
		r := []float64{v, v * v, x[0]}
		all = append(all, r)
		if i%2 == 0 {
			some = append(some, r, all[0])
			r[2] *= v
		}
		some[0][1] *= 1.1
	}
	for i, r := range some {
		r[0] *= float64(i + 2)
	}
	for i, r := range all {
		s += r[0] * r[1] * r[2] * float64(i+1)
	}
	return s
}

// Last appends several rows of which one is a row already.
//
//pardiff:grad
func Last(x []float64) (s float64) {
	rows := [][]float64{scaled(x, 2)}
	for i, v := range x {
		rows = append(rows, scaled(x, v), rows[len(rows)-1])
		rows[len(rows)-1][i] += v
	}
	for i, r := range rows {
		s += r[0] * r[1] * float64(i+1)
	}
	return s
}

// Inside makes tables in loops.
//
//pardiff:vjp
func Inside(x []float64, n int) (s float64) {
	for k := range n {
		var rows [][]float64
		made := make([][]float64, k+1)
		for i := range made {
			r := scaled(x, x[k%len(x)])
			if s > 100 {
				break
			}
			made[i] = r
			rows = append(rows, scaled(r, 0.5), make([]float64, k))
		}
		for i := range rows {
			for j := range rows[i] {
				rows[i][j] += x[0] * rows[0][0]
				s += rows[i][j] * made[i/2][0]
			}
		}
		x[k%len(x)] *= 1.1
	}
	return s
}

// Ended leaves the loop that makes the rows.
//
//pardiff:grad
func Ended(x []float64) (s float64) {
	rows := make([][]float64, len(x))
	for i, v := range x {
		r := []float64{v * x[0], v}
		rows[i] = r
		if v > 1 {
			break
		}
	}
	for _, r := range rows {
		if len(r) > 0 {
			s += r[0] * r[1]
		}
	}
	return s
}

// A Row is a row of a named type.
type Row []float64

func (r Row) sum() (s float64) {
	for _, v := range r {
		s += v * v
	}
	return s
}

// Named has rows of it.
//
//pardiff:grad
func Named(x []float64) (s float64) {
	rows := []Row{x[1:], {x[0]}}
	made := make([]Row, len(x))
	for i := range made {
		r := make(Row, i+1)
		r[i] = x[i] * x[0]
		made[i] = r
		rows = append(rows, scaled(x, x[i]))
	}
	for i := range rows {
		s += rows[i].sum() * float64(i+1)
	}
	return s + made[1].sum()
}

// Generic has rows of numbers of any type.
//
//pardiff:grad
func Generic[F float32 | float64](x []F) (s F) {
	var rows [][]F
	made := make([][]F, len(x))
	for i := range x {
		r := make([]F, 2)
		r[0], r[1] = x[i], x[i]*x[0]
		made[i] = r
		rows = append(rows, []F{x[i] * 2, x[0]})
	}
	for i := range rows {
		rows[i][0] *= made[i][1]
		s += rows[i][0] * rows[i][1]
	}
	return s
}

// One returns one of its rows.
//
//pardiff:vjp
func One(x []float64, k int) []float64 {
	var rows [][]float64
	for _, v := range x {
		rows = append(rows, scaled(x, v))
	}
	rows[k][0] *= x[1]
	return rows[k]
}

// Copied copies and clears rows.
//
//pardiff:grad
func Copied(x []float64) (s float64) {
	var rows [][]float64
	for _, v := range x {
		rows = append(rows, scaled(x, v))
	}
	copy(rows[1], rows[0][1:])
	copy(rows[2][1:], rows[2])
	clear(rows[0][:1])
	part := rows[2][1:]
	part[0] *= rows[1][0]
	for i, r := range rows {
		for j, v := range r {
			s += v * v * float64(i+j)
		}
	}
	return s
}

func push(rows [][]float64, v float64) float64 {
	r := rows[len(rows)-1]
	r[0] += v
	return r[0] * v
}

// Pushed passes lists to helpers, by which rows are written.
//
//pardiff:grad
func Pushed(x []float64) (s float64) {
	rows := make([][]float64, 1, 4)
	rows[0] = scaled(x, 1)
	for _, v := range x {
		s += push(rows, v)
		rows = append(rows, scaled(rows[len(rows)-1], v))
		s += push(rows, v) * push(rows, s)
	}
	return s
}

func bump(r []float64, v float64) float64 {
	r[0] += v
	r[2] *= 1.1
	return r[0] * r[1]
}

// Bumped writes a row whose place in the memory of all rows is known at run time alone, as is the length of that
// memory.
//
//pardiff:vjp
func Bumped(x, y []float64) (s float64) {
	rows := make([][]float64, 3)
	for i := range rows {
		rows[i] = scaled(x, float64(i+1))
	}
	s += bump(rows[0], y[1])
	for _, q := range rows {
		if len(q) > 2 {
			s += q[0] * q[2]
		}
	}
	rows[1] = rows[0]
	last := append([]float64(nil), rows[2]...)
	return s + last[1]
}
