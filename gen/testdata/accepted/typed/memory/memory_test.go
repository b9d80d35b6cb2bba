package memory

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.VJP(t, F, FVJP, []float64{0.1, 0.2, 0.7}, 0.4)
	gradcheck.Grad(t, R, RGrad, 0.9)
}
