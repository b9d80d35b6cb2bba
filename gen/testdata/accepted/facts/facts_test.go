package facts

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestFacts(t *testing.T) {
	x, w := []float64{0.5, -1, 2}, []float64{1, 0.3, -0.7}
	for _, ptr := range [][]int{{0, 2, 2, 5}, {0, 4, 2, 5}} { // in order, and not
		m := &CSR{RowPtr: ptr, Col: []int{0, 2, 1, 1, 0}, Val: []float64{1, 2, 3, 4, 5}}
		gradcheck.Grad(t, (*CSR).Mul, (*CSR).MulGrad, m, x, w)
		gradcheck.VJP(t, (*CSR).Mul, (*CSR).MulVJP, m, x, w)
		gradcheck.JVP(t, (*CSR).Mul, (*CSR).MulJVP, m, x, w)
	}
	gradcheck.VJP(t, Exps, ExpsVJP, x, make([]float64, 3), []int{2, 0, 1})
	gradcheck.Grad(t, Picked[float64], PickedGrad[float64], x, w, []int32{2, 0}, 3)
	gradcheck.JVP(t, Picked[float64], PickedJVP[float64], x, w, []int32{2, 0}, 3)
}

// A fact that decides which values are kept is tested before anything is written.
func TestBroken(t *testing.T) {
	defer func() {
		const want = "pardiffgen: ExpsVJP: fact injective(perm) does not hold: perm[0] = perm[2] = 1"
		if got := recover(); got != want {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	ExpsVJP([]float64{1, 2, 3}, make([]float64, 3), []int{1, 0, 1}, nil, nil)
}
