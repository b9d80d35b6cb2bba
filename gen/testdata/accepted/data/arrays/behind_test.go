package arrays

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestBehind(t *testing.T) {
	arr, p := [5]float64{0.5, -0.8, 1.2, 0.9, -0.3}, [5]float64{0.1, 0.7, -0.4, 0.6, 1.1}
	gradcheck.VJP(t, Behind, BehindVJP, arr, &p, 0.7)
	gradcheck.JVP(t, Behind, BehindJVP, arr, &p, 0.7)
}
