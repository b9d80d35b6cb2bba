package src

import "math"

// F returns the negative logarithm of the likelihood of returns whose variance follows a recurrence, up to constants: a
// scan in either direction.
func F(r []float64, omega, alpha, beta float64) float64 {
	h := omega
	sum := 0.0
	for i := range r {
		sum += math.Log(h) + r[i]*r[i]/h
		h = omega + alpha*r[i]*r[i] + beta*h
	}
	return 0.5 * sum
}
