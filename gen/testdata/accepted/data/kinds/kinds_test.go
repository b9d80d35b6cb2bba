package kinds

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, []Layer{{[]float64{1, 2}, "tanh", "a"}, {[]float64{0.3}, "x", "b"}, {[]float64{0.3}, "x", "skip"}}, []kind{0, 0, 1}, map[string]kind{"tanh": tanh}, 0.4)
}
