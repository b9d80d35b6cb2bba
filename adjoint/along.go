package adjoint

import (
	"go/token"
	"go/types"

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
//	for dy { for dx {
//		v := k[dy*n+dx] // where there is a c
//		for c { sum[c] += v * x[(y+dy)*w+c+dx] }
//	} }
//	for c { y[c] = sum[c] }
//
// in which the innermost loop is as long as a row, not as short as a window usually is: it is done where the nest has
// several loops and all memory is read and written along the outputs, or is the same for them. The terms of each
// sum of the primal stay in their order.
func (d *deriver) alongRows() {
	a := &along{deriver: d, idx: depend.Index(d.body)}
	a.block(d.body, nil)
}

type along struct {
	*deriver
	idx *depend.Accesses
}

// block rewrites the loops of b; varying is what the loops around it declare.
func (a *along) block(b *ir.Block, varying map[*ir.Var]bool) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok {
			ir.Inner(s, func(b *ir.Block) { a.block(b, varying) })
			out = append(out, s)
			continue
		}
		if list := a.rewrite(f, varying); list != nil {
			out = append(out, list...)
			continue
		}
		own := varying
		if own == nil {
			own = declaredIn(f)
		}
		a.block(f.Body, own)
		out = append(out, s)
	}
	b.Stmts = out
}

// rewrite returns the statements that take the place of f, nil if it stays.
func (a *along) rewrite(f *ir.For, varying map[*ir.Var]bool) []ir.Stmt {
	m := jamOf(f)
	if m == nil || len(m.loops) < 2 || mentionsAny(f.Limit, varying) || !m.runsAlong() || !m.sumsInOrder(a.idx) || !keepsOrder(a.idx, f) {
		return nil
	}
	at := 0
	for f.Body.Stmts[at] != ir.Stmt(m.loops[0]) {
		at++
	}
	pre, post := f.Body.Stmts[:at], f.Body.Stmts[at+1:]
	arrays, allocs := m.arrays(pre, post)
	if allocs == nil {
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
	for g, _ := ir.MainLoop(first.Body); g != nil; g, _ = ir.MainLoop(g.Body) {
		last = g
	}
	g := a.loopOf(m)
	var same []ir.Stmt
	for _, s := range last.Body.Stmts {
		r := s.(*ir.Reduce)
		r.Src = ir.MapExpr(r.Src, func(e ir.Expr) ir.Expr {
			x, ok := e.(*ir.Ref)
			if !ok || len(x.Elems) == 0 || !ir.IsFloat(x.T) {
				return e
			}
			if m.varies(x) {
				return m.ordered(x)
			}
			v := newLocal("v", x.T)
			same = append(same, m.guarded(&ir.Decl{Meta: ir.Meta{Pos: r.Pos}, Var: v, Init: x})...)
			return ir.NewRef(v)
		})
		if m.varies(r.Dst) && len(r.Dst.Elems) > 0 {
			r.Dst = m.ordered(r.Dst)
		}
		g.Body.Stmts = append(g.Body.Stmts, spread(s, to))
	}
	last.Body.Stmts = append(same, g)
	return first
}

// guarded returns d in front of the loop. Where that has no iterations, the subscripts of d may be out of range.
func (m *jam) guarded(d *ir.Decl) []ir.Stmt {
	if n, ok := ir.IntVal(m.Limit); ok && n > 0 {
		return []ir.Stmt{d}
	}
	set := &ir.Store{Meta: d.Meta, Dst: ir.NewRef(d.Var), Src: d.Init}
	d.Init = nil
	return []ir.Stmt{d, &ir.If{Meta: d.Meta, Cond: ir.Bin(token.GTR, m.Limit, ir.Int(0)), Then: &ir.Block{Stmts: []ir.Stmt{set}}}}
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
// them.
func (m *jam) arrays(pre, post []ir.Stmt) (map[*ir.Var]*ir.Var, []ir.Stmt) {
	arrays := map[*ir.Var]*ir.Var{}
	var allocs []ir.Stmt
	for _, s := range pre {
		d, ok := s.(*ir.Decl)
		if !ok || !mentionsVar(m.loops[0], d.Var) && mentioned(post, d.Var) == 0 {
			continue
		}
		v := &ir.Var{Name: d.Var.Name, Type: types.NewSlice(d.Var.Type), Kind: d.Var.Kind, Of: d.Var.Of}
		arrays[d.Var] = v
		allocs = append(allocs, &ir.Alloc{Meta: ir.Meta{Pos: m.Pos}, Dst: ir.NewRef(v), Len: atLeastZero(m.Limit), Dirty: true})
	}
	return arrays, allocs
}
