package adjoint_test

import (
	"math"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestScatters checks which sums are scatters, how many terms an iteration adds to them, and that, with any number of
// chunks, their elements get the bits of the plain adjoint.
func TestScatters(t *testing.T) {
	for _, c := range []struct {
		name, body string
		terms      int // to xAdj in an iteration, 0 if that is no scatter
	}{
		{"one term", `for i := range y { y[i] = math.Sin(x[idx[i]]) }`, 1},
		{"several terms", `for i := range y { y[i] = x[idx[i]] * x[i]; y[i] -= math.Sin(x[at[i]]) }`, 3},
		{"below conditions", `for i := range y { y[i] = x[idx[i]]; if y[i] > 1 { y[i] *= x[at[i]] } else if i > 2 { y[i] += x[i] } }`, 3},
		{"in a loop", `for i := range y { for j := range at { y[i] += math.Sin(x[idx[i]] * x[at[j]]) } }`, 0},
		{"to a part of it", `for i := range y { r := x[idx[i]:]; y[i] = math.Sin(r[0]) }`, 0},
		{"a subscript beyond int on some machines", `for i := range y { y[i] = math.Sin(x[long[i]]) }`, 0},
		{"too many terms", `for i := range y { y[i] = x[idx[i]]*x[idx[(i+1)%7]]*x[idx[(i+2)%7]]*x[idx[(i+3)%7]]*x[idx[(i+4)%7]]*x[at[i]]*x[at[(i+1)%7]]*x[at[(i+2)%7]]*x[at[(i+3)%7]] }`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y []float64, idx, at []int, long []int64) {\n" + c.body + "\n}\n"
			f := irtest.Lower(t, src, "F")
			args := []*interp.Value{floats(0.3, 1.9, 1.2, 0.7, 0.1, 0.4, 2.2), floats(0.4, 1.1, 0.8, 0.2, 0.6, 0.1, 0.5),
				interp.Of([]int{2, 0, 1, 2, 2, 0, 1}), interp.Of([]int{3, 3, 3, 0, 4, 1, 3}), interp.Of([]int64{2, 0, 1, 2, 2, 0, 1})}
			check(t, src, f, args)
			p := derive(t, f)
			terms, parallel := 0, false
			ir.Walk(p.parallel.Body, func(s ir.Stmt) bool {
				if l, ok := s.(*ir.For); ok && l.Par != nil {
					for _, v := range l.Par.Sums {
						parallel = parallel || strings.HasPrefix(v.Name, "xAdj")
					}
					for _, x := range l.Par.Scatters {
						terms += x.Terms
					}
				}
				return true
			})
			if terms != c.terms || !parallel {
				t.Errorf("%d terms, want %d; in parallel: %v\n%s", terms, c.terms, parallel, ir.StmtString(p.parallel.Body))
			}
			if c.terms == 0 {
				return
			}
			want, err := p.adjoints(p.plain, args, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, chunks := range []int{0, 1, 2, 5} {
				got, err := p.adjoints(p.parallel, args, chunks)
				if err != nil {
					t.Fatal(err)
				}
				for i := range want {
					if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
						t.Errorf("%d chunks: element %d is %v, and %v in the plain adjoint", chunks, i, got[i], want[i])
					}
				}
			}
		})
	}
}
