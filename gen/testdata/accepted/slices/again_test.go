package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestAgain(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9, 0.3}
	gradcheck.Grad(t, Again, AgainGrad, x)
	gradcheck.Grad(t, Again, AgainSerial, x)
	gradcheck.JVP(t, Again, AgainJVP, x)
	gradcheck.Grad(t, Twice, TwiceGrad, x[:3])
	gradcheck.JVP(t, Twice, TwiceJVP, x[:3])
	gradcheck.Grad(t, InFields, InFieldsGrad, x)
	gradcheck.JVP(t, InFields, InFieldsJVP, x)
	for _, k := range []int{3, 4} {
		gradcheck.Grad(t, OnDemand, OnDemandGrad, x, k)
		gradcheck.JVP(t, OnDemand, OnDemandJVP, x, k)
	}
	gradcheck.Grad(t, Passed, PassedGrad, x)
	gradcheck.JVP(t, Passed, PassedJVP, x)
}

// TestReach checks that the gradient panics where its function does: a slice reaches no further than it ever did, whatever a
// Work has kept of longer ones.
func TestReach(t *testing.T) {
	var w ReachWork
	w.Grad(make([]float64, 100), 90, make([]float64, 100))
	for _, f := range []func(){
		func() { Reach([]float64{1, 2, 3}, 20) },
		func() { w.Grad([]float64{1, 2, 3}, 20, make([]float64, 3)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
}
