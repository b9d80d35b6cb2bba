package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// markJams marks the loops of which several iterations may go through the loop inside them together: the
// compiler then has several sums to work on at a time, or loads and stores the place of a sum once
// for all of them.
func (d *deriver) markJams() {
	idx := depend.Index(d.body)
	depth := nestDepth(d.body)
	var visit func(b *ir.Block, outer int)
	visit = func(b *ir.Block, outer int) {
		for _, s := range b.Stmts {
			f, ok := s.(*ir.For)
			if !ok {
				inner(s, func(b *ir.Block) { visit(b, outer) })
				continue
			}
			if f.Par == nil && outer+2 >= depth && jammable(f) && keepsOrder(idx, f) {
				f.Jam = true
			}
			visit(f.Body, outer+1)
		}
	}
	visit(d.body, 0)
}

// jammable says whether f has the form of a loop to be jammed: declarations and assignments around one innermost
// loop with sums, which is the same for all iterations.
func jammable(f *ir.For) bool {
	if loopForm(f) != "" || !ir.IsVal(f.Begin, 0) {
		return false
	}
	inside := map[*ir.Var]bool{f.Iter: true}
	var g *ir.For
	for _, s := range f.Body.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			inside[s.Var] = true
		case *ir.Store, *ir.Reduce:
		case *ir.For:
			if g != nil {
				return false
			}
			g = s
		default:
			return false
		}
	}
	if g == nil || g.Par != nil || loopForm(g) != "" || !ir.IsVal(g.Begin, 0) || mentionsAny(g.Limit, inside) {
		return false
	}
	sums := false
	for _, s := range g.Body.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			if s.Var.View != nil {
				return false
			}
		case *ir.Reduce:
			sums = sums || ir.IsFloat(s.Dst.T)
		default:
			return false
		}
	}
	return sums
}

// keepsOrder says whether iterations of f may be interleaved: what depends on other iterations stands all before
// the inner loop, or all after it, where the order of iterations is kept.
func keepsOrder(idx *depend.Accesses, f *ir.For) bool {
	section := map[ir.Stmt]int{}
	at := 1
	for _, s := range f.Body.Stmts {
		if _, ok := s.(*ir.For); ok {
			at++
			continue
		}
		section[s] = at
	}
	for _, c := range idx.Carried(f) {
		a, b := section[c.A.Stmt], section[c.B.Stmt]
		if a == 0 || a != b {
			return false
		}
	}
	return true
}
