package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestPassed(t *testing.T) {
	x := []float64{0.7, 1.2, -0.4, 0.9, 0.3}
	gradcheck.Grad(t, Lists, ListsGrad, x)
	gradcheck.JVP(t, Lists, ListsJVP, x)
	for _, x := range [][]float64{x, x[:2]} {
		gradcheck.Grad(t, Checked, CheckedGrad, x)
		gradcheck.JVP(t, Checked, CheckedJVP, x)
	}
	gradcheck.Grad(t, Windows, WindowsGrad, x)
	gradcheck.JVP(t, Windows, WindowsJVP, x)
	gradcheck.Grad(t, Tree, TreeGrad, x)
	gradcheck.JVP(t, Tree, TreeJVP, x)
}

func TestConverted(t *testing.T) {
	x, p := []float64{0.7, 1.2, -0.4, 0.9, 0.3}, []Leaf{{Weight: 2}, {Weight: 3}, {Weight: 4}}
	gradcheck.Grad(t, Converted, ConvertedGrad, x, p)
	gradcheck.Grad(t, Converted, ConvertedSerial, x, p)
	gradcheck.JVP(t, Converted, ConvertedJVP, x, p)
	defer func() {
		if recover() == nil {
			t.Error("a slice that is too short has been converted to an array")
		}
	}()
	ConvertedGrad(x, p[:1], nil, nil)
}
