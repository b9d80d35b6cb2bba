package emit_test

import (
	"strings"
	"testing"
)

// TestBody checks that a loop which is one chunk is a call of its body, without the struct that
// chunks share, unless its iterations need scratch.
func TestBody(t *testing.T) {
	for src, apart := range map[string]bool{
		`package src

func F(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s
}`: true,
		`package src

import "math"

func F(x []float64, n int) float64 {
	s := 0.0
	for i := range len(x) / n {
		y := make([]float64, n)
		for j := range n {
			y[j] = math.Exp(x[i*n+j])
		}
		for j := range n {
			s += y[j] * y[n-1-j]
		}
	}
	return s
}`: false,
	} {
		out, _ := generate(t, src, function{"F", []want{grad}})
		text := string(out.Source)
		if !strings.Contains(text, ") chunk(") {
			t.Fatalf("no parallel loop in\n%s", text)
		}
		if got := strings.Contains(text, ".chunks == 1 {\n\t\ts = fBody1(0, len(x), "); got != apart {
			t.Errorf("the body is a function: %v, want %v, in\n%s", got, apart, text)
		}
	}
}
