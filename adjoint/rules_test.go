package adjoint

import (
	"go/importer"
	"go/token"
	"go/types"
	"math"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// rulePoints are points, in the interior of the domain, at which each rule is compared with
// differences of the function itself.
var rulePoints = map[string][][]float64{
	"math.Abs":         at1(-2.5, -1e-3, 0.7, 40),
	"math.Acos":        at1(-0.95, -0.3, 0, 0.5, 0.99),
	"math.Acosh":       at1(1.01, 1.5, 3, 100),
	"math.Asin":        at1(-0.95, -0.3, 0, 0.5, 0.99),
	"math.Asinh":       at1(-30, -0.2, 0, 1, 5),
	"math.Atan":        at1(-30, -0.2, 0, 1, 5),
	"math.Atan2":       {{0.3, 1.2}, {-0.3, 1.2}, {2, -1.5}, {-2, -1.5}, {1, 0}, {-1, 0}, {0, 2}},
	"math.Atanh":       at1(-0.9, -0.2, 0, 0.5, 0.95),
	"math.Cbrt":        at1(-8, -0.1, 0.3, 27),
	"math.Ceil":        at1(-2.5, -0.1, 0.3, 7.7),
	"math.Copysign":    {{2, 1}, {2, -1}, {-2, 1}, {-2, -1}, {0.1, 5}},
	"math.Cos":         at1(-4, -0.2, 0, 1, 5),
	"math.Cosh":        at1(-4, -0.2, 0, 1, 5),
	"math.Dim":         {{3, 1}, {1, 3}, {-2, -2.5}, {-2.5, -2}},
	"math.Erf":         at1(-2, -0.2, 0, 1, 2.5),
	"math.Erfc":        at1(-2, -0.2, 0, 1, 2.5),
	"math.Erfcinv":     at1(0.1, 0.5, 1, 1.7),
	"math.Erfinv":      at1(-0.9, -0.2, 0, 0.5, 0.95),
	"math.Exp":         at1(-4, -0.2, 0, 1, 5),
	"math.Exp2":        at1(-4, -0.2, 0, 1, 5),
	"math.Expm1":       at1(-4, -0.2, 0, 1, 5),
	"math.FMA":         {{2, 3, 4}, {-1.5, 0.5, 0}},
	"math.Floor":       at1(-2.5, -0.1, 0.3, 7.7),
	"math.Frexp":       at1(-5, -0.3, 0.2, 0.7, 3, 1000),
	"math.Gamma":       at1(-2.5, -0.3, 0.2, 1, 4.7, 10),
	"math.Hypot":       {{3, 4}, {-3, 4}, {0, 2}, {2, 0}, {1e-3, 1}},
	"math.J0":          at1(-3, 0.1, 1, 2.4, 10, 50),
	"math.J1":          at1(-3, 0, 0.1, 1, 2.4, 10, 50),
	"math.Jn":          {{0, 2}, {1, 2}, {2, 3}, {3, 7.5}, {-2, 3}, {-1, 4}, {5, -3}, {4, 0.5}},
	"math.Ldexp":       {{3, 4}, {-1.3, -2}, {0, 3}},
	"math.Lgamma":      at1(-2.5, -0.3, 0.2, 1, 4.7, 30),
	"math.Log":         at1(0.1, 1, 7.5, 1000),
	"math.Log10":       at1(0.1, 1, 7.5, 1000),
	"math.Log1p":       at1(-0.9, -0.1, 0, 7.5),
	"math.Log2":        at1(0.1, 1, 7.5, 1000),
	"math.Logb":        at1(-5, 0.3, 3),
	"math.Max":         {{1, 2}, {2, 1}, {-1, -2}},
	"math.Min":         {{1, 2}, {2, 1}, {-1, -2}},
	"math.Mod":         {{7, 3}, {-7, 3}, {7, -3}, {5.5, 0.7}, {1, 3}},
	"math.Modf":        at1(-2.5, -0.1, 0.3, 7.7),
	"math.Nextafter":   {{1.3, 2}, {1.3, -2}},
	"math.Nextafter32": {{1.3, 2}, {1.3, -2}},
	"math.Pow":         {{2, 3}, {0.5, -1.5}, {3, 0}, {2, 1}, {1.7, 0.5}, {10, 2.2}},
	"math.Remainder":   {{7, 3}, {-7, 3}, {8, 3}, {5.5, 0.7}, {1, 3}},
	"math.Round":       at1(-2.4, -0.1, 0.3, 7.7),
	"math.RoundToEven": at1(-2.4, -0.1, 0.3, 7.7),
	"math.Sin":         at1(-4, -0.2, 0, 1, 5),
	"math.Sincos":      at1(-4, -0.2, 0, 1, 5),
	"math.Sinh":        at1(-4, -0.2, 0, 1, 5),
	"math.Sqrt":        at1(0.01, 1, 7.5, 1000),
	"math.Tan":         at1(-4, -0.2, 0, 1, 5),
	"math.Tanh":        at1(-4, -0.2, 0, 1, 5),
	"math.Trunc":       at1(-2.5, -0.1, 0.3, 7.7),
	"math.Y0":          at1(0.1, 1, 2.4, 10, 50),
	"math.Y1":          at1(0.1, 1, 2.4, 10, 50),
	"math.Yn":          {{0, 2}, {1, 2}, {2, 3}, {3, 7.5}, {-2, 3}, {-1, 4}, {4, 0.5}},
	"max":              {{1, 2}, {2, 1}, {3}, {1, 2, 3}, {3, 2, 1}, {1, 3, 2}, {2, 4, 1, 3}},
	"min":              {{1, 2}, {2, 1}, {3}, {1, 2, 3}, {3, 2, 1}, {1, 3, 2}, {2, 1, 4, 3}},
}

// intArgs are the positions of integer arguments.
var intArgs = map[string][]int{"math.Jn": {0}, "math.Yn": {0}, "math.Ldexp": {1}}

func at1(xs ...float64) [][]float64 {
	var out [][]float64
	for _, x := range xs {
		out = append(out, []float64{x})
	}
	return out
}

// difference is the derivative of f by argument k at x: central differences with three steps,
// extrapolated to an error of order h^6.
func difference(f func([]float64) float64, x []float64, k int) float64 {
	central := func(h float64) float64 {
		a, b := append([]float64(nil), x...), append([]float64(nil), x...)
		a[k] += h
		b[k] -= h
		return (f(a) - f(b)) / (a[k] - b[k])
	}
	h := 2e-4 * math.Max(1, math.Abs(x[k]))
	a, b, c := central(h), central(h/2), central(h/4)
	ab, bc := b+(b-a)/3, c+(c-b)/3
	return bc + (bc-ab)/15
}

// TestRules compares every rule, for each of its arguments, with differences of the function, and
// checks that the contributions are linear in the adjoint and well typed.
func TestRules(t *testing.T) {
	for _, r := range ruleTable() {
		points := rulePoints[r.Fn]
		if len(points) == 0 {
			t.Errorf("%s: no points to test at", r.Fn)
		}
		for _, x := range points {
			ap := apply(&r, len(x), intArgs[r.Fn]...)
			for k := range x {
				checkRule(t, ap, x, k)
			}
		}
	}
}

func checkRule(t *testing.T, ap *applied, x []float64, k int) {
	t.Helper()
	r := ap.rule
	if ir.IsInt(ap.args[k].Type) {
		if r.DependsOn(k) {
			t.Errorf("%s: a derivative by an integer", r.Fn)
		}
		return
	}
	f := func(a []float64) float64 { return mathFuncs[r.Fn](a)[r.Result] }
	want := difference(f, x, k)
	if r.Fn == "math.Nextafter32" { // of its arguments only steps of float32 are seen
		want = float64(1 - k)
	}
	got := ap.derivative(k, x, 1)
	if !(math.Abs(got-want) <= 2e-9*(1+math.Abs(want))) {
		t.Errorf("%s%v, result %d: derivative by argument %d is %v, differences give %v", r.Fn, x, r.Result, k, got, want)
	}
	if twice := ap.derivative(k, x, -2); !(math.Abs(twice+2*got) <= 1e-14*math.Abs(got)) {
		t.Errorf("%s%v: not linear in the adjoint: %v for 1, %v for -2", r.Fn, x, got, twice)
	}
	for _, c := range ap.list {
		for _, e := range []ir.Expr{c.X, c.When} {
			if err := checkTypes(e); err != nil {
				t.Errorf("%s: %v", r.Fn, err)
			}
		}
	}
}

// TestRulesComplete holds the table against package math itself: each float result of each function
// with a float argument has exactly one rule, and no rule is for anything else.
func TestRulesComplete(t *testing.T) {
	pkg, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("math")
	if err != nil {
		t.Fatal(err)
	}
	want := map[ruleKey]bool{{"min", 0}: true, {"max", 0}: true}
	for _, name := range pkg.Scope().Names() {
		f, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !f.Exported() || !anyFloat(f.Signature().Params()) {
			continue
		}
		for i := range f.Signature().Results().Len() {
			if ir.IsFloat(f.Signature().Results().At(i).Type()) {
				want[ruleKey{"math." + name, i}] = true
			}
		}
		if r, ok := RuleFor("math."+name, 0); ok && len(strings.Fields(r.Params)) != f.Signature().Params().Len() {
			t.Errorf("math.%s: the rule has parameters %q", name, r.Params)
		}
	}
	for key := range want {
		if _, ok := RuleFor(key.fn, key.result); !ok {
			t.Errorf("no rule for result %d of %s", key.result, key.fn)
		}
	}
	for key := range parsedRules() {
		if !want[key] {
			t.Errorf("a rule for result %d of %s, which is no float function of package math", key.result, key.fn)
		}
	}
}

func anyFloat(tuple *types.Tuple) bool {
	for v := range tuple.Variables() {
		if ir.IsFloat(v.Type()) {
			return true
		}
	}
	return false
}
