package slices

// Axpy adds a multiple of x to y.
//
//pardiff:vjp
//pardiff:jvp
func Axpy(y, x []float64, a float64) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// Subtracted returns a sum of what it has changed, by a helper and in two ways.
//
//pardiff:jvp
func Subtracted(y, z, x []float64, a float64) (s float64) {
	addTo(y, x)
	for i := 0; i < len(z); i++ {
		z[i] = x[i]*a + z[i]
	}
	for i := range y {
		y[i] -= a * z[i]
		s += y[i] * z[i]
	}
	return s
}

func addTo(y, x []float64) {
	for i := range y {
		y[i] += x[i] * x[i]
	}
}
