package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// renamed returns a copy of a list of statements with other Vars in the place of some; see [ir.Renamer]. Views are replaced by
// what they are views of.
func renamed(list []ir.Stmt, r *ir.Renamer) []ir.Stmt {
	b := ir.CloneBlock(&ir.Block{Stmts: list})
	dropViews(b)
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Exprs(s, plain)
		return true
	})
	return r.List(b.Stmts)
}

func dropViews(b *ir.Block) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return ok && d.Var.View != nil
	})
	for _, s := range b.Stmts {
		ir.Inner(s, dropViews)
	}
}

// plain returns e without views.
func plain(e ir.Expr) ir.Expr {
	for range 16 {
		changed := false
		e = ir.MapExpr(e, func(e ir.Expr) ir.Expr {
			switch x := e.(type) {
			case *ir.Len:
				if n := viewLen(x); n != nil {
					changed = true
					return n
				}
			case *ir.Ref:
				if x.Var.View != nil && len(x.Elems) > 0 {
					changed = true
					return x.Base()
				}
			}
			return e
		})
		if !changed {
			break
		}
	}
	return e
}
