package returns

// AppendToReturned appends to what a helper returns.
//
//pardiff:vjp
//pardiff:jvp
func AppendToReturned(x []float64, n int) float64 {
	r, err := scaled(x, n)
	if err != nil {
		return x[0]
	}
	r = append(r, x[0], x[1])
	r[0] *= r[1]
	return r[0] * r[len(r)-1]
}

// Deleted deletes elements.
//
//pardiff:vjp
//pardiff:jvp
func Deleted(x []float64, n int) float64 {
	y := append([]float64(nil), x...)
	s := 0.0
	for k := 0; len(y) > 1 && k < n; k++ {
		i := k % len(y)
		s += y[i] * y[0] * s
		y = append(y[:i], y[i+1:]...)
		y[0] *= x[k]
		s += y[len(y)-1]
	}
	return s
}

// Refilled fills a buffer again, also with its own elements.
//
//pardiff:vjp
//pardiff:jvp
func Refilled(x []float64, n int) float64 {
	buf := make([]float64, 0, n)
	s := 0.0
	for k := range n {
		if k%2 == 0 {
			buf = append(buf[:0], x[:k+1]...)
		} else {
			buf = append(buf[:1], buf[0]*x[k], buf[len(buf)-1])
		}
		for i, v := range buf {
			s += v * v * x[i]
		}
	}
	return s
}

// Doubled inserts elements of itself.
//
//pardiff:vjp
//pardiff:jvp
func Doubled(x []float64, k int) float64 {
	y := append([]float64(nil), x...)
	y = append(y[:k], y...)
	s := 0.0
	for i, v := range y {
		s += v * v * float64(i+1)
	}
	return s
}

// CutThenAppend appends to a part of a slice that is used no more.
//
//pardiff:vjp
//pardiff:jvp
func CutThenAppend(x []float64, n int) float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i] = v * v
	}
	y := z[:n]
	y = append(y, x[0])
	y[0] *= y[n]
	return y[0] * y[len(y)-1]
}
