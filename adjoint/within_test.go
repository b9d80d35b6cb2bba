package adjoint_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestSaveWithin checks which loops save the state that they read, and that they save all of it: from the first element or a
// later one, up to the last or not, or nothing at all.
func TestSaveWithin(t *testing.T) {
	const step = `v[i] = u[i]*u[i]*(0.5+x[i]) - 0.25*u[i]*x[i]*(u[i]-0.5*x[i]) + 0.1*v[i]`
	for _, c := range []struct {
		name, steps string
		copies      int // passes that save a state
	}{
		{"all elements", `for i := range n { ` + step + ` }; u, v = v, u`, 0},
		{"inner elements", `for i := 1; i < n-1; i++ { ` + step + ` }; u, v = v, u`, 0},
		{"not the last ones", `for i := 0; i < n-2; i++ { ` + step + ` }; u, v = v, u`, 0},
		{"not the first ones", `for i := 2; i < n; i++ { ` + step + ` }; u, v = v, u`, 0},
		{"a bound of its own", `m := n - t%3; for i := 0; i < m; i++ { ` + step + ` }; u, v = v, u`, 0},
		{"neighbours", `for i := 1; i < n-1; i++ { v[i] = u[i-1]*u[i]*x[i] - 0.3*u[i]*u[i+1]*(x[i]-u[i-1]) + u[i+1]*u[i+1] }; u, v = v, u`, 0},
		{"little to do", `for i := range n { v[i] = u[i] * u[i] }; u, v = v, u`, 1},
		{"a state that the loop changes", `for i := range n { u[i] = u[i]*u[i]*(0.5+x[i]) - 0.25*u[i]*x[i]*(u[i]-0.5*x[n-1]) + 0.1*u[i] }; for i := range n { ` + step + ` }`, 1},
		{"neighbours alone", `for i := 1; i < n; i++ { v[i] = u[i-1]*u[i-1]*x[i] - 0.3*u[i-1]*(x[i]-u[i-1])*(0.5+x[i]) + 0.1*v[i] }; u, v = v, u`, 1},
		{"on a condition", `for i := range n { if x[i] > 0.5 { ` + step + ` } }; u, v = v, u`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nfunc F(x []float64, steps int) float64 { n := len(x); u, v := make([]float64, n), make([]float64, n); copy(u, x); copy(v, x); for t := 0; t < steps; t++ { " +
				c.steps + " }; s := 0.0; for i := range u { s += u[i]*v[i] }; return s }"
			f := irtest.Lower(t, src, "F")
			for n := range 6 {
				check(t, src, f, append(vectors(newRand(), 1, n), interp.Int(3)))
			}
			g, _ := adjoint.Derive(f, adjoint.Options{})
			copies := 0
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				if f, ok := s.(*ir.For); ok && f.Form == ir.CopyLoop {
					if st := f.Body.Stmts[0].(*ir.Store); st.Dst.Base().Var.Kind == ir.Tape {
						copies++
					}
				}
				return true
			})
			if copies != c.copies {
				t.Errorf("%d passes save a state, want %d\n%s", copies, c.copies, ir.StmtString(g.Body))
			}
		})
	}
}
