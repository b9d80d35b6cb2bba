package gradcheck

import (
	"math"
	"testing"
)

// rotate annihilates the second of two numbers by a Givens rotation.
func rotate(x []float64) {
	x[0], x[1] = math.Hypot(x[0], x[1]), 0
}

// TestTinyTangent has a tangent that is rounding where the function, and its differences, are exactly 0.
func TestTinyTangent(t *testing.T) {
	with := func(tiny float64) func(x, xTan []float64) {
		return func(x, xTan []float64) {
			r := math.Hypot(x[0], x[1])
			tan := (x[0]*xTan[0] + x[1]*xTan[1]) / r
			rotate(x)
			xTan[0], xTan[1] = tan, tiny
		}
	}
	JVP(t, rotate, with(0x1p-52), []float64{3, 4})
	wantFault(t, "the tangent of arg 0 [1]", func(tb TB) { JVP(tb, rotate, with(1e-9), []float64{3, 4}) })
}

// TestSmallResult checks that a result far smaller than the arguments is still compared.
func TestSmallResult(t *testing.T) {
	f := func(x float64) float64 { return 1e-20 * x * x }
	with := func(by float64) func(x, xTan float64) (float64, float64) {
		return func(x, xTan float64) (float64, float64) { return f(x), 2e-20 * x * xTan * by }
	}
	JVP(t, f, with(1), 3)
	wantFault(t, "the tangent of result 0", func(tb TB) { JVP(tb, f, with(1.0001), 3) })
}

// TestCancellation has values that are what is left of larger ones, so that their rounding is far more
// than their size lets expect. Derivatives are compared to the accuracy that differences then have.
func TestCancellation(t *testing.T) {
	for _, large := range []float64{1e2, 1e3, 1e4, 1e5} {
		for at := 0.31; at < 3; at += 0.17 {
			f := func(x []float64) float64 { return (x[0]*x[1] + large) - large }
			with := func(by float64) func(x, xAdj []float64) float64 {
				return func(x, xAdj []float64) float64 {
					if xAdj != nil {
						xAdj[0], xAdj[1] = x[1]*by, x[0]*by
					}
					return f(x)
				}
			}
			x := []float64{at, 1e-3}
			Grad(t, f, with(1), x)
			wantFault(t, "adjoint", func(tb TB) { Grad(tb, f, with(1.01), x) })
		}
	}
}
