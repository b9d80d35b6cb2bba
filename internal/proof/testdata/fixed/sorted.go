// Predicates of the standard library look at active memory.
// right
package p

import (
	"slices"
	"sort"
)

func F(x []float64, n int) float64 {
	if !sort.Float64sAreSorted(x) {
		panic("x is not sorted")
	}
	s := 0.0
	for i := 0; i < n; i++ {
		if len(x) == 1 || slices.IsSorted(x) {
			s += x[i] * x[0]
		}
		x[i] = x[i]*x[i] + s
	}
	return s
}
