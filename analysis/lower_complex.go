package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// complexText is a complex number, or a number that is made of complex ones, as source text.
func (l *lowerer) complexText(e ast.Expr) *node {
	x := &texter{l: l, why: complexWhy}
	x.expr(ast.Unparen(e))
	o := x.done(l.opaqueType(e))
	o.Pos = e.Pos()
	for _, a := range o.Args { // the derivative with respect to an argument would be missing
		if r, ok := a.(*ir.Ref); ok && r.Base().Var.Kind == ir.Param && holdsComplex(r.Base().Var.Type) && !l.excluded(r.Base().Var.Home.Param.Name) {
			return l.refuseComplex(e)
		}
	}
	o.Pure = l.ofVariables(e)
	return leaf(o)
}

const complexWhy = "complex number (complex arithmetic is not supported); write real and imaginary parts as floats"

// excluded says whether no derivative is asked for with respect to a parameter.
func (l *lowerer) excluded(name string) bool {
	for _, r := range l.asked.Requests {
		if r.Wrt == nil || slices.Contains(r.Wrt, name) {
			return false
		}
	}
	return len(l.asked.Requests) > 0
}

// ofVariables says whether e is made of local variables and constants by operators, real, imag and complex.
func (l *lowerer) ofVariables(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		_, global := isPackageLevel(l.info().ObjectOf(e))
		return !global
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && l.ofVariables(e.X)
	case *ast.BinaryExpr:
		return l.ofVariables(e.X) && l.ofVariables(e.Y)
	case *ast.CallExpr:
		ok := l.info().Types[e.Fun].IsType() || builtinName(l, e) != ""
		for _, a := range e.Args {
			ok = ok && l.ofVariables(a)
		}
		return ok
	}
	return false
}

// holdsComplex says whether a value of type t leads to complex numbers.
func holdsComplex(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsComplex != 0
	case *types.Slice:
		return holdsComplex(u.Elem())
	case *types.Array:
		return holdsComplex(u.Elem())
	case *types.Pointer:
		return isComplex(u.Elem())
	}
	return false
}

func (l *lowerer) refuseComplex(e ast.Expr) *node {
	if !l.complex {
		l.refuse(e.Pos(), "complex number", "complex arithmetic is not supported", "write real and imaginary parts as floats")
	}
	l.complex = true
	return l.dummy(l.typeOf(e))
}
