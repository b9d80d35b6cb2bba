package adjoint

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/special"
)

// mathFuncs are the functions of package math that have rules, and those that rules call,
// with int arguments and several results flattened to float64s.
var mathFuncs = map[string]func(a []float64) []float64{
	"math.Abs": f1(math.Abs), "math.Acos": f1(math.Acos), "math.Acosh": f1(math.Acosh), "math.Asin": f1(math.Asin),
	"math.Asinh": f1(math.Asinh), "math.Atan": f1(math.Atan), "math.Atanh": f1(math.Atanh), "math.Cbrt": f1(math.Cbrt),
	"math.Ceil": f1(math.Ceil), "math.Cos": f1(math.Cos), "math.Cosh": f1(math.Cosh), "math.Erf": f1(math.Erf),
	"math.Erfc": f1(math.Erfc), "math.Erfcinv": f1(math.Erfcinv), "math.Erfinv": f1(math.Erfinv), "math.Exp": f1(math.Exp),
	"math.Exp2": f1(math.Exp2), "math.Expm1": f1(math.Expm1), "math.Floor": f1(math.Floor), "math.Gamma": f1(math.Gamma),
	"math.J0": f1(math.J0), "math.J1": f1(math.J1), "math.Log": f1(math.Log), "math.Log10": f1(math.Log10),
	"math.Log1p": f1(math.Log1p), "math.Log2": f1(math.Log2), "math.Logb": f1(math.Logb), "math.Round": f1(math.Round),
	"math.RoundToEven": f1(math.RoundToEven), "math.Sin": f1(math.Sin), "math.Sinh": f1(math.Sinh), "math.Sqrt": f1(math.Sqrt),
	"math.Tan": f1(math.Tan), "math.Tanh": f1(math.Tanh), "math.Trunc": f1(math.Trunc), "math.Y0": f1(math.Y0), "math.Y1": f1(math.Y1),
	"math.Atan2": f2(math.Atan2), "math.Copysign": f2(math.Copysign), "math.Dim": f2(math.Dim), "math.Hypot": f2(math.Hypot),
	"math.Max": f2(math.Max), "math.Min": f2(math.Min), "math.Mod": f2(math.Mod), "math.Nextafter": f2(math.Nextafter),
	"math.Pow": f2(math.Pow), "math.Remainder": f2(math.Remainder),
	"math.Nextafter32": func(a []float64) []float64 {
		return []float64{float64(math.Nextafter32(float32(a[0]), float32(a[1])))}
	},
	"math.FMA":   func(a []float64) []float64 { return []float64{math.FMA(a[0], a[1], a[2])} },
	"math.Jn":    func(a []float64) []float64 { return []float64{math.Jn(int(a[0]), a[1])} },
	"math.Yn":    func(a []float64) []float64 { return []float64{math.Yn(int(a[0]), a[1])} },
	"math.Ldexp": func(a []float64) []float64 { return []float64{math.Ldexp(a[0], int(a[1]))} },
	"math.Frexp": func(a []float64) []float64 { f, e := math.Frexp(a[0]); return []float64{f, float64(e)} },
	"math.Lgamma": func(a []float64) []float64 {
		l, s := math.Lgamma(a[0])
		return []float64{l, float64(s)}
	},
	"math.Modf":   func(a []float64) []float64 { i, f := math.Modf(a[0]); return []float64{i, f} },
	"math.Sincos": func(a []float64) []float64 { s, c := math.Sincos(a[0]); return []float64{s, c} },
	"max": func(a []float64) []float64 {
		m := a[0]
		for _, x := range a {
			m = max(m, x)
		}
		return []float64{m}
	},
	"min": func(a []float64) []float64 {
		m := a[0]
		for _, x := range a {
			m = min(m, x)
		}
		return []float64{m}
	},
}

func f1(f func(float64) float64) func([]float64) []float64 {
	return func(a []float64) []float64 { return []float64{f(a[0])} }
}

func f2(f func(_, _ float64) float64) func([]float64) []float64 {
	return func(a []float64) []float64 { return []float64{f(a[0], a[1])} }
}

// evalNum evaluates a numeric expression over the given Vars.
func evalNum(e ir.Expr, env map[*ir.Var]float64) float64 {
	switch e := e.(type) {
	case *ir.Const:
		v, _ := constant.Float64Val(constant.ToFloat(e.Val))
		return v
	case *ir.Ref:
		return env[e.Var]
	case *ir.Unary:
		return -evalNum(e.X, env)
	case *ir.Binary:
		x, y := evalNum(e.X, env), evalNum(e.Y, env)
		switch e.Op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		}
	case *ir.Intrinsic:
		var args []float64
		for _, a := range e.Args {
			args = append(args, evalNum(a, env))
		}
		if f, ok := special.Lookup(e.Fn); ok {
			return f.Eval(args[0])
		}
		return mathFuncs[e.Fn](args)[e.Result]
	}
	panic(fmt.Sprintf("no value of %T", e))
}

// evalBool evaluates a condition; nil is true.
func evalBool(e ir.Expr, env map[*ir.Var]float64) bool {
	if n, ok := e.(*ir.Unary); ok && n.Op == token.NOT {
		return !evalBool(n.X, env)
	}
	if e == nil {
		return true
	}
	b := e.(*ir.Binary)
	switch b.Op {
	case token.LAND:
		return evalBool(b.X, env) && evalBool(b.Y, env)
	case token.LOR:
		return evalBool(b.X, env) || evalBool(b.Y, env)
	}
	x, y := evalNum(b.X, env), evalNum(b.Y, env)
	switch b.Op {
	case token.NEQ:
		return x != y
	case token.LSS:
		return x < y
	case token.LEQ:
		return x <= y
	case token.GTR:
		return x > y
	case token.GEQ:
		return x >= y
	}
	panic("no truth value of " + b.Op.String())
}

// checkTypes reports the first node whose operands do not have one type, as Go demands.
func checkTypes(e ir.Expr) error {
	var err error
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if b, ok := n.(*ir.Binary); ok && !types.Identical(b.X.Type(), b.Y.Type()) {
			err = fmt.Errorf("%s: operands of types %v and %v", ir.ExprString(b), b.X.Type(), b.Y.Type())
		}
		return err == nil
	})
	return err
}

// applied holds a rule applied to fresh variables.
type applied struct {
	rule *Rule
	args []*ir.Var
	y, g *ir.Var
	list []Contribution
}

// apply instantiates the rule; the arguments get the types of the function's parameters, where
// ints names the positions of integers.
func apply(r *Rule, n int, ints ...int) *applied {
	ap := &applied{rule: r}
	t := types.Typ[types.Float64]
	if r.Fn == "math.Nextafter32" {
		t = types.Typ[types.Float32]
	}
	var args []ir.Expr
	for i := range n {
		v := &ir.Var{Name: string(rune('a' + i)), Type: t}
		for _, k := range ints {
			if k == i {
				v.Type = types.Typ[types.Int]
			}
		}
		ap.args = append(ap.args, v)
		args = append(args, ir.NewRef(v))
	}
	ap.y, ap.g = &ir.Var{Name: "y", Type: t}, &ir.Var{Name: "g", Type: t}
	ap.list = r.Contributions(args, ir.NewRef(ap.y), ir.NewRef(ap.g))
	return ap
}

// derivative returns g times the partial derivative by argument param at x.
func (ap *applied) derivative(param int, x []float64, g float64) float64 {
	env := map[*ir.Var]float64{ap.g: g, ap.y: mathFuncs[ap.rule.Fn](x)[ap.rule.Result]}
	for i, v := range ap.args {
		env[v] = x[i]
	}
	sum := 0.0
	for _, c := range ap.list {
		if c.Param == param && evalBool(c.When, env) {
			sum += evalNum(c.X, env)
		}
	}
	return sum
}
