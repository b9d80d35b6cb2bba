package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestStates(t *testing.T) {
	h, x := []float64{0.5, 0.7}, []float64{1.1, 0.2, 0.9, 0.4}
	gradcheck.Grad(t, States, StatesGrad, h, x)
	gradcheck.JVP(t, States, StatesJVP, h, x)
	for n := range 4 {
		gradcheck.Grad(t, Exchanged, ExchangedGrad, x, n)
		gradcheck.JVP(t, Exchanged, ExchangedJVP, x, n)
	}
	gradcheck.Grad(t, BestTrial, BestTrialGrad, x)
	gradcheck.JVP(t, BestTrial, BestTrialJVP, x)
	gradcheck.Grad(t, Columns, ColumnsGrad, x)
	gradcheck.JVP(t, Columns, ColumnsJVP, x)
}
