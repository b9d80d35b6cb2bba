package adjoint

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// gatherShifted turns sums that the iterations of a nest scatter around them into sums that each iteration gathers:
//
//	for i { g := e(i); x'[i-1] += a*g; x'[i] -= b*g; x'[i+1] += c*g }
//
// becomes, in the core of the range,
//
//	for i { x'[i] += a*e(i+1) - b*e(i) + c*e(i-1) }
//
// with the ends of the range apart. No iteration adds to what another one adds to, so that the loop runs in parallel as
// it is. It goes through the nests of the reverse sweep that are among the deepest.
func (d *deriver) gatherShifted() {
	depth := nestDepth(d.body)
	changed := false
	var visit func(b *ir.Block, outer int)
	visit = func(b *ir.Block, outer int) {
		for i := 0; i < len(b.Stmts); i++ {
			f, ok := b.Stmts[i].(*ir.For)
			if !ok {
				ir.Inner(b.Stmts[i], func(b *ir.Block) { visit(b, outer) })
				continue
			}
			if d.origins[f] == nil || outer+1+nestDepth(f.Body) < depth {
				visit(f.Body, outer+1)
				continue
			}
			out, whole := d.gather(b, i, f)
			if out == nil {
				if !whole {
					visit(f.Body, outer+1)
				}
				continue
			}
			b.Stmts = slices.Replace(b.Stmts, i, i+1, out...)
			i += len(out) - 1
			changed = true
		}
	}
	visit(d.body, 0)
	if !changed {
		return
	}
	for f, list := range d.after {
		d.body.Stmts = slices.Insert(d.body.Stmts, slices.Index(d.body.Stmts, ir.Stmt(f))+1, list...)
	}
	for range 2 {
		substitute(d.body)
		d.dropDead()
	}
	mapBlock(d.body.Stmts, func(e ir.Expr) ir.Expr {
		if u, ok := e.(*ir.Unary); ok && u.Op == token.SUB {
			if v, ok := u.X.(*ir.Unary); ok && v.Op == token.SUB {
				return v.X
			}
		}
		return e
	})
}

// gather returns what takes the place of f, statement i of b, nil if f stays. The loops inside f stay with it where
// whole is true.
func (d *deriver) gather(b *ir.Block, i int, f *ir.For) (out []ir.Stmt, whole bool) {
	n := nestOf(f)
	if n == nil {
		return nil, false
	}
	whole = len(n.dims) > 1
	if !n.movable(d.plainIndex(d.body), f) || !n.group() {
		return nil, whole
	}
	fast := n.gathered()
	d.nameOrigins(n, fast)
	if n.dear(f, fast) || !d.ownsAll(b, i, f, fast, n) {
		return nil, whole
	}
	slow := &ir.Block{}
	if n.reset = d.findReset(b, i, f, n); n.reset != nil {
		fast = n.gathered()
		slow.Stmts = append(slow.Stmts, d.delay(n.reset))
		d.nameOrigins(n, fast)
	}
	stores := n.stores()
	d.nameOrigins(n, stores)
	d.noteGather(n)
	for _, g := range n.loops { // others have taken their place
		delete(d.origins, g)
	}
	out = append(fast, stores...)
	cond := n.enough()
	if cond == nil {
		return out, whole
	}
	slow.Stmts = append(slow.Stmts, ir.Clone(f))
	ir.Walk(slow, func(s ir.Stmt) bool {
		if g, ok := s.(*ir.For); ok {
			g.Few = true
		}
		return true
	})
	return []ir.Stmt{&ir.If{Cond: cond, Then: &ir.Block{Stmts: out}, Else: slow}}, whole
}

// movable says whether the sums of the nest may be done in any other iteration, and all before the other assignments:
// nothing in it reads what it adds to, or what it has overwritten.
func (n *nest) movable(idx *depend.Accesses, f *ir.For) bool {
	if bodyForm(f) != "" || allocates(f) {
		return false
	}
	sums, plain := map[*ir.Var]bool{}, true
	for _, t := range n.terms {
		sums[t.sum.Dst.Base().Var] = true
	}
	ir.Walk(f, func(s ir.Stmt) bool {
		if x, ok := s.(*ir.Decl); ok && x.Var.View != nil {
			plain = false
		}
		if g, ok := s.(*ir.For); ok && g != f {
			for _, e := range []ir.Expr{g.Begin, g.Limit, g.Step, g.While} {
				plain = plain && (e == nil || readRoot(e, n.written) == nil)
			}
		}
		ir.Reads(s, func(e ir.Expr) { plain = plain && readRoot(e, sums) == nil })
		if st, ok := s.(*ir.Store); ok {
			plain = plain && !sums[st.Dst.Base().Var]
		}
		return plain
	})
	if !plain || len(sums) == 0 {
		return false
	}
	return n.readsBefore(idx, f)
}

// readsBefore says whether nothing in f reads what f has overwritten by then.
func (n *nest) readsBefore(idx *depend.Accesses, f *ir.For) bool {
	var writes, reads []*depend.Access
	for _, a := range idx.All {
		switch {
		case !slices.Contains(a.Loops, f) || a.Reduce || !n.written[a.Ref.Var]:
		case a.Write:
			writes = append(writes, a)
		default:
			reads = append(reads, a)
		}
	}
	for _, w := range writes {
		for _, r := range reads {
			if w.Ref.Var == r.Ref.Var && idx.OverwrittenWithin(w, r, slices.Index(w.Loops, f)) {
				return false
			}
		}
	}
	return true
}

// stores returns the nest with the assignments to memory from outside that are no sums.
func (n *nest) stores() []ir.Stmt {
	f := ir.Clone(n.loops[0]).(*ir.For)
	keepStores(f.Body, n.written)
	prune(f)
	if len(f.Body.Stmts) == 0 {
		return nil
	}
	return []ir.Stmt{f}
}

// keepStores removes the sums into memory from outside.
func keepStores(b *ir.Block, outside map[*ir.Var]bool) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool {
		r, ok := s.(*ir.Reduce)
		return ok && outside[r.Dst.Base().Var]
	})
	for _, s := range b.Stmts {
		ir.Inner(s, func(b *ir.Block) { keepStores(b, outside) })
	}
}

// dear says whether the gathered form computes too much: what terms have in common is computed again for each of them.
// Against that, the scattered form loads and stores a place for each term. Half as much again is worth
// what runs in parallel as it is.
func (n *nest) dear(f *ir.For, fast []ir.Stmt) bool {
	scatter := deepCost(f) + 2*int64(len(n.terms))
	for _, s := range fast {
		if g, ok := s.(*ir.For); ok {
			return 2*n.coreCost(g) > 3*scatter
		}
	}
	return true
}

// coreCost is the cost of an iteration of the core.
func (n *nest) coreCost(f *ir.For) int64 {
	for range len(n.dims) - 1 {
		b := f.Body
		if c, ok := b.Stmts[0].(*ir.If); ok && len(b.Stmts) == 1 {
			b = c.Then
		}
		for _, s := range b.Stmts {
			if g, ok := s.(*ir.For); ok {
				f = g
			}
		}
	}
	return deepCost(f)
}

// ownsAll says whether, with the gathered form in the place of f, which is statement i of b, its outermost loop runs in
// parallel without sharing what it gathers.
func (d *deriver) ownsAll(b *ir.Block, i int, f *ir.For, fast []ir.Stmt, n *nest) bool {
	b.Stmts[i] = &ir.Block{Stmts: fast}
	if cond := n.enough(); cond != nil {
		b.Stmts[i] = &ir.If{Cond: cond, Then: &ir.Block{Stmts: fast}}
	}
	defer func() { b.Stmts[i] = f }()
	s := &scheduler{idx: d.plainIndex(d.body), origins: d.origins}
	for _, x := range fast {
		g, ok := x.(*ir.For)
		if !ok {
			continue
		}
		if _, why := s.schedule(g); why != "" {
			return false
		}
		near, far := s.shared(g)
		for _, t := range n.terms {
			v := t.sum.Dst.Base().Var
			if _, close := near[v]; (close || far[v]) && len(t.group.terms) > 1 {
				return false
			}
		}
	}
	return true
}

// nameOrigins records where the loops in list, made from those of n, come from.
func (d *deriver) nameOrigins(n *nest, list []ir.Stmt) {
	ir.Walk(&ir.Block{Stmts: list}, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok {
			for m, x := range n.dims {
				if x.iter == f.Iter || n.loops[m].Iter == f.Iter {
					d.origins[f] = d.origins[n.loops[m]]
				}
			}
		}
		return true
	})
}

// noteGather changes the notes of sums that n gathers.
func (d *deriver) noteGather(n *nest) {
	for _, t := range n.terms {
		if len(t.group.terms) < 2 {
			continue
		}
		for i := range d.grad.Notes {
			k := &d.grad.Notes[i]
			if k.Kind == "sum" && k.Value == t.sum.Dst.Base().Var.Name && k.Pos == t.sum.Pos {
				k.What, k.Why = "gather", fmt.Sprintf("%d terms that iterations next to each other added are gathered in one; the border is apart", len(t.group.terms))
			}
		}
	}
}
