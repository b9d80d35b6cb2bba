package cudatmpl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/cudatmpl"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// gathers says whether sums are gathered in the body whose nests become kernels.
func gathers(g *adjoint.Gradient) bool {
	return strings.Contains(ir.StmtString(g.Body), "some = true")
}

// TestRandomStencils compares gradients of random stencils, in one and two dimensions and on grids that may be too small
// for them, with the interpreter's stack tape.
func TestRandomStencils(t *testing.T) {
	gathered, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 7).Draw(rt, "n")
		flat := rapid.Bool().Draw(rt, "one dimension")
		at := func() string {
			i := fmt.Sprintf("i+%d", rapid.IntRange(0, 3).Draw(rt, "ahead"))
			if flat {
				return i
			}
			return fmt.Sprintf("(%s)*n+j+%d", i, rapid.IntRange(0, 2).Draw(rt, "beside"))
		}
		var terms []string
		for range rapid.IntRange(1, 4).Draw(rt, "terms") {
			terms = append(terms, rapid.SampledFrom([]string{"x[%s]", "-x[%s]", "w[i]*x[%s]", "x[%s]*v", "math.Sin(x[%s])", "x[%[1]s]*x[%[1]s]"}).Draw(rt, "term"))
			terms[len(terms)-1] = fmt.Sprintf(terms[len(terms)-1], at())
		}
		store := rapid.SampledFrom([]string{"y[%s] = e", "y[%s] += e", "s += e * e"}).Draw(rt, "use")
		place := "i"
		loop := "for i := 0; i < n-3; i++ {\n"
		end := "}\n"
		if !flat {
			place, loop, end = "i*n+j", loop+"for j := 0; j < n-2; j++ {\n", "}\n}\n"
		}
		if strings.Contains(store, "%") {
			store = fmt.Sprintf(store, place)
		}
		src := "package p\n\nimport \"math\"\n\nfunc F(x, w, y []float64, n int) float64 {\n\ts := math.Sqrt(2)\n" + loop +
			"v := w[i] * w[i]\ne := v + " + strings.Join(terms, " + ") + "\n" + store + "\n" + end + "\treturn s\n}\n"
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), src)
		}
		r := rand.New(rand.NewPCG(5, uint64(n)))
		var args []*interp.Value
		for range 3 {
			v := make([]float64, n*n+n)
			for i := range v {
				v[i] = r.NormFloat64()
			}
			args = append(args, interp.Floats(v...))
		}
		if _, err := compareSplit(f, append(args, interp.Int(n))); err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
		all++
		if g, problems := adjoint.Derive(f, adjoint.Options{Kernels: true}); len(problems) == 0 {
			if g, _ = cudatmpl.Split(g); gathers(g) {
				gathered++
			}
		}
	})
	if all > 50 && gathered < all/3 {
		t.Errorf("sums were gathered in %d of %d programs alone", gathered, all)
	}
	t.Logf("sums were gathered in %d of %d programs", gathered, all)
}

// Sums are gathered where a term can be computed again in another iteration.
func TestGathers(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"stencil", "y[i] = x[i] * x[i+2]", true},
		{"changed before it is read", "y[i] = x[i] * x[i+2]; y[i] *= y[i]", false},
		{"branch", "if w[i] > 0 { y[i] = x[i] * x[i+2] }", false},
		{"one place", "y[i] = x[i] * x[i]", false},
		{"index", "y[i] = x[i] * x[idx[i]]", false},
		{"strides", "y[i] = x[i] * x[2*i]", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package p\n\nfunc F(x, w, y []float64, idx []int) {\n\tfor i := 0; i < len(y)-2; i++ {\n\t\t" + test.body + "\n\t}\n}\n"
			g, problems := adjoint.Derive(irtest.Lower(t, src, "F"), adjoint.Options{Kernels: true})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if g, _ = cudatmpl.Split(g); gathers(g) != test.want {
				t.Errorf("gathered: %v\n%s", !test.want, ir.StmtString(g.Body))
			}
		})
	}
}

// Sums through an index are gathered through its inverse where that is the same for the arguments of a call.
func TestInverts(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"scatter", "for i := range idx { y[idx[i]] += x[i] * x[i] }", true},
		{"gather", "for i := range idx { y[i] = x[idx[i]] * x[idx[i]] }", true},
		{"part of the index", "for i := 1; i < len(idx)-1; i++ { y[idx[i]] += x[i] * x[i] }", true},
		{"another subscript", "for i := 0; i < len(idx)-1; i++ { y[idx[i+1]] += x[i] * x[i] }", false},
		{"places of two kinds", "for i := range idx { y[i] = x[i] * x[idx[i]] }", false},
		{"index that is written", "for i := range idx { idx[i] = i / 2 }; for i := range idx { y[idx[i]] += x[i] * x[i] }", false},
		{"bounds that are written", "n[0] = 2; for i := 0; i < n[0]; i++ { y[idx[i]] += x[i] * x[i] }", false},
		{"read in the loop", "for i := range idx { y[idx[i]] += x[i] * y[0] }", false},
		{"in steps", "for range 3 { for i := range idx { y[idx[i]] += x[i] * x[i] }; for i := range y { x[i] += y[i] * y[i] } }", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := irtest.Lower(t, "package p\n\nfunc F(x, y []float64, idx, n []int) {\n"+test.body+"\n}\n", "F")
			g, problems := adjoint.Derive(f, adjoint.Options{Kernels: true})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if g, _ = cudatmpl.Split(g); strings.Contains(ir.StmtString(g.Body), "idxOrder") != test.want {
				t.Errorf("inverted: %v\n%s", !test.want, ir.StmtString(g.Body))
			}
			args := []*interp.Value{interp.Floats(3, 1, 4, 1, 5), interp.Floats(2, 7, 1, 8, 2), interp.Ints(3, 0, 3, 3, 1), interp.Ints(5)}
			if _, err := compareSplit(f, args); err != nil {
				t.Error(err)
			}
		})
	}
}
