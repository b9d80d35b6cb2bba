package adjoint

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// alongRows makes the loop over outputs that stand side by side the innermost one. Of a convolution
//
//	for c {
//		sum := b
//		for dy { for dx { sum += k[dy*n+dx] * x[(y+dy)*w+c+dx] } }
//		y[c] = sum
//	}
//
// becomes
//
//	for c { sum[c] = b }
//	for dy { for dx { for c { sum[c] += k[dy*n+dx] * x[(y+dy)*w+c+dx] } } }
//	for c { y[c] = sum[c] }
//
// in which the innermost loop is as long as a row, not as short as a window usually is: it is done where the nest has
// several loops and all memory is read and written along the outputs, or is the same for them. The terms of each
// sum of the primal stay in their order.
func (d *deriver) alongRows() {
	a := &along{deriver: d, idx: depend.Index(d.body)}
	a.block(d.body, nil)
}

// noteAlong tells -explain of the loops that alongRows moved.
func (d *deriver) noteAlong() {
	for _, f := range d.moved {
		d.remark(f, "it is the innermost loop of its nest, in which memory is read along rows")
	}
}

type along struct {
	*deriver
	idx *depend.Accesses
}

// block rewrites the loops of b; outer is the outermost loop around it.
func (a *along) block(b *ir.Block, outer *ir.For) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok {
			ir.Inner(s, func(b *ir.Block) { a.block(b, outer) })
			out = append(out, s)
			continue
		}
		if list := a.rewrite(f, outer, out); list != nil {
			out = append(out, list...)
			continue
		}
		if outer != nil {
			a.block(f.Body, outer)
		} else {
			a.block(f.Body, f)
		}
		out = append(out, s)
	}
	b.Stmts = out
}

// rewrite returns the statements that take the place of f, nil if it stays. Those of before stand before it in its block.
func (a *along) rewrite(f, outer *ir.For, before []ir.Stmt) []ir.Stmt {
	m := jamOf(f)
	if m == nil || outer != nil && mentionsAny(f.Limit, declaredIn(outer)) || !m.runsAlong() || !m.sumsInOrder(a.idx) || !keepsOrder(a.idx, f) {
		return nil
	}
	if len(m.loops) < 2 && (outer == nil || !m.strided() || !a.parallel(outer)) {
		return nil
	}
	at := 0
	for f.Body.Stmts[at] != ir.Stmt(m.loops[0]) {
		at++
	}
	pre, post := f.Body.Stmts[:at], f.Body.Stmts[at+1:]
	arrays, allocs, post := m.arrays(pre, post, before)
	if len(arrays) == 0 {
		return nil
	}
	iter := ir.NewRef(f.Iter)
	to := map[*ir.Var]ir.Expr{}
	for v, arr := range arrays {
		to[v] = ir.NewRef(arr).At(iter)
	}
	out := allocs
	for _, part := range [][]ir.Stmt{pre, {m.loops[0]}, post} {
		if len(part) == 0 {
			continue
		}
		if part[0] == ir.Stmt(m.loops[0]) {
			out = append(out, a.nest(m, to))
			continue
		}
		g := a.loopOf(m)
		for _, s := range part {
			g.Body.Stmts = append(g.Body.Stmts, spread(s, to))
		}
		out = append(out, g)
	}
	return out
}

// parallel says whether the iterations of f may be executed at the same time.
func (a *along) parallel(f *ir.For) bool {
	_, why := a.scheduler(a.body).schedule(f)
	return why == ""
}

// loopOf returns a loop like that of m, without a body.
func (a *along) loopOf(m *jam) *ir.For {
	g := *m.For
	g.Body = &ir.Block{}
	if o := a.origins[m.For]; o != nil {
		a.origins[&g] = o
	}
	return &g
}

// nest returns the nest with the loop of m inside.
func (a *along) nest(m *jam, to map[*ir.Var]ir.Expr) ir.Stmt {
	first := ir.Clone(m.loops[0]).(*ir.For)
	last := first
	for _, f := range m.loops {
		if f != m.loops[0] {
			last, _ = ir.MainLoop(last.Body)
		}
		if o := a.origins[f]; o != nil {
			a.origins[last] = o
		}
	}
	g := a.loopOf(m)
	a.moved = append(a.moved, g)
	for _, s := range last.Body.Stmts {
		ir.Exprs(s, func(e ir.Expr) ir.Expr {
			return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
				if x, ok := e.(*ir.Ref); ok && len(x.Elems) > 0 && m.varies(x) {
					return m.ordered(x)
				}
				return e
			})
		})
		g.Body.Stmts = append(g.Body.Stmts, spread(s, to))
	}
	last.Body.Stmts = []ir.Stmt{g}
	return first
}

// ordered writes the subscript of r as a sum of what is the same for all iterations and the iterator.
func (m *jam) ordered(r *ir.Ref) *ir.Ref {
	rest, _ := without(r.Elems[0].Index, m.Iter)
	return &ir.Ref{Var: r.Var, Elems: []ir.Elem{{Index: ir.Add(rest, ir.NewRef(m.Iter))}}, T: r.T}
}

// spread returns s with elements of arrays in place of the variables in to.
func spread(s ir.Stmt, to map[*ir.Var]ir.Expr) ir.Stmt {
	ir.Exprs(s, func(e ir.Expr) ir.Expr { return replaceVars(e, to) })
	d, ok := s.(*ir.Decl)
	if !ok || to[d.Var] == nil {
		return s
	}
	init := d.Init
	if init == nil {
		init = ir.Num("0", d.Var.Type)
	}
	return &ir.Store{Meta: d.Meta, Dst: to[d.Var].(*ir.Ref), Src: init}
}

// runsAlong says whether the nest holds nothing but sums, whose places and terms stand side by side for iterations side
// by side, or are the same for all.
func (m *jam) runsAlong() bool {
	for _, s := range m.Body.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			if s.Var.View != nil || !ir.IsFloat(s.Var.Type) {
				return false
			}
		case *ir.For:
			if s != m.loops[0] {
				return false
			}
		case *ir.Alloc, *ir.If:
			return false
		}
	}
	for _, g := range m.loops[:len(m.loops)-1] {
		if len(g.Body.Stmts) != 1 {
			return false
		}
	}
	found := false
	for _, s := range m.innermost().Stmts {
		r, ok := s.(*ir.Reduce)
		if !ok || !ir.IsFloat(r.Dst.T) || !m.unit(r.Dst, &found) {
			return false
		}
		// Sums that all iterations share are those of adjoints, which become dot products.
		if len(r.Dst.Elems) == 0 && !m.private(r.Dst) {
			return false
		}
		if !m.unitTerms(r.Src, &found) {
			return false
		}
	}
	return found
}

// strided says whether all memory of the nest that varies with m is far apart from one iteration of the innermost loop to
// the next.
func (m *jam) strided() bool {
	inner := m.loops[len(m.loops)-1].Iter
	turns := map[*ir.Var]bool{inner: true}
	far := true
	check := func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && len(r.Elems) > 0 && m.varies(r) {
			last := r.Elems[len(r.Elems)-1].Index
			_, unit := without(last, inner)
			far = far && !unit && mentionsAny(last, turns)
		}
		return far
	}
	for _, s := range m.innermost().Stmts {
		ir.Exprs(s, func(e ir.Expr) ir.Expr { ir.WalkExpr(e, check); return e })
	}
	return far
}

// unitTerms says whether e reads memory as runsAlong wants it, and nothing else that varies but private variables.
func (m *jam) unitTerms(e ir.Expr, found *bool) bool {
	if x, ok := e.(*ir.Ref); ok {
		return m.unit(x, found)
	}
	if _, ok := e.(*ir.Len); ok {
		return true
	}
	good := true
	ir.Children(e, func(c ir.Expr) { good = good && m.unitTerms(c, found) })
	return good
}

// unit says whether place r is the next element in the next iteration, which it notes in found, the same
// element, or a variable.
func (m *jam) unit(r *ir.Ref, found *bool) bool {
	if len(r.Elems) == 0 {
		return r.Var != m.Iter
	}
	if m.inside[r.Var] {
		return false
	}
	if !m.varies(r) {
		return true
	}
	last := r.Elems[len(r.Elems)-1].Index
	if len(r.Elems) != 1 || last == nil {
		return false
	}
	rest, ok := without(last, m.Iter)
	*found = *found || ok
	return ok && !mentionsAny(rest, m.inside)
}

// arrays returns arrays for the variables of an iteration that live from one part of it to another, and what makes
// them. A variable that post does nothing with but keep it in a tape has the tape as its array; post comes back
// without that. Statements before f make the tapes.
func (m *jam) arrays(pre, post, before []ir.Stmt) (arrays map[*ir.Var]*ir.Var, allocs, rest []ir.Stmt) {
	arrays = map[*ir.Var]*ir.Var{}
	for _, s := range pre {
		d, ok := s.(*ir.Decl)
		if !ok || !mentionsVar(m.loops[0], d.Var) && mentioned(post, d.Var) == 0 {
			continue
		}
		if i := m.keeps(post, d.Var, before); i >= 0 {
			arrays[d.Var] = post[i].(*ir.Store).Dst.Var
			post = slices.Delete(slices.Clone(post), i, i+1)
			continue
		}
		v := &ir.Var{Name: d.Var.Name, Type: types.NewSlice(d.Var.Type), Kind: d.Var.Kind, Of: d.Var.Of}
		arrays[d.Var] = v
		allocs = append(allocs, &ir.Alloc{Meta: ir.Meta{Pos: m.Pos}, Dst: ir.NewRef(v), Len: atLeastZero(m.Limit), Dirty: true})
	}
	return arrays, allocs, post
}

// keeps returns the position of the statement of post that keeps v in a tape of its own, one element for each
// iteration of m; -1 if there is none or v changes in post.
func (m *jam) keeps(post []ir.Stmt, v *ir.Var, before []ir.Stmt) int {
	at := -1
	for i, s := range post {
		ir.Writes(s, func(w *ir.Ref) {
			if w.Var == v {
				at = len(post)
			}
		})
		if st, ok := s.(*ir.Store); ok && at < 0 && ir.Equal(st.Src, ir.NewRef(v)) && m.isTape(st.Dst, v.Type, before) && mentioned(m.Body.Stmts, st.Dst.Var) == 1 {
			at = i
		}
	}
	if at == len(post) {
		return -1
	}
	return at
}

// isTape says whether r is the element of a tape of numbers of type t that belongs to the iteration of m at hand. One of the
// statements before m makes the tape.
func (m *jam) isTape(r *ir.Ref, t types.Type, before []ir.Stmt) bool {
	if r.Var.Kind != ir.Tape || !types.Identical(r.T, t) || !ir.Equal(r, ir.NewRef(r.Var).At(ir.NewRef(m.Iter))) {
		return false
	}
	return slices.ContainsFunc(before, func(s ir.Stmt) bool {
		a, ok := s.(*ir.Alloc)
		return ok && a.Dst.Var == r.Var && (ir.Equal(a.Len, m.Limit) || ir.Equal(a.Len, atLeastZero(m.Limit)))
	})
}
