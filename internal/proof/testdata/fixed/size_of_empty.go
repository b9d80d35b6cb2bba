// The size of a tape is computed before loops that do not run: what it reads may not be there.
// right
package p

import "math"

func F(x []float64, w [][]float64, cnt []int, n int) (s float64) {
	for i := 0; i < n; i++ {
		for j := 0; j < cnt[1]; j++ {
			s += math.Sin(s*x[j]) / float64(n)
		}
	}
	for i := range w {
		for j := range w[0] {
			s *= w[i][j] * math.Cos(s)
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < 12/n; j++ {
			s = math.Sin(s * x[j%len(x)])
		}
	}
	return s
}
