package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// dropResets removes the stores of zero into adjoints of local arrays whose cells are not read
// later. An adjoint of a parameter is the caller's and keeps them.
func dropResets(d *deriver) {
	idx := d.plainIndex(d.body)
	depth := declaredWithin(d.body)
	drop := map[ir.Stmt]bool{}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		st, ok := s.(*ir.Store)
		if !ok || len(st.Dst.Elems) == 0 || !isZero(st.Src) {
			return true
		}
		if v := st.Dst.Base().Var; v.Kind == ir.Adjoint && v.Home == nil && !d.isSeed(v) {
			drop[s] = !readLater(idx, st, v, depth[v])
		}
		return true
	})
	removeStmts(d.body, drop)
}

func (d *deriver) isSeed(v *ir.Var) bool {
	for _, s := range d.grad.Seeds {
		for _, a := range s.Adj {
			if a == v {
				return true
			}
		}
	}
	return false
}

// declaredWithin returns the number of loops around each declaration in b: every iteration of these has a variable of its own.
func declaredWithin(b *ir.Block) map[*ir.Var]int {
	out := map[*ir.Var]int{}
	var visit func(b *ir.Block, n int)
	visit = func(b *ir.Block, n int) {
		for _, s := range b.Stmts {
			inner := n
			switch s := s.(type) {
			case *ir.Decl:
				out[s.Var] = n
			case *ir.For:
				inner++
			}
			ir.Inner(s, func(b *ir.Block) { visit(b, inner) })
		}
	}
	visit(b, 0)
	return out
}

// readLater says whether what s stores into memory of v, which is declared within depth loops, may be read.
func readLater(idx *depend.Accesses, s *ir.Store, v *ir.Var, depth int) bool {
	for _, w := range idx.Of(s) {
		if !w.Write {
			continue
		}
		for _, r := range idx.All {
			if r.Ref.Var == v && r.Reads() && idx.OverwrittenWithin(w, r, depth) {
				return true
			}
		}
	}
	return false
}

// removeStmts takes statements out of b and of what is inside it.
func removeStmts(b *ir.Block, drop map[ir.Stmt]bool) {
	out := b.Stmts[:0]
	for _, s := range b.Stmts {
		if drop[s] {
			continue
		}
		ir.Inner(s, func(c *ir.Block) { removeStmts(c, drop) })
		out = append(out, s)
	}
	b.Stmts = out
}
