package analysis

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A placedRow is a slice that was made for a variable and became an element of a slice of slices.
type placedRow struct{ row, root *ir.Var }

// placeRow makes the slice src, which the block at hand has made, the element at place from the start, as if the
// program had said so: r := make(...); rows[i] = r becomes rows[i] = make(...); r := rows[i]. Not ok if that
// makes a difference.
func (l *lowerer) placeRow(place *ir.Ref, src *node) bool {
	r, to := src.ref(), place.Base()
	if r == nil || len(r.Elems) > 0 || r.Var.View != nil || r.Var.Kind != ir.Local || src.cur != nil {
		return false
	}
	v := r.Var
	k := l.allocOf(l.blk, v)
	if k < 0 || !types.Identical(v.Type, place.T) || to.Var.Kind != ir.Local || !l.onceFor(to) || l.madeBehind(to.Var, k) || l.seen(to, v, k) {
		return false
	}
	made := l.blk.Stmts[k].(*ir.Alloc)
	v.View = to
	made.Dst, made.Pos = to, l.cur.Pos // what is wrong with the row is wrong here
	l.insert(k+1, &ir.Decl{Meta: made.Meta, Var: v, Init: to})
	for _, a := range l.aliases {
		if a.root == v {
			a.root, a.through, a.place = to.Var, true, to
			l.aliases = append(l.aliases, a)
		}
	}
	l.aliases = append(l.aliases, alias{root: to.Var, through: true, view: v, place: to, block: l.blk, start: k + 2, end: -1})
	l.placed = append(l.placed, placedRow{v, to.Var})
	delete(l.allocLen, v)
	src.fresh = false
	return true
}

// onceFor says whether new memory for r, an element of a slice of slices, made in the block at hand, gives each
// element memory once: the blocks between are bodies of loops whose iterators are among the subscripts.
func (l *lowerer) onceFor(r *ir.Ref) bool {
	subs := r.Indices()
	for _, i := range subs {
		ref, ok := i.(*ir.Ref)
		if _, isConst := ir.IntVal(i); !isConst && !(ok && ref.Var.Kind == ir.Iter) {
			return false
		}
	}
	for _, b := range l.blocks[l.depth(r.Var)+1:] {
		iter := l.iters[b]
		if iter == nil || !slices.ContainsFunc(subs, func(i ir.Expr) bool { return ir.Equal(i, ir.NewRef(iter)) }) {
			return false
		}
	}
	return true
}

// madeBehind says whether v is declared in the block at hand behind statement k.
func (l *lowerer) madeBehind(v *ir.Var, k int) bool {
	return slices.ContainsFunc(l.blk.Stmts[k:], func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		a, isAlloc := s.(*ir.Alloc)
		return ok && d.Var == v || isAlloc && len(a.Dst.Elems) == 0 && a.Dst.Var == v
	})
}

// seen says whether what element to refers to, or that the slice row does so only later, may make a difference
// from statement k on.
func (l *lowerer) seen(to *ir.Ref, row *ir.Var, k int) bool {
	found := false
	for _, s := range l.blk.Stmts[k+1:] {
		ir.Walk(s, func(s ir.Stmt) bool {
			switch s := s.(type) {
			case *ir.Grow:
				found = found || s.Var == row
			case *ir.Swap:
				found = found || s.A.Base().Var == row || s.B.Base().Var == row
			}
			ir.Exprs(s, func(e ir.Expr) ir.Expr {
				found = found || leadsTo(e, to)
				return e
			})
			return !found
		})
	}
	return found || slices.ContainsFunc(l.aliases, func(a alias) bool {
		inUse := l.visible(a.block) && (a.end < 0 || a.block == l.blk && a.end > k)
		return inUse && a.leadsThrough(to)
	})
}

// leadsTo says whether e may read the slice at the place to.
func leadsTo(e ir.Expr, to *ir.Ref) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			if len(e.X.Base().Elems) == 0 {
				return false
			}
		case *ir.Ref:
			b := e.Base()
			found = found || b.Var == to.Var && !disjoint(b.Elems, to.Elems)
		}
		return !found
	})
	return found
}

// insert puts s before statement i of the block at hand.
func (l *lowerer) insert(i int, s ir.Stmt) {
	l.blk.Stmts = slices.Insert(l.blk.Stmts, i, s)
	later := func(n *int) {
		if *n >= i {
			*n++
		}
	}
	for j := range l.aliases {
		if a := &l.aliases[j]; a.block == l.blk {
			later(&a.start)
			later(&a.end)
		}
	}
	for _, a := range l.lasting {
		if m := a.since; m != nil && m.blocks[len(m.blocks)-1] == l.blk {
			later(&m.end)
		}
	}
	for j := range l.rowCopies {
		if c := &l.rowCopies[j]; c.blocks[len(c.blocks)-1] == l.blk {
			later(&c.end)
		}
	}
}
