package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestArrays compares gradients of arrays with two names with finite differences.
func TestArrays(t *testing.T) {
	gradcheck.VJP(t, Quadratic, QuadraticVJP, [3]float64{1, 2, 3})
	gradcheck.JVP(t, Quadratic, QuadraticJVP, [3]float64{1, 2, 3})
	for _, n := range []int{0, 4, 500} {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i%7) - 2.5
		}
		gradcheck.Grad(t, Cycle, CycleGrad, 0.7, x)
		gradcheck.VJP(t, Shift, ShiftVJP, [3]float64{1, 2, 3}, x)
	}
}
