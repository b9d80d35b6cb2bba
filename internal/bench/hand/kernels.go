package hand

// The innermost loops are functions that are not inlined: in a large function the compiler runs
// out of registers and keeps the slices' headers in memory.

// axpy adds a·x to y. x must be at least as long as y.
//
//go:noinline
func axpy(a float64, x, y []float64) {
	x = x[:len(y)]
	for i := range y {
		y[i] += a * x[i]
	}
}

// axpy4 adds a0·x0 + a1·x1 + a2·x2 + a3·x3 to y. The x must be at least as long as y.
//
//go:noinline
func axpy4(a0, a1, a2, a3 float64, x0, x1, x2, x3, y []float64) {
	n := len(y)
	x0, x1, x2, x3 = x0[:n], x1[:n], x2[:n], x3[:n]
	for i := range y {
		y[i] += a0*x0[i] + a1*x1[i] + a2*x2[i] + a3*x3[i]
	}
}

// dot returns the scalar product of x and y. y must be at least as long as x.
//
//go:noinline
func dot(x, y []float64) (s float64) {
	y = y[:len(x)]
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// dot4 returns the scalar products of x with four vectors, which must be at least as long as x.
//
//go:noinline
func dot4(x, y0, y1, y2, y3 []float64) (s0, s1, s2, s3 float64) {
	n := len(x)
	y0, y1, y2, y3 = y0[:n], y1[:n], y2[:n], y3[:n]
	for i, v := range x {
		s0 += v * y0[i]
		s1 += v * y1[i]
		s2 += v * y2[i]
		s3 += v * y3[i]
	}
	return s0, s1, s2, s3
}

// dot2x4 returns the scalar products of two vectors with four others, all at least as long as x0: first those of
// x0, then those of x1.
//
//go:noinline
func dot2x4(x0, x1, y0, y1, y2, y3 []float64) (s [8]float64) {
	n := len(x0)
	x1, y0, y1, y2, y3 = x1[:n], y0[:n], y1[:n], y2[:n], y3[:n]
	var s0, s1, s2, s3, t0, t1, t2, t3 float64
	for i, v := range x0 {
		w := x1[i]
		b0, b1, b2, b3 := y0[i], y1[i], y2[i], y3[i]
		s0 += v * b0
		t0 += w * b0
		s1 += v * b1
		t1 += w * b1
		s2 += v * b2
		t2 += w * b2
		s3 += v * b3
		t3 += w * b3
	}
	return [8]float64{s0, s1, s2, s3, t0, t1, t2, t3}
}

// axpy2x4 adds a[0]·x0 + ... + a[3]·x3 to y0 and a[4]·x0 + ... + a[7]·x3 to y1. The others must be at least as
// long as y0.
//
//go:noinline
func axpy2x4(a *[8]float64, x0, x1, x2, x3, y0, y1 []float64) {
	n := len(y0)
	y1, x0, x1, x2, x3 = y1[:n], x0[:n], x1[:n], x2[:n], x3[:n]
	a0, a1, a2, a3, b0, b1, b2, b3 := a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
	for i := range y0 {
		v0, v1, v2, v3 := x0[i], x1[i], x2[i], x3[i]
		y0[i] += a0*v0 + a1*v1 + a2*v2 + a3*v3
		y1[i] += b0*v0 + b1*v1 + b2*v2 + b3*v3
	}
}

// row returns row i of a matrix with rows of n numbers.
func row(m []float64, i, n int) []float64 {
	return m[i*n:][:n:n]
}

// grow returns a slice of n elements in the memory of s, which it replaces where that is too small. The elements
// hold anything.
func grow(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}
