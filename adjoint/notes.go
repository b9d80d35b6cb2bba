package adjoint

import (
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// noteActivity tells -explain which variables of the user are active: those with a cell that is.
func (d *deriver) noteActivity() {
	kind := map[*ir.Var]string{}
	var order []*ir.Var
	see := func(r *ir.Ref) {
		v := r.Var
		if v.Obj == nil && v.Home == nil || v.Kind == ir.Iter || v.Kind == ir.Global {
			return
		}
		if kind[v] == "" {
			order = append(order, v)
			kind[v] = "inactive"
		}
		if c := cellOf(r); ir.IsFloat(r.T) && d.act.isVaried(c) && d.act.isUseful(c) {
			kind[v] = "active"
		}
	}
	all := func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, ok := n.(*ir.Ref); ok {
				see(r)
			}
			return true
		})
	}
	for _, v := range d.fn.Leaves {
		see(ir.NewRef(v))
	}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { all(r) })
		ir.Reads(s, all)
		return true
	})
	for _, v := range order {
		d.grad.Notes = append(d.grad.Notes, Note{Kind: kind[v], Value: userName(v), Pos: v.Pos})
	}
}

// userName returns the name by which the user knows v: the parameter for a leaf of one.
func userName(v *ir.Var) string {
	if v.Home == nil {
		return v.Name
	}
	return v.Home.Param.Name
}

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
