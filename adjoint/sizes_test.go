package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestEqualLengths checks that what guards say of lengths is known behind them: loops over slices that must be equally long
// become one, and first sums into adjoints assign. The gradients are right.
func TestEqualLengths(t *testing.T) {
	const loops = `for i := range x { y[i] += x[i] * x[i] }; for i := range z { y[i] += x[i] * z[i] }`
	for _, c := range []struct {
		name, body, overwritten string
		loops                   int
	}{
		{"no guard", loops, "x z", 2},
		{"of lengths", `if len(x) != len(z) { panic("lengths") }; ` + loops, "x z", 1},
		{"of several", `if len(y) != len(x) || len(z) != len(y) { panic("lengths") }; ` + loops, "x z", 1},
		{"with a number", `n := len(x); if len(z) != n { panic("lengths") }; ` + loops, "x z", 1},
		{"of a parameter", `n := 4; if len(x) != n { panic("x") }; if n != len(z) { panic("z") }; for i := 0; i < n; i++ { y[i] += x[i] * z[i] }`, "x z", 1},
		{"of one alone", `n := 4; if len(x) != n { panic("x") }; for i := 0; i < n; i++ { y[i] += x[i] * z[i] }`, "x", 1},
		{"that is no guard", `if len(x) != len(z) { y[0] = 1 }; ` + loops, "x z", 2},
		{"of both", `if len(x) != len(z) && len(y) != len(x) { panic("lengths") }; ` + loops, "x z", 2},
		{"behind them", loops + `; if len(x) != len(z) { panic("lengths") }`, "x z", 2},
		{"of something else", `if len(x) != len(y) { panic("lengths") }; ` + loops, "x z", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := mergeSource(c.body)
			f := irtest.Lower(t, src, "F")
			check(t, src, f, vectors(newRand(), 3, 4))
			p := derive(t, f)
			if loops := forwardLoops(p.parallel); loops != c.loops {
				t.Errorf("%d loops forward, want %d\n%s", loops, c.loops, ir.StmtString(p.parallel.Body))
			}
			adjoint.Overwrite(p.parallel)
			var names []string
			for _, d := range p.parallel.Overwritten {
				names = append(names, d.Name())
			}
			if got := strings.Join(names, " "); got != c.overwritten {
				t.Errorf("overwritten: %q, want %q\n%s", got, c.overwritten, ir.StmtString(p.parallel.Body))
			}
		})
	}
}
