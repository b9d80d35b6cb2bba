package rules

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestValues(t *testing.T) {
	gradcheck.Grad(t, Values, ValuesGrad, Square{0.7}, 0.4, List{{1, 0.5}, {2, 0.7}, {-1, 0.3}})
}
