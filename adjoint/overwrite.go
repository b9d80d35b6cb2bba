package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Overwrite changes an adjoint for callers whose adjoints of arguments start at zero, as those of Grad do. Where the
// first that the body does with the adjoint of a slice is to add to each element once, it assigns instead, and nothing
// need set the adjoint to zero before: g.Overwritten says where.
func Overwrite(g *Gradient) {
	o := newOverwriter(g.Body)
	for _, l := range g.Leaves {
		p := l.Primal.Home.Param
		if _, slice := p.Type.Underlying().(*types.Slice); !slice || len(l.Primal.Home.Path) > 0 || !slices.Contains(g.Wrt, p) {
			continue
		}
		if o.assigns(g.Body.Stmts, l.Adj, o.sizes.canonical(&ir.Len{X: ir.NewRef(l.Primal)}), assignsEach) {
			g.Overwritten = append(g.Overwritten, l.Slot())
		}
	}
}

// overwrite does so for adjoints of locals, which start at zero: their memory need not be. Nor need that of other locals
// of which each element is stored first. An adjoint that a loop sets to zero again at the end of each iteration is so for
// each of them, and stays as it is in the end.
func (d *deriver) overwrite() {
	o := newOverwriter(d.body)
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		for i, s := range b.Stmts {
			a, ok := s.(*ir.Alloc)
			if ok && !a.Dirty && !a.Escapes && len(a.Dst.Elems) == 0 {
				v, rest := a.Dst.Var, b.Stmts[i+1:]
				n := o.sizes.canonical(&ir.Len{X: ir.NewRef(v)})
				a.Dirty = v.Kind == ir.Adjoint && (o.assigns(rest, v, n, assignsEach) || o.assignsAgain(rest, v, n)) || o.assigns(rest, v, n, storesEach)
			}
			ir.Inner(s, visit)
		}
	}
	visit(d.body)
}

// An overwriter turns first sums into assignments.
type overwriter struct {
	sizes sizes
	// swaps says that slices change places.
	swaps bool
}

func newOverwriter(body *ir.Block) *overwriter {
	o := &overwriter{sizes: sizes{body}}
	ir.Walk(body, func(s ir.Stmt) bool {
		_, swap := s.(*ir.Swap)
		o.swaps = o.swaps || swap
		return !o.swaps
	})
	return o
}

// assigns says whether the first that list does with v, a slice of the length n, is a loop over all its elements that
// assigns to each, as each says of it.
func (o *overwriter) assigns(list []ir.Stmt, v *ir.Var, n ir.Expr, each func(*ir.For, *ir.Var) bool) bool {
	if elem := ir.ElemType(v.Type); o.swaps || v.View != nil || !ir.IsFloat(elem) && !ir.IsInt(elem) {
		return false
	}
	for _, s := range list {
		if !touches(s, v) {
			continue
		}
		switch s := s.(type) {
		case *ir.Block:
			return o.assigns(s.Stmts, v, n, each)
		case *ir.For:
			return o.covers(s, n) && each(s, v)
		}
		return false
	}
	return false
}

// assignsAgain is assigns for a loop, all that list has to do with v, at the end of whose iterations v is set to zero: the
// next iteration assigns to each element, and v is not.
func (o *overwriter) assignsAgain(list []ir.Stmt, v *ir.Var, n ir.Expr) bool {
	at := slices.IndexFunc(list, func(s ir.Stmt) bool { return touches(s, v) })
	if at < 0 || slices.ContainsFunc(list[at+1:], func(s ir.Stmt) bool { return touches(s, v) }) {
		return false
	}
	f, ok := list[at].(*ir.For)
	if !ok || f.While != nil && refersTo(f.While, v) {
		return false
	}
	body := f.Body.Stmts
	last := len(body) - 1
	for last >= 0 && !touches(body[last], v) {
		last--
	}
	if last < 0 || !o.clears(body[last], v, n) || !o.assigns(body[:last], v, n, assignsEach) {
		return false
	}
	f.Body.Stmts = slices.Delete(body, last, last+1)
	return true
}

// clears says whether s is a loop that sets all elements of v to zero.
func (o *overwriter) clears(s ir.Stmt, v *ir.Var, n ir.Expr) bool {
	f, ok := s.(*ir.For)
	if !ok || len(f.Body.Stmts) != 1 || !o.covers(f, n) {
		return false
	}
	st, ok := f.Body.Stmts[0].(*ir.Store)
	return ok && isZero(st.Src) && ownElement(f, st.Dst, v)
}

// covers says whether f has an iteration for each subscript below n, which is canonical, upwards or downwards.
func (o *overwriter) covers(f *ir.For, n ir.Expr) bool {
	switch {
	case f.While != nil || f.Limit == nil:
		return false
	case downwards(f):
		return ir.Equal(o.sizes.canonical(ir.Add(f.Begin, ir.Int(1))), n)
	}
	return ir.IsVal(f.Begin, 0) && f.Cmp == token.LSS && ir.IsVal(f.Step, 1) && ir.Equal(o.sizes.canonical(f.Limit), n)
}

// downwards says whether f counts down to 0.
func downwards(f *ir.For) bool {
	return f.Cmp == token.GEQ && ir.IsVal(f.Limit, 0) && ir.IsVal(f.Step, -1)
}

// assignsEach turns v[i] += e into v[i] = e if that is the first that iteration i of f does with v[i], and all else that it
// does with v is with elements of iterations before. Only loops that run downwards have such: they stay in their order, where
// others may run in parallel if all that their iterations share is sums.
func assignsEach(f *ir.For, v *ir.Var) bool {
	p := &passed{loop: f, v: v}
	at := slices.IndexFunc(f.Body.Stmts, func(s ir.Stmt) bool { return p.touches(s, nil) })
	if at < 0 || f.Par != nil && slices.Contains(f.Par.Sums, v) {
		return false
	}
	sum, ok := f.Body.Stmts[at].(*ir.Reduce)
	if !ok || !ownElement(f, sum.Dst, v) || refersTo(sum.Src, v) {
		return false
	}
	if slices.ContainsFunc(f.Body.Stmts[at+1:], func(s ir.Stmt) bool { return p.touches(s, sum.Dst) }) {
		return false
	}
	e := sum.Src
	if sum.Op == token.SUB {
		e = negate(e)
	}
	f.Body.Stmts[at] = &ir.Store{Meta: sum.Meta, Dst: sum.Dst, Src: e}
	return true
}

// A passed knows which elements of v belong to iterations of the loop that are over.
type passed struct {
	loop *ir.For
	v    *ir.Var
}

// touches says whether s does anything with the memory of v other than read or write at, or elements that are passed.
func (p *passed) touches(s ir.Stmt, at *ir.Ref) bool {
	found := false
	see := func(r *ir.Ref) {
		if r.Var.Root() == p.v.Root() && (at == nil || !ir.Equal(r, at)) && !p.has(r) {
			found = true
		}
	}
	ir.Walk(s, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil { // what is done with it counts
			return true
		}
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok {
					see(r)
				}
				_, length := e.(*ir.Len)
				return !length
			})
		})
		ir.Writes(s, see)
		return !found
	})
	return found
}

// has says whether r is an element of v that belongs to an iteration before.
func (p *passed) has(r *ir.Ref) bool {
	b := r.Base()
	if b.Var != p.v || len(b.Elems) != 1 || b.Elems[0].Index == nil {
		return false
	}
	by, ok := without(b.Elems[0].Index, p.loop.Iter)
	if !ok || !downwards(p.loop) {
		return false
	}
	least, ok := p.least(by)
	return ok && least > 0
}

// least returns a bound below e, a sum of constants and of iterators of loops inside that count upwards.
func (p *passed) least(e ir.Expr) (int64, bool) {
	if n, ok := ir.IntVal(e); ok {
		return n, true
	}
	switch e := e.(type) {
	case *ir.Ref:
		n, ok := int64(0), false
		ir.Walk(p.loop.Body, func(s ir.Stmt) bool {
			if f, loop := s.(*ir.For); loop && f.Iter == e.Var && len(e.Elems) == 0 && f.Cmp == token.LSS {
				n, ok = ir.IntVal(f.Begin)
			}
			return !ok
		})
		return n, ok
	case *ir.Binary:
		if e.Op != token.ADD {
			return 0, false
		}
		x, ok1 := p.least(e.X)
		y, ok2 := p.least(e.Y)
		return x + y, ok1 && ok2
	}
	return 0, false
}

// storesEach says whether iteration i of f stores v[i] before all else that it does with v, which is with v[i] alone.
func storesEach(f *ir.For, v *ir.Var) bool {
	at := slices.IndexFunc(f.Body.Stmts, func(s ir.Stmt) bool { return touches(s, v) })
	if at < 0 {
		return false
	}
	first, ok := f.Body.Stmts[at].(*ir.Store)
	return ok && ownElement(f, first.Dst, v) && !refersTo(first.Src, v) && !touchesOthers(f.Body.Stmts[at+1:], first.Dst)
}

// ownElement says whether r is v[i] in iteration i of f.
func ownElement(f *ir.For, r *ir.Ref, v *ir.Var) bool {
	if r.Var != v || len(r.Elems) != 1 {
		return false
	}
	i, ok := r.Elems[0].Index.(*ir.Ref)
	return ok && i.Var == f.Iter
}

// touchesOthers says whether list does anything with the memory of which at is an element, other than read or write that.
func touchesOthers(list []ir.Stmt, at *ir.Ref) bool {
	return slices.ContainsFunc(list, func(s ir.Stmt) bool { return touchesBut(s, at.Var, at) })
}

// touches says whether s does anything with the memory of v.
func touches(s ir.Stmt, v *ir.Var) bool { return touchesBut(s, v, nil) }

// touchesBut says whether s does anything with the memory of v other than read or write at.
func touchesBut(s ir.Stmt, v *ir.Var, at *ir.Ref) bool {
	found := false
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { found = found || refersBut(e, v, at) })
		ir.Writes(s, func(r *ir.Ref) { found = found || r.Var.Root() == v.Root() && (at == nil || !ir.Equal(r, at)) })
		return !found
	})
	return found
}

// refersTo says whether e refers to the memory of v, lengths left aside.
func refersTo(e ir.Expr, v *ir.Var) bool { return refersBut(e, v, nil) }

func refersBut(e ir.Expr, v *ir.Var, at *ir.Ref) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			return false
		case *ir.Ref:
			found = found || e.Var.Root() == v.Root() && (at == nil || !ir.Equal(e, at))
		}
		return !found
	})
	return found
}
