package adjoint_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestNearSums checks of which sums only iterations that are close to each other add to the same elements, and that
// chunks without copies of them give the adjoints of the oracle, with no element that two of them write to at a time.
func TestNearSums(t *testing.T) {
	for _, c := range []struct {
		name, body string
		near       string // the sums of the loops, and how far apart iterations are
	}{
		{"a window", `for i := range len(x) - m { s := 0.0; for k := range m { s += w[k] * x[i+k] }; y[i] = s * s }`, "xAdj: m - 1"},
		{"one that is a slice", `for i := range len(x) - m { r := x[i : i+m]; s := 0.0; for k := range r { s += w[k] * r[k] }; y[i] = s * s }`, "xAdj: m - 1"},
		{"the past", `for i := m; i < len(x); i++ { s := 0.0; for k := 1; k <= m; k++ { s += w[k-1] * x[i-k] }; y[i] = s * s }`, "xAdj: m - 1"},
		{"a local size", `p := m + 1; for i := p; i < len(x); i++ { s := 0.0; for k := range p { s += w[k] * x[i-1-k] }; y[i] = s * s }`, "xAdj: p - 1"},
		{"both sides", `for i := m; i < len(x)-m; i++ { s := 0.0; for k := -m; k <= m; k++ { s += x[i+k] * x[i] * x[i+k] }; y[i] = s * s }`, "xAdj: 2 * m"},
		{"a band", `n := len(x); for i := range n { s := 0.0; for j := max(0, i-m); j <= min(n-1, i+m); j++ { s += z[i*(2*m+1)+j-i+m] * x[j] }; y[i] = s * s }`, "zAdj, xAdj: 2 * m / (2 * m + 1), 2 * m"},
		{"frames", `for f := range (len(x) - m) / 3 { s := 0.0; for k := range m { s += w[k] * x[3*f+k] }; y[f] = s * s }`, "xAdj: (m - 1) / 3"},
		{"frames whose distance is given", `for f := range len(y) / 8 { s := 0.0; for k := range m { s += w[k] * x[hop*f+k] }; y[f] = s * s }`, "xAdj: (m - 1) / hop"},
		{"rows", `for i := 0; i < len(x)/hop-m; i++ { for c := 1; c <= m; c++ { s := 0.0; for k := range hop { s += x[i*hop+k] * x[(i+c)*hop+k] }; y[i] += s * s } }`, "xAdj: m"},
		{"windows of an image", `for i := range (len(x)/4 - m) / hop { for j := range (4 - 2) / hop { s := 0.0; for a := range m { for b := range 2 { s += w[a] * x[(i*hop+a)*4+j*hop+b] } }; y[i] += s * s } }`, "xAdj: (4 * m + (4 - 2) / hop * hop - 3 - hop) / (hop * 4)"},
		{"elements", `for e := range (len(x) - 1) / hop { s := 0.0; for k := range hop + 1 { s += w[k] * x[e*hop+k] }; y[e] = s * s }`, "xAdj: 1"},
		{"from the last", `for i := range len(x) - m { s := 0.0; for k := range m { s += w[k] * x[len(x)-1-i-k] }; y[i] = s * s }`, "xAdj: m - 1"},
		{"two windows", `for i := range len(x) - m - hop { s := 0.0; for k := range m { s += w[k] * x[i+k] }; for k := range hop { s += w[k] * x[i+k] }; y[i] = s * s }`, "xAdj: hop - 1, m - 1"},
		{"all elements", `for i := range y { s := 0.0; for k := range x { s += x[k] * z[i] }; y[i] = s * s }`, ""},
		{"elements that data choose", `for i := range len(x) - m { s := 0.0; for k := range m { s += w[k] * x[at[i]+k] }; y[i] = s * s }`, ""},
		{"windows that data bound", `for i := range 3 { s := 0.0; for k := 0; k < at[i]; k++ { s += w[k] * x[i+k] }; y[i] = s * s }`, ""},
		{"a product of iterators", `for i := range 3 { s := 0.0; for k := range m { s += w[k] * x[i*k] }; y[i] = s * s }`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nfunc F(x, w, y, z []float64, at []int, m, hop int) {\n" + c.body + "\n}\n"
			f := irtest.Lower(t, src, "F")
			random := func(n int) *interp.Value {
				return randomLike([]*interp.Value{floats(make([]float64, n)...)}, newRand())[0]
			}
			for _, size := range []struct{ n, m, hop int }{{24, 3, 2}, {25, 1, 4}, {23, 5, 1}, {30, 6, 8}, {20, 0, 2}, {22, 2, 3}} {
				n := max(size.n, 3*size.hop+size.m)
				check(t, src, f, []*interp.Value{random(n), random(20), random(n), random(n * (2*size.m + 1)),
					interp.Of([]int{2, 0, 1, 2, 2, 0, 1, 3, 0, 1, 2, 2, 1, 0, 2, 1, 1, 1, 0, 2, 2, 0, 1, 0, 1, 1, 1, 1, 1, 1}), interp.Int(size.m), interp.Int(size.hop)})
			}
			g, _ := adjoint.Derive(f, adjoint.Options{})
			if got := nearSums(g); got != c.near {
				t.Errorf("near sums %q, want %q\n%s", got, c.near, ir.StmtString(g.Body))
			}
		})
	}
}

// nearSums lists the near sums of parallel loops and their reach.
func nearSums(g *adjoint.Gradient) string {
	var list []string
	ir.Walk(g.Body, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok && f.Par != nil && len(f.Par.Near) > 0 {
			var names, reach []string
			for _, v := range f.Par.Near {
				names = append(names, v.Name)
			}
			for _, r := range f.Par.Reach {
				reach = append(reach, ir.ExprString(r.Quotient()))
			}
			list = append(list, fmt.Sprint(strings.Join(names, ", "), ": ", strings.Join(reach, ", ")))
		}
		return true
	})
	return strings.Join(list, "; ")
}

// TestRandomWindows compares the gradients of random sums over windows with the oracle. Chunks must not write to the same
// elements at a time.
func TestRandomWindows(t *testing.T) {
	near, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		src := windowSource(rt)
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), number(src))
		}
		size := func(name string, lo, hi int) *interp.Value { return interp.Int(rapid.IntRange(lo, hi).Draw(rt, name)) }
		args := append(randomLike([]*interp.Value{floats(make([]float64, 200)...), floats(make([]float64, 200)...), floats(make([]float64, 200)...)}, newRand()),
			size("n", 0, 9), size("m", -1, 4), size("hop", -1, 3), interp.Int(100))
		if err := compare(f, args, newRand(), 1e-9); err != nil {
			rt.Fatalf("%v\n%s", err, number(src))
		}
		g, _ := adjoint.Derive(f, adjoint.Options{})
		if all++; nearSums(g) != "" {
			near++
		}
	})
	if t.Logf("%d of %d programs have near sums", near, all); all >= 100 && near < all/20 {
		t.Errorf("only %d of %d programs have near sums", near, all)
	}
}

// windowSource returns a function that sums over windows of x. Its subscripts lie within 100 of off.
func windowSource(rt *rapid.T) string {
	pick := func(what string, list ...string) string { return rapid.SampledFrom(list).Draw(rt, what) }
	var b strings.Builder
	b.WriteString("package p\n\nfunc F(x, y, z []float64, n, m, hop, off int) {\n")
	if rapid.Bool().Draw(rt, "local") {
		b.WriteString("m++\n")
	}
	fmt.Fprintf(&b, "for i := %s; i < %s; i++ {\ns := 0.0\n", pick("begin", "0", "0", "1", "m", "-2"), pick("limit", "n", "n", "n-m", "n-1", "8"))
	for k := range rapid.IntRange(1, 2).Draw(rt, "nests") {
		inner := []string{"i"}
		loops := rapid.IntRange(1, 2).Draw(rt, "loops")
		for l := range loops {
			v := fmt.Sprintf("%c%d", 'j'+l, k)
			fmt.Fprintf(&b, "for "+pick("loop", "%[1]s := 0; %[1]s < m; %[1]s++", "%[1]s := 0; %[1]s < hop; %[1]s++", "%[1]s := -m; %[1]s <= m; %[1]s++",
				"%[1]s := m; %[1]s > 0; %[1]s--", "%[1]s := 0; %[1]s <= i; %[1]s++", "%[1]s := max(0, i-m); %[1]s <= min(n-1, i+m); %[1]s++",
				"%[1]s := i + 1; %[1]s < min(i+hop, n); %[1]s++", "%[1]s := 1; %[1]s < 6; %[1]s += 2")+" {\n", v)
			inner = append(inner, v)
		}
		term := func() string {
			at := "off"
			for _, v := range inner {
				if rapid.IntRange(0, 4).Draw(rt, "part of it") == 0 {
					continue
				}
				at += pick("sign", "+", "+", "+", "-") + pick("factor", "", "", "", "", "2*", "hop*", "m*") + v
			}
			return "x[" + at + pick("by", "", "", "+1", "-m", "-hop") + "]"
		}
		fmt.Fprintf(&b, "s += %s * %s * z[off+%s]\n%s\n", term(), term(), inner[len(inner)-1], strings.Repeat("}", loops))
	}
	fmt.Fprintf(&b, "y[off+i] = s * s\n}\n}\n")
	return b.String()
}
