package constants

import (
	"math"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, Evolve, EvolveGrad, 0.7)
	gradcheck.JVP(t, Evolve, EvolveJVP, 0.7)
	gradcheck.Grad(t, Clip, ClipGrad, 0.7)
	gradcheck.Grad(t, Eps, EpsGrad, 0.7)
	gradcheck.Grad(t, Kin, KinGrad, 0.7)
	gradcheck.Grad(t, Small, SmallGrad, 0.7)
	gradcheck.Grad(t, Mode, ModeGrad, 0.7)
	gradcheck.Grad(t, Share, ShareGrad, 0.7)
	gradcheck.Grad(t, Opt, OptGrad, 0.7)
	gradcheck.Grad(t, Others, OthersGrad, 0.7)
	for n := range uint(9) {
		gradcheck.Grad(t, Shifts, ShiftsGrad, 0.9, n, int32(5))
	}
	gradcheck.Grad(t, Named, NamedGrad, 0.7)
	gradcheck.Grad(t, Named2, Named2Grad, 0.7)
	count := func(v any) int {
		if v != 3.0 {
			t.Errorf("%v of type %T, want the float 3", v, v)
		}
		return 1
	}
	gradcheck.Grad(t, Tag, TagGrad, 0.7, count, func(k int) int { return k })
}

// TestBits requires the derivative that the function's own roundings give.
func TestBits(t *testing.T) {
	for name, c := range map[string]struct {
		grad func(float64, *float64) float64
		want float64
	}{
		"Canc":  {CancGrad, 0},
		"Kin":   {KinGrad, kinetic(1, 0.1)},
		"Share": {ShareGrad, share(1, 0.3)},
		"Over":  {OverGrad, math.Inf(1)},
	} {
		adj := math.NaN()
		if c.grad(1, &adj); adj != c.want {
			t.Errorf("%s: derivative %v, want %v", name, adj, c.want)
		}
	}
}
