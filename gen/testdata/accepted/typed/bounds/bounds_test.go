package bounds

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7}
	gradcheck.Grad(t, F1, F1Grad, x)
	gradcheck.Grad(t, F2, F2Grad, x)
	gradcheck.Grad(t, F3, F3Grad, x)
	gradcheck.Grad(t, F4, F4Grad, x)
	gradcheck.Grad(t, F5, F5Grad, x)
}
