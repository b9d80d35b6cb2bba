// Package rows has tables whose rows are made one by one.
package rows

import "math"

// Made stores rows that a variable holds first; each iteration has a row of its own, which starts at zero.
//
//pardiff:vjp
//pardiff:jvp
func Made(x []float64, n int) (s float64) {
	rows := make([][]float64, n)
	for i := range rows {
		r := make([]float64, len(x))
		for j := i % 2; j < len(r); j += 2 {
			r[j] += x[j] * x[j] * float64(i+1)
		}
		rows[i] = r
		r[0] += x[i%len(x)]
	}
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] *= x[0]
			s += rows[i][j] * rows[(i+1)%n][j]
		}
	}
	return s
}

// Listed has rows that are literals.
//
//pardiff:grad
func Listed(x []float64) (s float64) {
	rows := make([][]float64, len(x))
	for i := range rows {
		r := []float64{x[0] * x[i], x[i], float64(i)}
		rows[i] = r
	}
	for i := range rows {
		for j, v := range rows[i] {
			s += v * v * float64(j+1)
		}
	}
	return s
}

func scaled(x []float64, k float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * k
	}
	return y
}

// Returned has rows that a helper makes.
//
//pardiff:vjp
//pardiff:jvp
func Returned(x []float64, n int) (s float64) {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = scaled(x, x[i%len(x)])
	}
	for i, row := range rows {
		for j := range row {
			row[j] += 0.1 * rows[0][j]
			s += math.Sin(row[j]) * float64(i+1)
		}
	}
	return s
}

// Steps makes each row of the one before.
//
//pardiff:grad
func Steps(x []float64, n int) float64 {
	rows := make([][]float64, n)
	rows[0] = make([]float64, len(x))
	copy(rows[0], x)
	for t := 1; t < n; t++ {
		prev := rows[t-1]
		next := make([]float64, len(x))
		for i := range next {
			next[i] = math.Sin(prev[i]) * prev[0]
		}
		rows[t] = next
	}
	last := rows[n-1]
	return last[0] * last[len(last)-1]
}

// Begun begins with its argument, which is only read.
//
//pardiff:grad
func Begun(x []float64, n int) float64 {
	rows := make([][]float64, n)
	rows[0] = x
	for t := 1; t < n; t++ {
		next := make([]float64, len(x))
		for i, v := range rows[t-1] {
			next[i] = v * math.Cos(x[i])
		}
		rows[t] = next
	}
	s := 0.0
	for _, v := range rows[n-1] {
		s += v * v
	}
	return s
}

// Appended is a list of rows that grows.
//
//pardiff:vjp
//pardiff:jvp
func Appended(x []float64, n int) (s float64) {
	var rows [][]float64
	for i := range n {
		r := make([]float64, i+1)
		for j := range r {
			r[j] += x[j%len(x)] * x[0] * float64(i+1)
		}
		rows = append(rows, r)
	}
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] *= x[1]
			s += rows[i][j] * rows[len(rows)-1][j]
		}
	}
	return s
}

// Capacity gives the number of rows that are to come.
//
//pardiff:grad
func Capacity(x []float64) (s float64) {
	rows := make([][]float64, 0, len(x))
	for i := range x {
		rows = append(rows, []float64{x[i], x[0] * x[i]}, scaled(x, x[i]))
	}
	for i, row := range rows {
		for j := range row {
			row[j] *= 2
			s += row[j] * row[0] * float64(i+j)
		}
	}
	return s
}

// Chosen appends some rows and uses those that it has.
//
//pardiff:grad
func Chosen(x []float64) (s float64) {
	rows := [][]float64{}
	for i, v := range x {
		r := scaled(x, v)
		if v > 0.5 {
			rows = append(rows, r)
		}
		if len(rows) > 0 {
			last := rows[len(rows)-1]
			last[0] += v
			s += last[0] * last[i]
		}
	}
	return s * float64(len(rows))
}

// Passed has its rows appended by a helper's caller, and sums them in a helper.
//
//pardiff:grad
func Passed(x []float64) float64 {
	rows := build(x)
	rows[0][0] *= 3
	rows = append(rows, scaled(x, 2))
	return sum(rows)
}

func build(x []float64) [][]float64 {
	var rows [][]float64
	for _, v := range x {
		rows = append(rows, scaled(x, v))
	}
	return rows
}

func sum(rows [][]float64) (s float64) {
	for i, row := range rows {
		for _, v := range row {
			s += v * v * float64(i+1)
		}
	}
	return s
}

// Again makes all rows again in each step.
//
//pardiff:grad
func Again(x []float64, n int) (s float64) {
	rows := make([][]float64, 3)
	for k := range n {
		for i := range rows {
			rows[i] = make([]float64, len(x)+k)
			for j := range x {
				rows[i][j] += x[j] * x[j] * float64(k+1)
			}
		}
		for i := range rows {
			for j := range rows[i] {
				rows[i][j] *= x[0]
				s += rows[i][j] * rows[i][0]
			}
		}
	}
	return s
}

// Shared has rows with two subscripts, which are written by either.
//
//pardiff:grad
func Shared(x []float64) (s float64) {
	rows := make([][]float64, 2*len(x))
	for i := range x {
		r := scaled(x, x[i])
		rows[2*i] = r
		rows[2*i+1] = r
		r[0] += 1
		rows[2*i][0] *= x[i]
	}
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] *= 1.1
		}
	}
	for i, row := range rows {
		s += row[0] * row[len(row)-1] * float64(i+1)
	}
	return s
}

// All has one row with all subscripts.
//
//pardiff:grad
func All(x []float64, n int) (s float64) {
	r := scaled(x, 2)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = r
		rows[i][0] *= x[1]
	}
	for i := range rows {
		s += rows[i][0] * rows[i][1] * float64(i+1)
	}
	return s + r[0]
}

// Sorted exchanges rows of a list that has grown.
//
//pardiff:grad
func Sorted(x []float64) (s float64) {
	var rows [][]float64
	for _, v := range x {
		rows = append(rows, []float64{math.Sin(3 * v), v})
	}
	for i := range rows {
		for k := i; k > 0 && rows[k][0] < rows[k-1][0]; k-- {
			rows[k], rows[k-1] = rows[k-1], rows[k]
		}
	}
	for i, row := range rows {
		s += row[0] * row[1] * float64(i+1)
	}
	return s
}

// Cloned has copies of its argument.
//
//pardiff:grad
func Cloned(x []float64, n int) (s float64) {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = append([]float64(nil), x...)
		if i > 0 {
			rows[i][0] *= rows[i-1][0]
		}
	}
	for _, row := range rows {
		s += row[0] * row[1]
	}
	return s
}

// Views is a table of parts of two arguments, which are only read.
//
//pardiff:grad
func Views(x, y []float64) (s float64) {
	rows := [][]float64{x[:2], y, {x[0], y[1]}, x[1:]}
	for i := range rows {
		for j := range rows[i] {
			s += rows[i][j] * rows[i][0] * float64(i+1)
		}
	}
	return s
}

// Pair is an array of such parts.
//
//pardiff:grad
func Pair(x, y []float64) (s float64) {
	rows := [2][]float64{x[:2], y}
	for i, row := range rows {
		for j := range row {
			s += row[j] * rows[1-i][0] * float64(i+1)
		}
	}
	return s
}

// Ranged ranges over a literal.
//
//pardiff:vjp
//pardiff:jvp
func Ranged(x, y []float64) (s float64) {
	for i, row := range [][]float64{x, y, scaled(x, 3)} {
		for _, v := range row {
			s += v * v * float64(i+1)
		}
	}
	return s
}

// Grown collects a row number by number.
//
//pardiff:grad
func Grown(x []float64) (s float64) {
	rows := make([][]float64, len(x))
	for i := range x {
		var r []float64
		for _, v := range x {
			if v > x[i] {
				r = append(r, v*x[i])
			}
		}
		rows[i] = r
	}
	for i, row := range rows {
		for _, v := range row {
			s += v * v * float64(i+1)
		}
	}
	return s
}

// Point has rows of structs.
type Point struct {
	X, Y float64
	N    int
}

// Points has rows of structs.
//
//pardiff:grad
func Points(x []float64) (s float64) {
	var rows [][]Point
	for i, v := range x {
		r := make([]Point, i+1)
		for j := range r {
			r[j] = Point{v, x[j] * v, j}
		}
		r[0].X += x[0]
		rows = append(rows, r)
	}
	for _, row := range rows {
		for j := range row {
			row[j].Y *= row[0].X
			s += row[j].X * row[j].Y * float64(row[j].N+1)
		}
	}
	return s
}
