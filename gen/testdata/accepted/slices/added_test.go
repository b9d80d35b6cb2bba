package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestAdded checks that tangents of what is added to are those that the caller gives.
func TestAdded(t *testing.T) {
	x, y := []float64{0.7, 1.2, 0.4}, []float64{0.9, 0.3, 0.5}
	gradcheck.VJP(t, Axpy, AxpyVJP, y, x, 0.8)
	gradcheck.JVP(t, Axpy, AxpyJVP, y, x, 0.8)
	gradcheck.JVP(t, Subtracted, SubtractedJVP, y, []float64{0.2, 0.6, 1.1}, x, 0.8)
	yTan := []float64{10, 20}
	AxpyJVP([]float64{1, 2}, []float64{3, 4}, 5, yTan, []float64{0, 0}, 1)
	if yTan[0] != 13 || yTan[1] != 24 {
		t.Errorf("the tangent is %v, want [13 24]", yTan)
	}
}

func TestLengthened(t *testing.T) {
	for n := range 9 {
		p := &Buffers{[]float64{0.7, 1.2, 0.4}, []float64{0.3, 0.6, 0.9}}
		gradcheck.VJP(t, (*Buffers).Lengthened, (*Buffers).LengthenedVJP, p, 0.8, n)
		gradcheck.JVP(t, (*Buffers).Lengthened, (*Buffers).LengthenedJVP, p, 0.8, n)
	}
}
