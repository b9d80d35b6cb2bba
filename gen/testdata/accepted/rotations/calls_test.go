package rotations

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestCalls has slices that change places because a call returns them exchanged, an even and an odd number of times.
func TestCalls(t *testing.T) {
	x, y := []float64{0.7, 1.2, 0.4}, []float64{0.3, 0.9, 1.1}
	for n := range 6 {
		gradcheck.Grad(t, Stepped, SteppedGrad, x, n)
		gradcheck.Grad(t, Stepped, SteppedSerial, x, n)
		gradcheck.JVP(t, Stepped, SteppedJVP, x, n)
		gradcheck.VJP(t, Arguments, ArgumentsVJP, x, y, n)
		gradcheck.JVP(t, Arguments, ArgumentsJVP, x, y, n)
		gradcheck.VJP(t, Parts, PartsVJP, x, 1+n%2, n)
		gradcheck.JVP(t, Parts, PartsJVP, x, 1+n%2, n)
		gradcheck.VJP(t, CalledRows, CalledRowsVJP, [][]float64{x, y}, n)
		gradcheck.JVP(t, CalledRows, CalledRowsJVP, [][]float64{x, y}, n)
	}
}
