package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// copyCall lowers copy(dst, src) to a loop.
func (l *lowerer) copyCall(e *ast.CallExpr) *node {
	dt, st := l.typeOf(e.Args[0]), l.typeOf(e.Args[1])
	if l.class(dt) != classSlice || l.class(st) != classSlice && !isString(st) {
		return leaf(l.opaque(e))
	}
	elem := ir.ElemType(dt)
	if c := l.class(elem); c == classSlice || c == classPointer {
		l.refuse(e.Pos(), "copy of slices or pointers", "slices are bound to their memory once", "copy the elements of each slice")
		return leaf(ir.Int(0))
	}
	dst := l.sliceRef(l.bound(l.expr(e.Args[0]), "dst"), e.Args[0].Pos())
	src := l.sliceRef(l.bound(l.spread(e.Args[1]), "src"), e.Args[1].Pos())
	if !l.writable(dst, e.Args[0].Pos()) {
		return leaf(ir.Int(0))
	}
	n := l.pin("n", l.copyLen(dst, src))
	if l.overlaps(dst, src) {
		v := l.mutableTemp("tmp", types.NewSlice(elem))
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: n})
		l.elementLoop(n, ir.CopyLoop, ir.NewRef(v), src)
		src = ir.NewRef(v)
	}
	l.elementLoop(n, ir.CopyLoop, dst, src)
	return leaf(n)
}

// bound is n as a variable if it is a part of a slice.
func (l *lowerer) bound(n *node, name string) *node {
	if s, ok := n.force().x.(*ir.Slice); ok {
		return leaf(ir.NewRef(l.view(name, s.T, n)))
	}
	return n
}

// overlaps says whether a copy from src to dst may move elements onto others that are still to be
// read: two ranges of one array that need not start at the same element. Whole rows of a
// slice of slices do not overlap partly.
func (l *lowerer) overlaps(dst, src *ir.Ref) bool {
	if dst.Var.Root() != src.Var.Root() {
		return false
	}
	return !wholeRow(dst) || !wholeRow(src)
}

// wholeRow says whether r starts where the slice that it is a view of starts.
func wholeRow(r *ir.Ref) bool {
	for {
		if len(r.Elems) > 0 && r.Var.View != nil || r.Var.View == nil {
			return r.Var.View == nil
		}
		switch v := r.Var.View.(type) {
		case *ir.Slice:
			if v.Lo != nil && !ir.IsVal(v.Lo, 0) {
				return false
			}
			r = v.X
		case *ir.Ref:
			r = v
		}
	}
}

// clearCall lowers clear(x).
func (l *lowerer) clearCall(e *ast.CallExpr) {
	t := l.typeOf(e.Args[0])
	if l.class(t) != classSlice {
		l.emit(&ir.Exec{X: l.opaque(e)})
		return
	}
	if c := l.class(ir.ElemType(t)); c == classSlice || c == classPointer {
		l.refuse(e.Pos(), "clear of slices or pointers", "slices are bound to their memory once", "clear the elements of each slice")
		return
	}
	dst := l.sliceRef(l.bound(l.expr(e.Args[0]), "dst"), e.Args[0].Pos())
	if l.writable(dst, e.Args[0].Pos()) {
		l.elementLoop(&ir.Len{X: dst}, ir.ClearLoop, dst, nil)
	}
}
