package returns

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestPointers(t *testing.T) {
	for _, ab := range [][2]float64{{2, 3}, {-2, 3}, {2, -3}} {
		gradcheck.Grad(t, Plates, PlatesGrad, ab[0], ab[1])
		gradcheck.JVP(t, Plates, PlatesJVP, ab[0], ab[1])
	}
	for _, v := range [][]float64{{2, 0.2, 0.3, 3}, {2, 4, 4, 3}, {1, 2}} {
		gradcheck.Grad(t, Factor, FactorGrad, &Dense{2, v})
		gradcheck.JVP(t, Factor, FactorJVP, &Dense{2, v})
	}
	for _, x := range [][]float64{{0, 1, 2}, {0, 2, 1}, {1}} {
		gradcheck.Grad(t, Interpolated, InterpolatedGrad, x, []float64{1, 3, 2.5}, 1.7)
		gradcheck.JVP(t, Interpolated, InterpolatedJVP, x, []float64{1, 3, 2.5}, 1.7)
	}
	gradcheck.Grad(t, Unchecked, UncheckedGrad, 1.5)
	defer func() {
		if recover() == nil {
			t.Error("the gradient has followed a pointer that is nil")
		}
	}()
	UncheckedGrad(-1, new(float64))
}
