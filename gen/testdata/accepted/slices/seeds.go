package slices

//pardiff:vjp
func Convolve(x, k []float64) []float64 {
	y := make([]float64, len(x)+len(k)-1)
	for i, v := range x {
		for j, w := range k {
			y[i+j] += v * w
		}
	}
	return y
}

//pardiff:vjp
func Scaled(x []float64, k float64) ([]float64, float64) {
	y, s := make([]float64, len(x)), 0.0
	for i := range x {
		y[i] = k * x[i]
		s += x[i] * x[i]
	}
	return y, s
}
