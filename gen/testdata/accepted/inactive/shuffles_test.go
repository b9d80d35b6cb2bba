package inactive

import (
	"math/rand"
	"testing"

	"example.com/accepted/gradcheck"
)

// TestShuffled gives each call a generator of its own: one that is shared would go on where the last call stopped.
func TestShuffled(t *testing.T) {
	const seed = 7
	x := []float64{0.5, -0.8, 1.2, 0.9, -0.3}
	primal := func(x []float64) float64 { return Shuffled(x, rand.New(rand.NewSource(seed))) }
	gradcheck.VJP(t, primal, func(x []float64, sAdj float64, xAdj []float64) float64 {
		return ShuffledVJP(x, rand.New(rand.NewSource(seed)), sAdj, xAdj)
	}, x)
	gradcheck.JVP(t, primal, func(x, xTan []float64) (float64, float64) {
		return ShuffledJVP(x, rand.New(rand.NewSource(seed)), xTan)
	}, x)
}
