package cudatmpl

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Memory is not set to zero where a nest that sets all of it comes first:
//
//	x' := make(n)                        x' := memory
//	for i in [0, n) { x'[i] += e }       for i in [0, n) { x'[i] = e }
//
// It is allowed where the nest touches an element in one iteration alone, begins with a store or a sum there, in no branch,
// and its iterations reach all elements.

// clearLess looks for such memory in a block that is on the host, and the blocks inside it.
func (p *plan) clearLess(b *ir.Block) {
	for i, s := range b.Stmts {
		if !p.kernel[s] && !p.special(s) {
			ir.Inner(s, p.clearLess)
		}
		a, ok := s.(*ir.Alloc)
		if !ok || a.Dirty || len(a.Dst.Elems) > 0 || !isSlice(a.Dst.Var.Type) {
			continue
		}
		size := ir.EffectsOf(a).Reads
		for _, t := range b.Stmts[i+1:] {
			e := ir.EffectsOf(t)
			if e.Loads[a.Dst.Var] || e.Writes[a.Dst.Var] {
				a.Dirty = p.sets(t, a)
				break
			}
			if slices.ContainsFunc(keys(size), func(v *ir.Var) bool { return e.Writes[v] }) {
				break
			}
		}
	}
}

func keys(m map[*ir.Var]bool) []*ir.Var {
	var list []*ir.Var
	for v := range m {
		list = append(list, v)
	}
	return list
}

// sets says whether a statement is a nest that sets all of the memory of a, whatever it holds. A sum that comes first
// becomes a store.
func (p *plan) sets(s ir.Stmt, a *ir.Alloc) bool {
	f, ok := s.(*ir.For)
	v := a.Dst.Var
	if !ok || !p.kernel[f] || p.sched[f] == nil || slices.ContainsFunc(p.sched[f].Sums, func(w *ir.Var) bool { return w.Root() == v }) {
		return false
	}
	loops, body := p.parallelLoops(f, p.sched[f].Sums)
	if slices.ContainsFunc(loops, func(g *ir.For) bool {
		return g.While != nil || g.Cmp != token.LSS || !ir.IsVal(g.Step, 1) || p.sched[g].Halo > 0
	}) {
		return false
	}
	for _, st := range body.Stmts {
		e := ir.EffectsOf(st)
		if !e.Loads[v] && !e.Writes[v] {
			continue
		}
		switch st := st.(type) {
		case *ir.Store:
			return !e.Loads[v] && p.reaches(st.Dst, a, loops, body)
		case *ir.Reduce:
			if e.Loads[v] || !p.reaches(st.Dst, a, loops, body) {
				return false
			}
			src := st.Src
			if st.Op == token.SUB {
				src = ir.Neg(src)
			}
			return replaced(f, st, &ir.Store{Meta: st.Meta, Dst: st.Dst, Src: src})
		}
		return false
	}
	return false
}

// replaced puts a statement in the place of another one in a nest.
func replaced(f *ir.For, old, by ir.Stmt) bool {
	found := false
	ir.Walk(f, func(s ir.Stmt) bool {
		ir.Inner(s, func(b *ir.Block) {
			if i := slices.Index(b.Stmts, old); i >= 0 {
				b.Stmts[i], found = by, true
			}
		})
		return !found
	})
	return found
}

// reaches says whether a place takes each element of the memory of a once in the iterations of loops.
func (p *plan) reaches(r *ir.Ref, a *ir.Alloc, loops []*ir.For, body *ir.Block) bool {
	at := plain(r).(*ir.Ref)
	if sh, ok := flatShape(at.Var.Type); !ok || sh.flat() != 1 || len(at.Elems) != 1 {
		return false
	}
	z := &sizes{p: p}
	place := z.poly(inlined(at.Elems[0].Index, body))
	all := affine.PolyConst(1)
	for range loops {
		// The loop that runs fastest comes first: its factor is the number of elements of one iteration.
		i := slices.IndexFunc(loops, func(f *ir.For) bool { return place.Coef(z.iterator(f)).Equal(all) })
		if i < 0 {
			return false
		}
		f := loops[i]
		begin := z.poly(f.Begin)
		if !begin.IsZero() {
			return false
		}
		place = place.Subst(z.iterator(f), affine.Poly{})
		all = all.Mul(z.poly(f.Limit))
	}
	return place.IsZero() && all.Equal(z.poly(a.Len))
}

// iterator is the symbol for the iterator of a loop.
func (s *sizes) iterator(f *ir.For) affine.Sym {
	var sym affine.Sym
	s.poly(ir.NewRef(f.Iter)).Syms(func(y affine.Sym) { sym = y })
	return sym
}

// inlined replaces integers that a body declares by their values.
func inlined(e ir.Expr, body *ir.Block) ir.Expr {
	for _, s := range slices.Backward(body.Stmts) {
		if d, ok := s.(*ir.Decl); ok && d.Var.View == nil && ir.IsInt(d.Var.Type) && d.Init != nil && !readsMemory(d.Init) && writesIn(body, d.Var) == 1 {
			e = ir.Subst(e, d.Var, plain(d.Init))
		}
	}
	return e
}

func writesIn(b *ir.Block, v *ir.Var) int {
	n := 0
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) {
			if r.Var == v {
				n++
			}
		})
		return true
	})
	return n
}
