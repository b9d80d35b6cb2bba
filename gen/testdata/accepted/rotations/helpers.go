package rotations

// advance exchanges its parameters, which its caller does not see, and uses a buffer of its own.
func advance(u, v, c []float64, n int) float64 {
	w := make([]float64, len(u))
	for t := range n {
		for i := range u {
			v[i] = u[i]*c[i] + 0.1*w[i]
		}
		if t%2 == 0 {
			u, v = v, u
		} else {
			u, v, w = v, w, u
		}
		if v[0] > 3 {
			return u[0] * v[1]
		}
	}
	u[0] *= 2
	return u[0]*v[1] + w[0]
}

// Helped passes its own slices and arguments.
//
//pardiff:vjp
//pardiff:jvp
func Helped(x, c []float64, n int) (s float64) {
	u, v := make([]float64, len(x)), make([]float64, len(x))
	copy(u, x)
	s = advance(u, v, c, n)
	s += advance(u, v, c, 1)
	s += advance(x, u, c, n)
	for i := range u {
		s += u[i]*float64(i+1) + v[i]*v[i]
	}
	return s
}

// dot multiplies the longer of two slices by the shorter.
func dot(u, v []float64) (s float64, n int) {
	if len(u) > len(v) {
		u, v = v, u
	}
	for i := range u {
		s += u[i] * v[len(v)-1-i] * float64(i+1)
	}
	return s, len(u)
}

// Shorter passes slices of different lengths.
//
//pardiff:grad
func Shorter(x, y []float64) float64 {
	a, n := dot(x, y)
	b, m := dot(y, x)
	c, _ := dot(x[1:], x[:1])
	return a*b*float64(n+m) + c + x[0]*y[0]
}

// nested exchanges around a call of another function that does.
func nested(a, b []float64) float64 {
	s := 0.0
	for i := range 3 {
		a, b = b, a
		d, _ := dot(a, b)
		s += d * a[0] * float64(i+1)
		a[0] += 0.5
	}
	return s
}

// Deep calls functions that exchange inside each other, and a closure.
//
//pardiff:vjp
func Deep(x, y []float64, n int) float64 {
	smooth := func(u, v []float64) float64 {
		for range n {
			for i := range u {
				v[i] += 0.3 * u[i] * u[0]
			}
			u, v = v, u
		}
		return u[1]
	}
	s := nested(x, y)
	s += smooth(x, y)
	return s + x[0]*y[1]
}

func pivot(a [][]float64, i, k int) { a[i], a[k] = a[k], a[i] }

// Pivoted exchanges rows of a table in a helper.
//
//pardiff:grad
func Pivoted(x []float64, n int) (s float64) {
	a, b := make([][]float64, n), make([][]float64, 0, n)
	for i := range a {
		a[i] = make([]float64, 2)
		a[i][0], a[i][1] = x[i], x[0]
		b = append(b, []float64{x[0] * x[i], x[i]})
	}
	for i := 1; i < n; i++ {
		pivot(a, i, i-1)
		pivot(b, 0, i)
		a[i][0] *= b[0][1]
	}
	for i := range a {
		s += a[i][0] * b[i][0] * float64(i+1)
	}
	return s
}

// Seen exchanges rows of its argument in a helper, which its caller sees.
//
//pardiff:vjp
func Seen(a [][]float64) float64 {
	pivot(a, 0, 1)
	a[0][0] *= a[1][0]
	return a[0][0] * a[1][1]
}
