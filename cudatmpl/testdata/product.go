package src

// F returns half the sum of squares of the product of a, n x m, and b, m x n, but for the bias.
func F(a, b, bias []float64, n, m int) float64 {
	s := 0.0
	for i := range n {
		for j := range n {
			z := bias[j]
			for k := range m {
				z += a[i*m+k] * b[k*n+j]
			}
			s += 0.5 * z * z
		}
	}
	return s
}
