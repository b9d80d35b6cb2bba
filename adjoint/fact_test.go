package adjoint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// A factCase is a function with facts: what becomes of each, the loops that run in parallel, and arguments with
// which gradients are compared with the interpreter's, also where a fact that is only tested does not hold.
type factCase struct {
	name, src string
	uses      string // required, tested, sure (unchecked, and used) or unused, for each fact
	loops     string // the conditions of the parallel loops, in order, with own for those of slices, and near sums; - for none
	tapes     string
	args      [][]any
}

func ints(x ...int) *interp.Value { return interp.Of(x) }

var factCases = []factCase{
	{"scatter", `
//pardiff:assume injective(p) n>=2
func F(x, y []float64, p []int, n int) {
	for i := range x {
		y[p[i]] = x[i] * x[i]
	}
}`, "tested unused", "pInjective pInjective", "", [][]any{
		{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 3, 1), interp.Int(4)},
		{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 2, 2), interp.Int(4)},
	}},
	{"no fact, no parallel scatter", `
func F(x, y []float64, p []int) {
	for i := range x {
		y[p[i]] = x[i] * x[i]
	}
}`, "", "", "", [][]any{{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 2, 2)}}},
	{"results that survive", `
//pardiff:assume injective(p)
func F(x, y []float64, p []int) {
	for i := range x {
		y[p[i]] = math.Exp(x[i])
	}
}`, "required", "- -", "", [][]any{{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 3, 1)}}},
	{"results that may not survive", `
func F(x, y []float64, p []int) {
	for i := range x {
		y[p[i]] = math.Exp(x[i])
	}
}`, "", "", "exp", [][]any{{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 2, 1)}}},
	{"unchecked", `
//pardiff:assume injective(p) unchecked
func F(x, y []float64, p []int) {
	for i := range x {
		y[p[i]] = math.Exp(x[i]) * x[i]
	}
}`, "sure", "- -", "exp", [][]any{{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 3, 1)}}},
	{"sums", `
//pardiff:assume injective(p)
func F(x []float64, p []int) float64 {
	s := 0.0
	for _, k := range p {
		s += x[k] * x[k]
	}
	return s
}`, "tested", "own(pInjective)", "", [][]any{
		{floats(1, 2, 3, 4), ints(2, 0, 3, 1)}, {floats(1, 2, 3, 4), ints(2, 2, 2, 2, 1)},
	}},
	{"rows that nobody says anything of", `
func F(v, x, y []float64, rp, col []int) {
	for i := range y {
		s := 0.0
		for k := rp[i]; k < rp[i+1]; k++ {
			s += v[k] * x[col[k]]
		}
		y[i] = s
	}
}`, "", "own(rpMonotone)", "", [][]any{
		{floats(1, 2, 3, 4, 5), floats(0.5, 0.6), floats(0, 0, 0), ints(0, 2, 2, 5), ints(0, 1, 1, 0, 1)},
		{floats(1, 2, 3, 4, 5), floats(0.5, 0.6), floats(0, 0, 0), ints(0, 4, 2, 5), ints(0, 1, 1, 0, 1)},
	}},
	{"windows", `
func F(x []float64, n, m, ld int) float64 {
	s := 0.0
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			s += x[i*ld+j] * x[i*ld+j]
		}
	}
	return s
}`, "", "near(xAdj)", "", [][]any{
		{floats(1, 2, 3, 4, 5, 6), interp.Int(2), interp.Int(2), interp.Int(3)},
		{floats(1, 2, 3, 4, 5, 6), interp.Int(3), interp.Int(3), interp.Int(1)},
	}},
	{"a parameter that changes later", `
//pardiff:assume ld>=m
func F(x, y []float64, n, m, ld int) {
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			y[i*ld+j] = x[i] * x[i]
		}
	}
	ld = 1
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			y[i*ld+j] = y[i*ld+j] + x[i]*x[i]
		}
	}
}`, "tested", "?", "ld", [][]any{
		{floats(1, 2), floats(0, 0, 0, 0, 0, 0), interp.Int(2), interp.Int(3), interp.Int(3)},
		{floats(1, 2), floats(0, 0, 0, 0, 0, 0), interp.Int(2), interp.Int(3), interp.Int(2)},
	}},
	{"an index array that changes later", `
//pardiff:assume injective(p)
func F(x, y []float64, p []int) {
	for i := range x {
		y[p[i]] = x[i] * x[i]
	}
	for i := range x {
		p[i] = 1
	}
	for i := range x {
		y[p[i]] = y[p[i]]*0.5 + x[i]*x[i]
	}
}`, "tested", "?", "?", [][]any{
		{floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 3, 1)}, {floats(1, 2, 3, 4), floats(0, 0, 0, 0), ints(2, 0, 2, 1)},
	}},
	{"columns in range", `
//pardiff:assume within(col,0,m)
func F(x, y []float64, col []int, m int) {
	for i := range col {
		for range 2 {
			y[i*m+col[i]] += x[i] * x[i]
		}
	}
}`, "tested", "own(colWithin)", "", [][]any{
		{floats(1, 2), floats(0, 0, 0, 0, 0, 0), ints(1, 0), interp.Int(2)}, {floats(1, 2), floats(0, 0, 0, 0, 0, 0), ints(3, 1), interp.Int(2)},
	}},
}

// TestFacts compares gradients with the interpreter's, whether the facts hold or not, and looks at what was made of
// the facts.
func TestFacts(t *testing.T) {
	for _, c := range factCases {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n" + c.src
			f := irtest.Lower(t, src, "F")
			for _, list := range c.args {
				var args []*interp.Value
				for _, a := range list {
					args = append(args, a.(*interp.Value))
				}
				check(t, src, f, args)
			}
			g, _ := adjoint.Derive(f, adjoint.Options{})
			if got := factUses(g); got != c.uses {
				t.Errorf("uses of facts: %q, want %q", got, c.uses)
			}
			if got := parallelLoops(g); c.loops != "?" && got != c.loops {
				t.Errorf("parallel loops: %q, want %q\n%s", got, c.loops, ir.StmtString(g.Body))
			}
			var tapes []string
			for _, n := range g.Tapes {
				tapes = append(tapes, n.Value)
			}
			if got := strings.Join(tapes, " "); c.tapes != "?" && got != c.tapes {
				t.Errorf("tapes: %q, want %q", got, c.tapes)
			}
		})
	}
}

func factUses(g *adjoint.Gradient) string {
	var list []string
	for _, u := range g.Facts {
		switch {
		case u.Required:
			list = append(list, "required")
		case u.Guard:
			list = append(list, "tested")
		case u.Used:
			list = append(list, "sure")
		default:
			list = append(list, "unused")
		}
	}
	return strings.Join(list, " ")
}

// parallelLoops lists the conditions of parallel loops, those of Ifs around them included.
func parallelLoops(g *adjoint.Gradient) string {
	var list []string
	var visit func(b *ir.Block, outer []string)
	visit = func(b *ir.Block, outer []string) {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.If:
				visit(s.Then, append(slices.Clone(outer), ir.ExprString(s.Cond)))
				if s.Else != nil {
					visit(s.Else, outer)
				}
			case *ir.For:
				if s.Par == nil {
					visit(s.Body, outer)
					continue
				}
				conds := slices.Clone(outer)
				for _, e := range s.Par.If {
					conds = append(conds, ir.ExprString(e))
				}
				for _, o := range s.Par.Own {
					for _, e := range o.If {
						conds = append(conds, "own("+ir.ExprString(e)+")")
					}
				}
				for _, v := range s.Par.Near {
					conds = append(conds, "near("+v.Name+")")
				}
				if len(conds) == 0 {
					conds = []string{"-"}
				}
				list = append(list, strings.Join(conds, ","))
			}
		}
	}
	visit(g.Body, nil)
	return strings.Join(list, " ")
}
