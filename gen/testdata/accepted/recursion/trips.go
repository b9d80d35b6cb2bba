package recursion

// Turns of loops whose number is known only when they end, or which differ from one turn of the loop around to the next.

// scaleBy multiplies v[0] with the n elements behind it, the last first, and returns it.
func scaleBy(v []float64, n int) float64 {
	if n == 0 {
		return v[0]
	}
	v[0] *= v[n]
	return scaleBy(v, n-1)
}

//pardiff:grad
func While(y []float64) float64 {
	s := 0.0
	for s < 3 {
		s += scaleBy(y, 2)
	}
	return s
}

//pardiff:grad
func Triangle(y []float64) float64 {
	s := 0.0
	for j := 0; j < 3; j++ {
		for i := range j {
			s += scaleBy(y, i)
		}
	}
	return s
}

//pardiff:grad
func Counts(y []float64, n []int) float64 {
	s := 0.0
	for j := range n {
		for i := range n[j] {
			s += scaleBy(y, i)
		}
	}
	return s
}

type factor struct{ a, b float64 }

func scaleFactors(v []factor, n int) float64 {
	if n == 0 {
		return v[0].a
	}
	v[0].a *= v[n].b
	return scaleFactors(v, n-1)
}

//pardiff:grad
func Factors(y []float64) float64 {
	s := 0.0
	t := make([]factor, len(y))
	for i := range t {
		t[i] = factor{y[i], y[i] * y[i]}
	}
	for s < 3 {
		s += scaleFactors(t, 2)
	}
	return s
}

func scaleTable(v [][]float64, n int) float64 {
	if n == 0 {
		return v[0][0]
	}
	v[0][0] *= v[n][1]
	return scaleTable(v, n-1)
}

//pardiff:grad
func Table(y []float64) float64 {
	s := 0.0
	t := make([][]float64, len(y))
	for i := range t {
		t[i] = make([]float64, 2)
		t[i][0], t[i][1] = y[i], y[i]*y[i]
	}
	for s < 3 {
		s += scaleTable(t, 2)
	}
	return s
}

// norm2 returns the sum of the squares of x.
func norm2(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s
}

//pardiff:rule for=norm2
func norm2VJP(x []float64, resAdj float64, xAdj []float64) float64 {
	for i, v := range x {
		xAdj[i] += 2 * v * resAdj
	}
	return norm2(x)
}

//pardiff:grad
func Ruled(x []float64) float64 {
	s := 0.0
	for s < 9 {
		x[0] *= 1.1
		s += norm2(x)
	}
	return s
}
