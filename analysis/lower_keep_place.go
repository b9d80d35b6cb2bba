package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// place writes a place that is assigned.
func (x *texter) place(e ast.Expr) {
	l := x.l
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok && (id.Name == "_" || x.outer(e) == nil && l.info().ObjectOf(id) != nil && x.own(l.info().ObjectOf(id))) {
		x.text(id.Name)
		return
	}
	if x.outer(e) != nil {
		x.assignedPlace(e)
		return
	}
	if v, id, path := l.globalPart(e); v != nil {
		x.globalPlace(v, id, path, e)
		return
	}
	if _, isMap := mapOf(l, e); !isMap && (carriesFloats(l.typeOf(e)) || followed(l.class(l.typeOf(e)))) {
		x.cannot(e)
		return
	}
	switch e := e.(type) {
	case *ast.IndexExpr:
		if _, isMap := mapOf(l, e); isMap {
			x.inStmt(e.X, true)
		} else {
			x.elements(e.X)
		}
		x.text("[")
		x.child(e.Index)
		x.text("]")
	case *ast.SelectorExpr:
		x.writes().field(l.info().Selections[e].Obj().(*types.Var))
		x.elements(e.X)
		x.text("." + e.Sel.Name)
		l.at = e.Sel.Pos()
		l.checkName(l.info().Selections[e].Obj().(*types.Var))
	case *ast.StarExpr:
		x.writes().star(l.typeOf(e))
		x.text("*")
		x.inStmt(e.X, true)
	default:
		x.cannot(e)
	}
}

func mapOf(l *lowerer, e ast.Expr) (t types.Type, ok bool) {
	ix, isIndex := e.(*ast.IndexExpr)
	if !isIndex {
		return nil, false
	}
	_, ok = l.typeOf(ix.X).Underlying().(*types.Map)
	return l.typeOf(ix.X), ok
}

// writes is the footprint of the text.
func (x *texter) writes() *footprint {
	if x.of == nil {
		x.of = x.l.newFootprint()
	}
	return x.of
}

// elements writes something of which elements or fields are assigned.
func (x *texter) elements(e ast.Expr) {
	l := x.l
	switch t := l.typeOf(e).Underlying().(type) {
	case *types.Slice:
		x.writes().cell(t.Elem())
	case *types.Array:
		x.writes().cell(t.Elem())
	case *types.Pointer:
		if a, ok := t.Elem().Underlying().(*types.Array); ok {
			x.writes().cell(a.Elem())
		}
		x.inStmt(e, true)
		return
	}
	e = ast.Unparen(e)
	if ix, ok := e.(*ast.IndexExpr); ok {
		x.elements(ix.X)
		x.text("[")
		x.child(ix.Index)
		x.text("]")
		return
	}
	if x.outer(e) != nil && carriesFloats(l.typeOf(e)) {
		x.cannot(e)
		return
	}
	x.inStmt(e, false)
}

// assignedPlace writes a variable of the function, or a field of one, that is assigned.
func (x *texter) assignedPlace(e ast.Expr) {
	l := x.l
	n := l.expr(e).force()
	r := n.ref()
	if c := l.class(n.typ); r == nil || c != classScalar && c != classOpaque || carriesFloats(n.typ) && ir.HoldsFloats(n.typ) || !x.inTime(r) || !l.writable(r, e.Pos()) {
		x.cannot(e)
		return
	}
	x.arg(r)
	x.sets = append(x.sets, r)
}

// inTime says whether the place r is what it is now when what is being written is executed: at once, or when the function
// returns, for what lies behind a pointer.
func (x *texter) inTime(r *ir.Ref) bool {
	h := r.Base().Var.Home
	return x.later == 0 || x.deferred && x.later == 1 && h != nil && !h.Own() && len(r.Indices()) == 0
}

// globalPlace writes a package-level variable, or a field of one, that is assigned.
func (x *texter) globalPlace(v *types.Var, id *ast.Ident, path []*types.Var, e ast.Expr) {
	l := x.l
	if c := l.class(l.typeOf(e)); carriesFloats(l.typeOf(e)) || c != classScalar && c != classOpaque {
		x.cannot(e)
		return
	}
	key := varKey{obj: v}
	x.name(v, id)
	for _, f := range path {
		key = key.at(f.Name())
		l.at = e.Pos()
		l.checkName(f)
		x.text("." + f.Name())
	}
	if !l.unstable[key] {
		l.unstable[key], l.again = true, true
	}
}

// address writes what a pointer is made to, after the operator.
func (x *texter) address(e ast.Expr) {
	if v, _, _ := x.l.globalPart(e); v == nil && x.outer(e) == nil {
		x.inStmt(e, true)
		return
	}
	if !x.takesAddress {
		x.cannot(e)
		return
	}
	x.place(e)
}
