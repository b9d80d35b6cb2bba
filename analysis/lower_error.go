package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Errors are constants of the derivative: structs that become one are source text, and hold what active values are then.
// What is read from an error again is refused; see the package adjoint.

var errorType = types.Universe.Lookup("error").Type()

// valueAs lowers an expression that is the whole right side of a statement, as a value of type t; nil is any.
func (l *lowerer) valueAs(e ast.Expr, t types.Type) *node {
	if n := l.errorLit(e, t); n != nil {
		return n
	}
	return l.converted(l.value(e), t, e.Pos())
}

// exprAs is valueAs for an expression that may stand inside another one.
func (l *lowerer) exprAs(e ast.Expr, t types.Type) *node {
	if n := l.errorLit(e, t); n != nil {
		return l.whole(n)
	}
	return l.converted(l.expr(e), t, e.Pos())
}

// errorLit lowers a literal of a struct, or the address of one, that becomes an error. It returns nil for anything else.
func (l *lowerer) errorLit(e ast.Expr, t types.Type) *node {
	if t == nil || !types.Identical(t, errorType) {
		return nil
	}
	lit := ast.Unparen(e)
	if u, ok := lit.(*ast.UnaryExpr); ok && u.Op == token.AND {
		lit = ast.Unparen(u.X)
	}
	if c, ok := lit.(*ast.CompositeLit); !ok || l.class(l.typeOf(c)) != classStruct {
		return nil
	}
	x := &texter{l: l, keeps: true, makes: true}
	x.expr(ast.Unparen(e))
	o := x.done(t)
	o.Pos = e.Pos()
	return leaf(o)
}

// errorOf is the struct n as an error: a copy, as Go makes one.
func (l *lowerer) errorOf(n *node, pos token.Pos) *node {
	x := &texter{l: l, keeps: true, makes: true, impure: true}
	x.copy(n, pos)
	o := x.done(errorType)
	o.Pos = pos
	return leaf(o)
}

// copy writes a value that is made of other values.
func (x *texter) copy(n *node, pos token.Pos) {
	l := x.l
	n.force()
	switch {
	case n.bad:
	case n.isNil || n.pending:
		x.text("nil")
	case n.x != nil && l.class(n.typ) != classSlice && l.class(n.typ) != classPointer:
		x.arg(n.x)
	case l.class(n.typ) != classStruct:
		l.refuseKept(pos)
	default:
		x.typ(n.typ)
		x.text("{")
		st, between := n.typ.Underlying().(*types.Struct), ""
		for i, p := range n.parts {
			if p.force(); p.isNil || p.zero {
				continue
			}
			l.at = pos
			l.checkName(st.Field(i))
			x.text(between + st.Field(i).Name() + ": ")
			x.copy(p, pos)
			between = ", "
		}
		x.text("}")
	}
}

// kept writes a part of a literal that an error holds.
func (x *texter) kept(e ast.Expr) {
	l := x.l
	if tv := l.info().Types[e]; l.class(l.typeOf(e)) == classSlice && !tv.IsNil() {
		switch e := ast.Unparen(e).(type) {
		case *ast.CompositeLit:
		case *ast.CallExpr:
			if l.info().Types[e.Fun].IsBuiltin() {
				l.refuseKept(e.Pos())
			}
		default:
			l.refuseKept(e.Pos())
		}
	}
	x.argument(e)
}

// refuseKept refuses memory of the function in an error, which outlives the call.
func (l *lowerer) refuseKept(pos token.Pos) {
	l.refuse(pos, "slice or pointer in an error", "the error outlives the call, and its memory is used for the next one", "copy it, as slices.Clone(v) does")
}
