package closures

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestValues(t *testing.T) {
	gradcheck.Grad(t, MethodValues, MethodValuesGrad, V{1, 2, 3}, V{0.5, 1, 2}, []V{{1, 0.5, 0.3}, {0.4, 2, 1}}, Vec{1, 0.4, 0.2}, Deg(0.3))
	gradcheck.Grad(t, Kahan, KahanGrad, []float64{1, 2, 0.5, 0.3}, 0.8)
	gradcheck.Grad(t, Makers, MakersGrad, []float64{1.3, 2, 0.5, 0.3}, 0.8)
	gradcheck.Grad(t, Composed, ComposedGrad, []float64{1.3, 2, 0.5, 0.3}, 0.8)
	gradcheck.Grad(t, Counters, CountersGrad, []float64{1.3, 2, 0.5, 0.3}, 0.8)
	gradcheck.Grad(t, InLoop, InLoopGrad, []float64{1.3, 2, 0.5, 0.3}, 0.8)
	gradcheck.Grad(t, Late, LateGrad, []float64{1.3, 2, 0.5, 0.3}, 0.8)
	gradcheck.Grad(t, Fields, FieldsGrad, 1.3, 0.8)
	gradcheck.Grad(t, Parts, PartsGrad, []float64{1.3, 2, 0.5, 0.3})
}
