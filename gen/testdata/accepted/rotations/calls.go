package rotations

// step fills b from a and returns them exchanged.
func step(a, b []float64) ([]float64, []float64) {
	for i := range a {
		b[i] = a[i]*a[(i+1)%len(a)]*0.5 + 0.2*b[i]
	}
	return b, a
}

func exchanged(a, b []float64) ([]float64, []float64) { return b, a }

func around(a, b, c []float64) ([]float64, []float64, []float64, float64) {
	return c, a, b, a[0] * b[0]
}

// Stepped has buffers that a helper exchanges.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=SteppedSerial par=off
func Stepped(x []float64, n int) float64 {
	a, b := make([]float64, len(x)), make([]float64, len(x))
	copy(a, x)
	for t := range n {
		a, b = step(a, b)
		if t%3 == 2 {
			a, b = exchanged(a, b)
		}
	}
	s := 0.0
	for i := range a {
		s += a[i] * b[i] * float64(i+1)
	}
	return s + a[0]
}

// Arguments exchanges arguments, of which the caller sees what is written in them and not where.
//
//pardiff:vjp
//pardiff:jvp
func Arguments(u, v []float64, n int) (s float64) {
	w := make([]float64, len(u))
	for range n {
		for i := range u {
			v[i] = u[i]*u[i]*0.5 + w[i]
		}
		var p float64
		u, v, w, p = around(u, v, w)
		s += p
	}
	for i := range u {
		s += u[i] * float64(i+1)
	}
	return s
}

// Parts exchanges parts of one slice.
//
//pardiff:vjp
//pardiff:jvp
func Parts(x []float64, k, n int) float64 {
	a, b := x[:k], x[k:]
	for range n {
		a[0] *= b[0]
		a, b = exchanged(a, b)
		b[len(b)-1] += a[0] * 0.3
	}
	return a[0] + b[0]*b[0]
}

// CalledRows exchanges rows of a slice of slices.
//
//pardiff:vjp
//pardiff:jvp
func CalledRows(a [][]float64, n int) (s float64) {
	for i := range n {
		a[0], a[1] = exchanged(a[0], a[1])
		for j := range a[0] {
			a[0][j] += 0.5 * a[1][j] * a[i%2][0]
		}
	}
	for j := range a[0] {
		s += a[0][j] * a[1][j]
	}
	return s
}
