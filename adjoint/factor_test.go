package adjoint_test

import (
	"go/token"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestFactors counts the literals by which a gradient multiplies: powers of 2 that cancel each other are gone, others stay
// where they are multiplied least.
func TestFactors(t *testing.T) {
	for _, c := range []struct {
		name, src string
		literals  int // those of the primal included
	}{
		{"squares below a root", `{ s := y; for i := range a { s -= 3 / math.Sqrt(a[i]*a[i] + x*x + y*y) }; return s }`, 0},
		{"half a sum of squares", `{ s := 0.0; for i := range a { s += a[i]*a[i] }; return 0.5*s*s }`, 2},
		{"sign", `{ s := x*x + y*y; return x - 0.5*s }`, 1},
		{"into a loop", `{ s := 0.0; for i := range a { s += a[i]*y }; return 2*s }`, 2},
		{"no power of 2", `{ s := x*x + y*y; return 0.3*s }`, 4},
		{"one use only", `{ s := x*x + y; return 0.5*s }`, 2},
		{"assigned again", `{ s := x*x + y*y; s *= 0.5; if y > 0 { s *= x }; return s }`, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			products := operations(t, c.src, func(b *ir.Binary) bool {
				x, ok := b.X.(*ir.Const)
				return ok && x.Val != nil && b.Op == token.MUL && ir.IsFloat(b.T)
			})
			if products != c.literals {
				t.Errorf("%d multiplications by literals, want %d", products, c.literals)
			}
		})
	}
}

// TestQuotients counts the divisions of a gradient: where the primal's quotient is at hand, the derivative with respect to the
// divisor needs one division more, not two.
func TestQuotients(t *testing.T) {
	for _, c := range []struct {
		name, src string
		divisions int // those of the primal included
	}{
		{"in a sum", `{ return x + a[0]/y }`, 2},
		{"dividend and divisor", `{ return x * (1 + x/y) }`, 2},
		{"in a fused loop", `{ s := 0.0; for i := range a { s += x / a[i] }; return s }`, 2},
		{"under a root", `{ s := 0.0; for i := range a { s += x / math.Sqrt(a[i]) }; return s }`, 2},
		{"inverse root", `{ s := 0.0; for i := range a { s += 1 / math.Sqrt(a[i]*a[i] + x) }; return s }`, 1},
		{"the divisor is no variable", `{ return x + x/2.5*y }`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			divisions := operations(t, c.src, func(b *ir.Binary) bool { return b.Op == token.QUO && ir.IsFloat(b.T) })
			if divisions != c.divisions {
				t.Errorf("%d divisions, want %d", divisions, c.divisions)
			}
		})
	}
}

// operations compares the gradient of the function of a body with the interpreter, and returns the number of its operations for which
// count holds.
func operations(t *testing.T, body string, count func(*ir.Binary) bool) int {
	t.Helper()
	src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y float64, a []float64) float64 " + body
	f := irtest.Lower(t, src, "F")
	check(t, src, f, []*interp.Value{interp.Float(0.7), interp.Float(1.3), floats(0.4, 1.1, 0.9)})
	g, _ := adjoint.Derive(f, adjoint.Options{Serial: true})
	if g == nil {
		t.Fatal("refused")
	}
	n := 0
	ir.Walk(g.Body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if b, ok := e.(*ir.Binary); ok && count(b) {
					n++
				}
				return true
			})
		})
		return true
	})
	return n
}
