package literals

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, []float64{1.3, 0.7, 2}, 0.8)
}
