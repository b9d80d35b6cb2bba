package slices

// Capacity fills a slice up to the capacity that it was made with, and a part of one.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=CapacitySerial par=off
func Capacity(x []float64, n int) (s float64) {
	b := make([]float64, n, 2*n+1)
	for i := range b {
		b[i] = x[i%len(x)] * x[0]
	}
	b = b[:cap(b)]
	for i := n; i < len(b); i++ {
		b[i] = b[i-n]*x[1] + x[i%len(x)]
	}
	part := b[n:]
	for len(part) < cap(part) {
		part = part[:len(part)+1]
	}
	part[cap(part)-1] *= s + x[1]
	lit := []float64{x[0], x[1], 3}
	lit = lit[1:2]
	s += float64(cap(lit)) * lit[:cap(lit)][0]
	for i := range b {
		s += b[i] * b[i] * float64(i+1)
	}
	b = b[:0]
	return s * float64(cap(b)+len(b)) * part[0]
}

// Pool works in a buffer as long as it is long enough.
//
//pardiff:grad
//pardiff:jvp
func Pool(x []float64, n int) (s float64) {
	buf := make([]float64, 0, len(x))
	for t := range n {
		k := (t + 1) % (len(x) + 1)
		if k <= cap(buf) {
			buf = buf[:k]
		}
		for i := range buf {
			buf[i] = buf[i]*0.5 + x[i]*x[t%len(x)]
			s += buf[i] * buf[0]
		}
	}
	return s
}
