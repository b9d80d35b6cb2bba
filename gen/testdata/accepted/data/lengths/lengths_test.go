package lengths

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, []float64{0.4, 0.7, 0.9}, "ab", map[string]int{"a": 1}, []string{"a"})
}
