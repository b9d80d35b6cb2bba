package arrays

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	g := G{{1, 2, 3, 4}, {0.5, 0.6, 0.7, 0.8}, {1.5, 1.6, 1.7, 1.8}}
	p := g
	gradcheck.Grad(t, F, FGrad, g, &p, T{{[]float64{1, 2}, [2]float64{3, 4}}, {[]float64{0.5}, [2]float64{0.2, 0.1}}}, 0.3)
}
