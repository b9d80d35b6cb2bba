package adjoint

import (
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// noteLoops tells -explain of the loops of the forward sweep.
func (d *deriver) noteLoops() {
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok && f.Pos.IsValid() {
			d.grad.Notes = append(d.grad.Notes, Note{Kind: "loop", Pos: f.Pos, Pass: "forward", What: "serial", Why: "as the primal runs it"})
		}
		return true
	})
}

// noteSums tells -explain of the sums into adjoint arrays: whether each iteration of the loops around
// has its cells for itself.
func (r *reverser) noteSums(idx *depend.Accesses) {
	seen := map[string]bool{}
	var loops []*ir.For
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		for _, s := range b.Stmts {
			if sum, ok := s.(*ir.Reduce); ok && len(sum.Dst.Elems) > 0 && sum.Dst.Base().Var.Kind == ir.Adjoint {
				n := r.sumNote(idx, sum, loops)
				key := n.Value + n.What + n.Why
				if !seen[key] {
					seen[key] = true
					r.grad.Notes = append(r.grad.Notes, n)
				}
			}
			f, ok := s.(*ir.For)
			if ok {
				loops = append(loops, f)
			}
			ir.Inner(s, visit)
			if ok {
				loops = loops[:len(loops)-1]
			}
		}
	}
	visit(r.body)
}

func (r *reverser) sumNote(idx *depend.Accesses, s *ir.Reduce, loops []*ir.For) Note {
	n := Note{Kind: "sum", Value: s.Dst.Base().Var.Name, Pos: s.Pos, What: "own", Why: "each iteration adds to its own elements"}
	var shared []string
	for _, f := range loops {
		for _, c := range idx.Sums(f) {
			if (c.A.Stmt == s || c.B.Stmt == s) && !slices.Contains(shared, f.Iter.Name) {
				shared = append(shared, f.Iter.Name)
			}
		}
	}
	if len(shared) > 0 {
		n.What = "serial"
		n.Why = "iterations of " + strings.Join(shared, ", ") + " add to the same elements (" + ir.ExprString(s.Dst) + ")"
	}
	return n
}

// noteParallel tells -explain of the loops that run in parallel, and of the sums that they do in copies.
func (d *deriver) noteParallel(s *scheduler) {
	ir.Walk(d.body, func(st ir.Stmt) bool {
		f, ok := st.(*ir.For)
		if !ok {
			return true
		}
		pos, pass := f.Pos, "forward"
		if o := d.origins[f]; o != nil {
			pos, pass = o.Pos, "reverse"
		}
		for i := range d.grad.Notes {
			n := &d.grad.Notes[i]
			switch {
			case n.Kind != "loop" || n.Pos != pos || n.Pass != pass && !d.fused[f]:
			case f.Par != nil && n.Pass != pass:
				n.What = "parallel" // with the forward loop
			case f.Par != nil:
				n.What, n.Why = "parallel", parallelWhy(f)+d.where(s.conds[f][nil])
			case s.notes[f] != "" && n.Pass == "forward":
				n.Why = s.notes[f]
			}
		}
		if f.Par != nil && (pass == "reverse" || d.fused[f]) {
			d.notePrivate(f)
			d.noteShared(f, s.near[f])
			d.noteOwned(f, s.conds[f])
		}
		return true
	})
}

// remark has -explain say more of f, which stands for a loop of the forward or of the reverse sweep.
func (d *deriver) remark(f *ir.For, text string) {
	pos, pass := f.Pos, "forward"
	if o := d.origins[f]; o != nil {
		pos, pass = o.Pos, "reverse"
	}
	for i := range d.grad.Notes {
		n := &d.grad.Notes[i]
		if n.Kind == "loop" && n.Pos == pos && n.Pass == pass && !strings.Contains(n.Why, text) {
			n.Why += "; " + text
		}
	}
}

// parallelWhy says why a parallel loop is one.
func parallelWhy(f *ir.For) string {
	if len(f.Par.Sums) == 0 && f.Par.Halo == 0 {
		return "iterations are independent"
	}
	if len(f.Par.Sums) == 0 {
		return "only close iterations add to the same elements: chunks leave their last for later"
	}
	var names []string
	for _, v := range f.Par.Sums {
		names = append(names, v.Name)
	}
	return "iterations are independent but for sums into " + strings.Join(names, ", ") + ", which chunks do by themselves"
}

// noteOwned changes the notes of sums that chunks of f do in copies only where conditions do not hold.
func (d *deriver) noteOwned(f *ir.For, conds map[*ir.Var][]ir.Expr) {
	for _, o := range f.Par.Own {
		for i := range d.grad.Notes {
			n := &d.grad.Notes[i]
			if n.Kind == "sum" && n.Value == o.Var.Root().Name {
				elsewhere := "chunks have copies"
				if isScatter(f, o.Var) {
					elsewhere = "chunks list their terms, or have copies"
				}
				n.What = "own"
				n.Why = "each iteration of the loop over " + f.Iter.Name + " adds to its own elements where " + d.conditionTexts(conds[o.Var]) + ", which is tested on entry; elsewhere " + elsewhere
			}
		}
	}
}

// where names the conditions on which a loop runs in parallel.
func (d *deriver) where(conds []ir.Expr) string {
	if len(conds) == 0 {
		return ""
	}
	return "; where " + d.conditionTexts(conds) + " does not hold, which is tested on entry, in order"
}

// nearWhy says how the chunks of f do near sums.
func nearWhy(f *ir.For) string {
	var list []string
	for _, r := range f.Par.Reach {
		list = append(list, ir.ExprString(r.Quotient()))
	}
	most := list[0]
	if len(list) > 1 {
		most = "max(" + strings.Join(list, ", ") + ")"
	}
	return "only iterations of the loop over " + f.Iter.Name + " that are at most " + most + " apart add to the same elements; where that is few beside all, chunks own a range each, and what their last iterations add to others is done afterwards; elsewhere chunks have copies"
}

// noteShared changes the notes of sums in f that need no copies: the others stand in near.
func (d *deriver) noteShared(f *ir.For, near map[*ir.Var]int) {
	private := map[*ir.Var]bool{}
	for _, v := range f.Par.Sums {
		private[v.Root()] = true
	}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		r, ok := s.(*ir.Reduce)
		if !ok || private[r.Dst.Base().Var] {
			return true
		}
		what, why := "own", "each iteration of the loop over "+f.Iter.Name+" adds to its own elements"
		if near[r.Dst.Base().Var] > 0 {
			what, why = "split", "chunks of the loop over "+f.Iter.Name+" own a range each; what their last iterations add to others is done afterwards"
		}
		for i := range d.grad.Notes {
			n := &d.grad.Notes[i]
			if n.Kind == "sum" && n.What == "serial" && n.Value == r.Dst.Base().Var.Name && n.Pos == s.Info().Pos {
				n.What, n.Why = what, why
			}
		}
		return true
	})
}

// notePrivate changes the notes of sums that the chunks of f do in copies.
func (d *deriver) notePrivate(f *ir.For) {
	for _, v := range f.Par.Sums {
		for i := range d.grad.Notes {
			n := &d.grad.Notes[i]
			if n.Kind == "sum" && n.What == "serial" && n.Value == v.Root().Name {
				n.What, n.Why = "private", "chunks of the loop over "+f.Iter.Name+" have copies, added in order"
				switch {
				case slices.Contains(f.Par.Near, v):
					n.What, n.Why = "split", nearWhy(f)
				case isScatter(f, v):
					n.Why = "chunks of the loop over " + f.Iter.Name + " list their terms, added in order; where copies are small beside these, they have copies"
				}
			}
		}
	}
}
