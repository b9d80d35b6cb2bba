package rules

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestRules(t *testing.T) {
	gradcheck.VJP(t, Mixed, MixedVJP, []float64{0.8, 1.2, 0.7}, []float64{1.5, 0.9, 1.1}, 3)
}
