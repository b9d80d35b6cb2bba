package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// index lowers x[i].
func (l *lowerer) index(e *ast.IndexExpr) *node {
	t := l.typeOf(e.X)
	if _, ok := t.(*types.Signature); ok { // an instance of a generic function
		return l.funcNode(e, calleeName(e.X))
	}
	if c := l.class(t); c == classOpaque || c == classPointer && ir.ElemType(t) == nil || l.inOpaque(e.X) {
		switch l.class(l.typeOf(e)) {
		case classScalar, classOpaque:
			return leaf(l.opaque(e))
		case classSlice:
			if l.ranged == ast.Expr(e) {
				return l.opaqueResult(l.opaque(e), l.typeOf(e), e)
			}
		case classStruct:
			if l.mayTakeApart(e) {
				return l.structOf(l.opaque(e), l.typeOf(e))
			}
		}
		l.refuse(e.Pos(), "element of "+l.head(e.X), "what lies in it is not followed", "look up single numbers, or pass the element as an argument")
		return l.dummy(l.typeOf(e))
	}
	base := l.expr(e.X)
	if l.class(t) == classPointer {
		base = l.target(base, e.X.Pos())
	}
	if base.table != nil {
		return l.row(base.table, l.scalar(e.Index), l.typeOf(e))
	}
	if base.cur != nil {
		if _, ok := base.x.(*ir.Slice); ok {
			r, _ := elementOf(base, l.checkIndex(base.cur, l.scalar(e.Index)))
			l.fresh[r] = l.isFresh(base.cur)
			return leaf(r)
		}
	}
	r := l.sliceRef(base, e.X.Pos())
	i := l.scalar(e.Index)
	return leaf(r.At(i))
}

// inOpaque says whether e is an element of something opaque, as of a map.
func (l *lowerer) inOpaque(e ast.Expr) bool {
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || !l.info().Types[ix.X].IsValue() {
		return false
	}
	return l.class(l.typeOf(ix.X)) == classOpaque || l.inOpaque(ix.X)
}

// sliceExpr lowers x[lo:hi]; the result is bound to a variable by who uses it. A capacity is of no
// effect on what is accepted.
func (l *lowerer) sliceExpr(e *ast.SliceExpr) *node {
	t := l.typeOf(e.X)
	if l.class(t) == classOpaque {
		return leaf(l.opaque(e))
	}
	base := l.expr(e.X)
	if l.class(t) == classPointer {
		base = l.target(base, e.X.Pos())
	}
	if l.emptySlice(e) {
		v := l.temp("buf", l.typeOf(e))
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(0)})
		return &node{typ: v.Type, x: ir.NewRef(v), fresh: true}
	}
	if e.Slice3 && !*l.limited {
		*l.limited, l.replanned = true, l.replanned || l.asksCap
	}
	s := &ir.Slice{T: l.typeOf(e)}
	if e.Low != nil {
		s.Lo = l.scalar(e.Low)
	}
	if e.High != nil {
		s.Hi = l.scalar(e.High)
	}
	if base.table != nil {
		value := func(x ir.Expr) ir.Expr {
			if x == nil {
				return nil
			}
			return l.pin("k", asInt(x))
		}
		return l.tableView("", nil, s.T, base.table, value(s.Lo), value(s.Hi), e.Pos())
	}
	if s.Hi != nil {
		s.Hi = l.withinRow(base, s.Hi)
	}
	if _, ok := base.x.(*ir.Slice); ok && base.cur != nil {
		return l.sliceOfCursor(e, base, l.checkStart(base.cur, s.Lo), s.Hi)
	}
	s.X = l.sliceRef(base, e.X.Pos())
	if s.Lo == nil && s.Hi == nil && l.class(t) == classSlice && types.Identical(s.X.T, s.T) {
		return leaf(s.X)
	}
	return leaf(s)
}
