package texts

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.VJP(t, G, GVJP, 0.7, 0.4)
	gradcheck.VJP(t, H, HVJP, 0.7, 0.4)
	gradcheck.Grad(t, K, KGrad, 0.7)
	gradcheck.Grad(t, L, LGrad, 0.7)
	gradcheck.Grad(t, M, MGrad, 0.7, cfg4{})
	gradcheck.Grad(t, P, PGrad, 0.7)
	gradcheck.JVP(t, P, PJVP, 0.7)
}
