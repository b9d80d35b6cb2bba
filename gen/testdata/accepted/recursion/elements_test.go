package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestElements(t *testing.T) {
	spots := []Spot{{0.8, 1.1}, {1.2, 0.7}, {0.9, 0.4}}
	gradcheck.VJP(t, Swings, SwingsVJP, spots, 1.1)
	gradcheck.JVP(t, Swings, SwingsJVP, spots, 1.1)
	x, rows := []float64{0.9, 1.3}, [][]float64{{0.4}, {1.1, 0.8, 0.6}}
	gradcheck.VJP(t, Shrinks, ShrinksVJP, x, rows, 1.2)
	gradcheck.JVP(t, Shrinks, ShrinksJVP, x, rows, 1.2)
}
