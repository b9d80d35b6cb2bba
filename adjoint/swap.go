package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Slices that are exchanged.
//
// A Swap exchanges elements as far as values go, so its adjoint exchanges those of the adjoints. The reverse
// sweep does that by a Swap too, where it is free to say which memory holds which adjoint: the
// adjoint of a local slice is made before the reverse sweep, all of it zero, as long as the slice is then.
// Two things are not free. An argument that is a variable of the function's own, which the caller does
// not see change, has its adjoint in the memory that belongs to that of the argument: its adjoint follows it
// through the forward sweep, and with it those of the slices that it is exchanged with. And where the caller
// sees slices change places, in the rows of an argument, the adjoints stay where they are and their elements
// are exchanged.

// findSwaps finds the slices that are exchanged, and makes adjoints follow arguments.
func (r *reverser) findSwaps() {
	var list []*ir.Swap
	ir.Walk(r.body, func(s ir.Stmt) bool {
		if s, ok := s.(*ir.Swap); ok && r.activeSwap(s) {
			list = append(list, s)
			r.swaps[s.A.Var], r.swaps[s.B.Var] = true, true
		}
		return true
	})
	for n := -1; n != len(r.carried); {
		n = len(r.carried)
		for _, s := range list {
			if a, b := s.A.Var, s.B.Var; ownArgument(s.A) || ownArgument(s.B) || r.carried[a] || r.carried[b] {
				r.carried[a], r.carried[b] = true, true
			}
		}
	}
	for _, s := range list {
		for _, p := range []*ir.Ref{s.A, s.B} {
			r.swappable(p.Var, s)
		}
		if a, b := s.A.Var, s.B.Var; r.carried[a] {
			r.ins.after[s] = append(r.ins.after[s], &ir.Swap{A: ir.NewRef(r.adjVar(a)), B: ir.NewRef(r.adjVar(b))})
		}
	}
}

// activeSwap says whether s exchanges floats that are active.
func (r *reverser) activeSwap(s *ir.Swap) bool {
	return ir.HoldsFloats(s.A.T) && (r.activeRoot(s.A.Var) || r.activeRoot(s.B.Var))
}

// ownArgument says whether p is an argument that the caller does not see change.
func ownArgument(p *ir.Ref) bool {
	return p.Var.Kind == ir.Param && len(p.Elems) == 0 && p.Var.Home.Own()
}

// activeRoot says whether v has active cells.
func (r *reverser) activeRoot(v *ir.Var) bool {
	found := false
	fieldPaths(v.Type, "", func(p string, _ types.Type) {
		c := cell{v, p}
		found = found || r.act.isVaried(c) && r.act.isUseful(c)
	})
	return found
}

// swappable reports slices whose adjoints cannot be exchanged as they are.
func (r *reverser) swappable(v *ir.Var, s *ir.Swap) {
	d := r.sh.decl[v]
	switch {
	case d == nil:
	case r.extent[v] != nil:
		r.problem(s.Where(), "cannot differentiate: swap of %s, which grows by append; copy the elements", v.UserName())
	case r.carried[v] && ir.HoldsSlices(v.Type):
		r.problem(s.Where(), "cannot differentiate: swap of %s, a slice of slices, with an argument; swap the rows, or copy the argument", v.UserName())
	case r.carried[v] && !r.joint[r.sh.pos[d].block]:
		r.problem(s.Where(), "cannot differentiate: swap of %s, which is made inside a loop or a branch, with an argument; make it at the start of the function", v.UserName())
	}
}

// reverseSwap appends the adjoint of s.
func (r *reverser) reverseSwap(s *ir.Swap, out *ir.Block) {
	if r.activeSwap(s) {
		out.Stmts = append(out.Stmts, swapOf(r.adjPlace(s.A, s), r.adjPlace(s.B, s)))
	}
}

// swapOf exchanges adjoints or tangents: the slices themselves, or their elements where the slices are the
// caller's.
func swapOf(a, b *ir.Ref) ir.Stmt {
	if of := a.Var.Of; of.Kind != ir.Param || ownArgument(&ir.Ref{Var: of, Elems: a.Elems}) {
		return &ir.Swap{A: a, B: b}
	}
	return exchangeElements(a, b)
}

func exchangeElements(a, b *ir.Ref) ir.Stmt {
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	f := &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: &ir.Len{X: a}, Step: ir.Int(1), Form: ir.Range, Body: &ir.Block{}}
	exchangeFields(f.Body, a.At(ir.NewRef(i)), b.At(ir.NewRef(i)))
	return f
}

// exchangeFields appends what exchanges the floats in two elements. What is behind pointers has been refused.
func exchangeFields(b *ir.Block, x, y *ir.Ref) {
	st, isStruct := x.T.Underlying().(*types.Struct)
	switch {
	case isStruct:
		for v := range st.Fields() {
			exchangeFields(b, x.Sel(v), y.Sel(v))
		}
	case !ir.HoldsFloats(x.T):
	case ir.ElemType(x.T) != nil:
		b.Stmts = append(b.Stmts, exchangeElements(x, y))
	default:
		old := newLocal("old", x.T)
		b.Stmts = append(b.Stmts, &ir.Decl{Var: old, Init: x}, &ir.Store{Dst: x, Src: y}, &ir.Store{Dst: y, Src: ir.NewRef(old)})
	}
}

// refuseSwap reports slices that are exchanged and hold pointers to floats, whose adjoints are behind pointers of their own.
func (d *deriver) refuseSwap(s *ir.Swap) {
	if !floatsBehindPointers(ir.ElemType(s.A.T)) || !d.mayVary(s.A.Base().Var) && !d.mayVary(s.B.Base().Var) {
		return
	}
	d.problem(s.Where(), "cannot differentiate: exchange of %s and %s, whose elements hold pointers to floats; exchange the values", ir.SourceText(s.A), ir.SourceText(s.B))
}

// mayVary says whether something in the memory of v is varied.
func (d *deriver) mayVary(v *ir.Var) bool {
	if d.act.wrt[v] {
		return true
	}
	for c := range d.act.varied {
		if c.v == v {
			return true
		}
	}
	return false
}

// floatsBehindPointers says whether memory of type t leads to floats through a pointer, or to memory of its own type.
func floatsBehindPointers(t types.Type) bool {
	seen := map[types.Type]bool{}
	var leads func(t types.Type) bool
	leads = func(t types.Type) bool {
		if _, named := t.(*types.Named); named {
			if seen[t] {
				return true
			}
			seen[t] = true
			defer delete(seen, t)
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			return ir.HoldsFloats(u.Elem())
		case *types.Slice:
			return leads(u.Elem())
		case *types.Array:
			return leads(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				if leads(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return leads(t)
}

// adjWhole returns the adjoint of the slice or array p, all of it, for statements that go to out. Of a part of a slice that is
// swapped it is a part of what the adjoint of that slice is there; no swap lies between a view and its uses.
func (r *reverser) adjWhole(p *ir.Ref, at ir.Stmt, out *ir.Block) *ir.Ref {
	v := p.Var
	if len(p.Elems) > 0 || v.View == nil || !r.swaps[v.Root()] {
		return r.adjPlace(p, at)
	}
	decl := r.sh.decl[v]
	w, isPart := v.View.(*ir.Slice)
	if !isPart {
		return r.adjWhole(v.View.(*ir.Ref), decl, out)
	}
	part := &ir.Slice{X: r.adjWhole(w.X, decl, out), T: w.T}
	if w.Lo != nil {
		part.Lo = saved(w.Lo, decl)
	}
	if w.Hi != nil {
		part.Hi = saved(w.Hi, decl)
	}
	a := &ir.Var{Name: v.Name + "Adj", Type: v.Type, Kind: ir.Adjoint, Pos: v.Pos, Of: v, View: part}
	out.Stmts = append(out.Stmts, &ir.Decl{Var: a, Init: part})
	return ir.NewRef(a)
}

// adjThrough is adjPlace for a place in a view of a slice that is swapped. The adjoint of the view would be
// another one before and after the swap, so the place is named by what the view is of.
func (r *reverser) adjThrough(p *ir.Ref, at ir.Stmt) *ir.Ref {
	v, elems := p.Var, savedElems(p, at)
	for v.View != nil {
		decl := r.sh.decl[v]
		switch w := v.View.(type) {
		case *ir.Slice:
			if len(elems) == 0 {
				r.problem(at.Info().Where(), "cannot differentiate: %s, which is a view of a slice that is swapped, is used as a whole; use its elements, or copy them", v.UserName())
				return p
			}
			if w.Lo != nil {
				elems[0].Index = ir.Add(saved(w.Lo, decl), elems[0].Index)
			}
			v, elems = w.X.Var, append(savedElems(w.X, decl), elems...)
		case *ir.Ref:
			v, elems = w.Var, append(savedElems(w, decl), elems...)
		}
	}
	return &ir.Ref{Var: r.adjVar(v), Elems: elems, T: p.T}
}
