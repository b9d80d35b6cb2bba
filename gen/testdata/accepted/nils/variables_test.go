package nils

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestVariables has variables that are nil in some calls and not in others, with the memory of the calls before.
func TestVariables(t *testing.T) {
	x := []float64{1.2, 0.7}
	for _, n := range []int{5, 0, 3, 1, 6, 2, 0, 4} {
		gradcheck.Grad(t, Chosen, ChosenGrad, x, n)
		gradcheck.Grad(t, Chosen, ChosenSerial, x, n)
		gradcheck.JVP(t, Chosen, ChosenJVP, x, n)
		gradcheck.Grad(t, Collected, CollectedGrad, x, n)
		gradcheck.JVP(t, Collected, CollectedJVP, x, n)
		gradcheck.Grad(t, Viewed, ViewedGrad, x, n%3)
		gradcheck.JVP(t, Viewed, ViewedJVP, x, n%3)
		for _, w := range [][]float64{nil, {}, {0.3, 1.1}} {
			gradcheck.VJP(t, Argument, ArgumentVJP, x, w, n%3)
			gradcheck.JVP(t, Argument, ArgumentJVP, x, w, n%3)
		}
	}
}
