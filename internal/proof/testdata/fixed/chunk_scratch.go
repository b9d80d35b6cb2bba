// Each iteration of a parallel loop has memory that is as long as what the loop sums into.
// right
package p

import "math"

func F(l, v []float64) (s float64) {
	a := v[:len(l)]
	for c := range l {
		e := l[c]
		s += math.Exp(e / a[1])
		t := make([]float64, len(a))
		copy(t, v)
		for _, x := range t {
			s += x * e
		}
	}
	return s
}
