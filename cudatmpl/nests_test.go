package cudatmpl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// nestGen writes functions of nests of loops with sums into slices, numbers that several statements use, some of which
// iterations pass on, and branches.
type nestGen struct {
	t     *rapid.T
	buf   strings.Builder
	depth int
	iters []string
	vars  []string
	n     int
}

func (g *nestGen) pick(label string, list ...string) string {
	return rapid.SampledFrom(list).Draw(g.t, label)
}

func (g *nestGen) line(format string, args ...any) {
	g.buf.WriteString(strings.Repeat("\t", g.depth))
	fmt.Fprintf(&g.buf, format, args...)
	g.buf.WriteByte('\n')
}

// iter returns an iterator, or a constant outside of loops.
func (g *nestGen) iter() string {
	if len(g.iters) == 0 {
		return "0"
	}
	return g.pick("iterator", g.iters...)
}

// index returns a subscript of a slice of 16 elements; iterators are below 3.
func (g *nestGen) index() string {
	a, b := g.iter(), g.iter()
	return g.pick("subscript", a, a+"*n+"+b, a+"+"+b, a+"+1", "idx["+a+"]", "2*"+a+"+"+b)
}

func (g *nestGen) value() string {
	list := []string{"x[" + g.index() + "]", "x[" + g.index() + "]*w[" + g.index() + "]", "math.Sin(x[" + g.index() + "])"}
	for _, v := range g.vars {
		list = append(list, v, v+"*x["+g.index()+"]", "0.5*"+v+"*"+v)
	}
	return g.pick("value", list...)
}

func (g *nestGen) block(size int) {
	vars := len(g.vars)
	for range rapid.IntRange(1, 3).Draw(g.t, "statements") {
		g.stmt(size)
	}
	g.vars = g.vars[:vars]
}

func (g *nestGen) stmt(size int) {
	kinds := []string{"sum", "sum", "let", "pass"}
	if size > 0 {
		kinds = append(kinds, "for", "for", "for", "if")
	}
	if g.depth == 2 {
		kinds = append(kinds, "slice")
	}
	switch g.pick("kind", kinds...) {
	case "slice":
		g.n++
		p, k := fmt.Sprintf("p%d", g.n), fmt.Sprintf("k%d", g.n)
		g.line("%s := make([]float64, n)", p)
		g.line("for %s := range n { %s[%s] = %s * x[%s] }", k, p, k, g.value(), k)
		g.line("for %s := range n { %s[%s] += %s[%s] * %s }", k, g.pick("target", "y", "w"), k, p, k, g.value())
		if g.pick("afterwards", "read", "read", "write") == "write" {
			g.line("%s[0] = x[1]", p)
		}
		g.line("z[4] += %s[0] * %s[n-1]", p, p)
	case "sum":
		g.line("%s[%s] += %s", g.pick("target", "y", "y", "w", "z"), g.index(), g.value())
	case "let":
		g.n++
		v := fmt.Sprintf("v%d", g.n)
		g.line("%s := %s", v, g.value())
		g.line("z[0] += 0.125 * %s", v)
		g.vars = append(g.vars, v)
	case "pass":
		if len(g.vars) > 0 {
			g.line("%s += 0.25 * x[%s]", g.pick("variable", g.vars...), g.index())
		}
	case "for":
		g.n++
		it := fmt.Sprintf("i%d", g.n)
		bound := "n"
		if len(g.iters) > 0 {
			bound = g.pick("bound", "n", "n", g.iter()+"+1", "min(2, n)")
		}
		g.line("for %s := range %s {", it, bound)
		g.iters = append(g.iters, it)
		g.depth++
		g.line("z[2] += 0.25 * x[%s]", it)
		g.block(size - 1)
		g.depth--
		g.iters = g.iters[:len(g.iters)-1]
		g.line("}")
	case "if":
		g.line("if x[%s] > 0 {", g.index())
		g.depth++
		g.block(size - 1)
		g.depth--
		g.line("}")
	}
}

// TestRandomNests compares the bodies whose nests become kernels with the interpreter's stack tape, for random functions
// with sums to take out of nests. Tapes start as NaN; the nests are cut into chunks.
func TestRandomNests(t *testing.T) {
	split, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &nestGen{t: rt, depth: 1}
		for range 2 {
			g.line("for i := range n {")
			g.iters, g.depth = []string{"i"}, 2
			g.line("z[3] += x[i]")
			g.block(3)
			g.iters, g.depth = nil, 1
			g.line("}")
		}
		src := "package p\n\nimport \"math\"\n\nfunc F(x, y, w, z []float64, idx []int, n int) {\n" + g.buf.String() + "\tz[1] += math.Sin(x[0])\n}\n"
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), src)
		}
		r := rand.New(rand.NewPCG(5, 6))
		var args []*interp.Value
		for range 4 {
			v := make([]float64, 16)
			for i := range v {
				v[i] = r.NormFloat64()
			}
			args = append(args, interp.Floats(v...))
		}
		args = append(args, interp.Ints(2, 0, 2), interp.Int(3))
		done, err := compareSplit(f, args)
		if err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
		all++
		if done {
			split++
		}
	})
	if all > 50 && split < all/10 {
		t.Errorf("sums were taken out of %d of %d programs alone", split, all)
	}
	t.Logf("sums were taken out of the nests of %d of %d programs", split, all)
}
