package slices

import (
	"fmt"
	"testing"

	"example.com/accepted/gradcheck"
)

// TestSeedLength has a seed of another length than the result: the panic names both, and comes before the adjoints change.
func TestSeedLength(t *testing.T) {
	gradcheck.VJP(t, Convolve, ConvolveVJP, []float64{1, 2, 3}, []float64{0.5, 0.3})
	gradcheck.VJP(t, Scaled, ScaledVJP, []float64{1, 2, 3}, 0.7)

	panics := func(want string, f func()) {
		t.Helper()
		defer func() {
			if got := fmt.Sprint(recover()); got != want {
				t.Errorf("got %q, want the panic %q", got, want)
			}
		}()
		f()
	}
	x := []float64{1, 2, 3, 4, 5}
	for _, n := range []int{1, 2, 4, 6, 9} {
		xAdj, kAdj := make([]float64, 5), 0.0
		panics(fmt.Sprintf("pardiffgen: ScaledVJP: len(res1Adj) = %d, want len(res1) = 5", n), func() { ScaledVJP(x, 2, make([]float64, n), 1, xAdj, &kAdj) })
		panics(fmt.Sprintf("pardiffgen: ConvolveVJP: len(resAdj) = %d, want len(res) = 7", n), func() { ConvolveVJP(x, []float64{1, 2, 3}, make([]float64, n), xAdj, nil) })
		for i, v := range append(xAdj, kAdj) {
			if v != 0 {
				t.Errorf("a seed of length %d: adjoint %d is %g after the panic", n, i, v)
			}
		}
	}
}
