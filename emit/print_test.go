package emit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/emit"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// roundTrips are bodies that are printed as they were written: names, literals, parentheses and
// the forms of loops and conditions survive.
var roundTrips = []string{
	`
	s := 0.0
	for i, v := range x {
		s += v * x[i]
	}
	return s`,
	`
	a := x[0] - (x[1] - x[2])
	b := (a + 1) * (a - 2) / (3 * a)
	c := -(a + b) * -b
	return a - b - c*-a`,
	`
	for i := n - 1; i >= 0; i -= 2 {
		x[i] *= 0.5e-3
	}
	for i := 1; i <= n; i++ {
		x[i-1] /= math.Pi
	}
	for j := range 3 {
		x[j] += 1
	}
	for range n {
		x[0] -= 1
	}
	return x[n&^1|n<<1] + float64(n%3)`,
	`
	if n > 3 && !(x[0] < 1 || x[1] == 2) {
		x[0] = 1
	} else if n == 2 {
		x[0] = max(x[1], min(x[2], 1))
	} else {
		x[1] = math.Hypot(x[1]+1, -x[2])
	}
	return x[0]`,
	`
	var a [3]float64
	b := a
	a[1] = float64(n) * 2
	b = a
	y := make([]float64, n)
	copy(y, x)
	clear(x)
	row := y[1 : n-1]
	row[0] += b[1]
	return row[0] + a[2] + half*gravity`,
	`
	var k int32 = 3
	var f float32 = 0.1
	g := f * 2
	third := 1.0 / 3
	n++
	k -= 2
	if n < 0 {
		panic("negative")
	}
	return float64(g)*third + float64(k)`,
	`
	t := 0.0
	for i := range x {
		i := i + n
		t := x[i] * x[i]
		if t > 1 {
			t := 2 * t
			x[i] = t
		}
		for i := 0; i < n; i++ {
			x[i] = t
		}
	}
	for i := 0; i < n; i++ {
		t += x[i]
	}
	return t`,
	`
	h := float64(n)
	sin, cos := math.Sincos(h)
	_, frac := math.Modf(h)
	h = frac
	c, _ := math.Sincos(h)
	h = 1
	_, d := math.Sincos(h)
	return sin*cos + c*d`,
}

// TestRoundTrip prints functions as they are, through the parameters and results of forward mode.
func TestRoundTrip(t *testing.T) {
	for _, body := range roundTrips {
		src := "package src\n\nimport \"math\"\n\nconst half = 0.5\n\nvar gravity = 9.81 + math.Pi\n\nfunc F(x []float64, n int) float64 {" + body + "\n}\n"
		f := irtest.Lower(t, src, "F")
		out, err := emit.File(&emit.FileSpec{
			Package: f.Pkg, Source: "src.go",
			Units: []*emit.Unit{{Primal: f, Requests: []*emit.Request{
				{Mode: emit.JVP, Name: "FJVP", Gradient: &adjoint.Gradient{Primal: f, Body: f.Body}},
			}}},
		})
		if err != nil {
			t.Error(err)
			continue
		}
		got := funcBody(t, out.Source, "FJVP")
		// The result has a name, and elements that a range loop names are views by subscript.
		got = got[:strings.LastIndex(got, "\n")]
		got = strings.Replace(got, "\tres = ", "\treturn ", 1)
		got = strings.Replace(got, "for i := range x {\n\t\tv := x[i]\n", "for i, v := range x {\n", 1)
		if want := body[1:]; got != want {
			t.Errorf("(-want +got)\n%s", cmp.Diff(want, got))
		}
	}
}

// funcBody returns the text of a function's body without the braces.
func funcBody(t *testing.T, src []byte, name string) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == name {
			from, to := fset.Position(d.Body.Lbrace).Offset, fset.Position(d.Body.Rbrace).Offset
			return strings.Trim(string(src[from+1:to]), "\n")
		}
	}
	t.Fatalf("no function %s in\n%s", name, src)
	return ""
}
