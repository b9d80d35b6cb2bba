// Memory without a name is read for an argument and written by who gets it.
// right
package p

import "math"

func half(a []float64) float64 {
	a[3%len(a)] += 0.5
	return a[0]
}

func mix(a []float64) float64 {
	copy(a[min(1, len(a)):], a)
	return half([]float64{math.Exp(a[3%len(a)])}) + a[1]
}

func F(x float64) float64 { return x * mix([]float64{x, 1, x * x}) }
