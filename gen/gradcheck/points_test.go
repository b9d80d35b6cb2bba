package gradcheck

import (
	"math"
	"testing"
)

// TestKinks checks that at a tie each choice between the one-sided derivatives passes, others do not.
func TestKinks(t *testing.T) {
	larger := func(a, b float64) float64 { return max(a, b) }
	with := func(da, db float64) func(a, b float64, aAdj, bAdj *float64) float64 {
		return func(a, b float64, aAdj, bAdj *float64) float64 {
			if aAdj != nil {
				*aAdj = da
			}
			if bAdj != nil {
				*bAdj = db
			}
			return larger(a, b)
		}
	}
	Grad(t, larger, with(1, 0), 2, 2)
	Grad(t, larger, with(0.5, 0.5), 2, 2)
	wantFault(t, "adjoint", func(tb TB) { Grad(tb, larger, with(1.5, 0), 2, 2) })
	wantFault(t, "adjoint", func(tb TB) { Grad(tb, larger, with(-0.1, 0), 2, 2) })
	Grad(t, larger, with(1, 0), 2+1e-5, 2)
}

// TestScales checks right gradients at arguments near the edge of the domain, far from 1, and with
// elements of very different size.
func TestScales(t *testing.T) {
	logs := func(x []float64) float64 {
		s := 0.0
		for _, v := range x {
			s += math.Log(v)
		}
		return s
	}
	grad := func(x, xAdj []float64) float64 {
		for i := range xAdj {
			xAdj[i] = 1 / x[i]
		}
		return logs(x)
	}
	Grad(t, logs, grad, []float64{1e-6, 1, 3e5})
	Grad(t, logs, grad, []float64{1e-200, 1e-199})
	wave := func(x float64) float64 { return math.Sin(x) }
	waveGrad := func(x float64, xAdj *float64) float64 {
		if xAdj != nil {
			*xAdj = math.Cos(x)
		}
		return math.Sin(x)
	}
	Grad(t, wave, waveGrad, 1234.5)
	Grad(t, wave, waveGrad, 0)
}

// TestLarge checks that elements of a large argument are sampled.
func TestLarge(t *testing.T) {
	calls := 0
	x := make([]float64, 3000)
	for i := range x {
		x[i] = math.Sin(float64(i))
	}
	f := func(a, b []float64) float64 { calls++; return dot(a, b) }
	Grad(t, f, dotGrad[float64], x, x)
	if calls > 1000 {
		t.Errorf("%d calls of the function", calls)
	}
}
