package types

import (
	"math"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7}
	gradcheck.Grad(t, F1, F1Grad, 3.0)
	gradcheck.Grad(t, F2, F2Grad, 3.0)
	gradcheck.Grad(t, F3, F3Grad, 3.0)
	gradcheck.Grad(t, F4, F4Grad, float32(3))
	gradcheck.Grad(t, F5, F5Grad, 3.0)
	var adj float64 // differences are no measure for what goes through float32
	F6Grad(3, &adj)
	if want := 2.0 / 36; !(math.Abs(adj-want) <= 1e-7) {
		t.Errorf("F6Grad: derivative %v, want %v", adj, want)
	}
	gradcheck.Grad(t, F7, F7Grad, x)
	gradcheck.Grad(t, F8, F8Grad, x)
	gradcheck.Grad(t, F9, F9Grad, x)
}
