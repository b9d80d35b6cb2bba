package adjoint_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
	"pgregory.net/rapid"
)

// TestMerge checks which loops become one, that the slices which lead from one to the other become numbers then, and that the
// gradients are right.
func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name, body string
		loops      int    // of the forward sweep
		slices     string // local slices that are left
	}{
		{"a value for the next loop", `c := make([]float64, len(x)); for i := range x { c[i] = math.Exp(x[i]) }; for i := range c { y[0] += z[i] * c[i] }`, 1, ""},
		{"a chain", `c := make([]float64, len(x)); d := make([]float64, len(x)); for i := range x { c[i] = x[i] * x[i] }; for i := range c { d[i] = math.Sin(c[i]) }; for i := range d { y[i] += d[i] * c[i] }`, 1, ""},
		{"a slice that is needed later", `c := make([]float64, len(x)); for i := range x { c[i] = math.Exp(x[i]) }; for i := range c { y[0] += z[i] * c[i] }; y[1] += c[0]`, 1, "c"},
		{"statements between them", `n := len(x); c := make([]float64, n); for i := 0; i < n; i++ { c[i] = math.Exp(x[i]) }; k := y[0] * 2; d := make([]float64, n); for i := 0; i < n; i++ { d[i] = k * c[i] }; for i := 0; i < n; i++ { y[i] += d[i] }`, 1, ""},
		{"a nest", `for i := 0; i < 2; i++ { for j := 0; j < 2; j++ { x[2*i+j] *= z[2*i+j] } }; for i := 0; i < 2; i++ { for j := 0; j < 2; j++ { y[2*i+j] += x[2*i+j] } }`, 2, ""},
		{"the neighbour's value", `c := make([]float64, len(x)); for i := range x { c[i] = math.Exp(x[i]) }; for i := 1; i < len(c); i++ { y[i] += c[i-1] * c[i] }`, 2, "c"},
		{"the next one's value", `c := make([]float64, len(x)); for i := range c { c[i] = math.Exp(x[i]) }; for i := range c { y[i] += c[i] * c[(i+1)%len(c)] }`, 2, "c"},
		{"what the first reads of others", `for i := range x { y[i] = x[len(x)-1-i] * x[i] }; for i := range x { x[i] = 2 * x[i] }`, 2, ""},
		{"a sum between them", `s := 0.0; for i := range x { s += x[i] }; for i := range x { y[i] += s * x[i] }`, 2, ""},
		{"a sum of both", `s := 0.0; for i := range x { s += x[i] }; for i := range x { s += x[i] * x[i] }; y[0] += s`, 2, ""},
		{"a number that stays", `s := 0.0; for i := range x { s = x[i] * y[i] }; for i := range x { z[i] += s * x[i] }`, 2, ""},
		{"other iterations", `for i := range x { y[i] += x[i] }; for i := range z { y[i] += x[i] * z[i] }`, 2, ""},
		{"another beginning", `for i := range x { y[i] += x[i] }; for i := 1; i < len(x); i++ { y[i] += x[i] * z[i] }`, 2, ""},
		{"nothing in common", `for i := range 4 { y[i] += 2 }; for i := range 4 { x[i] *= z[i] }`, 2, ""},
		{"a bound that changes", `n := 2; for i := 0; i < n; i++ { y[i] += x[i] }; n = 3; for i := 0; i < n; i++ { y[i] += x[i] * z[i] }`, 2, ""},
		{"a panic between them", `for i := range x { y[i] += x[i] }; if y[0] > 1e9 { panic("large") }; for i := range x { y[i] += x[i] * z[i] }`, 2, ""},
		{"as the user says", "for i := range x { y[i] += x[i] }\n//pardiff:serial\nfor i := range x { y[i] += x[i] * z[i] }", 2, ""},
		{"an element that is not stored first", `c := make([]float64, len(x)); for i := range x { if x[i] > 0.8 { c[i] = math.Exp(x[i]) } }; for i := range c { y[0] += z[i] * c[i] }`, 1, "c"},
		{"a slice that is made too short", `c := make([]float64, len(x)+1); for i := range x { c[i] = math.Exp(x[i]) }; for i := range x { y[0] += z[i] * c[i] }`, 1, "c"},
		{"recurrences", `for i := 1; i < len(x); i++ { y[i] = y[i-1] * x[i] }; for i := 1; i < len(x); i++ { z[i] = z[i-1] * x[i] }`, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := mergeSource(c.body)
			f := irtest.Lower(t, src, "F")
			check(t, src, f, vectors(newRand(), 3, 4))
			g := derive(t, f).parallel
			if loops := forwardLoops(g); loops != c.loops {
				t.Errorf("%d loops forward, want %d\n%s", loops, c.loops, ir.StmtString(g.Body))
			}
			var left []string
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				if a, ok := s.(*ir.Alloc); ok && a.Dst.Var.Kind == ir.Local {
					left = append(left, a.Dst.Var.Name)
				}
				return true
			})
			if got := strings.Join(left, " "); got != c.slices {
				t.Errorf("slices %q, want %q\n%s", got, c.slices, ir.StmtString(g.Body))
			}
		})
	}
}

// vectors returns count slices of n numbers.
func vectors(r *rand.Rand, count, n int) []*interp.Value {
	var list []*interp.Value
	for range count {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		list = append(list, interp.Of(x))
	}
	return list
}

func mergeSource(body string) string {
	return "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y, z []float64) {\n" + body + "\n}\n"
}

// forwardLoops counts the loops of the primal that are left in its sweep, by their heads.
func forwardLoops(g *adjoint.Gradient) int {
	var seen []string
	for _, n := range g.Notes {
		if at := fmt.Sprint(n.Pos); n.Kind == "loop" && n.Pass == "forward" && !strings.HasPrefix(n.Why, "one loop with") && !slices.Contains(seen, at) {
			seen = append(seen, at)
		}
	}
	return len(seen)
}

// TestRandomNeighbours compares the gradients of functions made of loops one after the other with the oracle and with the plain
// adjoint, in any number of chunks.
func TestRandomNeighbours(t *testing.T) {
	merged, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		src := mergeSource(drawNeighbours(rt))
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), number(src))
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		args := vectors(r, 3, rapid.IntRange(0, 6).Draw(rt, "n"))
		if err := compare(f, args, newRand(), 1e-9); err != nil {
			rt.Fatalf("%v\n%s", err, number(src))
		}
		p := derive(t, f)
		if all++; slices.ContainsFunc(p.parallel.Notes, func(n adjoint.Note) bool { return strings.HasPrefix(n.Why, "one loop with") }) {
			merged++
		}
	})
	if merged < all/8 {
		t.Errorf("loops are merged in %d of %d", merged, all)
	}
}

// drawNeighbours returns a function body of loops over elements of x, y, z and two locals.
func drawNeighbours(t *rapid.T) string {
	pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	array := func() string { return pick("array", "x", "y", "z", "c", "d") }
	element := func() string {
		return array() + "[" + pick("index", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "i", "len(x)-1-i", "(i+1)%len(x)", "i/2") + "]"
	}
	var b strings.Builder
	b.WriteString("c := make([]float64, len(x))\nd := make([]float64, len(x))\ns := 0.5\n")
	for range rapid.IntRange(2, 5).Draw(t, "loops") {
		if rapid.IntRange(0, 3).Draw(t, "between") == 0 {
			b.WriteString(pick("statement", "s += 1", "s *= 0.5", "if len(x) > 3 {\nx[3] *= s\n}", "if len(x) > 0 {\ny[0] += s\n}", "c[0] = s") + "\n")
		}
		b.WriteString("for i := " + pick("head", "range x", "range x", "range c", "0; i < len(x); i++", "1; i < len(d); i++") + " {\n")
		for range rapid.IntRange(1, 3).Draw(t, "statements") {
			e := pick("value", "0.5*"+element(), element()+"*"+element(), "math.Sin("+element()+")", "s*"+element(), element()+" - "+element())
			line := element() + " " + pick("op", "=", "=", "+=") + " " + e
			if rapid.IntRange(0, 4).Draw(t, "sum") == 0 {
				line = "s += " + e
			}
			if rapid.IntRange(0, 5).Draw(t, "if") == 0 {
				line = "if " + element() + " > 0 {\n" + line + "\n}"
			}
			b.WriteString(line + "\n")
		}
		b.WriteString("}\n")
	}
	return strings.ReplaceAll("if len(x) == 0 {\nreturn\n}\n"+b.String()+"for i := range x {\ny[i] += s*c[i] + d[i]\n}", "c[0] = s", "c[len(c)/2] = s")
}
