package zeros

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, F1, F1Grad, 3.0)
	gradcheck.Grad(t, F2, F2Grad, 3.0)
	gradcheck.Grad(t, F3, F3Grad, 3.0)
	gradcheck.Grad(t, F4, F4Grad, 3.0)
	gradcheck.Grad(t, F5, F5Grad, 3.0)
	gradcheck.Grad(t, F6, F6Grad, 3.0)
}
