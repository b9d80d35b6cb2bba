package depend

import (
	"fmt"
	"go/token"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// TestFacts asks, for each loop of a program with the given name of iterator, which facts exclude that the
// loop carries a dependence or a sum; "conflict" if none does.
func TestFacts(t *testing.T) {
	const csr = `func f(x, y []float64, rp, col []int, n int) { for i := 0; i < n; i++ { for k := rp[i]; k < rp[i+1]; k++ {
		x[k] += y[col[k]]
	} } }`
	for _, c := range []struct {
		name, src, facts, loop, want string
	}{
		{"permuted sums", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[i]] += 1 } }`, "injective(p)", "i", "injective(p)"},
		{"without a fact", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[i]] += 1 } }`, "", "i", "conflict"},
		{"of another slice", `func f(x []float64, p, q []int, n int) { for i := 0; i < n; i++ { x[p[i]] += 1
			q[i] = 0 } }`, "injective(q)", "i", "conflict"},
		{"permuted stores", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[i]] = x[p[i]] * 2 } }`, "injective(p)", "i", "injective(p)"},
		{"neighbours of a permutation", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[i]] = x[p[i+1]] } }`, "injective(p)", "i", "conflict"},
		{"p[i/2] twice", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[i/2]] += 1 } }`, "injective(p)", "i", "conflict"},
		{"p[2*i]", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[2*i]] += 1 } }`, "injective(p)", "i", "injective(p)"},
		{"a permutation that changes", `func f(x []float64, p []int, n int) { for i := 0; i < n; i++ { x[p[i]] += 1
			p[i+1] = p[i] } }`, "injective(p)", "i", "conflict"},
		{"a permutation that has changed", `func f(x []float64, p []int, n int) {
			p[0] = 1
			for i := 0; i < n; i++ { x[p[i]] += 1 } }`, "injective(p)", "i", "conflict"},
		{"permuted rows", `func f(x []float64, p []int, n, m int) { for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[p[i]*m+j] += 1 } } }`, "injective(p)", "i", "injective(p)"},
		{"a permutation of a permutation", `func f(x []float64, p, q []int, n int) { for i := 0; i < n; i++ { x[p[q[i]]] += 1 } }`, "injective(p) injective(q)", "i", "injective(p) injective(q)"},
		{"half of a permutation of a permutation", `func f(x []float64, p, q []int, n int) { for i := 0; i < n; i++ { x[p[q[i]]] += 1 } }`, "injective(p)", "i", "conflict"},
		{"part of a permutation", `func f(x []float64, p []int, n, k int) { v := p[k:]
			for i := 0; i < n; i++ { x[v[i]] += 1 } }`, "injective(p)", "i", "injective(p)"},
		{"rows of a sparse matrix", csr, "monotone(rp) injective(col) n>=2", "i", "monotone(rp)"},
		{"rows that are not in order", csr, "injective(rp)", "i", "conflict"},
		{"rows that overlap by one", strings.Replace(csr, "k < rp[i+1]", "k <= rp[i+1]", 1), "monotone(rp)", "i", "conflict"},
		{"rows with ends of their own", strings.Replace(csr, "k < rp[i+1]", "k < col[i]", 1), "monotone(rp)", "i", "conflict"},
		{"rows of rows", `func f(x []float64, a, b []int, n int) { for i := 0; i < n; i++ { for j := a[i]; j < a[i+1]; j++ { for k := b[j]; k < b[j+1]; k++ {
			x[k] += 1
		} } } }`, "monotone(a) monotone(b)", "i", "monotone(a) monotone(b)"},
		{"wide rows", `func f(x []float64, n, m, ld int) { for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i*ld+j] += 1 } } }`, "ld>=m n>=2", "i", "ld>=m"},
		{"narrow rows", `func f(x []float64, n, m, ld int) { for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i*ld+j] += 1 } } }`, "ld>=2", "i", "conflict"},
		{"columns in range", `func f(x []float64, col []int, n, m int) { for i := 0; i < n; i++ { for k := 0; k < n; k++ { x[i*m+col[k]] += 1 } } }`, "within(col,m)", "i", "within(col,0,m)"},
		{"columns in a larger range", `func f(x []float64, col []int, n, m int) { for i := 0; i < n; i++ { for k := 0; k < n; k++ { x[i*m+col[k]] += 1 } } }`, "within(col,n)", "i", "conflict"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, c.src)
			facts := p.facts(t, c.facts)
			x := Index(p.body, facts...)
			l := p.loop(c.loop)
			var got []string
			used := x.Using(func() {
				if len(x.Carried(l)) > 0 || len(x.Sums(l)) > 0 {
					got = []string{"conflict"}
				}
			})
			if got == nil {
				for _, e := range used {
					got = append(got, p.factText(e))
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %s, want %s", s, c.want)
			}
		})
	}
}

// facts reads facts that the tests are written with: predicates, n>=2 and the like. within has no lower bound.
func (p *program) facts(t testing.TB, text string) []ir.Expr {
	var list []ir.Expr
	number := func(s string) ir.Expr {
		var n int64
		if _, err := fmt.Sscan(s, &n); err == nil {
			return ir.Int(n)
		}
		return ir.NewRef(p.vars[s])
	}
	for _, s := range strings.Fields(text) {
		if a, b, ok := strings.Cut(s, ">="); ok {
			list = append(list, ir.Bin(token.GEQ, number(a), number(b)))
			continue
		}
		name, args, _ := strings.Cut(strings.TrimSuffix(s, ")"), "(")
		of, hi, bound := strings.Cut(args, ",")
		x := []ir.Expr{ir.NewRef(p.vars[of])}
		if bound {
			x = append(x, ir.Int(0), number(hi))
		}
		list = append(list, ir.NewPredicate("pardiff."+name, x...))
	}
	return list
}

func (p *program) factText(e ir.Expr) string {
	return strings.NewReplacer("pardiff.", "", " ", "", ",0", "").Replace(ir.ExprString(e))
}

func (p *program) loop(iter string) (found *ir.For) {
	ir.Walk(p.body, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok && f.Iter.Name == iter && found == nil {
			found = f
		}
		return true
	})
	return found
}

// TestFactsAreSoundOnRandomNests executes random programs with an index array for which a fact holds. Whatever
// meets in a run must be admitted although the fact is known.
func TestFactsAreSoundOnRandomNests(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	excluded := 0
	for n := range 150 {
		g := &generator{r: r}
		src := g.function()
		p := load(t, src)
		if p.vars["idx"] == nil {
			continue
		}
		fact := []string{"injective(idx)", "monotone(idx)", "within(idx,n)"}[n%3]
		facts := p.facts(t, fact)
		x := Index(p.body, facts...)
		found := map[finding]bool{}
		for range 8 {
			params := map[*ir.Var]int64{}
			for _, name := range []string{"n", "m", "k"} {
				if v := p.vars[name]; v != nil {
					params[v] = int64(r.IntN(8) - 1)
				}
			}
			observe(executeWith(x, p.body, params, r, elements(r, n%3, params[p.vars["n"]])), found)
		}
		for f := range found {
			if f.level < 0 && !x.OverwrittenWithin(f.a, f.b, -1-f.level) || f.level >= 0 && !x.MayConflict(f.a, f.b, f.level) {
				t.Fatalf("program %d with %s: missed a conflict of %s and %s at %d in\n%s", n, fact, show(f.a), show(f.b), f.level, src)
			}
		}
		for _, a := range x.All {
			for _, b := range x.All {
				if a.Ref.Var == b.Ref.Var {
					if by := x.Using(func() { x.MayConflict(a, b, 0) }); len(by) > 0 {
						excluded++
					}
				}
			}
		}
	}
	if t.Logf("%d conflicts excluded by facts", excluded); excluded < 10 {
		t.Error("the facts were of no use: the test shows nothing")
	}
}

// elements returns the elements of an index array of 40 elements with the property of the given number.
func elements(r *rand.Rand, property int, n int64) func(i int64) int64 {
	list := make([]int64, 40)
	for i := range list {
		list[i] = int64(r.IntN(40))
		switch property {
		case 0:
			list[i] = int64(i)
		case 2:
			list[i] = r.Int64N(max(n, 1)) // if n <= 0 nothing may be read
		}
	}
	switch property {
	case 0:
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	case 1:
		slices.Sort(list)
	}
	return func(i int64) int64 {
		if i < 0 || i >= int64(len(list)) || property == 2 && n <= 0 {
			panic(outOfRange{})
		}
		return list[i]
	}
}
