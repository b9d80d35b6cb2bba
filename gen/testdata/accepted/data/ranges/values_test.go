package ranges

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestFields(t *testing.T) {
	for _, text := range []string{"0.5 1.25 bad 3", "x", "2 3 4 5 6"} {
		gradcheck.Grad(t, Fields, FieldsGrad, []float64{0.11, 0.07, 0.13}, text)
		gradcheck.JVP(t, Fields, FieldsJVP, []float64{0.11, 0.07, 0.13}, text)
	}
}
