package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestViews has names for some of the rows of a table.
func TestViews(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	for n := range 6 {
		gradcheck.Grad(t, PartsOf, PartsOfGrad, x, n)
		gradcheck.JVP(t, PartsOf, PartsOfJVP, x, n)
		gradcheck.Grad(t, Meanwhile, MeanwhileGrad, x, n)
	}
}
