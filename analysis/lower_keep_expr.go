package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// inner says whether the text itself declares a variable.
func (x *texter) inner(obj types.Object) bool {
	return x.around.Pos() <= obj.Pos() && obj.Pos() < x.around.End()
}

// own says whether the text itself declares a variable, or a copy of it.
func (x *texter) own(obj types.Object) bool {
	v, _ := obj.(*types.Var)
	return x.inner(obj) || v != nil && x.moved[v] != nil
}

// outer returns the variable of the function that e is, or is a part of by its fields alone; nil for others.
func (x *texter) outer(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := x.l.info().ObjectOf(e).(*types.Var)
		if !ok {
			return nil
		}
		if _, global := isPackageLevel(v); !global && !x.inner(v) && x.moved[v] == nil {
			return v
		}
	case *ast.SelectorExpr:
		if sel := x.l.info().Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			return x.outer(e.X)
		}
	}
	return nil
}

// inStmt writes an expression in a statement. A part of it alone is read where base is set, else its value may be kept or
// passed on.
func (x *texter) inStmt(e ast.Expr, base bool) {
	l := x.l
	if tv := l.info().Types[e]; tv.IsType() || tv.Value != nil || tv.IsNil() {
		x.child(e)
		return
	}
	if x.outer(e) != nil {
		x.outerValue(e, base)
		return
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v, ok := isPackageLevel(l.info().ObjectOf(id)); ok {
			x.global(v, e, base)
			return
		}
	}
	if !base && carriesFloats(l.typeOf(e)) && !x.mayHaveFloats(e) {
		x.cannot(e)
		return
	}
	switch e := e.(type) {
	case *ast.Ident:
		if fn, ok := l.info().ObjectOf(e).(*types.Func); ok {
			x.calls(fn)
			x.name(fn, e)
			return
		}
		x.text(e.Name)
	case *ast.SelectorExpr:
		x.part(e, base)
	case *ast.IndexExpr:
		if l.info().Types[e.Index].IsType() {
			x.expr(e)
			return
		}
		x.inStmt(e.X, true)
		x.text("[")
		x.child(e.Index)
		x.text("]")
	case *ast.StarExpr:
		x.text("*")
		x.inStmt(e.X, true)
	case *ast.UnaryExpr:
		x.text(e.Op.String())
		if _, lit := ast.Unparen(e.X).(*ast.CompositeLit); e.Op == token.AND && !lit {
			x.address(e.X)
			return
		}
		x.child(e.X)
	case *ast.CallExpr:
		x.callInStmt(e, false)
	case *ast.FuncLit:
		x.later++
		x.literal(e)
		x.later--
	default:
		x.expr(e)
	}
}

// mayHaveFloats says whether a value that carries floats may stand in the text: a number that was computed there.
func (x *texter) mayHaveFloats(e ast.Expr) bool {
	t := x.l.typeOf(e)
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsFloat|types.IsComplex) == 0 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return x.l.info().Selections[e] == nil
	case *ast.IndexExpr:
		return x.outer(e.X) != nil && x.l.class(x.l.typeOf(e.X)) != classOpaque
	case *ast.StarExpr, *ast.TypeAssertExpr:
		return false
	case *ast.UnaryExpr:
		return e.Op != token.ARROW
	}
	return true
}

// part writes a field or a method of something that is no variable of the function.
func (x *texter) part(e *ast.SelectorExpr, base bool) {
	l := x.l
	sel := l.info().Selections[e]
	if sel == nil {
		obj := l.info().Uses[e.Sel]
		if v, ok := obj.(*types.Var); ok {
			x.global(v, e, base)
			return
		}
		if fn, ok := obj.(*types.Func); ok {
			x.calls(fn)
		}
		x.name(obj, e)
		return
	}
	if fn, ok := sel.Obj().(*types.Func); ok {
		x.calls(fn.Origin())
	}
	if v := x.outer(e.X); v != nil && !isField(sel.Obj()) && plainData(l.typeOf(e.X)) {
		x.receiver(e, sel)
	} else {
		x.inStmt(e.X, true)
	}
	x.text("." + e.Sel.Name)
	l.at = e.Sel.Pos()
	if v, ok := sel.Obj().(*types.Var); ok {
		l.checkName(v)
	} else if !l.nameable(sel.Obj()) {
		x.cannot(e)
	}
}

// global writes a package-level variable that is read, and of slices perhaps written.
func (x *texter) global(v *types.Var, e ast.Expr, base bool) {
	l := x.l
	if !base && l.class(v.Type()) == classSlice {
		x.node(l.global(nameOf(e), v), e)
		x.setsElements(x.args[len(x.args)-1], e)
		return
	}
	if !base && carriesFloats(v.Type()) && !ir.IsFloat(v.Type()) {
		x.cannot(e)
	}
	x.name(v, e)
}

func nameOf(e ast.Expr) *ast.Ident {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return sel.Sel
	}
	return ast.Unparen(e).(*ast.Ident)
}

// outerValue writes a variable of the function, or a field of one, that is read.
func (x *texter) outerValue(e ast.Expr, base bool) {
	l := x.l
	n := l.expr(e).force()
	switch c := l.class(n.typ); {
	case c == classScalar:
		if !x.known(n.x) {
			x.cannot(e)
			return
		}
		x.arg(n.x)
	case c == classOpaque:
		if n.x == nil || !x.holdsNoFloats(n.typ, base) || !isFunction(n.typ) && !x.known(n.x) {
			x.cannot(e)
			return
		}
		x.arg(n.x)
	case c == classSlice || c == classArray:
		if n.x == nil || !base && ir.HoldsFloats(n.typ) || x.later > 0 && !(base && x.untouched(n.x)) {
			x.cannot(e)
			return
		}
		x.node(n, e)
		if !base {
			x.setsElements(x.args[len(x.args)-1], e)
		}
	case n.home != nil && (base && n.to != nil || !carriesFloats(n.typ)) && (n.to != nil || n.parts != nil):
		x.arg(ir.NewRef(l.leafVar(n.home.Param, n.home.Path, n.typ, false)))
	case !base && n.parts != nil && x.mayWrite(n.typ):
		x.structure(n, e)
	default:
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok || !base && carriesFloats(n.typ) {
			x.cannot(e)
			return
		}
		x.outerValue(sel.X, true)
		l.at = sel.Sel.Pos()
		l.checkName(l.info().Selections[sel].Obj().(*types.Var))
		x.text("." + sel.Sel.Name)
	}
}

// known says whether the value of e is there when what is being written is executed.
func (x *texter) known(e ir.Expr) bool {
	if r, ok := e.(*ir.Ref); ok && x.inTime(r) {
		return true
	}
	return x.later == 0 || x.l.stable(e)
}

// untouched says whether the value of e is an argument without floats that nothing writes: code that runs beside the function
// may read it.
func (x *texter) untouched(e ir.Expr) bool {
	r, ok := e.(*ir.Ref)
	return ok && r.Var.Kind == ir.Param && len(r.Elems) == 0 && !carriesFloats(r.T) && x.l.stable(r) && x.l.assume(r)
}

func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// holdsNoFloats says whether a value of an opaque type may stand in the text. Maps of floats may be looked at.
func (x *texter) holdsNoFloats(t types.Type, base bool) bool {
	switch t.Underlying().(type) {
	case *types.Signature, *types.Basic:
		return true
	case *types.Map:
		return base || !carriesFloats(t)
	}
	return !carriesFloats(t)
}

// setsElements notes that elements of a slice may be assigned. Those that refer to memory cannot be.
func (x *texter) setsElements(a ir.Expr, e ast.Expr) {
	r, ok := a.(*ir.Ref)
	if !ok || ir.HoldsFloats(r.T) || holdsRefs(ir.ElemType(r.T)) {
		x.cannot(e)
		return
	}
	x.sets = append(x.sets, r)
}
