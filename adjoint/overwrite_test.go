package adjoint_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestOverwrite checks which adjoints are assigned by the first sums into them, and that the gradient then does not
// depend on what they held: it is that which the plain adjoint adds to zeros.
func TestOverwrite(t *testing.T) {
	for _, c := range []struct {
		name, body string
		params     string // whose adjoints are overwritten
		dirty      int    // adjoints of locals whose memory is not cleared
	}{
		{"each element once", `for i := range x { y[i%3] += math.Sin(x[i]) }`, "x", 0},
		{"and a sum later", `for i := range x { y[i%3] += math.Sin(x[i]) }; y[0] += x[2] * x[2]`, "x", 0},
		{"and a sum before that in the reverse sweep", `for i := range x { y[i%3] *= math.Sin(x[i]) }; y[0] += x[2] * x[2]`, "", 0},
		{"and a sum before", `y[0] += x[2] * x[2]; for i := range x { y[i%3] += math.Sin(x[i]) }`, "x", 0},
		{"not to the end", `for i := 0; i < len(x)-1; i++ { y[i%3] += math.Sin(x[i]) }`, "", 0},
		{"not from the start", `for i := 1; i < len(x); i++ { y[i%3] += math.Sin(x[i]) }`, "", 0},
		{"as many as others", `for i := range z { y[i%3] += math.Sin(x[i]) * z[i] }`, "z", 0},
		{"below a condition", `for i := range x { if x[i] > 1 { y[i%3] += math.Sin(x[i]) } }`, "", 0},
		{"from the end", `for i := range x { y[i%3] += math.Sin(x[len(x)-1-i]) }`, "", 0},
		{"several sums", `for i := range x { y[i%3] += math.Sin(x[i]) * x[0] }`, "", 0},
		{"rows", `for i := range x { for j := range z { y[j%3] += x[i] * z[j] * z[j] } }`, "x z", 0},
		{"the loop may not run", `if z[0] > 9 { for i := range x { y[i%3] += math.Sin(x[i]) } }`, "", 0},
		{"a local", `c := make([]float64, len(z)); for i := range x { c[i%2] += x[i] * x[i] }; for j := range c { y[j%3] += math.Sin(c[j]) * z[j] }`, "x z", 1},
		{"a local that goes on", `c := make([]float64, len(z)); for i := range x { c[i%2] += x[i] * x[i] }; for j := range c { c[j] = math.Sin(c[j]) }; for j := range z { y[0] += c[j] * z[j] }`, "x z", 1},
		{"a local that is cleared again", again(`for i := range c { c[i] += x[i] * z[k]; y[i%3] += c[i] * c[i] }`), "", 1},
		{"and whose elements add to those that follow", again(`for i := range c { c[i] += x[i] * z[k]; y[i%3] += c[i] * c[i]; below := c[i+1:]; for r := range below { below[r] += x[r] * z[k] } }`), "", 1},
		{"and to themselves, too", again(`for i := range c { c[i] += x[i] * z[k]; y[i%3] += c[i] * c[i]; below := c[i:]; for r := range below { below[r] += x[r] * z[k] } }`), "", 0},
		{"and to those before", again(`for i := range c { y[i%3] += c[i] * c[i]; above := c[:i]; for r := range above { above[r] += x[r] * z[k] } }`), "", 0},
		{"and of which some are left out", again(`for i := 1; i < len(c); i++ { c[i] += x[i] * z[k]; y[i%3] += c[i] * c[i] }`), "", 0},
		{"a local that is cleared in part", `c := make([]float64, len(x)); for k := range z { clear(c[1:]); for i := range c { c[i] += x[i] * z[k]; y[i%3] += c[i] * c[i] }; y[0] *= 0.5 }`, "", 0},
		{"a local that is cleared and goes on", again(`for i := range c { c[i] += x[i] * z[k]; y[i%3] += c[i] * c[i] }`) + `; y[1] += c[0] * c[0]`, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y, z []float64) {\n" + c.body + "\n}\n"
			f := irtest.Lower(t, src, "F")
			args := []*interp.Value{floats(0.3, 1.9, 1.2, 0.7, 0.1), floats(0.4, 1.1, 0.8), floats(0.9, 1.3)}
			check(t, src, f, args)
			p := derive(t, f)
			dirty := 0
			ir.Walk(p.parallel.Body, func(s ir.Stmt) bool {
				if a, ok := s.(*ir.Alloc); ok && a.Dirty && a.Dst.Var.Kind == ir.Adjoint {
					dirty++
				}
				return true
			})
			for _, g := range []*adjoint.Gradient{p.plain, p.parallel} {
				// adjoints returns those that g leaves where those that it overwrites hold old before.
				adjoints := func(old float64) (all []float64) {
					adj := []*interp.Value{floats(0, 0, 0, 0, 0), floats(1, -2, 3), floats(0, 0)}
					for i, v := range adj {
						if slices.Contains(g.Overwritten, adjoint.Slot{Of: f.Params[i]}) {
							v.SetAllFloats(slices.Repeat([]float64{old}, len(v.AllFloats())))
						}
					}
					if _, err := run(f, g, clones(args), adj, nil, 0); err != nil {
						t.Fatal(err)
					}
					for _, v := range adj {
						all = append(all, v.AllFloats()...)
					}
					return all
				}
				want := adjoints(0)
				adjoint.Overwrite(g)
				if err := closeTo(adjoints(math.NaN()), want, 1e-14); err != nil {
					t.Error(err)
				}
			}
			var names []string
			for _, d := range p.parallel.Overwritten {
				names = append(names, d.Name())
			}
			if got := strings.Join(names, " "); got != c.params || dirty != c.dirty {
				t.Errorf("overwritten: %q, want %q; %d locals, want %d\n%s", got, c.params, dirty, c.dirty, ir.StmtString(p.parallel.Body))
			}
		})
	}
}

// again returns steps, which depend on each other, that begin with a local c of zeros.
func again(step string) string {
	return `c := make([]float64, len(x)); for k := range z { clear(c); ` + step + `; y[0] *= 0.5 }`
}

// TestStoredFirst checks which locals are not set to zero because each of their elements is stored before it is read; the
// gradient is computed in memory that starts as NaN.
func TestStoredFirst(t *testing.T) {
	for _, c := range []struct {
		name, body string
		dirty      bool
	}{
		{"each element", `c := make([]float64, len(x)); for i := range c { c[i] = x[i] * x[i] }; for i := range c { y[i%3] += c[i] * c[len(c)-1-i] }`, true},
		{"and added to", `c := make([]float64, len(x)); for i := range c { c[i] = x[i]; c[i] += math.Sin(c[i]) }; for i := range c { y[i%3] += c[i] * c[len(c)-1-i] }`, true},
		{"a copy", `c := make([]float64, len(x)); copy(c, x); for i := range c { y[i%3] += c[i] * c[i] }`, true},
		{"with a neighbour", `c := make([]float64, len(x)); for i := range c { c[i] = x[i]; y[0] += c[i] * c[len(c)-1-i] }`, false},
		{"of itself", `c := make([]float64, len(x)); for i := range c { c[i] = c[i] + x[i]*x[i] }; y[0] += c[0] * c[1]`, false},
		{"some of them", `c := make([]float64, len(x)); for i := range c { if x[i] > 1 { c[i] = x[i] * x[i] } }; y[0] += c[0] * c[1]`, false},
		{"not the last", `c := make([]float64, len(x)); for i := 0; i < len(c)-1; i++ { c[i] = x[i] * x[i] }; y[0] += c[0] * c[len(c)-1]`, false},
		{"up to a value", `c := make([]float64, len(x)); for i := range c { if x[i] > 1 { break }; c[i] = x[i] * x[i] }; y[0] += c[0] * c[1]`, false},
		{"perhaps", `c := make([]float64, len(x)); if z[0] > 1 { for i := range c { c[i] = x[i] * x[i] } }; y[0] += c[0] * c[1]`, false},
		{"of another slice", `c := make([]float64, len(x)); for i := range z { c[i] = x[i] * x[i] }; y[0] += c[0] * c[len(c)-1]`, false},
		{"a part of it", `c := make([]float64, len(x)); d := c[1:]; for i := range d { d[i] = x[i] * x[i] }; y[0] += c[0] * c[1]`, false},
		{"and read before", `c := make([]float64, len(x)); y[1] += c[0] * x[0]; for i := range c { c[i] = x[i] * x[i] }; y[0] += c[0] * c[1]`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y, z []float64) {\n" + c.body + "\n}\n"
			f := irtest.Lower(t, src, "F")
			check(t, src, f, []*interp.Value{floats(0.3, 0.9, 1.2, 0.7, 0.1), floats(0.4, 1.1, 0.8), floats(0.9, 1.3)})
			g := derive(t, f).parallel
			dirty := false
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				if a, ok := s.(*ir.Alloc); ok && a.Dst.Var.Name == "c" && a.Dst.Var.Kind == ir.Local {
					dirty = a.Dirty
				}
				return true
			})
			if dirty != c.dirty {
				t.Errorf("not cleared: %v, want %v\n%s", dirty, c.dirty, ir.StmtString(g.Body))
			}
		})
	}
}
