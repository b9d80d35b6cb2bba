package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// ownCopy keeps the memory of a slice or an array as it is just before the call s.At and returns the copy,
// which whoever reads it in the reverse sweep may overwrite.
func (rs *resolver) ownCopy(s *ir.Saved) ir.Expr {
	x := s.X
	elem := ir.ElemType(x.T)
	if !rs.copyable(elem) {
		rs.problem(s.At.Info().Where(), "cannot differentiate: %s is passed to a call and overwritten, and has elements that are not copied; pass a copy", ir.ExprString(x))
		return x
	}
	a, isArray := arrayOf(x.T)
	n := ir.Expr(&ir.Len{X: x})
	if isArray {
		n = ir.Int(a.Len())
	}
	shape := ir.ExprString(n)
	var k *kept
	var list []ir.Stmt
	loops := rs.sh.loops(s.At)
	switch joint := len(loops) == 0 && rs.joint[rs.sh.pos[s.At].block]; {
	case isArray:
		k = rs.keep(x.Var.Name, arrayType(x.T), loops, s.At)
	case joint:
		v := &ir.Var{Name: tapeName(x.Var.Name), Type: types.NewSlice(elem), Kind: ir.Tape}
		k = &kept{v, ir.NewRef(v), ir.NewRef(v), "1"}
		list = append(list, &ir.Alloc{Dst: k.forward, Len: n, Dirty: true, Like: rs.mayBeNil(x)})
	default:
		k = rs.keepSlices(x.Var.Name, types.NewSlice(elem), loops, s.At)
		list = append(list, &ir.Alloc{Dst: k.forward, Len: n, Dirty: true, Like: rs.mayBeNil(x)})
	}
	list = append(list, copyElements(k.forward, x, n))
	rs.ins.before[s.At] = append(rs.ins.before[s.At], list...)
	if k.size != "1" {
		shape = paren(k.size) + "*" + paren(shape)
	}
	rs.grad.Tapes = append(rs.grad.Tapes, TapeNote{
		Value: ir.ExprString(x), Pos: rs.posOf(s.At, x.Var), Shape: shape, Bytes: byteText(elem, shape), Why: "it is passed to a call and overwritten",
	})
	return k.reverse
}

// keepSlices makes a tape of slices, one for each iteration of loops.
func (rs *resolver) keepSlices(name string, t types.Type, loops []*ir.For, at ir.Stmt) *kept {
	if len(loops) > 0 {
		return rs.keep(name, t, loops, at)
	}
	v := &ir.Var{Name: tapeName(name), Type: types.NewSlice(t), Kind: ir.Tape}
	head := rs.head(at)
	rs.ins.head[head] = append(rs.ins.head[head], &ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(1), Dirty: true})
	first := ir.NewRef(v).At(ir.Int(0))
	return &kept{v, first, first, "1"}
}

// arrayOf returns the array that t is or points to.
func arrayOf(t types.Type) (*types.Array, bool) {
	a, ok := arrayType(t).Underlying().(*types.Array)
	return a, ok
}

func arrayType(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// copyable says whether values of type t can be copied part by part: numbers and the like, and arrays,
// structs and slices of them.
func (rs *resolver) copyable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return rs.copyable(u.Elem())
	case *types.Array:
		return rs.copyable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" && (!f.Exported() && f.Pkg() != rs.fn.Pkg || !rs.copyable(f.Type())) {
				return false
			}
		}
		return true
	}
	return isScalar(t)
}

// copyElements returns a loop that copies the first n elements of src to dst, with all that they hold.
func copyElements(dst, src *ir.Ref, n ir.Expr) ir.Stmt {
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	body := &ir.Block{}
	copyValue(dst.At(ir.NewRef(i)), src.At(ir.NewRef(i)), body)
	form := ir.Range
	if isScalar(ir.ElemType(src.T)) {
		form = ir.ArrayLoop
		if _, ok := dst.T.Underlying().(*types.Slice); ok {
			form, n = ir.CopyLoop, &ir.Intrinsic{Fn: "min", Args: []ir.Expr{&ir.Len{X: dst}, n}, T: types.Typ[types.Int]}
		}
	}
	return &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Body: body, Form: form}
}

// copyValue appends statements that make dst a copy of src that shares no memory with it.
func copyValue(dst, src *ir.Ref, out *ir.Block) {
	switch u := dst.T.Underlying().(type) {
	case *types.Slice:
		n := &ir.Len{X: src}
		out.Stmts = append(out.Stmts, &ir.Alloc{Dst: dst, Len: n, Dirty: true, Like: src}, copyElements(dst, src, n))
	case *types.Array:
		out.Stmts = append(out.Stmts, copyElements(dst, src, ir.Int(u.Len())))
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" {
				copyValue(dst.Sel(f), src.Sel(f), out)
			}
		}
	default:
		out.Stmts = append(out.Stmts, &ir.Store{Dst: dst, Src: src})
	}
}
