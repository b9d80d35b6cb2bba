package hashes

import (
	"math"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	x, a := make([]float64, 40), make([]uint32, 40)
	for i := range x {
		x[i] = 1 + 0.1*float64(i%7)
		a[i] = uint32(i) * 987654321
	}
	a[17] = math.MaxUint32
	gradcheck.Grad(t, Sketch, SketchGrad, x)
	gradcheck.VJP(t, Sketch2, Sketch2VJP, x, 0.9)
	gradcheck.VJP(t, InPlace, InPlaceVJP, x, 0.9)
	gradcheck.VJP(t, Last, LastVJP, x)
	gradcheck.Grad(t, Carry, CarryGrad, x, a)
	gradcheck.VJP(t, Random, RandomVJP, x, 0.9)
}
