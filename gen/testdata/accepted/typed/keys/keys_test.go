package keys

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, 3.0)
	gradcheck.Grad(t, G, GGrad, 3.0)
	gradcheck.Grad(t, F4, F4Grad, 3.0)
}
