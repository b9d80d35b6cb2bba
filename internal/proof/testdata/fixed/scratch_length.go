// Scratch of a loop that would run in parallel gives its length to another loop.
// right
package p

import "math"

func F(x []float64, k int) float64 {
	term := make([]float64, k)
	total := 0.0
	for i := range x {
		for j := range k {
			term[j] = math.Exp(x[i]) * float64(j+1)
		}
		for j := range k {
			total += term[j] * term[j]
		}
	}
	for t := 0; t < len(term); t++ {
		total *= x[t%len(x)]
	}
	return total
}
