package closures

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, Twofold, TwofoldGrad, 0.7, 1.3)
	gradcheck.Grad(t, Newton, NewtonGrad, []float64{0.8, 2.1}, 1.2)
	gradcheck.JVP(t, Newton, NewtonJVP, []float64{0.8, 2.1}, 1.2)
	gradcheck.Grad(t, Integral, IntegralGrad, 0.2, 1.4, 0.6, 7)
	gradcheck.VJP(t, Steps, StepsVJP, []float64{0.4, 1.1, 2.4, 0.9}, 0.05, 3)
}
