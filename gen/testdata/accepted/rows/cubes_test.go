package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestCubes has slices of slices of slices.
func TestCubes(t *testing.T) {
	x := []float64{1.5, 0.8, 0.3, 0.7, 1.1}
	for n := 1; n < 5; n++ {
		gradcheck.Grad(t, Cube, CubeGrad, x, n)
		gradcheck.JVP(t, Cube, CubeJVP, x, n)
		gradcheck.Grad(t, Ragged, RaggedGrad, x[:3], n)
		gradcheck.Grad(t, Ragged, RaggedSerial, x[:3], n)
		gradcheck.JVP(t, Ragged, RaggedJVP, x[:3], n)
		gradcheck.Grad(t, Couples, CouplesGrad, x[:n])
		gradcheck.JVP(t, Couples, CouplesJVP, x[:n])
	}
}
