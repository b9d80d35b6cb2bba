package rotations

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestShares has parts of slices that change places, all of which other code gets.
func TestShares(t *testing.T) {
	x := []float64{1.1, 0.8, 0.6, 0.9, 1.2}
	gradcheck.VJP(t, Shares, SharesVJP, x)
	gradcheck.JVP(t, Shares, SharesJVP, x)
	gradcheck.Grad(t, OwnShares, OwnSharesGrad, x)
	gradcheck.JVP(t, OwnShares, OwnSharesJVP, x)
}
