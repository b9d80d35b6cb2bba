package depend

import (
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// size returns the expression over n, m and k with the given name.
func (p *program) size(name string) ir.Expr {
	v := func(name string) ir.Expr { return ir.NewRef(p.param(name)) }
	switch name {
	case "n", "m", "k":
		return v(name)
	case "m-1":
		return ir.Sub(v("m"), ir.Int(1))
	case "2*k+4":
		return ir.Add(ir.Mul(ir.Int(2), v("k")), ir.Int(4))
	case "2*k":
		return ir.Mul(ir.Int(2), v("k"))
	case "2*k+1":
		return ir.Add(ir.Mul(ir.Int(2), v("k")), ir.Int(1))
	case "m+k":
		return ir.Add(v("m"), v("k"))
	}
	return ir.Int(int64(name[0] - '0'))
}

// sizes returns the expressions with the given names, which spaces separate.
func (p *program) sizes(names string) (list []ir.Expr) {
	for name := range strings.FieldsSeq(names) {
		list = append(list, p.size(name))
	}
	return list
}

// param returns a parameter, which the program may not mention.
func (p *program) param(name string) *ir.Var {
	if p.vars[name] == nil {
		p.vars[name] = &ir.Var{Name: name, Type: types.Typ[types.Int], Kind: ir.Param}
	}
	return p.vars[name]
}

// TestApart checks for windows and the like which distances keep iterations of the outermost loop from adding to the
// same elements.
func TestApart(t *testing.T) {
	const head = "func f(x []float64, y [][]float64, idx []int, n, m, k int) {\n"
	for _, c := range []struct {
		body, n, d string
		apart      bool
	}{
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i+j] += 1 } }", "m-1", "1", true},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i-j] += 1 } }", "m-1", "1", true},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[n-i+j] += 1 } }", "m-1", "1", true},
		{"for i := 0; i < n; i++ { for j := 0; j <= m; j++ { x[i+j] += 1 } }", "m-1", "1", false},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i+j] += 1 } }", "k", "1", false},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[3*i+j] += 1 } }", "m-1", "3", true},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[2*i+j] += 1 } }", "m-1", "3", false},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i*k+j] += 1 } }", "m-1", "k", true},
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i*k+j] += 1 } }", "m-1", "1", false}, // k may be 0
		{"for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i*k+j] += 1 } }", "m", "m", false},
		{"for i := 0; i < n; i++ { for j := i - k; j <= i+k; j++ { x[j] += 1 } }", "2*k", "1", true},
		{"for i := 0; i < n; i++ { for j := i - k; j <= i+k; j++ { x[j] += 1 } }", "k", "1", false},
		{"for i := 0; i < n; i++ { for j := max(0, i-k); j <= min(n-1, i+k); j++ { x[j] += 1 } }", "2*k", "1", true},
		{"for i := 0; i < n; i++ { for j := max(0, i-k); j <= min(n-1, i+k); j++ { x[i*(2*k+1)+j-i+k] += 1 } }", "2*k", "2*k+1", true},
		{"for i := 0; i < n; i++ { for c := 0; c < m; c++ { for j := 0; j < k; j++ { x[(i+c)*k+j] += 1 } } }", "m-1", "1", true},
		{"for i := 0; i < n; i++ { for c := 0; c < m; c++ { for j := 0; j <= k; j++ { x[(i+c)*k+j] += 1 } } }", "m-1", "1", false},
		{"for i := 0; i < n; i++ { for a := 0; a < 3; a++ { for c := 0; c < 5; c++ { x[(i*m+a)*k+c] += 1 } } }", "2*k+4", "m k", true},
		{"for i := 0; i < n; i++ { for a := 0; a <= 3; a++ { for c := 0; c < 5; c++ { x[(i*m+a)*k+c] += 1 } } }", "2*k+4", "m k", false},
		{"for i := 0; i < n; i++ { for a := 0; a < 3; a++ { for c := 0; c < 5; c++ { x[(i*m+a)*k+c] += 1 } } }", "2*k+4", "m", false},
		{"for i := 0; i < n; i++ { for a := 3; a > 0; a-- { for c := 0; c < 5; c++ { x[(i*m-a)*k+c] += 1 } } }", "2*k+4", "m k", true},
		{"for i := 0; i < n; i++ { for c := 0; c < m; c++ { y[i+c][c] += 1 } }", "m-1", "1", true},
		{"for i := 0; i < n; i++ { for c := 0; c < m; c++ { x[idx[i]+c] += 1 } }", "m-1", "1", false},
		{"for i := 0; i < n; i++ { r := x[i : i+m]; for c := 0; c < k; c++ { r[c] += 1 } }", "m-1", "1", true},
		{"for i := 0; i < n; i++ { r := x[i:]; for c := 0; c < k; c++ { r[c] += 1 } }", "m-1", "1", false},
		{"m = 3; for i := 0; i < n; i++ { for j := 0; j < m; j++ { x[i+j] += 1 } }", "m-1", "1", true},
		{"w := m; m = 3; for i := 0; i < n; i++ { for j := 0; j < w; j++ { x[i+j] += 1 } }", "m-1", "1", false},
		{"for i := 0; i < n; i++ { m = i; for j := 0; j < m; j++ { x[i+j] += 1 } }", "m-1", "1", false},
	} {
		p := load(t, head+c.body+"\n}\n")
		x := Index(p.body)
		for f, l := range x.loops {
			if l.depth > 0 {
				continue
			}
			all := true
			for _, s := range x.Sums(f) {
				all = all && x.Apart(s, f, p.size(c.n), p.sizes(c.d)...)
			}
			if all != c.apart {
				t.Errorf("%s/%s apart: %v, want %v in\n%s", c.n, c.d, all, c.apart, c.body)
			}
		}
	}
}

// TestApartIsSoundOnRandomNests executes random programs. Iterations that meet in a run must not be said to be apart.
func TestApartIsSoundOnRandomNests(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	proven := 0
	for range 200 {
		src := (&generator{r: r}).function()
		p := load(t, src)
		x := Index(p.body)
		n, d := p.size(pick(r, "m-1", "n", "m", "k", "2*k", "m+k", "0", "1", "2", "5")), p.sizes(pick(r, "", "", "2", "3", "m", "k", "k m", "n", "n m"))
		claims := map[Conflict]*loop{}
		for f, l := range x.loops {
			for _, c := range append(x.Carried(f), x.Sums(f)...) {
				if ir.IsVal(f.Step, 1) && x.Apart(c, f, n, d...) {
					claims[c] = l
					proven++
				}
			}
		}
		for range 6 {
			params := map[*ir.Var]int64{}
			for _, name := range []string{"n", "m", "k"} {
				params[p.param(name)] = int64(r.IntN(9) - 1)
			}
			m := newMachine(x, params, r)
			far, per, positive := m.value(n), int64(1), true
			for _, e := range d {
				per *= m.value(e)
				positive = positive && m.value(e) > 0
			}
			byCell := map[string][]event{}
			for _, e := range execute(x, p.body, params, r, false) {
				for _, o := range byCell[e.cell] {
					l := claims[Conflict{o.a, e.a}]
					if l == nil || !positive {
						continue
					}
					same := true
					for k := range l.depth {
						same = same && o.iters[k] == e.iters[k]
					}
					if by := int64(e.iters[l.depth] - o.iters[l.depth]); same && by > 0 && per*by > far {
						t.Fatalf("%s and %s meet %d iterations of %s apart, more than %d/%d, in\n%s", show(o.a), show(e.a), by, l.For.Iter.Name, far, per, src)
					}
				}
				byCell[e.cell] = append(byCell[e.cell], e)
			}
		}
	}
	if t.Logf("%d proofs", proven); proven < 100 {
		t.Errorf("only %d proofs", proven)
	}
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }
