package adjoint

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A rowKey names the state of a whole array at a point of the forward sweep.
type rowKey struct {
	root *ir.Var
	p    point
}

// row returns a view of the tape row that holds the array of base as it is when the value of s is
// in it, or nil if a row is not the way to keep it. A row is copied at one point of the block
// where the value stops; it serves every element and every statement of that block, and it is
// complete whatever was written. It is worth its copy where an inner loop reads along the
// array; an element here and there is kept by itself, and so are those of a part that moves on with the loops around the block.
func (rs *resolver) row(base *ir.Ref, s *ir.Saved, st stop) *ir.Var {
	root := base.Var
	elem := ir.ElemType(root.Type)
	if !rs.rowShaped(base) {
		return nil
	}
	p := rs.rowPoint(cellOf(base), st, s)
	key := rowKey{root, p}
	if v := rs.rows[key]; v != nil {
		return v
	}
	outer := rs.sh.blockLoops(st.block)
	if !rs.readsAlong(base, s.At, outer) {
		return nil
	}
	v := rs.keepRow(root, elem, st, p, rs.sh.tapeLoops(st.block), s)
	if v != nil {
		rs.rows[key] = v
	}
	return v
}

// rowShaped says whether base is an element of a flat array of numbers whose length stays.
func (rs *resolver) rowShaped(base *ir.Ref) bool {
	elem := ir.ElemType(base.Var.Type)
	return len(base.Elems) == 1 && elem != nil && isScalar(elem) && rs.extent[base.Var] == nil
}

// rowPoint returns where the row is copied: after the statement in which the value arises, or, if that
// does not write the array, as early as the array is what it is.
func (rs *resolver) rowPoint(c cell, st stop, s *ir.Saved) point {
	i := rs.sh.pos[st.child].index
	if !rs.sh.writesIn(st.child, c) {
		for i--; i >= 0 && !rs.sh.writesIn(st.block.Stmts[i], c); i-- {
		}
	}
	return point{st.block, i}
}

// readsAlong says whether the subscript of base, in statement at, runs with loops inside the block where the value stops, and,
// if it is one loop, with none of the outer ones around the block, nor from where those have come to or by what they change: its
// elements are then fewer than a row for each of their iterations.
func (rs *resolver) readsAlong(base *ir.Ref, at ir.Stmt, outer []*ir.For) bool {
	loops := rs.sh.loops(at)[len(outer):]
	inner := rs.runs(base, loops)
	return inner > 1 || inner == 1 && rs.runs(base, outer) == 0 && !rs.begins(base, loops, outer) && !moves(base, outer)
}

// moves says whether the subscript of base has a variable that one of the loops changes.
func moves(base *ir.Ref, loops []*ir.For) bool {
	found := false
	for _, f := range loops {
		ir.Walk(f.Body, func(s ir.Stmt) bool {
			ir.Writes(s, func(w *ir.Ref) {
				found = found || len(w.Elems) == 0 && mentionsAny(base.Elems[0].Index, map[*ir.Var]bool{w.Var: true})
			})
			return !found
		})
	}
	return found
}

// begins says whether a loop with which the subscript of base runs begins where an outer one has come to.
func (rs *resolver) begins(base *ir.Ref, loops, outer []*ir.For) bool {
	iters := map[*ir.Var]bool{}
	for _, f := range outer {
		iters[f.Iter] = true
	}
	return slices.ContainsFunc(loops, func(f *ir.For) bool {
		return rs.runs(base, []*ir.For{f}) > 0 && mentionsAny(f.Begin, iters)
	})
}

// runs returns with how many of the loops the subscript of base runs.
func (rs *resolver) runs(base *ir.Ref, loops []*ir.For) int {
	found := map[*ir.For]bool{}
	ir.WalkExpr(base.Elems[0].Index, func(e ir.Expr) bool {
		r, ok := e.(*ir.Ref)
		if !ok {
			return true
		}
		for _, f := range loops {
			if r.Var == f.Iter {
				found[f] = true
			}
		}
		return len(r.Elems) == 0
	})
	return len(found)
}

// keepRow makes the tape and copies the row.
func (rs *resolver) keepRow(root *ir.Var, elem types.Type, st stop, p point, outer []*ir.For, s *ir.Saved) *ir.Var {
	if rs.lengths[root] != nil { // not the same at all times
		return nil
	}
	n := rs.rowLen(root)
	if len(outer) == 0 {
		head := rs.head(p.block.Stmts[max(p.index, 0)])
		atHead, ok := rs.evaluable(n, rs.rowLenAt(root, head), head)
		if !ok {
			return nil
		}
		v := &ir.Var{Name: tapeName(root.Name), Type: types.NewSlice(elem), Kind: ir.Tape}
		size := rs.sizeAt(head, atHead)
		var like *ir.Ref
		if _, call := s.At.(*ir.Call); call {
			like = rs.mayBeNil(ir.NewRef(root))
		}
		rs.ins.head[head] = append(rs.ins.head[head], &ir.Alloc{Dst: ir.NewRef(v), Len: size, Dirty: true, Like: like})
		rs.insertAt(p, copyLoop(v, root))
		rs.rowNote(v, root, ir.ExprString(atHead), s)
		return v
	}
	ax := rs.axesOf(outer)
	atHead, ok := rs.evaluable(n, rs.rowLenAt(root, ax.head), ax.head)
	if !ok {
		return nil
	}
	tape := rs.newTape(root.Name, elem, ax, rs.sizeAt(ax.head, atHead))
	view := func(index, n ir.Expr) *ir.Var {
		v := &ir.Var{Name: root.Name + "Row", Type: tape.Type, Kind: ir.Local}
		v.View = &ir.Slice{X: ir.NewRef(tape), Lo: ir.Mul(index, n), Hi: ir.Mul(ir.Add(index, ir.Int(1)), n), T: tape.Type}
		return v
	}
	fwd := view(ax.forward, n)
	rs.insertAt(p, &ir.Decl{Var: fwd, Init: fwd.View}, copyLoop(fwd, root))
	rev := view(ax.reverse, rs.replace(saved(n, rs.rowLenAt(root, s.At))))
	rs.addPrologue(st.block, p.index, &ir.Decl{Var: rev, Init: rev.View})
	rs.rowNote(tape, root, ax.text(atHead), s)
	return rev
}

func (rs *resolver) rowNote(tape, root *ir.Var, size string, s *ir.Saved) {
	rs.tapeNote(&kept{tape: tape, size: size}, root.Name, rs.posOf(s.At, root), "its elements are overwritten before the reverse sweep gets there")
}

// rowLen returns the number of elements of root: a constant, the length of a parameter, or what a
// local slice was made with.
func (rs *resolver) rowLen(root *ir.Var) ir.Expr {
	t := root.Type.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return ir.Int(a.Len())
	}
	if a, ok := rs.sh.decl[root].(*ir.Alloc); ok {
		return a.Len
	}
	return &ir.Len{X: ir.NewRef(root)}
}

// rowLenAt returns the statement at which rowLen has its value.
func (rs *resolver) rowLenAt(root *ir.Var, other ir.Stmt) ir.Stmt {
	if a, ok := rs.sh.decl[root].(*ir.Alloc); ok {
		return a
	}
	return other
}

// copyLoop returns copy(dst, src) for dst as long as src or longer.
func copyLoop(dst, src *ir.Var) ir.Stmt {
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	at := func(v *ir.Var) *ir.Ref { return ir.NewRef(v).At(ir.NewRef(i)) }
	n := ir.Expr(&ir.Len{X: ir.NewRef(src)})
	if a, ok := src.Type.Underlying().(*types.Array); ok {
		n = ir.Int(a.Len())
	}
	body := &ir.Block{Stmts: []ir.Stmt{&ir.Store{Dst: at(dst), Src: at(src)}}}
	return &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Body: body, Form: ir.CopyLoop}
}

// elementKey is the same for statements of one block that read the same element with the same value.
func (rs *resolver) elementKey(s *ir.Saved, c cell) string {
	p, _ := rs.sh.valuePoint(c, s.At, s.After)
	var b strings.Builder
	fmt.Fprintf(&b, "%s %p %d %p", exprKey(s.X), p.block, p.index, rs.sh.pos[s.At].block)
	ir.WalkExpr(s.X, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && r != s.X && r.Var.Kind != ir.Iter {
			q, _ := rs.sh.valuePoint(cellOf(r), s.At, false)
			fmt.Fprintf(&b, " %p %d", q.block, q.index)
		}
		return true
	})
	return b.String()
}

// isScalar says whether values of type t are single numbers and the like.
func isScalar(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok || ir.IsFloat(t) || ir.IsInt(t)
}
