// A parallel loop sums into the memory whose length says where the row of a tape begins.
// right
package p

import "math"

func F(a []float64, n, m int) float64 {
	u := make([]float64, m)
	row := a[m : 2*m]
	s := 0.0
	for i := 0; i < n; i++ {
		r := a[i*m : (i+1)*m]
		for j := range r {
			u[j] = u[j]*r[j] + row[m-1]
		}
		s += math.Tanh(u[0])
	}
	return u[1] * s
}
