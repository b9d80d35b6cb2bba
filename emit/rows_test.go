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

// TestSigns checks that a term which neighbours get with opposite signs is kept without one, and that the sums take the
// signs.
func TestSigns(t *testing.T) {
	out, _ := generate(t, `package src

func F(u, nu []float64, a float64, steps int) float64 {
	next := make([]float64, len(u))
	for range steps {
		for i := 1; i < len(u)-1; i++ {
			next[i] = u[i] - a*u[i]*(u[i+1]-u[i-1]) + nu[i]*(u[i+1]-2*u[i]+u[i-1])
		}
		copy(u, next)
	}
	s := 0.0
	for _, v := range u {
		s += v * v
	}
	return s
}`, function{"F", []want{grad}})
	_, loop, found := strings.Cut(string(out.Source), "Next := ")
	loop, _, _ = strings.Cut(loop, "\t}\n")
	if !found || strings.Contains(loop, "-(") || strings.Contains(loop, "(-") {
		t.Errorf("signs stand apart from sums in the iteration that keeps %s", loop)
	}
}
