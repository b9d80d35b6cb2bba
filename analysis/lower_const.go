package analysis

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

func boolConst(b bool, t types.Type) *ir.Const {
	return &ir.Const{Val: constant.MakeBool(b), Text: strconv.FormatBool(b), T: t}
}

// constant lowers a constant expression: literals and names of constants keep their text, and so do
// expressions of them that generated code can repeat. Others become their value.
func (l *lowerer) constant(e ast.Expr, tv types.TypeAndValue) *ir.Const {
	c := &ir.Const{Val: tv.Value, T: types.Default(l.typ(tv.Type))}
	switch {
	case ir.IsFloat(c.T):
		if f := constant.ToFloat(tv.Value); f.Kind() != constant.Unknown {
			c.Val = f
		}
	case ir.IsInt(c.T):
		if i := constant.ToInt(tv.Value); i.Kind() != constant.Unknown {
			c.Val = i
		}
	}
	text, pkg, ok := l.constText(e)
	if !ok || pkg == nil && !(l.repeatable(e, c) && l.means(text, c)) {
		text, pkg, c.Exact = l.valueText(c), nil, nil
	}
	c.Text, c.Pkg = text, pkg
	return c
}

// means says whether text has the value of c where a constant of its type is wanted. It may lack conversions of the primal,
// without which operations are those of other types: float32(1)/3, ^uint8(0).
func (l *lowerer) means(text string, c *ir.Const) bool {
	if !ir.IsFloat(c.T) && !ir.IsInt(c.T) {
		return true
	}
	v := ir.TextValue(text)
	if v == nil {
		tv, err := types.Eval(l.fset, l.pkg, token.NoPos, text)
		if err != nil || tv.Value == nil {
			return false
		}
		v, c.Exact = tv.Value, tv.Value
	}
	return ir.SameValue(v, c.Val, c.T)
}

// typedLiteral is a numeric literal that is converted to the float type t, in a generic function: F(2).
// It stands without the conversion, as in a function for a fixed type, if that leaves its value
// as it is for every type argument. It returns nil for other expressions.
func (l *lowerer) typedLiteral(e ast.Expr, t types.Type) *ir.Const {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok || !ir.IsFloat(t) || lit.Kind != token.INT && lit.Kind != token.FLOAT {
		return nil
	}
	c := l.constant(lit, l.info().Types[lit])
	v := constant.ToFloat(c.Val)
	if x, exact := constant.Float32Val(v); isTypeParam(t) && (!exact || x == 0 && constant.Sign(v) != 0) {
		return nil
	}
	return &ir.Const{Val: v, Text: c.Text, T: t}
}

// isShort says whether x is a constant that every float type holds.
func isShort(x ir.Expr) bool {
	c, ok := x.(*ir.Const)
	if !ok || c.Val == nil {
		return false
	}
	_, exact := constant.Float32Val(constant.ToFloat(c.Val))
	return exact
}

// constText is the text of a constant in the package that code is printed in, with the package
// that it names. Not ok where it cannot be repeated there.
func (l *lowerer) constText(e ast.Expr) (text string, pkg *types.Package, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value, nil, true
	case *ast.ParenExpr:
		return l.constText(e.X)
	case *ast.Ident:
		return l.constName(e)
	case *ast.SelectorExpr:
		return l.constName(e.Sel)
	case *ast.UnaryExpr:
		text, pkg, ok = l.constText(e.X)
		if !ok || pkg != nil || e.Op == token.ADD || !simpleText(text) {
			return "", nil, false
		}
		return e.Op.String() + text, nil, true
	case *ast.BinaryExpr:
		return l.constBinary(e)
	case *ast.CallExpr:
		tv := l.info().Types[e.Fun]
		if !tv.IsType() || len(e.Args) != 1 || !l.keepsValue(e) {
			break
		}
		text, pkg, ok = l.constText(e.Args[0])
		if ok && !types.Identical(l.info().TypeOf(e.Args[0]), tv.Type) { // a typed constant
			b, basic := tv.Type.(*types.Basic)
			if !basic || pkg != nil {
				break
			}
			return b.String() + "(" + text + ")", nil, true
		}
		return text, pkg, ok
	}
	return "", nil, false
}

// keepsValue says whether a conversion of a constant leaves its value as it is.
func (l *lowerer) keepsValue(e *ast.CallExpr) bool {
	a, b := l.info().Types[e].Value, l.info().Types[e.Args[0]].Value
	num := func(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }
	return a != nil && b != nil && num(a) && num(b) && constant.Compare(a, token.EQL, b)
}

func simpleText(s string) bool { return s != "" && !strings.ContainsAny(s, " (+") && s[0] != '-' }

func (l *lowerer) constBinary(e *ast.BinaryExpr) (string, *types.Package, bool) {
	x, px, ok1 := l.constText(e.X)
	y, py, ok2 := l.constText(e.Y)
	if !ok1 || !ok2 || px != nil || py != nil || ir.IsComparison(e.Op) {
		return "", nil, false
	}
	return "(" + x + " " + e.Op.String() + " " + y + ")", nil, true
}

// constName is the name of a constant as generated code may use it.
func (l *lowerer) constName(id *ast.Ident) (string, *types.Package, bool) {
	obj := l.info().ObjectOf(id)
	c, ok := obj.(*types.Const)
	switch {
	case !ok:
		return "", nil, false
	case c.Pkg() == nil: // true, false, iota
		return c.Name(), nil, c.Name() != "iota"
	case c.Parent() != c.Pkg().Scope(): // local
		return "", nil, false
	case c.Pkg() == l.pkg:
		return c.Name(), nil, true
	case l.nameable(c):
		return c.Pkg().Name() + "." + c.Name(), c.Pkg(), true
	}
	return "", nil, false
}

// repeatable says whether the text of e means the same value where a constant of type c.T is
// wanted. Its operands must not have types of their own that make another operation of it, such
// as a division of integers whose result becomes a float.
func (l *lowerer) repeatable(e ast.Expr, c *ir.Const) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if (n.Op == token.SHL || n.Op == token.SHR) && !ir.IsInt(c.T) {
				ok = false
			}
		case *ast.CallExpr:
			if _, isLit := ast.Unparen(e).(*ast.CallExpr); !isLit {
				ok = false // a typed operand inside an expression
			}
		}
		return ok
	})
	return ok && c.Val.Kind() != constant.Complex
}

// valueText is a literal for the value of c.
func (l *lowerer) valueText(c *ir.Const) string {
	switch c.Val.Kind() {
	case constant.Int:
		return c.Val.ExactString()
	case constant.Float:
		bits := 64
		if b, ok := c.T.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
			bits = 32
		}
		f, _ := constant.Float64Val(c.Val)
		return strconv.FormatFloat(f, 'g', -1, bits)
	case constant.Complex:
		re, _ := constant.Float64Val(constant.Real(c.Val))
		im, _ := constant.Float64Val(constant.Imag(c.Val))
		return "complex(" + strconv.FormatFloat(re, 'g', -1, 64) + ", " + strconv.FormatFloat(im, 'g', -1, 64) + ")"
	}
	return c.Val.ExactString()
}

// constTree lowers a float expression of constants of other packages, like 2*math.Pi, to an
// operation, so that it is printed as it was written. Not ok for other expressions, and for those whose exact value, which
// the primal has, differs from that of operations that round.
func (l *lowerer) constTree(e ast.Expr, t types.Type) (ir.Expr, bool) {
	x, ok := l.constOperation(e, t)
	return x, ok && !ir.Rounds(x)
}

func (l *lowerer) constOperation(e ast.Expr, t types.Type) (ir.Expr, bool) {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		tv := l.info().Types[e]
		if _, _, ok := l.constText(e); !ok || tv.Value == nil || !l.repeatable(e, &ir.Const{Val: tv.Value, T: t}) {
			return nil, false
		}
		c := l.constant(e, tv)
		c.T, c.Val = t, constant.ToFloat(c.Val)
		return c, c.Val.Kind() == constant.Float
	}
	switch b.Op {
	case token.ADD, token.SUB, token.MUL:
	case token.QUO:
		if ir.IsInt(l.typeOf(b.X)) && ir.IsInt(l.typeOf(b.Y)) {
			return nil, false
		}
	default:
		return nil, false
	}
	x, ok1 := l.constOperation(b.X, t)
	y, ok2 := l.constOperation(b.Y, t)
	if !ok1 || !ok2 {
		return nil, false
	}
	return &ir.Binary{Op: b.Op, X: x, Y: y, T: t}, true
}

// namesPackage says whether a constant of another package is named in e.
func (l *lowerer) namesPackage(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if c, ok := l.info().Uses[id].(*types.Const); ok && c.Pkg() != nil && c.Pkg() != l.pkg && l.nameable(c) {
				found = true
			}
		}
		return !found
	})
	return found
}
