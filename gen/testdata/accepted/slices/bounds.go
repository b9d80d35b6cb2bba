package slices

// Beyond reads behind the end of a part of x.
//
//pardiff:grad
//pardiff:jvp
func Beyond(x []float64, k int) float64 {
	y := x[1:]
	y = y[:2]
	return x[0] * y[k]
}

// Before reads in front of a part of x.
//
//pardiff:grad
func Before(x []float64, k int) (s float64) {
	for len(x) > 2 {
		s += x[0] * x[k]
		x = x[1:]
	}
	return s
}

// Twos takes two elements at a time.
//
//pardiff:grad
func Twos(x []float64) (s float64) {
	for len(x) > 0 {
		s += x[0] * x[0]
		x = x[2:]
	}
	return s
}

// Popped reads what was taken off.
//
//pardiff:grad
func Popped(x []float64, k int) (s float64) {
	var st []float64
	for _, v := range x {
		st = append(st, v*v)
	}
	st = st[:len(st)-1]
	for i := k; i < len(x); i++ {
		s += st[i]
	}
	return s
}

// Cut shortens a part from both sides.
//
//pardiff:grad
func Cut(x []float64, lo, hi int) float64 {
	x = x[1:]
	x = x[lo:hi]
	return x[0] * x[len(x)-1]
}

// Guarded evaluates an element only where there is one.
//
//pardiff:grad
func Guarded(x []float64, k int) (s float64) {
	for len(x) > k && x[k] > 0 {
		s += x[k]
		x = x[1:]
	}
	if len(x) == 0 || x[0] < 0 {
		return s
	}
	return s * x[0]
}

// Row reads an element of a row that lies in the buffer, but not in the row.
//
//pardiff:grad
func Row(x []float64, k int) float64 {
	rows := make([][]float64, 2)
	for i := range rows {
		rows[i] = x[2*i : 2*i+2]
	}
	return rows[0][k] * rows[1][0]
}

// Dot reads as many elements as it is told.
//
//pardiff:grad
func Dot(x, y []float64, n int) (s float64) {
	for i := range n {
		s += x[i] * y[i]
	}
	return s
}

// Blocks reads as many rows as it is told.
//
//pardiff:grad
func Blocks(x []float64, rows, n int) (s float64) {
	for r := range rows {
		t := 0.0
		for i := 0; i < n; i++ {
			t += x[r*n+i]
		}
		s += t * t
	}
	return s
}

// Room uses all of the capacity of a slice of its own.
//
//pardiff:grad
func Room(x []float64, k int) float64 {
	n := max(len(x), 2)
	y := make([]float64, 2, n)
	copy(y, x)
	z := y[:k]
	z[k-1] += x[0]
	w := make([]float64, 0, 4)
	w = w[:k]
	w[k-1] = z[0] * z[k-1]
	y = y[:2]
	return w[k-1] * y[1] * y[1]
}

// Neighbours slices rows that lie next to each other beyond their ends.
//
//pardiff:grad
func Neighbours(x []float64, k int) (s float64) {
	var rows [][]float64
	for i := range x {
		rows = append(rows, []float64{x[i], x[0], x[i] * x[i]}[:3:3])
	}
	row := rows[0]
	s += row[:k][k-1]
	return s * rows[len(rows)-1][k]
}
