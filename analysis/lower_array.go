package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// arrayLoop copies an array element by element, or clears it where src is nil. What source text computes is assigned as a whole.
func (l *lowerer) arrayLoop(dst *ir.Ref, src ir.Expr) {
	n := arrayLen(dst.T)
	from, ok := src.(*ir.Ref)
	if src != nil && !ok { // source text
		l.emit(&ir.Store{Meta: l.cur, Dst: dst, Src: src})
		return
	}
	l.elementLoop(ir.Int(n), ir.ArrayLoop, dst, from)
}

// elementLoop emits a loop that copies n elements, or clears them where src is nil.
func (l *lowerer) elementLoop(n ir.Expr, form ir.Form, dst, src *ir.Ref) {
	if src != nil && ir.HoldsSlices(src.T) {
		l.refuse(l.cur.Pos, "copy of "+src.Base().Var.UserName(), "its elements hold slices, which are bound to their memory once", "use it under its own name, or declare a variable for each slice")
		return
	}
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Form: form}
	f.Body = l.in(func() {
		d := dst.At(ir.NewRef(i))
		from := l.zeroNode(d.T)
		if src != nil {
			from = leaf(src.At(ir.NewRef(i)))
		}
		if l.class(d.T) == classSlice && src == nil {
			return
		}
		l.assign([]*node{leaf(d)}, []*node{from}, l.cur.Pos)
	})
	if len(f.Body.Stmts) != 1 || l.isLoop(f.Body.Stmts[0]) {
		f.Form = ir.Range
	}
	l.emit(f)
}

func (l *lowerer) isLoop(s ir.Stmt) bool {
	_, ok := s.(*ir.For)
	return ok
}

// copyArray copies an array into a Var of its own.
func (l *lowerer) copyArray(name string, src *ir.Ref) *ir.Ref {
	v := l.mutableTemp(name, arrayType(src.T))
	l.emit(&ir.Decl{Var: v})
	l.arrayLoop(ir.NewRef(v), src)
	return ir.NewRef(v)
}

// arrayOf is the array of type t that begins as the slice in the conversion e. It panics where that is shorter.
func (l *lowerer) arrayOf(e *ast.CallExpr, t types.Type) *node {
	n := l.expr(e.Args[0])
	if n.force().bad {
		return l.dummy(t)
	}
	src := l.sliceRef(l.bound(n, "src"), e.Args[0].Pos())
	l.panicIf(ir.Bin(token.LSS, lengthOf(src), ir.Int(arrayLen(t))), "slice is shorter than the array that it is converted to")
	v := l.mutableTemp("array", t)
	l.emit(&ir.Decl{Var: v})
	l.elementLoop(ir.Int(arrayLen(t)), ir.CopyLoop, ir.NewRef(v), src)
	return &node{typ: t, x: ir.NewRef(v), fresh: true}
}

// arrayType is t, or what t points to.
func arrayType(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// ofElements says whether what has type t is an array, which is assigned element by element, or the target of a pointer to one
// that is followed.
func (l *lowerer) ofElements(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return isArray(t) && !(pointer && l.class(t) == classOpaque)
}

// inText is the value x as source text, where it is a slice, a struct or a pointer that source text alone uses: what it leads to
// is not followed, and the whole of it may be assigned. What may change through pointers is read at once.
func (l *lowerer) inText(x ir.Expr) ir.Expr {
	r, ok := x.(*ir.Ref)
	if !ok || l.class(r.T) != classOpaque {
		return x
	}
	if l.throughPointers(r) {
		o := &ir.Opaque{Parts: []string{"", ""}, Args: []ir.Expr{r}, T: r.T}
		l.looked[o] = true
		return o
	}
	switch r.T.Underlying().(type) {
	case *types.Slice, *types.Struct, *types.Pointer:
		return &ir.Opaque{Parts: []string{"", ""}, Args: []ir.Expr{r}, Pure: true, T: r.T}
	}
	return x
}

// isArray says whether t is an array or points to one.
func isArray(t types.Type) bool {
	_, ok := arrayType(t).Underlying().(*types.Array)
	return ok
}

func arrayLen(t types.Type) int64 { return arrayType(t).Underlying().(*types.Array).Len() }
