package compare

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, [3]int{1, 2, 3}, [3]int{1, 2, 4}, P{A: [3]int{1, 2, 3}, Name: "x", K: 2}, P{}, G{{1, 2}, {3, 4}}, []float64{0.3, 0.5, 0.7})
	gradcheck.Grad(t, F, FGrad, [3]int{1, 2, 3}, [3]int{1, 2, 3}, P{A: [3]int{1, 2, 3}, G: G{{1, 2}, {3, 4}}, K: 2}, P{K: 1}, G{{1, 2}, {3, 4}}, []float64{0.3, 0.5, 0.7})
}
