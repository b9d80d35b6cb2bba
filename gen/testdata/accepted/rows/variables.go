package rows

// Evolved gives a variable new slices, the first of which is its argument.
//
//pardiff:grad
//pardiff:jvp
func Evolved(x, c []float64, n int) float64 {
	u := x
	for t := range n {
		next := make([]float64, len(x))
		for i := range u {
			next[i] += u[i]*u[0] + c[(t+i)%len(c)]
		}
		u = next
	}
	return u[0] * u[len(u)-1]
}

// Stepped gets them of a helper, for its parameter.
//
//pardiff:vjp
func Stepped(x []float64, n int) (s float64) {
	for t := range n {
		x = scaled(x, x[t%len(x)])
		s += x[0] * float64(t+1)
	}
	return s + x[1]*x[2]
}

// Before keeps the slice that a variable had.
//
//pardiff:grad
func Before(x []float64, n int) (s float64) {
	u := scaled(x, 1)
	for t := range n {
		prev := u
		u = make([]float64, len(prev)+t%2)
		for i := range prev {
			u[i] += prev[i]*prev[0] + x[t%len(x)]
		}
		s += prev[1] * u[0]
	}
	return s + u[0]*u[len(u)-1]
}

// Either chooses among slices.
//
//pardiff:vjp
func Either(x, y []float64, k int) (s float64) {
	var u []float64
	switch {
	case k > 1:
		u = x
	case k > 0:
		u = y[1:]
	default:
		u = []float64{x[0] * y[0], y[1]}
	}
	for i, v := range u {
		s += v * v * float64(i+1)
	}
	return s
}

// Smallest keeps one of the slices that another variable has had.
//
//pardiff:grad
func Smallest(x []float64, n int) float64 {
	u := scaled(x, 1)
	best := u
	for t := range n {
		u = scaled(u, x[t%len(x)])
		if u[1] < best[1] {
			best = u
		}
	}
	return u[0]*best[1] + best[2]
}

// A State has a slice in a field.
type State struct {
	w []float64
	k float64
}

func (s *State) set(w []float64) { s.w = w }

// Stated gives the field new slices.
//
//pardiff:grad
func Stated(x, y []float64, n int) float64 {
	m := State{x, 2}
	for range n {
		w := make([]float64, len(m.w))
		for i := range w {
			w[i] = m.w[i] * m.k * y[0]
		}
		m.set(w)
		m.k *= 0.5
	}
	return m.w[0]*m.w[1] + m.k
}

// Replaced returns the last of several slices.
//
//pardiff:vjp
//pardiff:jvp
func Replaced(x []float64, n int) (r []float64) {
	r = []float64{x[0], x[1], x[2]}
	for i := range n {
		r = []float64{r[0] * r[1], r[1] * x[0], r[i%2]}
		r[2] += x[1]
		if r[0] < 0.1 {
			r = r[1:]
			return r
		}
	}
	return r
}

// Exchanged exchanges such variables.
//
//pardiff:grad
func Exchanged(x []float64, n int) float64 {
	u, v := x, x[1:]
	for range n {
		w := make([]float64, len(x))
		for i := range v {
			w[i] = u[i] * v[i]
		}
		u, v = w, u
	}
	return u[0] * v[0]
}

// Nested gives a variable new slices in loops inside each other.
//
//pardiff:vjp
func Nested(x []float64, n int) (s float64) {
	for k := range n {
		u := x[:2]
		for t := range k {
			u = scaled(u, u[t%2])
			part := u[1:]
			s += part[0]
			u = append([]float64(nil), u...)
		}
		s += u[0]*u[1] + pushed(u, 2)
	}
	x[0] *= s
	return s
}

func pushed(u []float64, n int) float64 {
	for range n {
		u = scaled(u, 0.5)
	}
	return u[0]
}
