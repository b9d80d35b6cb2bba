package special

import (
	"go/format"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// euler is the Euler-Mascheroni constant.
const euler = 0.57721566490153286060651209008240243

// TestDigamma compares with closed forms, with gonum's implementation (good to 11 digits) and with
// the duplication formula 2 psi(2x) = psi(x) + psi(x+1/2) + 2 ln 2.
func TestDigamma(t *testing.T) {
	near := func(what string, x, got, want, tol float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
			t.Errorf("digamma(%v) = %v, %s %v", x, got, what, want)
		}
	}
	exact := []struct{ x, want float64 }{
		{1, -euler},
		{2, 1 - euler},
		{5, 1 + 1.0/2 + 1.0/3 + 1.0/4 - euler},
		{0.5, -euler - 2*math.Ln2},
		{1.5, 2 - euler - 2*math.Ln2},
		{-0.5, 2 - euler - 2*math.Ln2},
		{0.25, -math.Pi/2 - 3*math.Ln2 - euler},
		{-0.75, -math.Pi/2 - 3*math.Ln2 - euler + 4.0/3},
	}
	for _, c := range exact {
		near("want", c.x, pardiffDigamma(c.x), c.want, 1e-14)
	}
	for _, x := range []float64{1e-300, 1e-5, 0.1, 1.46, 3.7, 9.99, 10, 10.5, 123.4, 1e10, -1e-5, -0.3, -2.7, -30.25} {
		near("gonum has", x, pardiffDigamma(x), mathext.Digamma(x), 1e-10)
		twice := (pardiffDigamma(x) + pardiffDigamma(x+0.5)) / 2
		near("duplication gives", 2*x, pardiffDigamma(2*x), twice+math.Ln2, 2e-14)
	}
}

// TestDigammaSpecial checks poles and infinities.
func TestDigammaSpecial(t *testing.T) {
	for _, x := range []float64{-1, -2, -100, math.Inf(-1), math.NaN()} {
		if got := pardiffDigamma(x); !math.IsNaN(got) {
			t.Errorf("digamma(%v) = %v, want NaN", x, got)
		}
	}
	if got := pardiffDigamma(0); !math.IsInf(got, -1) {
		t.Errorf("digamma(0) = %v, want -Inf", got)
	}
	if got := pardiffDigamma(math.Inf(1)); !math.IsInf(got, 1) {
		t.Errorf("digamma(+Inf) = %v, want +Inf", got)
	}
}

// TestLookup checks that the text is a formatted declaration of the identifier.
func TestLookup(t *testing.T) {
	f, ok := Lookup("pardiff.digamma")
	if !ok {
		t.Fatal("pardiff.digamma is unknown")
	}
	if !strings.HasPrefix(f.Source, "// "+f.Ident+" ") || !strings.Contains(f.Source, "\nfunc "+f.Ident+"(") {
		t.Errorf("Source does not declare %s with a doc comment:\n%s", f.Ident, f.Source)
	}
	if out, err := format.Source([]byte(f.Source)); err != nil || string(out) != f.Source {
		t.Errorf("Source is not gofmt'ed: %v", err)
	}
	if got := f.Eval(1); !(math.Abs(got+euler) <= 1e-15) {
		t.Errorf("Eval(1) = %v, want %v", got, -euler)
	}
	if _, ok := Lookup("pardiff.nothing"); ok {
		t.Error("an unknown name was found")
	}
}
