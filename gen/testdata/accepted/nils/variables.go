package nils

// weighted has ones for weights that are nil.
func weighted(x, w []float64) (s float64) {
	if w == nil {
		for i := range x {
			s += x[i] * x[i] * float64(i+1)
		}
		return s
	}
	for i := range w {
		s += x[i] * w[i]
	}
	return s
}

// filled works in a buffer, and makes one if it gets none.
func filled(x, buf []float64) (s float64) {
	s = 1
	if buf == nil {
		buf = make([]float64, len(x))
		s = 2
	}
	for i := range buf {
		buf[i] += x[i] * x[i]
	}
	for i := range buf {
		s += buf[i] * x[0]
	}
	return s
}

// Chosen passes a variable that gets its value under a condition.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=ChosenSerial par=off
func Chosen(x []float64, n int) float64 {
	var w, buf []float64
	if n > 2 {
		w = x
	}
	if n%2 == 1 {
		buf = make([]float64, 2)
		buf[1] = x[0]
	}
	s := weighted(x, w) * filled(x, buf)
	for i := range n {
		if i%2 == 0 {
			w = x[i%2:]
		} else {
			w = nil
		}
		if w != nil {
			s *= x[1]
		}
	}
	return s + weighted(x, w)
}

// Collected passes a variable that grows, which is nil as long as nothing was appended.
//
//pardiff:grad
//pardiff:jvp
func Collected(x []float64, n int) float64 {
	var w []float64
	s := 0.0
	for i := 0; i < n; i++ {
		if w == nil {
			s += x[0] * float64(i+1)
		}
		w = append(w, x[i%len(x)])
		w = append(w, x[:i%2]...)
		if i == 2 {
			w = nil
		}
		if i == 4 {
			w = w[:0]
			w = append(w, x[:0]...)
		}
	}
	if len(w) > len(x) {
		w = w[:1]
	}
	v := w
	if v == nil {
		s += x[1]
	}
	return s*x[1] + weighted(x, w)
}

// Argument has a parameter that is assigned parts of itself, and another slice.
//
//pardiff:vjp
//pardiff:jvp
func Argument(x, w []float64, n int) (s float64) {
	v := w
	if n > 0 && len(v) > 0 {
		v = v[1:]
	}
	if v != nil {
		s += x[1]
	}
	if v == nil && n > 1 {
		v = x
	}
	if v == nil {
		return s + x[0]*x[1]
	}
	for i := range v {
		s += v[i] * x[0]
	}
	return s * weighted(x, v)
}

// Viewed asks about names of slices that append and make give.
//
//pardiff:grad
//pardiff:jvp
func Viewed(x []float64, n int) (s float64) {
	c := append([]float64(nil), x[:n]...)
	d := c
	if d == nil {
		s += x[0]
	}
	made := make([]float64, n)
	e := made[:n/2]
	if e == nil {
		s += x[1]
	}
	if d = d[:n/2]; d == nil {
		s += x[1] * x[0]
	}
	return s*x[0] + weighted(x, made) + x[0]*x[1]
}
