package localtypes

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestLocalTypes(t *testing.T) {
	x := []float64{0.5, 1.2, 0.7}
	gradcheck.Grad(t, Helped, HelpedGrad, x, 1)
	gradcheck.Grad(t, Helped, HelpedSerial, x, 0)
	gradcheck.JVP(t, Helped, HelpedJVP, x, 1)
	for n := range 4 {
		gradcheck.VJP(t, Own[float64], OwnVJP[float64], x, n)
		gradcheck.JVP(t, Own[float64], OwnJVP[float64], x, n)
	}
}
