package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestParts(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9}
	m := [][]float64{{0.7, 1.2}, {0.4, 0.9}, {0.3, 0.6}}
	for n := range 4 {
		gradcheck.VJP(t, BothHalves, BothHalvesVJP, x, 0.9, n)
		gradcheck.JVP(t, BothHalves, BothHalvesJVP, x, 0.9, n)
		gradcheck.VJP(t, Overlapping, OverlappingVJP, x, 0.9, n)
		gradcheck.JVP(t, Overlapping, OverlappingJVP, x, 0.9, n)
		gradcheck.VJP(t, ArgumentParts, ArgumentPartsVJP, x, 0.9, n)
		gradcheck.JVP(t, ArgumentParts, ArgumentPartsJVP, x, 0.9, n)
		gradcheck.VJP(t, Picked, PickedVJP, m, 0.9, n)
		gradcheck.JVP(t, Picked, PickedJVP, m, 0.9, n)
		gradcheck.VJP(t, HalvesInLoop, HalvesInLoopVJP, x, 0.9, n)
		gradcheck.JVP(t, HalvesInLoop, HalvesInLoopJVP, x, 0.9, n)
	}
}
