package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/ir"
)

// bindLeaves makes the adjoints of the parameters and the seeds of the results.
func (r *reverser) bindLeaves() {
	for _, v := range r.fn.Leaves {
		if !ir.HoldsFloats(v.Type) || !contains(r.grad.Wrt, v.Home.Param) {
			continue
		}
		a := &ir.Var{Name: v.Name + "Adj", Type: v.Type, Kind: ir.Adjoint, Pos: v.Pos, Home: v.Home, Of: v}
		out := r.act.outputs[v]
		used := out
		for c := range allCells(r.body) {
			used = used || c.v == v && r.act.isVaried(c) && r.act.isUseful(c)
		}
		written := r.written[v] && v.Home.ByRef()
		if !used && !written {
			continue
		}
		a.Equal = !r.written[v]
		r.adj[v] = a
		r.grad.Leaves = append(r.grad.Leaves, Leaf{Primal: v, Adj: a, Written: written, Cleared: written && !out})
	}
	for i := range r.grad.Seeds {
		s := &r.grad.Seeds[i]
		for j, v := range s.Result.Leaves {
			if ir.HoldsFloats(v.Type) {
				s.Adj[j] = &ir.Var{Name: v.Name + "Adj", Type: v.Type, Kind: ir.Adjoint, Of: v}
				r.adj[v] = s.Adj[j]
			}
		}
	}
}

func contains(list []*ir.ParamDecl, p *ir.ParamDecl) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}

// adjVar returns the adjoint of v. For a local its declaration goes to the prologue of the
// reverse of the block that declares v, where it starts at zero.
func (r *reverser) adjVar(v *ir.Var) *ir.Var {
	if a := r.adj[v]; a != nil {
		return a
	}
	a := &ir.Var{Name: v.Name + "Adj", Type: v.Type, Kind: ir.Adjoint, Pos: v.Pos, Of: v}
	r.adj[v] = a
	decl := r.sh.decl[v]
	if decl == nil { // a result that is no output
		r.addPrologue(r.body, -1, &ir.Decl{Var: a})
		return a
	}
	p := r.sh.pos[decl]
	switch s := decl.(type) {
	case *ir.Alloc:
		r.allocAdjoint(a, s, p)
	case *ir.Decl:
		if v.View != nil {
			a.View = r.adjView(v.View, s)
		}
		r.addPrologue(p.block, p.index, &ir.Decl{Var: a, Init: a.View})
		if v.View == nil && ir.ElemType(v.Type) != nil { // an array may hold slices
			r.allocRows(a, p)
		}
	default:
		r.addPrologue(p.block, p.index, &ir.Decl{Var: a})
	}
	return a
}

func (r *reverser) addPrologue(b *ir.Block, order int, s ir.Stmt) {
	r.prologue[b] = append(r.prologue[b], item{order, s})
}

// allocAdjoint gives the adjoint a of a local slice its memory, and rows where the primal gives it
// rows.
func (r *reverser) allocAdjoint(a *ir.Var, s *ir.Alloc, p pos) {
	if r.carried[a.Of] {
		r.ins.after[s] = append(r.ins.after[s], &ir.Alloc{Dst: ir.NewRef(a), Len: s.Len})
		return
	}
	n := saved(s.Len, s)
	last := p.block.Stmts[len(p.block.Stmts)-1]
	if grown := r.extent[a.Of]; grown != nil {
		n = &ir.Saved{X: ir.NewRef(grown), At: last, After: true}
	} else if swapped := r.lengths[a.Of]; swapped != nil {
		n = &ir.Saved{X: ir.NewRef(swapped), At: last, After: true}
	}
	r.addPrologue(p.block, p.index, &ir.Alloc{Dst: ir.NewRef(a), Len: n})
	r.allocRows(a, p)
}

// allocRows gives the slices in the adjoint a memory where the primal, declared at p, gives it to its own.
func (r *reverser) allocRows(a *ir.Var, p pos) {
	r.madeOnce(a.Of)
	for i := p.index + 1; i < len(p.block.Stmts); i++ {
		if st := r.rows(p.block.Stmts[i], a, len(r.sh.blockLoops(p.block))); st != nil {
			if f, ok := p.block.Stmts[i].(*ir.For); ok {
				ir.Walk(st, func(s ir.Stmt) bool { r.rowLoops[s] = f; return true })
			}
			r.addPrologue(p.block, i, st)
		}
	}
}

// madeOnce reports two statements that may make the same row of v: the adjoint has one memory for it.
func (r *reverser) madeOnce(v *ir.Var) {
	var made []write
	ir.Walk(r.body, func(s ir.Stmt) bool {
		if m, ok := s.(*ir.Alloc); ok && len(m.Dst.Elems) > 0 && m.Dst.Base().Var == v {
			made = append(made, write{m, m.Dst.Base()})
		}
		return true
	})
	for i, m := range made {
		for _, n := range made[i+1:] {
			if len(m.ref.Elems) != len(n.ref.Elems) {
				continue // rows, and slices in rows
			}
			c := commonLoops(r.sh.loops(m.stmt), r.sh.loops(n.stmt))
			for l := 0; l <= c; l++ {
				if r.dep.may(m.ref, m.stmt, true, n, l) || r.dep.may(n.ref, n.stmt, true, m, l) {
					r.problem(n.stmt.Info().Where(), "cannot differentiate: a row of %s may be made more than once; make each row once", v.UserName())
					return
				}
			}
		}
	}
}

// rows returns what is left of s if all but the making of rows of a.Of is taken out, made for a, nil if
// nothing is. outer is the number of loops around the slice.
func (r *reverser) rows(s ir.Stmt, a *ir.Var, outer int) ir.Stmt {
	switch s := s.(type) {
	case *ir.Alloc:
		base := s.Dst.Base()
		if base.Var != a.Of {
			return nil
		}
		if !r.ownRow(s, outer) {
			r.problem(s.Where(), "cannot differentiate: a row of %s may be made more than once; make each row once, in a loop over the rows", a.Of.UserName())
		}
		return &ir.Alloc{Dst: &ir.Ref{Var: a, Elems: savedElems(base, s), T: s.Dst.T}, Len: saved(s.Len, s)}
	case *ir.For:
		body := &ir.Block{}
		for _, x := range s.Body.Stmts {
			if y := r.rows(x, a, outer); y != nil {
				body.Stmts = append(body.Stmts, y)
			}
		}
		if len(body.Stmts) > 0 {
			f := r.header(s)
			f.Body = body
			return f
		}
	case *ir.If:
		ir.Walk(s, func(x ir.Stmt) bool {
			if m, ok := x.(*ir.Alloc); ok && m.Dst.Base().Var == a.Of {
				r.problem(m.Where(), "cannot differentiate: a row of %s is made under a condition; make all rows in a loop", a.Of.UserName())
			}
			return true
		})
	}
	return nil
}

// ownRow says whether an Alloc of a row gives each row memory once: every loop around it, but for the outer
// ones, has its iterator as one of the subscripts.
func (r *reverser) ownRow(m *ir.Alloc, outer int) bool {
	for _, f := range r.sh.loops(m)[outer:] {
		found := false
		for _, i := range m.Dst.Base().Indices() {
			if ref, ok := i.(*ir.Ref); ok && ref.Var == f.Iter {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// adjView returns the view of adjoint memory that corresponds to the view v of primal memory.
func (r *reverser) adjView(v ir.Expr, at ir.Stmt) ir.Expr {
	switch v := v.(type) {
	case *ir.Ref:
		return r.adjPlace(v, at)
	case *ir.Slice:
		s := &ir.Slice{X: r.adjPlace(v.X, at), T: v.T}
		if v.Lo != nil {
			s.Lo = r.savedExpr(v.Lo, at)
		}
		if v.Hi != nil {
			s.Hi = r.savedExpr(v.Hi, at)
		}
		return s
	}
	panic("adjoint: view of an expression")
}

// adjPlace returns the adjoint of a place that statement at mentions.
func (r *reverser) adjPlace(p *ir.Ref, at ir.Stmt) *ir.Ref {
	if p.Var.View != nil && r.swaps[p.Var.Root()] {
		return r.adjThrough(p, at)
	}
	q := &ir.Ref{Var: r.adjVar(p.Var), T: p.T}
	for _, e := range p.Elems {
		if e.Index != nil {
			e.Index = r.savedExpr(e.Index, at)
		}
		q.Elems = append(q.Elems, e)
	}
	return q
}
