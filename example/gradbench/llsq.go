package main

// LLSQ returns half the sum of the squared differences between the sign function and the
// polynomial with the coefficients x (constant term first), over n >= 2 equidistant points
// of the interval [-1, 1].
//
//pardiff:grad
func LLSQ(x []float64, n int) float64 {
	sum := 0.0
	for i := range n {
		t := -1 + 2*float64(i)/float64(n-1)
		p := 0.0
		for j := len(x) - 1; j >= 0; j-- {
			p = p*t + x[j]
		}
		r := sign(t) - p
		sum += r * r
	}
	return sum / 2
}

// sign returns -1, 0 or 1.
func sign(t float64) float64 {
	switch {
	case t > 0:
		return 1
	case t < 0:
		return -1
	}
	return 0
}
