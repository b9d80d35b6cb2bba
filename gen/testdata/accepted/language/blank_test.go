package language

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestBlank(t *testing.T) {
	gradcheck.VJP(t, Blank, BlankVJP, []float64{0.7, 1.2})
	gradcheck.JVP(t, Blank, BlankJVP, []float64{0.7, 1.2})
}
