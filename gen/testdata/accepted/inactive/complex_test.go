package inactive

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestComplexConstants(t *testing.T) {
	x := []float64{1, 2, 3, 4}
	gradcheck.Grad(t, Turned, TurnedGrad, x)
	gradcheck.Grad(t, Spun, SpunGrad, x)
	gradcheck.Grad(t, Planes, PlanesGrad, 3.0)
	gradcheck.Grad(t, Root, RootGrad, 3.0)
	gradcheck.Grad(t, Roots, RootsGrad, x)
}
