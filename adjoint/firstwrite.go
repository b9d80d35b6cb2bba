package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A reset is the knowledge that the cells which a group of sums adds to hold zero before the nest, in a box of its
// iterations: in each loop from its first iteration plus first to before its end plus end. The first sum into each is
// an assignment then.
//
// In the reverse sweep of time steps, a step sets to zero, after it has used them, the adjoints of what the primal's step
// overwrote, and the next step to come adds to these cells, perhaps after a swap:
//
//	for t { a', b' = b', a'; for i { a'[i-1] += ... b'[i] ...; b'[i] = 0 } }
//
// Instead of that they are assigned in the next step, and after the last one they are set to zero.
type reset struct {
	group      *sumGroup
	first, end []int64

	steps   *ir.For
	owner   *ir.For   // the nest of the step that sets the cells to zero
	store   *ir.Store // in it
	to, old *ir.Var   // what the group adds to, and what that is called at the end of a step
}

// findReset returns the reset of a group of n, which is f, statement i of b, nil if there is none.
func (d *deriver) findReset(b *ir.Block, i int, f *ir.For, n *nest) *reset {
	for _, s := range d.body.Stmts {
		steps, ok := s.(*ir.For)
		if !ok || steps.Body != b {
			continue
		}
		for _, t := range n.terms {
			if g := t.group; g.terms[0] == t && len(g.place.subs) > 0 && n.plain(t.sum.Dst) {
				if r := d.resetOf(steps, i, f, n, g); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// plain says whether the subscripts of r need nothing that the nest declares but iterators and locals that are linear in
// them.
func (n *nest) plain(r *ir.Ref) bool {
	ok := true
	ir.WalkExpr(r, func(e ir.Expr) bool {
		if x, isRef := e.(*ir.Ref); isRef && n.changing[x.Var] && n.iterator(x) < 0 && n.index[x.Var] == nil {
			ok = false
		}
		return ok
	})
	return ok
}

// resetOf returns the reset of g where the cells are the function's own, are known to be zero before the first step, and
// are known to nobody but f and what sets them to zero.
func (d *deriver) resetOf(steps *ir.For, i int, f *ir.For, n *nest, g *sumGroup) *reset {
	to := g.place.cell.v
	old, ok := swappedWith(steps.Body.Stmts[:i], to)
	if !ok || g.place.cell.path != "" || !d.ownAdjoint(to) || !d.ownAdjoint(old) || !d.zeroBefore(steps, old) {
		return nil
	}
	if slices.ContainsFunc(n.terms, func(t *sumTerm) bool { return t.group != g && t.group.place.cell.v == to }) {
		return nil
	}
	r := &reset{group: g, steps: steps, owner: f, to: to, old: old}
	for k, s := range steps.Body.Stmts {
		if w, ok := s.(*ir.Swap); ok && k < i {
			if a, b := swappedVars(w); a == old && b == to || a == to && b == old {
				continue
			}
		}
		if k == i || !mentionsVar(s, to) && !mentionsVar(s, old) && !swaps(s, to, old) {
			continue
		}
		x, ok := s.(*ir.For)
		if !ok || to != old || r.owner != f || k < i {
			return nil
		}
		r.owner = x
	}
	if !d.matchReset(r, n) {
		return nil
	}
	return r
}

// swaps says whether s swaps one of the slices.
func swaps(s ir.Stmt, list ...*ir.Var) bool {
	found := false
	ir.Walk(s, func(x ir.Stmt) bool {
		if w, ok := x.(*ir.Swap); ok {
			found = found || slices.Contains(list, w.A.Base().Var) || slices.Contains(list, w.B.Base().Var)
		}
		return !found
	})
	return found
}

// swappedWith returns what v is called at the end of the step before, or false where that is not plain: list are the
// statements of the step so far.
func swappedWith(list []ir.Stmt, v *ir.Var) (*ir.Var, bool) {
	old := v
	for _, s := range list {
		w, ok := s.(*ir.Swap)
		if !ok {
			continue
		}
		switch a, b := swappedVars(w); {
		case a != v && b != v:
		case old != v:
			return nil, false
		case a == v:
			old = b
		default:
			old = a
		}
	}
	return old, true
}

// swappedVars returns the variables that w swaps, nil for what is no variable.
func swappedVars(w *ir.Swap) (a, b *ir.Var) {
	if len(w.A.Elems) > 0 || len(w.B.Elems) > 0 {
		return nil, nil
	}
	return w.A.Var, w.B.Var
}

// ownAdjoint says whether v is the adjoint of a local, or a copy of one that the caller does not see.
func (d *deriver) ownAdjoint(v *ir.Var) bool {
	return v.Kind == ir.Adjoint && v.Home == nil && v.View == nil && !d.isSeed(v)
}

// zeroBefore says whether v holds zeros before s, a statement of the function's body.
func (d *deriver) zeroBefore(s ir.Stmt, v *ir.Var) bool {
	zero := map[*ir.Var]bool{}
	for _, x := range d.body.Stmts {
		if x == s {
			return zero[v]
		}
		switch x := x.(type) {
		case *ir.Alloc:
			if len(x.Dst.Elems) == 0 {
				zero[x.Dst.Var] = !x.Dirty
				continue
			}
		case *ir.Swap:
			if a, b := swappedVars(x); a != nil {
				zero[a], zero[b] = zero[b], zero[a]
				continue
			}
		}
		forget(zero, x)
	}
	return false
}

// forget removes from zero what s and the statements inside it may write, and what they swap it with.
func forget(zero map[*ir.Var]bool, s ir.Stmt) {
	var swaps []*ir.Swap
	ir.Walk(s, func(x ir.Stmt) bool {
		switch x := x.(type) {
		case *ir.Swap:
			if a, _ := swappedVars(x); a != nil {
				swaps = append(swaps, x)
				return true
			}
			zero[x.A.Base().Var], zero[x.B.Base().Var] = false, false
		case *ir.Decl:
			if x.Var.View != nil {
				return true
			}
		case *ir.Call, *ir.Exec:
			clear(zero)
		}
		ir.Writes(x, func(r *ir.Ref) { zero[r.Base().Var] = false })
		return true
	})
	for range swaps {
		for _, w := range swaps {
			a, b := swappedVars(w)
			both := zero[a] && zero[b]
			zero[a], zero[b] = both, both
		}
	}
}

// matchReset finds the assignment of zero, and compares its iterations with those of n.
func (d *deriver) matchReset(r *reset, n *nest) bool {
	m := nestOf(r.owner)
	if m == nil || len(m.dims) != len(n.dims) || !r.findStore(m) {
		return false
	}
	if r.owner != n.loops[0] && (bodyForm(r.owner) != "" || !m.readsBefore(d.plainIndex(d.body), r.owner)) {
		return false
	}
	dst := r.store.Dst
	for _, s := range m.body { // its copy, in terms of m
		if st, ok := s.(*ir.Store); ok && st.Dst.Base().Var == r.old {
			dst = st.Dst
		}
	}
	p, ok := m.place(dst)
	if !ok || !d.steady(r.steps, m, dst) {
		return false
	}
	p.cell = r.group.place.cell
	by, ok := r.group.place.shift(p, len(n.dims))
	if !ok {
		return false
	}
	for k := range n.dims {
		first, ok1 := d.constantDifference(m.dims[k].begin, n.dims[k].begin)
		end, ok2 := d.constantDifference(m.dims[k].end, n.dims[k].end)
		move := by[k] + r.group.terms[0].shift[k]
		first, end = first+move, end+move
		low, high := bounds(n.terms, k)
		if !ok1 || !ok2 || first < low || first > high || end < low || end > high {
			return false
		}
		r.first, r.end = append(r.first, first), append(r.end, end)
	}
	return true
}

// findStore finds the only assignment to the cells in the owner. It stands directly in the innermost loop of m.
func (r *reset) findStore(m *nest) bool {
	count := 0
	ir.Walk(r.owner, func(s ir.Stmt) bool {
		st, ok := s.(*ir.Store)
		if ok && st.Dst.Base().Var == r.old {
			r.store = st
			count++
		}
		return true
	})
	return count == 1 && isZero(r.store.Src) && slices.Contains(m.loops[len(m.loops)-1].Body.Stmts, ir.Stmt(r.store))
}

// steady says whether the bounds of m and the subscripts of dst are the same in all steps.
func (d *deriver) steady(steps *ir.For, m *nest, dst *ir.Ref) bool {
	assigned := map[*ir.Var]bool{steps.Iter: true}
	ir.Walk(steps.Body, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok {
			assigned[f.Iter] = true
		}
		if w, ok := s.(*ir.Swap); ok {
			assigned[w.A.Base().Var], assigned[w.B.Base().Var] = true, true
		}
		ir.Writes(s, func(r *ir.Ref) { assigned[r.Base().Var] = true })
		return true
	})
	ok := true
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if r, isRef := e.(*ir.Ref); isRef && m.iterator(r) < 0 && (assigned[r.Var] || assigned[r.Base().Var]) {
				ok = false
			}
			return ok
		})
	}
	for _, x := range m.dims {
		see(x.begin)
		see(x.end)
	}
	for _, e := range dst.Base().Indices() {
		see(m.inline(e))
	}
	return ok
}

// constantDifference returns x - y if that is a constant. The lengths of slices that are made once are known.
func (d *deriver) constantDifference(x, y ir.Expr) (int64, bool) {
	lengths := map[*ir.Var]ir.Expr{}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if m, ok := s.(*ir.Alloc); ok && len(m.Dst.Elems) == 0 {
			if lengths[m.Dst.Var] != nil || !d.unchanged(m.Len) || d.swapped(m.Dst.Var) {
				lengths[m.Dst.Var] = m.Dst // no integer
			} else {
				lengths[m.Dst.Var] = m.Len
			}
		}
		return true
	})
	known := func(e ir.Expr) ir.Expr {
		return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
			if n, ok := e.(*ir.Len); ok && len(n.X.Elems) == 0 {
				if l := lengths[n.X.Var]; l != nil && ir.IsInt(l.Type()) {
					return l
				}
			}
			return e
		})
	}
	p := newPolynomial()
	if !p.add(known(x), 1) || !p.add(known(y), -1) {
		return 0, false
	}
	return ir.IntVal(p.expr())
}

// delay takes the assignment of zero out of its nest, and has the cells set to zero after the last step. It returns the
// nest that sets them to zero in a step before anything is added.
func (d *deriver) delay(r *reset) *ir.For {
	zero := ir.Clone(r.owner).(*ir.For)
	keepZeros(zero.Body, r.old, declaredIn(r.owner))
	prune(zero)
	drop := map[ir.Stmt]bool{r.store: true}
	removeStmts(r.owner.Body, drop)
	prune(r.owner)
	at := slices.Index(d.body.Stmts, ir.Stmt(r.steps))
	if slices.ContainsFunc(d.body.Stmts[at+1:], func(s ir.Stmt) bool { return mentionsVar(s, r.old) || swaps(s, r.old) }) {
		d.after[r.steps] = append(d.after[r.steps], ir.Clone(zero))
		d.origins[zero] = d.origins[r.owner]
	}
	mapBlock([]ir.Stmt{zero}, func(e ir.Expr) ir.Expr {
		if x, ok := e.(*ir.Ref); ok && x.Var == r.old {
			return &ir.Ref{Var: r.to, Elems: x.Elems, T: x.T}
		}
		return e
	})
	return zero
}

// keepZeros removes all assignments to memory that is not declared inside, but for those of zero to elements of v.
func keepZeros(b *ir.Block, v *ir.Var, inside map[*ir.Var]bool) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Reduce:
			return !inside[s.Dst.Base().Var]
		case *ir.Store:
			root := s.Dst.Base().Var
			return !inside[root] && root != v
		}
		return false
	})
	for _, s := range b.Stmts {
		ir.Inner(s, func(b *ir.Block) { keepZeros(b, v, inside) })
	}
}
