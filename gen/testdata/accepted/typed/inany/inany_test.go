package inany

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, 3.0, any(uint8(2)))
	gradcheck.Grad(t, G, GGrad, 3.0)
	gradcheck.Grad(t, H, HGrad, 3.0)
	gradcheck.Grad(t, K, KGrad, 3.0)
	gradcheck.Grad(t, P, PGrad, 3.0)
	gradcheck.Grad(t, Q, QGrad, 3.0)
}
