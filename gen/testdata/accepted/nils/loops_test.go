package nils

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestLoops has slices that are nil before a loop which asks for that, and assigns them then.
func TestLoops(t *testing.T) {
	for steps := range 6 {
		x := []float64{0.4, 0.9, 1.3}
		gradcheck.VJP(t, Len, LenVJP, x, steps)
		gradcheck.JVP(t, Len, LenJVP, x, steps)
		gradcheck.VJP(t, Copied, CopiedVJP, x, steps)
		gradcheck.JVP(t, Copied, CopiedJVP, x, steps)
		gradcheck.VJP(t, Continue, ContinueVJP, x, steps)
		gradcheck.JVP(t, Continue, ContinueJVP, x, steps)
		gradcheck.VJP(t, Once, OnceVJP, x, steps)
		gradcheck.JVP(t, Once, OnceJVP, x, steps)
		gradcheck.VJP(t, Lengths, LengthsVJP, x, steps)
		gradcheck.JVP(t, Lengths, LengthsJVP, x, steps)
		gradcheck.VJP(t, Holder, HolderVJP, x, steps)
		gradcheck.VJP(t, Closure, ClosureVJP, x, steps)
		gradcheck.VJP(t, Until, UntilVJP, x, steps)
	}
	var w CopiedWork
	for steps := range 4 {
		if got, want := w.VJP([]float64{1, 2}, steps, 1, make([]float64, 2)), Copied([]float64{1, 2}, steps); got != want {
			t.Errorf("%d steps: %g, want %g", steps, got, want)
		}
	}
}

func TestMissing(t *testing.T) {
	for _, ls := range [][]*Link{nil, {nil}, {{[]float64{0.7, 1.2}}, nil, {[]float64{0.4, 0.3}}}} {
		gradcheck.VJP(t, Missing, MissingVJP, ls, 0.8)
		gradcheck.JVP(t, Missing, MissingJVP, ls, 0.8)
	}
}
