package recursion

func minor(m [][]float64, k int) [][]float64 {
	n := len(m)
	mi := make([][]float64, n-1)
	for i := range mi {
		mi[i] = make([]float64, 0, n-1)
		for j := range n {
			if j != k {
				mi[i] = append(mi[i], m[i+1][j])
			}
		}
	}
	return mi
}

func laplace(m [][]float64) float64 {
	if len(m) == 1 {
		return m[0][0]
	}
	s, sign := 0.0, 1.0
	for k := range m {
		mi := minor(m, k)
		s += sign * m[0][k] * laplace(mi)
		sign = -sign
	}
	return s
}

// Laplace passes a table of rows that grew to itself.
//
//pardiff:grad
//pardiff:jvp
func Laplace(m [][]float64) float64 { return laplace(m) }

func along(t [][]float64, n int) float64 {
	if n == 0 {
		return t[0][0]
	}
	return t[n][len(t[n])-1] * along(t, n-1)
}

// Growing passes a table to a function that calls itself, before its rows grow and are written.
//
//pardiff:grad
//pardiff:jvp
func Growing(x []float64) float64 {
	t := make([][]float64, 3)
	s := 0.0
	for k := range 3 {
		for i := range t {
			t[i] = append(t[i], x[i%len(x)]*float64(k+1))
		}
		s += along(t, 2)
		t[k][0] *= x[0]
	}
	return s
}
