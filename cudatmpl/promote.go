package cudatmpl

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A slice that each iteration of a nest makes for itself is memory of a thread, and a sum into places that other
// iterations share, of what the slice holds, would keep its nest from being split: threads had copies of the places.
// Where that is so, the slices of all iterations are kept, and the sum gets a nest of its own (fission.go):
//
//	for i { p := make(n); for j { p[j] = e }; g := ...; for j { v'[j] += g * p[j] } }
//
// becomes
//
//	for i { for j { P[j*m+i] = e }; G[i] = ... }
//	for j { sum := 0; for i { sum += G[i] * P[j*m+i] }; v'[j] += sum }
//
// It is allowed where nothing after the sum writes the slice. The launcher keeps at most keptNumbers; for larger sizes
// it does without, and threads have copies.
const keptNumbers = 1 << 28

// A promotion is a nest whose slices are kept.
type promotion struct {
	nest  *ir.For
	kept  map[*ir.Var]bool // the memory
	alloc []ir.Stmt
	size  ir.Expr // numbers in all of it
}

// promote returns the nest f with slices kept that sums with copies read, nil if there are none.
func (p *plan) promote(f *ir.For) *promotion {
	par := p.sched[f]
	if p.atomics || par == nil || f.Limit == nil || f.While != nil || !ir.IsVal(f.Step, 1) || f.Cmp != token.LSS || !p.hostExpr(f.Begin) || !p.hostExpr(f.Limit) {
		return nil
	}
	own := p.slicesOf(f)
	shared := map[*ir.Var]bool{}
	for _, v := range par.Sums {
		shared[ir.NewRef(v).Base().Var] = isSlice(v.Type)
	}
	pr := &promotion{kept: map[*ir.Var]bool{}, size: ir.Int(0)}
	keep := map[*ir.Var]*ir.Alloc{}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if r, ok := s.(*ir.Reduce); ok && shared[r.Dst.Base().Var] {
			ir.WalkExpr(r.Src, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok && own[r.Var] != nil {
					keep[r.Var] = own[r.Var]
				}
				return true
			})
		}
		return true
	})
	if len(keep) == 0 {
		return nil
	}
	pr.nest = ir.Clone(f).(*ir.For)
	for _, s := range f.Body.Stmts { // in order
		if a, ok := s.(*ir.Alloc); ok && keep[a.Dst.Var] == a && !pr.keep(a) {
			return nil
		}
	}
	return pr
}

// slicesOf returns the slices of floats that each iteration of f makes, whose lengths the launcher knows.
func (p *plan) slicesOf(f *ir.For) map[*ir.Var]*ir.Alloc {
	inside := declaredIn(f.Body)
	inside[f.Iter] = true
	out := map[*ir.Var]*ir.Alloc{}
	for _, s := range f.Body.Stmts {
		a, ok := s.(*ir.Alloc)
		if ok && len(a.Dst.Elems) == 0 && !a.Escapes && ir.IsFloat(ir.ElemType(a.Dst.Var.Type)) && !mentions(a.Len, inside) && p.hostExpr(a.Len) {
			out[a.Dst.Var] = a
		}
	}
	return out
}

// keep puts memory that is kept in place of a slice. It says whether that is possible: the slice is used by elements.
func (pr *promotion) keep(a *ir.Alloc) bool {
	v, f := a.Dst.Var, pr.nest
	n := ir.Sub(f.Limit, f.Begin)
	k := &ir.Var{Name: v.Name + "Kept", Type: types.NewSlice(ir.ElemType(v.Type)), Kind: ir.Tape, Pos: v.Pos}
	at := func(i ir.Expr) *ir.Ref {
		return ir.NewRef(k).At(ir.Add(ir.Mul(i, n), ir.Sub(ir.NewRef(f.Iter), f.Begin)))
	}
	change := func(e ir.Expr) ir.Expr {
		switch e := e.(type) {
		case *ir.Ref:
			if e.Var == v && len(e.Elems) == 1 {
				return at(e.Elems[0].Index)
			}
		case *ir.Len:
			if e.X.Var == v && len(e.X.Elems) == 0 {
				return a.Len
			}
		}
		return e
	}
	ok := true
	var out []ir.Stmt
	for _, s := range f.Body.Stmts {
		if b, is := s.(*ir.Alloc); is && b.Dst.Var == v {
			if !a.Dirty {
				j := &ir.Var{Name: "j", Type: types.Typ[types.Int], Kind: ir.Iter}
				zero := &ir.Store{Dst: at(ir.NewRef(j)), Src: ir.Num("0.0", ir.ElemType(v.Type))}
				out = append(out, &ir.For{Iter: j, Begin: ir.Int(0), Cmp: token.LSS, Limit: a.Len, Step: ir.Int(1), Body: &ir.Block{Stmts: []ir.Stmt{zero}}})
			}
			continue
		}
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, change) })
			if d, is := s.(*ir.Decl); is && d.Var.View != nil && mentions(d.Var.View, map[*ir.Var]bool{v: true}) {
				ok = false
			}
			ok = ok && !touches(s, v)
			return true
		})
		out = append(out, s)
	}
	f.Body.Stmts = out
	size := ir.Mul(n, a.Len)
	pr.kept[k], pr.size = true, ir.Add(pr.size, size)
	pr.alloc = append(pr.alloc, &ir.Alloc{Meta: ir.Meta{Pos: a.Pos}, Dst: ir.NewRef(k), Len: size, Dirty: true})
	return ok
}

// splitPromoted returns the statements that stand for a nest whose slices are kept, nil if sums with copies stay in it.
func (p *plan) splitPromoted(f *ir.For) []ir.Stmt {
	pr := p.promote(f)
	if pr == nil {
		return nil
	}
	par := p.sched[f]
	p.sched[pr.nest] = par
	p.kept = pr.kept
	out := p.splitNest(pr.nest)
	p.kept = nil
	stay := false
	for _, v := range par.Sums {
		stay = stay || isSlice(v.Type) && adds(pr.nest, ir.NewRef(v).Base().Var)
	}
	if stay {
		return nil
	}
	large := ir.Bin(token.GTR, pr.size, ir.Int(keptNumbers))
	return []ir.Stmt{&ir.If{Cond: large, Then: &ir.Block{Stmts: p.splitNest(f)}, Else: &ir.Block{Stmts: append(pr.alloc, out...)}}}
}

// adds says whether a nest adds to v.
func adds(f *ir.For, v *ir.Var) bool {
	found := false
	ir.Walk(f, func(s ir.Stmt) bool {
		r, ok := s.(*ir.Reduce)
		found = found || ok && r.Dst.Base().Var == v
		return !found
	})
	return found
}

// settled says whether memory that is kept holds at the sum what it holds after the nest.
func (b *nestBuilder) settled(v *ir.Var) bool {
	if !b.p.kept[v] {
		return false
	}
	next := b.last
	if len(b.t.path) > 1 {
		next = b.t.path[1]
	}
	seen, ok := false, true
	for _, s := range b.nest.Body.Stmts {
		if seen = seen || s == next; seen {
			ir.Walk(s, func(s ir.Stmt) bool {
				ir.Writes(s, func(r *ir.Ref) { ok = ok && r.Base().Var != v })
				return ok
			})
		}
	}
	return seen && ok
}
