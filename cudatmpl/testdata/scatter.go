package src

import "math"

// F writes y: sums of functions of x through an index, and a scratch vector in each iteration.
func F(x []float64, idx []int, y []float64, d int) {
	for i := range idx {
		e := make([]float64, d)
		n := 0.0
		for j := range d {
			e[j] = math.Exp(x[i*d+j])
			n += e[j]
		}
		for j := range d {
			y[idx[i]] += e[j] / n * x[i*d]
		}
	}
}
