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
			inner(s, visit)
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
