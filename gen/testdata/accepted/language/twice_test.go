package language

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestTwice(t *testing.T) {
	x := []float64{0.5, -0.8, 1.2}
	gradcheck.VJP(t, Norm, NormVJP, x, 0.7)
	gradcheck.VJP(t, Diagonal, DiagonalVJP, x, 0.7)
	gradcheck.VJP(t, Choosing, ChoosingVJP, x, 0.7)
	gradcheck.VJP(t, Longer, LongerVJP, x, 0.7)
}
