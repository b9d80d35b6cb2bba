package adjoint

import (
	"go/types"
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// TestRulesSpecialPoints checks what is documented for points where a function is not
// differentiable, and that a zero adjoint stays zero where only the derivative is infinite.
func TestRulesSpecialPoints(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		fn     string
		result int
		x      []float64
		g      float64
		want   []float64 // by argument
	}{
		{"math.Abs", 0, []float64{0}, 3, []float64{0}},
		{"math.Abs", 0, []float64{math.Copysign(0, -1)}, 3, []float64{0}},
		{"math.Max", 0, []float64{2, 2}, 3, []float64{3, 0}},
		{"math.Min", 0, []float64{2, 2}, 3, []float64{3, 0}},
		{"max", 0, []float64{2, 2}, 3, []float64{3, 0}},
		{"min", 0, []float64{2, 2}, 3, []float64{3, 0}},
		{"max", 0, []float64{1, 2, 2, 2}, 3, []float64{0, 3, 0, 0}},
		{"max", 0, []float64{2, 1, 2}, 3, []float64{3, 0, 0}},
		{"min", 0, []float64{3, 2, 2, 4}, 3, []float64{0, 3, 0, 0}},
		{"min", 0, []float64{2, 2, 2}, 3, []float64{3, 0, 0}},
		{"math.Dim", 0, []float64{2, 2}, 3, []float64{3, -3}},
		{"math.Copysign", 0, []float64{0, -1}, 3, []float64{0, 0}},

		{"math.Sqrt", 0, []float64{0}, 0, []float64{0}},
		{"math.Sqrt", 0, []float64{0}, 3, []float64{inf}},
		{"math.Cbrt", 0, []float64{0}, 0, []float64{0}},
		{"math.Cbrt", 0, []float64{0}, -3, []float64{-inf}},
		{"math.Asin", 0, []float64{1}, 0, []float64{0}},
		{"math.Asin", 0, []float64{-1}, 3, []float64{inf}},
		{"math.Acos", 0, []float64{1}, 0, []float64{0}},
		{"math.Acos", 0, []float64{-1}, 3, []float64{-inf}},
		{"math.Acosh", 0, []float64{1}, 0, []float64{0}},
		{"math.Acosh", 0, []float64{1}, 3, []float64{inf}},
		{"math.Hypot", 0, []float64{0, 0}, 3, []float64{0, 0}},
		{"math.Hypot", 0, []float64{0, 0}, 0, []float64{0, 0}},
		{"math.Atan2", 0, []float64{0, 0}, 3, []float64{0, 0}},

		{"math.Pow", 0, []float64{0, 1}, 3, []float64{3, 0}},
		{"math.Pow", 0, []float64{0, 0}, 3, []float64{0, 0}},
		{"math.Pow", 0, []float64{0, 2}, 3, []float64{0, 0}},
		{"math.Pow", 0, []float64{0, 0.5}, 0, []float64{0, 0}},
		{"math.Pow", 0, []float64{0, 0.5}, 3, []float64{inf, 0}},
		{"math.Pow", 0, []float64{0, -1}, 0, []float64{0, 0}},
		{"math.Pow", 0, []float64{0, 3}, 0, []float64{0, 0}},
		{"math.Pow", 0, []float64{-2, 3}, 0, []float64{0, 0}},
		{"math.Pow", 0, []float64{-2, 3}, 1, []float64{12, math.NaN()}},

		{"math.Floor", 0, []float64{2}, 3, []float64{0}},
		{"math.Ceil", 0, []float64{2}, 3, []float64{0}},
		{"math.Round", 0, []float64{2.5}, 3, []float64{0}},
		{"math.RoundToEven", 0, []float64{2.5}, 3, []float64{0}},
		{"math.Trunc", 0, []float64{2}, 3, []float64{0}},
		{"math.Modf", 0, []float64{2}, 3, []float64{0}},
		{"math.Modf", 1, []float64{2}, 3, []float64{3}},
		{"math.Mod", 0, []float64{6, 3}, 1, []float64{1, -2}},
		{"math.Remainder", 0, []float64{6, 4}, 1, []float64{1, -2}},
		{"math.Remainder", 0, []float64{2, 4}, 1, []float64{1, 0}},
		{"math.Frexp", 0, []float64{0}, 3, []float64{0}},
		{"math.Frexp", 0, []float64{4}, 8, []float64{1}},
		{"math.Nextafter", 0, []float64{2, 2}, 3, []float64{3, 0}},
		{"math.J1", 0, []float64{0}, 4, []float64{2}},
		{"math.Acosh", 0, []float64{1e200}, 1, []float64{1e-200}},
		{"math.Asinh", 0, []float64{1e200}, 1, []float64{1e-200}},
		{"math.Atan2", 0, []float64{1e200, 0}, 1, []float64{0, -1e-200}},
		{"math.Atan2", 0, []float64{0, 1e-200}, 1, []float64{1e200, 0}},
		{"math.Atan2", 0, []float64{3e-200, 4e-200}, 1, []float64{1.6e199, -1.2e199}},
		{"math.Atan2", 0, []float64{-3e200, 4e200}, 1, []float64{1.6e-201, 1.2e-201}},
		{"math.Atan2", 0, []float64{1e200, 1e-200}, 1, []float64{0, -1e-200}},
		{"math.Atan2", 0, []float64{1e-200, -1e200}, 1, []float64{-1e-200, 0}},
		{"math.Atan2", 0, []float64{0.3, inf}, 1, []float64{0, 0}},
		{"math.Atan2", 0, []float64{0.3, -inf}, 1, []float64{0, 0}},
		{"math.Atan2", 0, []float64{0, inf}, 1, []float64{0, 0}},
		{"math.Atan2", 0, []float64{-inf, 0.3}, 1, []float64{0, 0}},
		{"math.Atan2", 0, []float64{inf, 0}, 1, []float64{0, 0}},
		{"math.Atan", 0, []float64{inf}, 1, []float64{0}},
		{"math.Tanh", 0, []float64{-inf}, 1, []float64{0}},
		{"math.Erf", 0, []float64{inf}, 1, []float64{0}},
		{"math.Exp", 0, []float64{-inf}, 1, []float64{0}},
		{"math.Asinh", 0, []float64{inf}, 1, []float64{0}},
		{"math.Log", 0, []float64{inf}, 1, []float64{0}},
		{"math.Sqrt", 0, []float64{inf}, 1, []float64{0}},
	}
	for _, c := range tests {
		r, ok := RuleFor(c.fn, c.result)
		if !ok {
			t.Errorf("no rule for result %d of %s", c.result, c.fn)
			continue
		}
		ap := apply(r, len(c.x), intArgs[c.fn]...)
		for k, want := range c.want {
			got := ap.derivative(k, c.x, c.g)
			same := got == want || math.IsNaN(got) && math.IsNaN(want)
			if !same && !(math.Abs(got-want) <= 1e-15*math.Abs(want)) {
				t.Errorf("%s%v, adjoint %v: argument %d gets %v, want %v", c.fn, c.x, c.g, k, got, want)
			}
		}
	}
}

// TestContributionsText checks the form of what is emitted: literals are added up, conditions on
// constants vanish, names of constants stay.
func TestContributionsText(t *testing.T) {
	float := types.Typ[types.Float64]
	x, y, g := ir.NewRef(&ir.Var{Name: "x", Type: float}), ir.NewRef(&ir.Var{Name: "y", Type: float}), ir.NewRef(&ir.Var{Name: "g", Type: float})
	n := ir.NewRef(&ir.Var{Name: "n", Type: types.Typ[types.Int]})
	num := func(s string) ir.Expr { return ir.Num(s, float) }
	named := ir.Num("3", float)
	named.Text = "order"
	tests := []struct {
		fn    string
		args  []ir.Expr
		g     ir.Expr
		param int
		want  string // when: what
	}{
		{"math.Exp", []ir.Expr{x}, g, 0, "g * y"},
		{"math.Cos", []ir.Expr{x}, g, 0, "-(g * math.Sin(x))"},
		{"math.Log", []ir.Expr{x}, num("1"), 0, "1 / x"},
		{"math.Sqrt", []ir.Expr{x}, g, 0, "g != 0: g / (2 * y)"},
		{"math.Sqrt", []ir.Expr{x}, num("1"), 0, "1 / (2 * y)"},
		{"math.Erf", []ir.Expr{x}, g, 0, "g * (2 / math.SqrtPi) * math.Exp(-(x * x))"},
		{"math.Pow", []ir.Expr{x, num("2")}, g, 0, "g * 2 * x"},
		{"math.Pow", []ir.Expr{x, num("2.5")}, g, 0, "g * 2.5 * math.Pow(x, 1.5)"},
		{"math.Pow", []ir.Expr{x, num("0.1")}, g, 0, "g != 0: g * 0.1 * math.Pow(x, -0.9)"},
		{"math.Pow", []ir.Expr{x, ir.Neg(num("1"))}, g, 0, "g != 0: -(g * math.Pow(x, -2))"},
		{"math.Pow", []ir.Expr{x, num("0")}, g, 0, ""},
		{"math.Pow", []ir.Expr{x, named}, g, 0, "g * order * math.Pow(x, order - 1)"},
		{"math.Pow", []ir.Expr{num("2"), x}, g, 1, "g != 0: g * y * math.Log(2)"},
		{"math.Pow", []ir.Expr{x, y}, g, 0, "y >= 1 || g != 0 && y != 0: g * y * math.Pow(x, y - 1)"},
		{"math.Max", []ir.Expr{num("0"), x}, g, 1, "!(0 >= x): g"},
		{"max", []ir.Expr{x, num("1"), y}, g, 0, "x >= 1 && x >= y: g"},
		{"max", []ir.Expr{num("2"), num("1"), y}, g, 2, "!(2 >= y) && !(1 >= y): g"},
		{"max", []ir.Expr{x}, g, 0, "g"},
		{"math.Ldexp", []ir.Expr{x, n}, g, 0, "math.Ldexp(g, n)"},
		{"math.Jn", []ir.Expr{n, x}, g, 1, "g * (math.Jn(n - 1, x) - math.Jn(n + 1, x)) / 2"},
		{"math.Jn", []ir.Expr{ir.Int(3), x}, g, 1, "g * (math.Jn(2, x) - math.Jn(4, x)) / 2"},
	}
	for _, c := range tests {
		r, _ := RuleFor(c.fn, 0)
		got := ""
		for _, k := range r.Contributions(c.args, y, c.g) {
			if k.Param == c.param {
				if k.When != nil {
					got += ir.ExprString(k.When) + ": "
				}
				got += ir.ExprString(k.X)
			}
		}
		if got != c.want {
			t.Errorf("%s: argument %d gets %q, want %q", c.fn, c.param, got, c.want)
		}
	}
}

// TestRuleNeeds checks what a rule says it reads.
func TestRuleNeeds(t *testing.T) {
	exp, _ := RuleFor("math.Exp", 0)
	if !exp.NeedsResult(0) || exp.NeedsArg(0, 0) {
		t.Error("math.Exp: the derivative reads the result and not the argument")
	}
	hypot, _ := RuleFor("math.Hypot", 0)
	if !hypot.NeedsResult(1) || hypot.NeedsArg(1, 0) || !hypot.NeedsArg(1, 1) {
		t.Error("math.Hypot: the derivative by q reads q and the result")
	}
	pow, _ := RuleFor("math.Pow", 0)
	if pow.NeedsResult(0) || !pow.NeedsArg(0, 1) || !pow.NeedsArg(1, 0) || pow.NeedsArg(1, 1) {
		t.Error("math.Pow: the base's derivative reads both arguments, the exponent's the base and the result")
	}
	floor, _ := RuleFor("math.Floor", 0)
	if floor.DependsOn(0) || !exp.DependsOn(0) {
		t.Error("math.Floor has no derivative, math.Exp has one")
	}
	if _, ok := RuleFor("math.Frexp", 1); ok {
		t.Error("a rule for the exponent of math.Frexp, an integer")
	}
}
