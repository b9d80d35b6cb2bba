package language

import (
	"slices"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	m := &Model{
		base: base{1.3}, In: Inner{[2][2]float64{{0.3, 1}, {0.8, -0.4}}, 0.7},
		Rows: [][]float64{{1, 2}, {3, 0.5, 1}, {0.2}}, Idx: []int{1, 2, 0}, Next: &Inner{[2][2]float64{{1, 2}, {3, 4}}, 0.2},
	}
	gradcheck.Grad(t, (*Model).Loss, (*Model).LossGrad, m, []float64{0.5, 1.2, -0.7}, Celsius(0.9))
	m.Next = nil
	gradcheck.Grad(t, (*Model).Loss, new(ModelLossWork).Grad, m, []float64{0.5, 1.2, -0.7}, Celsius(0.9))
	for n := 1; n < 6; n++ {
		gradcheck.VJP(t, Several, SeveralVJP, []float64{0.5, 1.2, -0.7, 20}, n)
	}
	for _, mode := range []string{"", "Square", "none"} {
		gradcheck.Grad(t, Loops, LoopsGrad, []float64{1.1, 0.6, 1.3, 3.7, 2}, mode)
		gradcheck.Grad(t, Loops, LoopsGrad, []float64{1.1, 0.6, 1.3, 0.7, 2}, mode)
	}
	for n := 1; n < 4; n++ {
		gradcheck.VJP(t, Memory, MemoryVJP, []float64{0.4, 0.9, 1.2, 0.3, 0.8, 1.7, 0.2, 0.6, 1.1}, n, 3)
	}
	gradcheck.Grad(t, Calls, CallsGrad, []float64{0.4, 0.9, 1.2, 0.3}, 0.6)
	k := 1.5
	m.Next = &Inner{Bias: 3}
	gradcheck.VJP(t, Optional, OptionalVJP, []float64{0.4}, []float64(nil), (*float64)(nil), (*Model)(nil))
	gradcheck.VJP(t, Optional, OptionalVJP, []float64{0.4}, []float64{2}, &k, m)
	gradcheck.Grad(t, Inactive, InactiveGrad, []float64{0.4, 0.9, 1.2}, map[string]int{"one": 1}, func(n int) int { return n - 1 }, "one")
	gradcheck.Grad(t, Inactive, InactiveGrad, []float64{0.4, 0.9, 1.2}, map[string]int{"one": 1}, func(n int) int { return n - 1 }, "three")
	gradcheck.Grad(t, Listed, ListedGrad, []float64{0.4, 0.9}, "a")
	seen = nil
	if ListedGrad([]float64{0.4, 0.9}, "a", make([]float64, 2)); !slices.Equal(seen, []string{"a", "a0", "a1"}) {
		t.Errorf("a gradient appends %q", seen)
	}
	gradcheck.Grad(t, Float32, Float32Grad, []float32{0.4, 0.9, 1.2}, 0.7)
	gradcheck.Grad(t, Rounded, RoundedGrad, []float64{0.4, 0.9, 1.2}, 1.3)
	gradcheck.Grad(t, Generic[float64], GenericGrad[float64], []float64{0.4, 0.9, 1.2}, 0.7)
	gradcheck.Grad(t, Generic[float32], GenericGrad[float32], []float32{0.4, 0.9, 1.2}, 0.7)
}
