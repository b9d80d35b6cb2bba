package embedded

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	ion := func(k float64) Ion { return Ion{Body{Base{k, [3]float64{1, k, 2}}, [3]float64{k, 0.3, 0.2}, 1.5}, 2} }
	gradcheck.VJP(t, F, FVJP, []Ion{ion(0.4), ion(1.2)}, Named{"x", &Base{2, [3]float64{1, 2, 3}}}, 0.3)
}
