package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// literal is memory of type t with the elements that each goes through; begin makes the memory. Where
// an element is followed by a call that may write memory, all are evaluated before one is stored, when
// the literal is used.
func (l *lowerer) literal(t types.Type, each func(func(int64, ast.Expr)), begin func() *ir.Ref) *node {
	noisy := false
	each(func(_ int64, x ast.Expr) { noisy = noisy || x.Pos() < l.noisy })
	if !noisy {
		first := len(l.blk.Stmts)
		v := begin()
		faults := l.diags.Len()
		each(func(i int64, x ast.Expr) {
			if l.diags.Len() == faults { // one fault of a literal says enough
				l.elementInto(v.At(ir.Int(i)), x)
			}
		})
		l.makesCopies(l.blk.Stmts[first:])
		return &node{typ: t, x: v, fresh: true}
	}
	store := l.elementStores(ir.ElemType(t), each)
	return &node{typ: t, fresh: true, lazy: func(n *node) {
		first := len(l.blk.Stmts)
		v := begin()
		store(v)
		l.makesCopies(l.blk.Stmts[first:])
		n.x = v
	}}
}

// elementStores evaluates elements of type t and returns what stores them into a slice or an array.
func (l *lowerer) elementStores(t types.Type, each func(func(int64, ast.Expr))) func(*ir.Ref) {
	var stores []func(*ir.Ref)
	each(func(i int64, x ast.Expr) {
		store := l.elementStore(t, x)
		stores = append(stores, func(v *ir.Ref) { store(v.At(ir.Int(i))) })
	})
	return func(v *ir.Ref) {
		for _, s := range stores {
			s(v)
		}
	}
}

// elementStore evaluates one element and returns what stores it into its place.
func (l *lowerer) elementStore(t types.Type, x ast.Expr) func(*ir.Ref) {
	if lit, ok := ast.Unparen(x).(*ast.CompositeLit); ok {
		switch l.class(t) {
		case classArray:
			return l.elementStores(ir.ElemType(t), l.elementsOf(lit))
		case classSlice:
			store := l.elementStores(ir.ElemType(t), l.elementsOf(lit))
			return func(place *ir.Ref) {
				l.emit(&ir.Alloc{Dst: place, Len: ir.Int(l.litLen(lit))})
				store(place)
			}
		}
	}
	if call := l.builtinCall(x, "make"); call != nil && l.class(t) == classSlice {
		n := l.makeLen(call)
		return func(place *ir.Ref) { l.emit(&ir.Alloc{Dst: place, Len: n}) }
	}
	val := l.converted(l.element(x, t), t, x.Pos())
	return func(place *ir.Ref) {
		if l.class(t) != classSlice || !l.rowInto(place, val, x.Pos()) {
			l.storeElement(place, val, x.Pos())
		}
	}
}
