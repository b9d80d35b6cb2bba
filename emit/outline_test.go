package emit_test

import (
	"strings"
	"testing"
)

// TestOutline checks which innermost loops become functions: those of at least four rows and three numbers from
// around.
func TestOutline(t *testing.T) {
	const layer = `package src

func F(w, x []float64, n int) float64 {
	s := 0.0
	for o := range len(w) / n {
		z := 0.0
		for j := range n {
			z += w[o*n+j] * x[j]
		}
		s += z * z
	}
	return s
}`
	const distance = `package src

func F(w, x []float64, n int) float64 {
	s := 0.0
	for o := range len(w) / n {
		for j := range n {
			d := w[o*n+j] - x[o*n+j]
			s += d * d
		}
	}
	return s
}`
	for src, outlined := range map[string]bool{layer: true, distance: false} {
		out, _ := generate(t, src, function{"F", []want{grad}})
		if got := strings.Contains(string(out.Source), "//go:noinline\nfunc fInner1("); got != outlined {
			t.Errorf("an innermost loop is a function: %v, want %v, in\n%s", got, outlined, out.Source)
		}
	}
}
