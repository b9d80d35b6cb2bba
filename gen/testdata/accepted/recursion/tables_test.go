package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestTables has local tables of rows that are passed to functions that call themselves.
func TestTables(t *testing.T) {
	m := [][]float64{{1, 2, 0.5, 0.1}, {0.3, 1.4, 2, 0.6}, {0.9, 0.2, 1.1, 1.3}, {1.2, 0.7, 0.4, 2}}
	gradcheck.Grad(t, Laplace, LaplaceGrad, m)
	gradcheck.JVP(t, Laplace, LaplaceJVP, m)
	gradcheck.Grad(t, Laplace, LaplaceGrad, m[:1])
	gradcheck.Grad(t, Growing, GrowingGrad, []float64{1.1, 0.8, 0.6})
	gradcheck.JVP(t, Growing, GrowingJVP, []float64{1.1, 0.8, 0.6})
}
