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

// Nests become one kernel where each thread finds what it would have found in two, and no others do.
func TestFuse(t *testing.T) {
	for _, test := range []struct {
		name, body string
		together   bool // both in one kernel
	}{
		{"nothing shared", "for i := range n { A }; for i := range n { B }", true},
		{"own element", "for i := range n { y[i] = 2*x[i]; A }; for i := range n { z[i] = y[i]; B }", true},
		{"element behind", "for i := range n { y[i] = 2*x[i]; A }; for i := 1; i < n; i++ { z[i] = y[i-1]; B }", false},
		{"element ahead", "for i := range n { y[i] = 2*x[i]; A }; for i := range n-1 { z[i] = y[i+1]; B }", false},
		{"overwritten ahead", "for i := 1; i < n; i++ { y[i] = 2*z[i-1]; A }; for i := range n { z[i] = x[i]; B }", false},
		{"both write", "for i := range n { y[i] = 2*x[i]; A }; for i := range n-1 { y[i+1] = x[i]; B }", false},
		{"sum of all", "s := 0.0; for i := range n { s += x[i]; A }; for i := range n { y[i] = s; B }", false},
		{"two sums", "s := 0.0; for i := range n { s += x[i]; A }; for i := range n { s += z[i]; B }; z[0] = s", true},
		{"ranges apart by two", "for i := range n { A }; for i := 1; i < n-1; i++ { y[i] = x[i-1]; B }", true},
		{"ranges apart by what is not known", "for i := range n { A }; for i := range m { B }", false},
		{"same lengths by a test", "for i := range x { A }; for i := range y { B }", true},
		{"other order of loops", "for i := range n { for j := range m { y[i*m+j] = x[j]; A2 } }; for j := range m { for i := range n { z[i*m+j] = y[i*m+j]; B2 } }", true},
		{"transposed", "for i := range n { for j := range n { y[i*m+j] = x[j]; A2 } }; for i := range n { for j := range n { z[i*m+j] = y[j*m+i]; B2 } }", false},
		{"something between that moves", "for i := range n { A }; k := n; for i := range k { B }", true},
		{"exchange between", "for i := range n { u[i] = x[i]; A }; u, v = v, u; for i := range n { y[i] = u[i]; B }", false},
		{"branch of the launcher", "for i := range n { A }; if m > 2 { for i := range n { y[i] = 1; B } }", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := strings.NewReplacer("A2", "p[i*m+j] = 0.1257", "B2", "q[i*m+j] = 0.3751", "A", "p[i] = 0.1257", "B", "q[i] = 0.3751").Replace(test.body)
			out, refused, _ := generate(t, "package src\n\nfunc F(x, y, z, p, q []float64, n, m int) {\n"+
				"if len(x) != n || len(y) != n { panic(1) }\n"+
				"u, v := make([]float64, n), make([]float64, n)\n"+body+"\nz[1] += u[0] + v[0]\n}\n", "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			together := false
			for kernel := range strings.SplitSeq(string(out.Kernels), "extern") {
				together = together || strings.Contains(kernel, "0.1257") && strings.Contains(kernel, "0.3751")
			}
			if together != test.together {
				t.Errorf("one kernel: %v, want %v\n%s", together, test.together, out.Kernels)
			}
		})
	}
}

// A fuseGen writes functions of nests that follow one another over nearly the same ranges, some of them in loops that go on
// with exchanged slices.
type fuseGen struct {
	t   *rapid.T
	buf strings.Builder
}

func (g *fuseGen) pick(label string, list ...string) string {
	return rapid.SampledFrom(list).Draw(g.t, label)
}

func (g *fuseGen) place(it string) string {
	return g.pick("slice", "x", "y", "u", "v") + "[" + g.pick("subscript", it, it, it, it+"+1", it+"-1") + "]"
}

func (g *fuseGen) nests(n int) {
	for range n {
		kind := g.pick("kind", "map", "map", "map", "two", "sum", "zero", "branch")
		line := fmt.Sprintf("%s %s %s * %s", g.place("i"), g.pick("assign", "=", "+="), g.place("i"), g.pick("factor", "0.5", "x[i]", "y[i+1]", "s"))
		if kind == "two" {
			line += "\nz[i] += " + g.place("i")
		}
		if kind == "zero" {
			line = g.place("i") + " = 0"
		}
		if kind == "sum" {
			line = "s += 0.1 * " + g.place("i")
		}
		loop := fmt.Sprintf("for i := %s; i < %s; i++ {\n%s\n}\n", g.pick("begin", "1", "1", "2"), g.pick("limit", "n-1", "n-1", "n-2", "len(x)-1"), line)
		if kind == "branch" {
			loop = "if n > 3 {\n" + loop + "}\n"
		}
		g.buf.WriteString(loop)
	}
}

// TestRandomFusing compares bodies whose nests are fused with the interpreter's stack tape, for random functions.
func TestRandomFusing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &fuseGen{t: rt}
		g.nests(2)
		g.buf.WriteString("for range steps {\n")
		g.nests(rapid.IntRange(1, 3).Draw(rt, "nests"))
		g.buf.WriteString(g.pick("exchange", "u, v = v, u\n", ""))
		g.buf.WriteString("}\n")
		g.nests(1)
		src := "package p\n\nfunc F(x, y, z []float64, n, steps int) float64 {\ns := 0.5\nu, v := make([]float64, n), make([]float64, n)\ncopy(u, x)\n" +
			g.buf.String() + "return s + u[1]*v[2]\n}\n"
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), src)
		}
		r := rand.New(rand.NewPCG(5, 6))
		var args []*interp.Value
		for range 3 {
			v := make([]float64, 7)
			for i := range v {
				v[i] = r.NormFloat64()
			}
			args = append(args, interp.Floats(v...))
		}
		args = append(args, interp.Int(7), interp.Int(rapid.IntRange(0, 3).Draw(rt, "steps")))
		if _, err := compareSplit(f, args); err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
	})
}
