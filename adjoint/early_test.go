package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestEarlyEnds checks that a tape holds what the iterations that are executed need, where a condition ends a scan through
// data long before its bounds do, and has a number of elements known before where a caller limits the steps of an iteration.
func TestEarlyEnds(t *testing.T) {
	for _, c := range []struct{ name, body, shape string }{
		{"a window", `for i := range x {
			for j := i; j < len(x); j++ {
				s += x[j] * math.Exp(-s*x[i])
				if j-i > 1 {
					break
				}
			}
		}`, "sum of 1"},
		{"a scan as long as the loop around", `for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				s += x[j] * math.Exp(-s*x[i])
				if s > 9 {
					break
				}
			}
		}`, "sum of 1"},
		{"steps", `for i := range x {
			for k := 0; k < n; k++ {
				s += x[i] * math.Exp(-s)
				if s > 9 {
					break
				}
			}
		}`, "len(x) * n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nfunc F(x []float64, n int) float64 {\n\ts := 0.0\n\t" + c.body + "\n\treturn s\n}\n"
			f := irtest.Lower(t, src, "F")
			check(t, src, f, []*interp.Value{floats(0.3, 1.9, 1.2, 0.7, 0.1), interp.Int(4)})
			g, errs := adjoint.Derive(f, adjoint.Options{})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			found := false
			for _, n := range g.Tapes {
				found = found || n.Value == "exp" && strings.HasPrefix(n.Shape, c.shape)
			}
			if !found {
				t.Errorf("no tape of exp with the shape %s: %+v", c.shape, g.Tapes)
			}
		})
	}
}
