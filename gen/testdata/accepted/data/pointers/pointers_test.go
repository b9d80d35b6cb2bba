package pointers

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	f := func(v float64) *float64 { return &v }
	gradcheck.VJP(t, F, FVJP, f(0.3), f(0.5), struct {
		P *float64
		Q *[2]float64
	}{f(0.7), &[2]float64{1, 2}}, &[]float64{1, 2})
}
