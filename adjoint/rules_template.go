package adjoint

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"strconv"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// instantiate builds the IR of a template with bind's expressions for its names. Literals
// take the type of the operand beside them, or t where there is none. Conditions on constants are
// evaluated, literals are added up; nothing else is simplified beyond what ir.Add and its kin do.
func instantiate(tmpl ast.Expr, bind map[string]ir.Expr, t types.Type) ir.Expr {
	switch e := tmpl.(type) {
	case *ast.ParenExpr:
		return instantiate(e.X, bind, t)
	case *ast.Ident:
		x, ok := bind[e.Name]
		if !ok || x == nil {
			panic("adjoint: a rule reads " + e.Name + ", which was not given")
		}
		return x
	case *ast.BasicLit:
		if ir.IsInt(t) {
			n, err := strconv.ParseInt(e.Value, 0, 64)
			if err != nil {
				panic("adjoint: a rule has the integer " + e.Value)
			}
			return ir.Int(n)
		}
		return ir.Num(e.Value, t)
	case *ast.SelectorExpr:
		return mathConst(e.Sel.Name, t)
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			return ir.Neg(instantiate(e.X, bind, t))
		}
		if e.Op == token.NOT {
			x := instantiate(e.X, bind, t)
			if v, known := boolVal(x); known {
				return boolConst(!v)
			}
			return &ir.Unary{Op: token.NOT, X: x}
		}
	case *ast.CallExpr:
		return instantiateCall(e, bind)
	case *ast.BinaryExpr:
		return instantiateBinary(e, bind, t)
	}
	panic(fmt.Sprintf("adjoint: a rule has an expression of type %T", tmpl))
}

func instantiateCall(e *ast.CallExpr, bind map[string]ir.Expr) ir.Expr {
	sel := e.Fun.(*ast.SelectorExpr)
	fn := sel.X.(*ast.Ident).Name + "." + sel.Sel.Name
	float := types.Typ[types.Float64]
	call := &ir.Intrinsic{Fn: fn, T: float}
	for i, a := range e.Args {
		var t types.Type = float
		if i == 0 && (fn == "math.Jn" || fn == "math.Yn") {
			t = types.Typ[types.Int]
		}
		call.Args = append(call.Args, instantiate(a, bind, t))
	}
	if fn == "math.Pow" { // x^0 and x^1 hold for every x
		switch {
		case ir.IsVal(call.Args[1], 0):
			return ir.Num("1", float)
		case ir.IsVal(call.Args[1], 1):
			return call.Args[0]
		}
	}
	return call
}

func instantiateBinary(e *ast.BinaryExpr, bind map[string]ir.Expr, t types.Type) ir.Expr {
	if e.Op == token.LAND {
		return and(instantiate(e.X, bind, nil), instantiate(e.Y, bind, nil))
	}
	if e.Op == token.LOR {
		return or(instantiate(e.X, bind, nil), instantiate(e.Y, bind, nil))
	}
	x, y := operands(e, bind, t)
	if v, ok := foldLiterals(e.Op, x, y); ok {
		return v
	}
	switch e.Op {
	case token.ADD:
		return ir.Add(x, y)
	case token.SUB:
		return ir.Sub(x, y)
	case token.MUL:
		return ir.Mul(x, y)
	case token.QUO:
		return ir.Quo(x, y)
	}
	a, _, ok1 := constVal(x)
	b, _, ok2 := constVal(y)
	if ok1 && ok2 {
		return boolConst(constant.Compare(a, e.Op, b))
	}
	return ir.Bin(e.Op, x, y)
}

// operands instantiates both sides; a literal gets the type of the other side.
func operands(e *ast.BinaryExpr, bind map[string]ir.Expr, t types.Type) (x, y ir.Expr) {
	switch {
	case !isLiteral(e.X):
		x = instantiate(e.X, bind, t)
		return x, instantiate(e.Y, bind, x.Type())
	case !isLiteral(e.Y):
		y = instantiate(e.Y, bind, t)
		return instantiate(e.X, bind, y.Type()), y
	}
	return instantiate(e.X, bind, t), instantiate(e.Y, bind, t)
}

func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.BasicLit)
	return ok
}

// and returns x && y, without what is known.
func and(x, y ir.Expr) ir.Expr {
	for _, p := range [][2]ir.Expr{{x, y}, {y, x}} {
		if v, known := boolVal(p[0]); known {
			if v {
				return p[1]
			}
			return p[0]
		}
	}
	return ir.Bin(token.LAND, x, y)
}

// or returns x || y, without what is known.
func or(x, y ir.Expr) ir.Expr {
	for _, p := range [][2]ir.Expr{{x, y}, {y, x}} {
		if v, known := boolVal(p[0]); known {
			if v {
				return p[0]
			}
			return p[1]
		}
	}
	return ir.Bin(token.LOR, x, y)
}

func boolConst(v bool) *ir.Const {
	return &ir.Const{Val: constant.MakeBool(v), Text: strconv.FormatBool(v), T: types.Typ[types.Bool]}
}

func boolVal(e ir.Expr) (v, known bool) {
	c, ok := e.(*ir.Const)
	if !ok || c.Val == nil || c.Val.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Val), true
}

// constVal returns the value of a numeric constant, and whether it is a literal rather than a name.
func constVal(e ir.Expr) (v constant.Value, literal, ok bool) {
	switch e := e.(type) {
	case *ir.Unary:
		if v, literal, ok = constVal(e.X); ok && e.Op == token.SUB {
			return constant.UnaryOp(token.SUB, v, 0), literal, true
		}
	case *ir.Const:
		if e.Val != nil && (e.Val.Kind() == constant.Int || e.Val.Kind() == constant.Float) {
			literal = e.Text == "" || e.Text[0] == '-' || e.Text[0] == '.' || '0' <= e.Text[0] && e.Text[0] <= '9'
			return e.Val, literal, true
		}
	}
	return nil, false, false
}

// foldLiterals adds or subtracts two float literals, if the sum has a short decimal form: 2.5-1 is
// 1.5. Names of constants are kept.
func foldLiterals(op token.Token, x, y ir.Expr) (ir.Expr, bool) {
	if op != token.ADD && op != token.SUB || !ir.IsFloat(x.Type()) {
		return nil, false
	}
	a, lit1, ok1 := constVal(x)
	b, lit2, ok2 := constVal(y)
	if !ok1 || !ok2 || !lit1 || !lit2 {
		return nil, false
	}
	v := constant.BinaryOp(a, op, b)
	neg := constant.Sign(v) < 0
	if neg {
		v = constant.UnaryOp(token.SUB, v, 0)
	}
	f, _ := constant.Float64Val(v)
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if r, ok := new(big.Rat).SetString(text); !ok || !constant.Compare(constant.Make(r), token.EQL, v) {
		return nil, false
	}
	if neg {
		return ir.Neg(ir.Num(text, x.Type())), true
	}
	return ir.Num(text, x.Type()), true
}

// mathConst returns a constant of package math that the rules name.
func mathConst(name string, t types.Type) ir.Expr {
	digits, ok := map[string]string{
		"Ln2":    "0.693147180559945309417232121458176568",
		"Ln10":   "2.30258509299404568401799145468436421",
		"SqrtPi": "1.77245385090551602729816748334114518",
	}[name]
	if !ok {
		panic("adjoint: a rule names math." + name)
	}
	return &ir.Const{
		Val:  constant.MakeFromLiteral(digits, token.FLOAT, 0),
		Text: "math." + name,
		Pkg:  types.NewPackage("math", "math"),
		T:    t,
	}
}
