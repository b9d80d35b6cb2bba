package numbers

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, Deg(30), Half(0.5), []float32{0.5, 1.2}, CM, Count(2), gradcheck.Tol(1e-3))
}
