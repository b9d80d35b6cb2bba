package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestGrow has rows that append makes longer.
func TestGrow(t *testing.T) {
	x := []float64{1.5, 0.8, 0.3, 0.7, 1.1, 0.2, 0.9}
	key := []int{2, 0, 2, 1, 2, 2, 0}
	gradcheck.VJP(t, Buckets, BucketsVJP, x, key, 4)
	gradcheck.VJP(t, Buckets, BucketsVJP, []float64{}, []int{}, 2)
	gradcheck.JVP(t, Buckets, BucketsJVP, x, key, 4)
	for n := range 5 {
		gradcheck.Grad(t, Chain, ChainGrad, x[:3], n)
		gradcheck.JVP(t, Chain, ChainJVP, x[:3], n)
		gradcheck.Grad(t, Places, PlacesGrad, x, n+1)
		gradcheck.JVP(t, Places, PlacesJVP, x, n+1)
		gradcheck.Grad(t, Reset, ResetGrad, x, n)
		gradcheck.JVP(t, Reset, ResetJVP, x, n)
	}
	gradcheck.Grad(t, Members, MembersGrad, x, key, 4)
	gradcheck.JVP(t, Members, MembersJVP, x, key, 4)
	gradcheck.Grad(t, Spread, SpreadGrad, x)
}
