package adjoint_test

import (
	"slices"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestViewIsNoWrite checks that naming a part of an argument does not count as writing it, while
// writing through the name does: only then does the argument get an adjoint outside wrt=.
func TestViewIsNoWrite(t *testing.T) {
	const src = `package p
func F(w, x []float64, n int) float64 {
	r := x[n : 2*n]
	s := 0.0
	for i := 0; i < n; i++ {
		s += w[i] * r[i]
	}
	return s
}
func G(w, x []float64, n int) {
	r := x[n : 2*n]
	for i := 0; i < n; i++ {
		r[i] *= w[i]
	}
}`
	for name, want := range map[string][]string{"F": {"w"}, "G": {"w", "x"}} {
		g, problems := adjoint.Derive(irtest.Lower(t, src, name), adjoint.Options{Wrt: []string{"w"}})
		if len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		var got []string
		for _, p := range g.Wrt {
			got = append(got, p.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: adjoints of %v, want %v", name, got, want)
		}
	}
}
