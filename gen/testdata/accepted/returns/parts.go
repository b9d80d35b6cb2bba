package returns

import "math"

func filter(x []float64, k float64) ([]float64, error) {
	var s []float64
	for _, v := range x {
		if v > 50 {
			return nil, ErrSize
		}
		if v > k {
			s = append(s, v*v)
		}
	}
	return s, nil
}

// Filter appends.
//
//pardiff:vjp
//pardiff:jvp
func Filter(x []float64, k float64) float64 {
	s, err := filter(x, k)
	if err != nil {
		return x[0]
	}
	if s == nil {
		return 2 * x[0]
	}
	t := 0.0
	for i, v := range s {
		t += v * x[i]
	}
	return t + float64(len(s))*x[1]
}

func trim(x []float64) []float64 {
	for len(x) > 0 {
		if x[0] > 0 {
			return x
		}
		x = x[1:]
	}
	return x
}

// Trim moves a parameter.
//
//pardiff:vjp
//pardiff:jvp
func Trim(x []float64) float64 {
	u := trim(x)
	if len(u) < 2 {
		return x[0]
	}
	u[0] *= u[1]
	u = trim(u[1:])
	s := x[0]
	for _, v := range u {
		s += v * v * x[1]
	}
	return s
}

// TrimLoop moves it in a loop.
//
//pardiff:vjp
//pardiff:jvp
func TrimLoop(x []float64) float64 {
	s := 1.0
	for u := trim(x); len(u) > 0; u = trim(u[1:]) {
		s += s*u[0] + u[len(u)-1]
		u[0] *= s
	}
	return s * x[0]
}

type stack struct {
	vals []float64
	n    int
}

func (s *stack) top(k int) []float64 {
	if s.n < k {
		return nil
	}
	return s.vals[s.n-k : s.n]
}

// Stack has a method with several returns.
//
//pardiff:vjp
//pardiff:jvp
func Stack(x []float64, k int) float64 {
	s := &stack{vals: x, n: len(x)}
	s.n--
	t := s.top(k)
	for i := range t {
		t[i] *= t[0]
	}
	s.n--
	t = s.top(k)
	r := x[0]
	for _, v := range t {
		r += v * v
	}
	return r
}

func normalize(x []float64) ([]float64, float64) {
	n := 0.0
	for _, v := range x {
		n += v * v
	}
	n = math.Sqrt(n)
	if n == 0 {
		return x, 0
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v / n
	}
	return y, n
}

// Normalize has a slice and a number.
//
//pardiff:vjp
//pardiff:jvp
func Normalize(x []float64) float64 {
	y, n := normalize(x)
	s := n
	for i := range y {
		s += y[i] * x[(i+1)%len(x)]
	}
	return s
}

func argbest(x []float64) (idx []int, best float64) {
	if len(x) == 0 {
		return nil, 0
	}
	best = x[0]
	for i, v := range x {
		if v > best {
			best = v
			idx = idx[:0]
		}
		if v == best {
			idx = append(idx, i)
		}
	}
	return idx, best
}

// Argbest returns integers.
//
//pardiff:vjp
//pardiff:jvp
func Argbest(x []float64) float64 {
	idx, b := argbest(x)
	s := b
	for _, i := range idx {
		s += x[i] * x[i] * b
	}
	return s
}

func bufs(n int) (a, b []float64, ok bool) {
	if n < 2 {
		return
	}
	a, b = make([]float64, n), make([]float64, n)
	return a, b, true
}

// Bufs makes two.
//
//pardiff:vjp
//pardiff:jvp
func Bufs(x []float64) float64 {
	a, b, ok := bufs(len(x))
	if !ok {
		return 0
	}
	for i, v := range x {
		a[i] = v * v
		b[len(x)-1-i] = a[i] * v
	}
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}
