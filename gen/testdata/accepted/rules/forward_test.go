package rules

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestForward has tangents that are made of calls of rules, which are VJPs.
func TestForward(t *testing.T) {
	gradcheck.JVP(t, Dots, DotsJVP, []float64{0.8, 1.2, 0.7}, []float64{1.5, 0.9, 1.1}, 0.3)
	m := []mass{{[2]float64{1, 0.4}, [2]float64{0.3, 2}, 1.2, 1}, {[2]float64{0.6, -0.4}, [2]float64{0.5, 1}, 0.7, 2}}
	gradcheck.JVP(t, Energies, EnergiesJVP, m, 0.8)
	gradcheck.Grad(t, Energies, EnergiesGrad, m, 0.8)
	gradcheck.JVP(t, Stretched, StretchedJVP, &V{0.8, 0.3}, [][]float64{{1, 2}, {0.5}}, 0.75, gradcheck.Tol(1e-4))
	gradcheck.JVP(t, Values, ValuesJVP, Square{0.7}, 0.4, List{{1, 0.5}, {2, 0.7}, {-1, 0.3}})
}
