package copies

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	in := func(k float64) In { return In{[2][2]float64{{k, 1}, {0.5, k * k}}, k + 1} }
	out := func(k float64) Out { return Out{in(k), in(k + 1), [3]In{in(1), in(k), in(2 * k)}} }
	o := out(0.7)
	gradcheck.Grad(t, F, FGrad, out(0.5), &o, []Out{out(0.3), out(1.1)})
}
