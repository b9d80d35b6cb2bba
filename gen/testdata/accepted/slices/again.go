package slices

// Again cuts a slice that grows and makes it as long again as it was: what was behind its end is there still.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=AgainSerial par=off
func Again(x []float64) float64 {
	var b []float64
	for _, v := range x {
		b = append(b, v*v)
	}
	n := len(b)
	for len(b) > 1 {
		b = b[:len(b)-1]
	}
	b = append(b, x[0]*x[2])
	s := 0.0
	for i, v := range b[:n-1] {
		s += v * x[i] * float64(i+1)
	}
	b = b[:n]
	for i := range b {
		s += b[i] * s
		b[i] = s * x[i]
	}
	return s + b[n-1]*b[0]
}

// Twice appends to a slice that make gave room, and makes it longer than it ever was.
//
//pardiff:grad
//pardiff:jvp
func Twice(x []float64) float64 {
	b := make([]float64, 0, 2*len(x))
	s := 0.0
	for range 3 {
		b = b[:0]
		for i := range 2 {
			b = append(b, x[i]*s+x[0])
		}
		b = b[:len(x)+1]
		for i, v := range b {
			s += v * v * float64(i+1)
			b[i] = 2*s + x[1]
		}
	}
	return s
}

// A Scratch is memory of a fixed size, of which parts are in use.
type Scratch struct {
	Buf  []float64
	Kept []float64
}

// InFields does that with the fields of a struct.
//
//pardiff:grad
//pardiff:jvp
func InFields(x []float64) float64 {
	w := Scratch{Buf: make([]float64, 1, 8)}
	s := 0.0
	for n := 2; n <= len(x); n++ {
		w.Kept = append(w.Kept, x[n-1]*x[0])
		w.Buf = w.Buf[:n]
		for i := range w.Buf {
			w.Buf[i] += x[i] * x[n-1]
		}
		s += w.Buf[n-1] * x[0]
		w.Buf = w.Buf[:1]
	}
	kept := w.Kept[:1]
	w.Kept = w.Kept[:0]
	w.Kept = w.Kept[:len(x)-1]
	for i, v := range w.Kept {
		s += v * kept[0] * float64(i+2)
	}
	return s
}

// OnDemand replaces a slice where it is too short, and cuts it else.
//
//pardiff:grad
//pardiff:jvp
func OnDemand(x []float64, k int) float64 {
	var b []float64
	s := 0.0
	for n := 1; n < len(x); n++ {
		switch {
		case n%k == 1:
			b = make([]float64, 2*n+2)
			for i := range b {
				b[i] = x[i%len(x)] * x[n]
			}
		case n%k == 2:
			b = make([]float64, 0, 3*n+1)
		}
		b = b[:n]
		b[n-1] += x[n] * x[n-1]
		for _, v := range b {
			s += v * v
		}
		b = b[:n+1]
		s += b[n] * x[0]
	}
	return s
}

func squares(b, x []float64) float64 {
	c := b[:len(x)]
	s := 0.0
	for i := range c {
		c[i] += x[i] * x[i]
		s += c[i] * x[i]
	}
	return s
}

// Passed passes a slice to a function that makes it longer.
//
//pardiff:grad
//pardiff:jvp
func Passed(x []float64) float64 {
	b := make([]float64, 2, 8)
	b[1] = x[0]
	return squares(b, x) * squares(b, x)
}

// Reach reads the first n elements of a slice, be they there or not.
//
//pardiff:grad
func Reach(x []float64, n int) float64 {
	var b []float64
	for _, v := range x {
		b = append(b, v*v)
	}
	s := 0.0
	for _, v := range b[:n] {
		s += v
	}
	return s
}
