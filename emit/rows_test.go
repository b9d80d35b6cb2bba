package emit_test

import (
	"strings"
	"testing"
)

// TestRowBegins checks that rows of which the first subscript is 0 begin with their slice: nothing is taken from itself (SA4000
// of staticcheck).
func TestRowBegins(t *testing.T) {
	out, _ := generate(t, `package src

func F(x []float64) float64 {
	r := make([]float64, 4)
	for k := range r {
		for i := k; i < len(x); i++ {
			r[k] += x[i] * x[i-k]
		}
		for i := k + 1; i < len(x); i++ {
			r[k] -= x[i-k] * x[i-k-1]
		}
	}
	return r[0]*r[1] + r[2]*r[3]
}`, function{"F", []want{grad}})
	text := string(out.Source)
	if strings.Contains(text, "k-k") || strings.Contains(text, "k - k") {
		t.Errorf("k-k is in\n%s", text)
	}
	for _, row := range []string{"x[:n:len(x)]", "xAdj[:n]"} {
		if !strings.Contains(text, row) {
			t.Errorf("there is no row %s in\n%s", row, text)
		}
	}
}
