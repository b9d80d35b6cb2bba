package returns

type pairT struct {
	A, B []float64
	K    float64
}

func newPair(x []float64, n int) (pairT, error) {
	if n > len(x) {
		return pairT{}, ErrSize
	}
	a := make([]float64, n)
	for i := range a {
		a[i] = x[i] * x[i]
	}
	return pairT{A: a, B: x[:n], K: x[0]}, nil
}

// Pair returns structs.
//
//pardiff:vjp
//pardiff:jvp
func Pair(x []float64, n int) float64 {
	p, err := newPair(x, n)
	if err != nil {
		return x[0]
	}
	return p.A[0] * p.B[n-1] * p.K
}

// Closure has a literal with several returns.
//
//pardiff:vjp
//pardiff:jvp
func Closure(x []float64, n int) float64 {
	f := func(k int) []float64 {
		if k == 0 {
			return x[1:]
		}
		return x[:k]
	}
	s := 0.0
	for k := range n {
		for _, v := range f(k) {
			s += v * v * x[0]
		}
	}
	return s
}

// LocalBranch assigns in branches.
//
//pardiff:vjp
//pardiff:jvp
func LocalBranch(x []float64, n int) float64 {
	var u []float64
	if n > 2 {
		u = x[1:]
	} else if n > 1 {
		u = x
	}
	for i := range u {
		u[i] *= u[0]
	}
	if u == nil {
		return x[0]
	}
	return x[0]*x[1] + float64(len(u))*x[2]
}

// LocalLoop assigns in a loop, where it was read before.
//
//pardiff:vjp
//pardiff:jvp
func LocalLoop(a [][]float64) float64 {
	var last []float64
	s := 0.0
	for _, r := range a {
		if last != nil {
			for j := range last {
				s += last[j] * r[j]
			}
		}
		last = r
	}
	return s
}

func largest(a [][]float64) (best []float64) {
	m := -1.0
	for _, r := range a {
		t := 0.0
		for _, v := range r {
			t += v * v
		}
		if t > m {
			m, best = t, r
		}
	}
	return
}

// Largest finds a row.
//
//pardiff:vjp
//pardiff:jvp
func Largest(a [][]float64) float64 {
	b := largest(a)
	b[0] *= b[1]
	return b[0] + a[0][0]*a[1][0]
}
