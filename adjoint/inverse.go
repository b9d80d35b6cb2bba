package adjoint

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// shareInverses has terms of sums multiplied with an inverse that adjoints need anyway, instead of divided once more:
//
//	q := c / r                      inv := 1 / r
//	e -= q              becomes     q := c * inv
//	inv := 1 / r                    e -= q
//
// It does so for sums that the chunks of a parallel loop do by themselves, which are rounded otherwise than the primal's as
// it is, and where else only adjoints depend on the quotient. All other divisions of the primal keep their bits.
func (d *deriver) shareInverses() {
	ir.Walk(d.body, func(s ir.Stmt) bool {
		f, ok := s.(*ir.For)
		if ok && f.Par != nil {
			shareInversesIn(f.Body, f.Par.Sums)
			return false
		}
		return true
	})
}

func shareInversesIn(b *ir.Block, sums []*ir.Var) {
	for i := 0; i < len(b.Stmts); i++ {
		s := b.Stmts[i]
		ir.Inner(s, func(b *ir.Block) { shareInversesIn(b, sums) })
		var value *ir.Expr
		switch s := s.(type) {
		case *ir.Reduce:
			if isSum(s, sums) {
				value = &s.Src
			}
		case *ir.Decl:
			if s.Init != nil && ir.IsFloat(s.Var.Type) && onlySummed(s.Var, b.Stmts[i+1:], sums) {
				value = &s.Init
			}
		}
		if value == nil {
			continue
		}
		q, ok := (*value).(*ir.Binary)
		if !ok || q.Op != token.QUO || ir.IsVal(q.X, 1) {
			continue
		}
		at := inverseOf(b.Stmts, i+1, q.Y)
		if at < 0 {
			continue
		}
		inv := b.Stmts[at].(*ir.Decl)
		*value = ir.Mul(q.X, ir.NewRef(inv.Var))
		b.Stmts = slices.Insert(slices.Delete(b.Stmts, at, at+1), i, ir.Stmt(inv))
	}
}

// isSum says whether s adds to one of sums, a number.
func isSum(s *ir.Reduce, sums []*ir.Var) bool {
	return len(s.Dst.Elems) == 0 && slices.Contains(sums, s.Dst.Var)
}

// onlySummed says whether v is in list a term of sums, and other than that in values of adjoints alone.
func onlySummed(v *ir.Var, list []ir.Stmt, sums []*ir.Var) bool {
	adj := map[*ir.Var]bool{}
	summed := false
	for _, s := range list {
		var src ir.Expr
		switch s := s.(type) {
		case *ir.Decl:
			if src = s.Init; src != nil && ofAdjoint(src, adj) {
				adj[s.Var] = true
				continue
			}
		case *ir.Reduce:
			if r, ok := s.Src.(*ir.Ref); ok && r.Var == v && isSum(s, sums) {
				summed = true
				continue
			}
			if s.Dst.Base().Var.Kind == ir.Adjoint && !mentionsAny(s.Dst, map[*ir.Var]bool{v: true}) {
				continue
			}
		}
		if mentionsVar(s, v) {
			return false
		}
	}
	return summed
}

// inverseOf returns the place, from the given one on, of a declaration of the inverse of r, a number that nothing before it
// assigns; -1 if there is none.
func inverseOf(list []ir.Stmt, from int, r ir.Expr) int {
	v, ok := r.(*ir.Ref)
	if !ok || len(v.Elems) > 0 {
		return -1
	}
	for i, s := range list[from:] {
		if d, ok := s.(*ir.Decl); ok && d.Init != nil {
			if q, ok := d.Init.(*ir.Binary); ok && q.Op == token.QUO && ir.IsVal(q.X, 1) && ir.Equal(q.Y, r) {
				return from + i
			}
		}
		if assigned(&ir.Block{Stmts: []ir.Stmt{s}}, v.Var) {
			break
		}
	}
	return -1
}
