package rules

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestMethods(t *testing.T) {
	m := &Model{W: []float64{0.5, 0.2}, S: 0.8}
	m.In.A = 0.7
	gradcheck.Grad(t, Methods, MethodsGrad, m, []float64{1, 2}, []V{{1, 2}, {0.5, 0.2}, {0.3, 0.1}})
}
