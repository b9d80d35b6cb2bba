package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// forwardSwaps makes the adjoints of swapped slices follow them: a Swap of u and v in the forward
// sweep also swaps their adjoints, so that at the start of the reverse sweep the adjoint of each
// slice is that of the memory it refers to then; the reverse sweep swaps them back. The
// adjoints of local slices are made beside them, in the forward sweep.
func (r *reverser) forwardSwaps() {
	var list []*ir.Swap
	ir.Walk(r.body, func(s ir.Stmt) bool {
		if s, ok := s.(*ir.Swap); ok && (r.activeRoot(s.A) || r.activeRoot(s.B)) {
			list = append(list, s)
			r.swaps[s.A], r.swaps[s.B] = true, true
		}
		return true
	})
	for _, s := range list {
		for _, v := range []*ir.Var{s.A, s.B} {
			r.swappable(v, s)
		}
		r.ins.after[s] = append(r.ins.after[s], &ir.Swap{A: r.adjVar(s.A), B: r.adjVar(s.B)})
	}
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

// swappable reports what cannot be swapped: slices whose adjoints would have to be made anew in
// every iteration, and slices of slices.
func (r *reverser) swappable(v *ir.Var, s *ir.Swap) {
	d := r.sh.decl[v]
	if d == nil {
		return
	}
	if _, nested := ir.ElemType(v.Type).Underlying().(*types.Slice); nested {
		r.problem(s.Pos, "cannot differentiate: swap of %s, a slice of slices; swap its rows", v.Name)
	} else if r.extent[v] != nil {
		r.problem(s.Pos, "cannot differentiate: swap of %s, which grows by append; copy the elements", v.Name)
	} else if !r.joint[r.sh.pos[d].block] {
		r.problem(s.Pos, "cannot differentiate: swap of %s, which is made inside a loop; make it outside", v.Name)
	}
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
				r.problem(at.Info().Pos, "cannot differentiate: %s, which is a view of a slice that is swapped, is used as a whole; use its elements, or copy them", v.Name)
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
