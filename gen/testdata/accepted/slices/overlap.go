package slices

// Shifts copies between ranges of one array that overlap, in both directions.
//
//pardiff:vjp
//pardiff:jvp
func Shifts(x []float64, k int) (s float64) {
	x[0] *= x[1]
	copy(x[k:], x)
	x[1] *= x[2]
	n := copy(x, x[k:])
	y := make([]float64, len(x)+2)
	copy(y[1:], x)
	copy(y[2:], y[1:len(x)])
	copy(y[:3], y[k:])
	for i, v := range y {
		s += v * v * float64(i+1)
	}
	return s * float64(n)
}

type pair struct {
	a float64
	n int
	b [2]float64
}

// Moved does so with structs and with rows.
//
//pardiff:grad
func Moved(x []float64, k int) (s float64) {
	ps := make([]pair, len(x))
	rows := make([][]float64, 2)
	for i := range rows {
		r := make([]float64, len(x))
		for j, v := range x {
			r[j] += v * v * float64(i+1)
		}
		copy(r[1:], r)
		rows[i] = r
		copy(rows[i][k:], r[1:])
	}
	for i, v := range x {
		ps[i] = pair{v, i, [2]float64{v * v, rows[1][i]}}
	}
	copy(ps[k:], ps)
	copy(ps, ps[1:])
	copy(rows[0], rows[1][k:])
	for i, p := range ps {
		s += p.a*p.b[0]*float64(p.n+1) + p.b[1]*rows[0][i]
	}
	return s
}

func halve(x []float64) (first float64) {
	for i := range x {
		x[i] *= 0.5
	}
	copy(x[1:], x)
	return x[0]
}

func weigh(x, y []float64) (s float64) {
	for i := range min(len(x), len(y)) {
		s += x[i] * y[i]
	}
	return s
}

func scan(x []float64, n int) float64 {
	if len(x) < 2 || n == 0 {
		return x[0]
	}
	x[1] += x[0] * x[1]
	return x[0] * scan(x[1:], n-1)
}

// Offset passes parts that begin behind the start of a slice, also of a part.
//
//pardiff:vjp
//pardiff:jvp
func Offset(x []float64, k int) (s float64) {
	s = halve(x[k:])
	part := x[1:]
	s += halve(part[k:]) * weigh(x[k:], part)
	for i := range x {
		s += weigh(x[i:], x[:len(x)-i]) * float64(i+1)
	}
	return s + x[len(x)-1]
}

// Scanned passes them to a function that calls itself.
//
//pardiff:vjp
func Scanned(x []float64, k int) float64 { return scan(x[k:], 3) + x[len(x)-1] }

// Arrays writes one of two arrays, which may be parts of the same memory though their lengths differ.
//
//pardiff:vjp
func Arrays(a *[2]float64, b *[4]float64) float64 {
	a[0] *= b[1]
	return a[0] * a[1] * b[2]
}
