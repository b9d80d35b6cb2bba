package adjoint_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestPartner counts the trigonometric functions that a gradient calls: the derivative of one is the other, which the
// primal may have computed of the same argument.
func TestPartner(t *testing.T) {
	for _, c := range []struct {
		name, src string
		calls     int // two of them are the primal's
	}{
		{"sine and cosine", `{ s, c := math.Sincos(x); return s*c }`, 2},
		{"one call each", `{ c := math.Cos(x); s := math.Sin(x); return s*c*c }`, 2},
		{"hyperbolic", `{ c := math.Cosh(x); s := math.Sinh(x); return s*c*c }`, 2},
		{"in turns", `{ s := math.Sin(x*y); z := y; c := math.Cos(x*z); return s*c }`, 4},
		{"the argument changes between", `{ s := math.Sin(x); x *= y; c := math.Cos(x); return s*c }`, 4},
		{"the result takes the place of the argument", `{ c := math.Cos(x); x = math.Sin(x); return c*x }`, 2},
		{"the same, before", `{ x = math.Sin(x); c := math.Cos(x); return c*x }`, 4},
		{"the place is used again", `{ s := math.Sin(x); c := math.Cos(x); y *= s*c; c = y; s = y; return s*c }`, 2},
		{"one in the argument of the other", `{ s := math.Sin(x - 0.5*math.Sin(0.25)); return s*y }`, 4},
		{"in a branch", `{ c, s := math.Cos(x), y; if y > 0 { s = math.Sin(x) }; return s*c }`, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nfunc F(x, y float64) float64 " + c.src
			f := irtest.Lower(t, src, "F")
			check(t, src, f, []*interp.Value{interp.Float(0.7), interp.Float(1.3)})
			g, _ := adjoint.Derive(f, adjoint.Options{})
			if g == nil {
				t.Fatal("refused")
			}
			calls := 0
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				ir.Reads(s, func(e ir.Expr) {
					ir.WalkExpr(e, func(n ir.Expr) bool {
						if _, ok := n.(*ir.Intrinsic); ok {
							calls++
						}
						return true
					})
				})
				return true
			})
			if calls != c.calls {
				t.Errorf("%d calls, want %d", calls, c.calls)
			}
		})
	}
}
