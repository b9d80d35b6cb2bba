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

// row returns row i of a matrix with rows of n numbers.
func row(m []float64, i, n int) []float64 {
	return m[i*n:][:n:n]
}

// grow returns a slice of n elements in the memory of s, which it replaces where that is too small. The elements
// hold anything.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
