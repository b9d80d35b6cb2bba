package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// splitTargets gives sums into slices that iterations of an outer loop share, but not those of the loop inside
// it, a nest of their own, with that loop outside:
//
//	for s { for o { g := ...; for i { x[s,i] += g*w[o,i]; w'[o,i] += g*x[s,i] } } }
//
// becomes a nest over s, o, i for x and one over o, s, i for w', so that both run in parallel without copies. What
// both need is computed twice. The new nest does nothing but sums into memory that it does not read, and reads
// nothing that the old nest overwrites, so the order of its iterations is free.
func (d *deriver) splitTargets(b *ir.Block) {
	depth := nestDepth(d.body)
	var visit func(b *ir.Block, outer int)
	visit = func(b *ir.Block, outer int) {
		var out []ir.Stmt
		for _, s := range b.Stmts {
			f, ok := s.(*ir.For)
			if !ok {
				ir.Inner(s, func(b *ir.Block) { visit(b, outer) })
				out = append(out, s)
				continue
			}
			if outer+1+nestDepth(f.Body) < depth {
				out = append(out, s)
				continue
			}
			if apart := d.splitNest(f); apart != nil {
				out = append(out, apart)
			} else if f.Par == nil {
				visit(f.Body, outer+1)
			}
			out = append(out, f)
		}
		b.Stmts = out
	}
	visit(b, 0)
}

// splitNest takes sums out of f and returns a nest for them, nil if that does not help.
func (d *deriver) splitNest(f *ir.For) *ir.For {
	s := d.scheduler(d.body)
	par, why := s.schedule(f)
	if why != "" {
		return nil
	}
	targets := map[*ir.Var]bool{}
	for _, v := range par.Sums {
		if isSlice(v.Type) {
			targets[v.Root()] = true
		}
	}
	if len(targets) == 0 || allocates(f) || !readsApart(f, targets) {
		return nil
	}
	nest := ir.Clone(f).(*ir.For)
	keepSums(nest.Body, func(v *ir.Var) bool { return targets[v] }, declaredIn(f))
	prune(nest)
	g := exchange(nest)
	if g == nil || !d.own(g, targets) {
		return nil
	}
	rest := ir.Clone(f).(*ir.For)
	keepSums(rest.Body, func(v *ir.Var) bool { return !targets[v] }, nil)
	prune(rest)
	if deepCost(rest)+deepCost(g) > deepCost(f)*5/4 {
		return nil
	}
	f.Body = rest.Body
	d.split[f] = true
	if o := d.originOf(g); o != nil {
		d.origins[g] = o
	}
	return g
}

// originOf returns the loop of the primal that runs through the iterations of g.
func (d *deriver) originOf(g *ir.For) *ir.For {
	for f, o := range d.origins {
		if f.Iter == g.Iter {
			return o
		}
	}
	return nil
}

// allocates says whether the body of f makes memory.
func allocates(f *ir.For) bool {
	found := false
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		_, ok := s.(*ir.Alloc)
		found = found || ok
		return !found
	})
	return found
}

// readsApart says whether the body of f reads no memory from outside that it writes otherwise than by sums, and
// writes its targets by sums alone.
func readsApart(f *ir.For, targets map[*ir.Var]bool) bool {
	inside := declaredIn(f)
	written := map[*ir.Var]bool{}
	ok := true
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		_, reduce := s.(*ir.Reduce)
		if x, isDecl := s.(*ir.Decl); isDecl && x.Var.View != nil {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) {
			if v := r.Base().Var; !inside[v] {
				written[v] = true
				ok = ok && (reduce || !targets[v])
			}
		})
		return true
	})
	ir.Walk(f, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { ok = ok && readRoot(e, written) == nil })
		return ok
	})
	return ok
}

// keepSums removes, from b, the sums into memory that keep does not name. With inside, the Vars that are declared
// there, it removes all other assignments to memory from outside too.
func keepSums(b *ir.Block, keep func(*ir.Var) bool, inside map[*ir.Var]bool) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Reduce:
			v := s.Dst.Base().Var
			return !keep(v) && (inside == nil && len(s.Dst.Elems) > 0 || inside != nil && !inside[v])
		case *ir.Store:
			return inside != nil && !inside[s.Dst.Base().Var]
		}
		return false
	})
	for _, s := range b.Stmts {
		ir.Inner(s, func(b *ir.Block) { keepSums(b, keep, inside) })
	}
}

// prune removes from f what nothing in it uses. What stands outside f is kept.
func prune(f *ir.For) {
	inside := declaredIn(f)
	for range 3 {
		live := liveSet{}
		ir.Walk(f.Body, func(s ir.Stmt) bool {
			ir.Writes(s, func(r *ir.Ref) {
				if !inside[r.Base().Var] {
					live[r.Var] = true
				}
			})
			return true
		})
		sweep(&ir.Block{Stmts: []ir.Stmt{f}}, live, true)
	}
}

// exchange returns the loop directly inside f with f directly inside it, nil if they cannot change places:
// what f declares before the inner loop moves into that.
func exchange(f *ir.For) *ir.For {
	n := len(f.Body.Stmts) - 1
	if n < 0 {
		return nil
	}
	g, ok := f.Body.Stmts[n].(*ir.For)
	if !ok || loopForm(g) != "" || loopForm(f) != "" {
		return nil
	}
	inside := map[*ir.Var]bool{f.Iter: true}
	for _, s := range f.Body.Stmts[:n] {
		d, ok := s.(*ir.Decl)
		if !ok || d.Init != nil && exprCost(d.Init) >= mathCost || assigned(g.Body, d.Var) {
			return nil
		}
		inside[d.Var] = true
	}
	for _, e := range []ir.Expr{g.Begin, g.Limit, g.Step} {
		if mentionsAny(e, inside) {
			return nil
		}
	}
	for _, e := range []ir.Expr{f.Begin, f.Limit, f.Step} {
		if mentionsAny(e, map[*ir.Var]bool{g.Iter: true}) {
			return nil
		}
	}
	f.Body.Stmts, g.Body.Stmts = append(f.Body.Stmts[:n:n], g.Body.Stmts...), []ir.Stmt{f}
	return g
}

// assigned says whether b assigns v.
func assigned(b *ir.Block, v *ir.Var) bool {
	found := false
	ir.Walk(b, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) { found = found || r.Var == v })
		return !found
	})
	return found
}

// own says whether g, put into the body, runs in parallel without copies of the targets.
func (d *deriver) own(g *ir.For, targets map[*ir.Var]bool) bool {
	body := &ir.Block{Stmts: append(slices.Clone(d.body.Stmts), g)}
	if !declaredBefore(d.body, g) {
		return false
	}
	s := d.scheduler(body)
	par, why := s.schedule(g)
	// Elements that iterations share with close ones would be added to in another order than the primal's.
	return why == "" && par.Halo == 0 && len(par.Near) == 0 && !slices.ContainsFunc(par.Sums, func(v *ir.Var) bool { return targets[v.Root()] })
}

// declaredBefore says whether all that g mentions from outside is declared directly in b, or nowhere in it, so
// that g may stand at the end of b for the time of a test.
func declaredBefore(b *ir.Block, g *ir.For) bool {
	top, deep := map[*ir.Var]bool{}, map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			deep[s.Var] = true
		case *ir.Alloc:
			if len(s.Dst.Elems) == 0 {
				deep[s.Dst.Var] = true
			}
		case *ir.For:
			deep[s.Iter] = true
		}
		return true
	})
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			top[s.Var] = true
		case *ir.Alloc:
			if len(s.Dst.Elems) == 0 {
				top[s.Dst.Var] = true
			}
		}
	}
	inside := declaredIn(g)
	ok := true
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, isRef := n.(*ir.Ref); isRef && deep[r.Var] && !top[r.Var] && !inside[r.Var] {
				ok = false
			}
			return ok
		})
	}
	ir.Walk(g, func(s ir.Stmt) bool {
		ir.Reads(s, see)
		ir.Writes(s, func(r *ir.Ref) { see(r) })
		return ok
	})
	return ok
}

// deepCost is the cost of the statements of f in the deepest loops.
func deepCost(f *ir.For) int64 {
	e := &estimate{loop: f, inside: declaredIn(f), values: map[*ir.Var]ir.Expr{}, lengths: map[*ir.Var]ir.Expr{}}
	e.learn()
	depth, cost := 0, int64(0)
	for _, t := range e.block(f.Body) {
		switch n := len(t.trips); {
		case n > depth:
			depth, cost = n, t.cost
		case n == depth:
			cost += t.cost
		}
	}
	return cost
}
