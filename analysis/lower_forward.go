package analysis

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// forwardCopies replaces copies of scalars that helpers took by value by what they are copies of, where
// neither is written while the copy is in scope.
func (l *lowerer) forwardCopies(b *ir.Block) {
	for i, s := range b.Stmts {
		if d, ok := s.(*ir.Decl); ok && l.copies[d.Var] {
			if src, ok := d.Init.(*ir.Ref); ok && len(src.Elems) == 0 && src.Var.Kind != ir.Iter {
				forward(d.Var, src, b.Stmts[i+1:])
			}
		}
		ir.Walk(s, func(s ir.Stmt) bool {
			if inner, ok := s.(*ir.Block); ok {
				l.forwardCopies(inner)
				return false
			}
			return true
		})
	}
}

// forward replaces v by src where it is used, unless one of them is written before the last use.
// A last use that is an assignment reads before it writes; a sum must not read its place.
func forward(v *ir.Var, src *ir.Ref, scope []ir.Stmt) {
	last := lastUse(v, scope)
	for i, s := range scope[:last+1] {
		if w := writtenIn(s).roots; w[v] || w[src.Var] && (i < last || !readsFirst(s)) {
			return
		}
	}
	for _, s := range scope[:last+1] {
		replaceVar(s, v, src)
	}
}

// lastUse returns the index of the last statement in which v is used, -1 if there is none. A view
// that v determines may be used anywhere.
func lastUse(v *ir.Var, scope []ir.Stmt) int {
	last := -1
	for i, s := range scope {
		ir.Walk(s, func(s ir.Stmt) bool {
			d, _ := s.(*ir.Decl)
			ir.Exprs(s, func(e ir.Expr) ir.Expr {
				if uses(e, v) {
					last = i
					if d != nil && d.Var.View != nil {
						last = len(scope) - 1
					}
				}
				return e
			})
			return true
		})
		if last == len(scope)-1 {
			break
		}
	}
	return last
}

func uses(e ir.Expr, v *ir.Var) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && r.Var == v {
			found = true
		}
		return !found
	})
	return found
}

func readsFirst(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.Decl, *ir.Store:
		return true
	}
	return false
}

// replaceVar replaces v by x in a statement and those inside it.
func replaceVar(s ir.Stmt, v *ir.Var, x ir.Expr) {
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.Subst(e, v, x) })
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			d.Var.View = d.Init
		}
		return true
	})
}

// makeSums turns x = x + e into x += e where that has come about by forwarding.
func (l *lowerer) makeSums(b *ir.Block) {
	ir.Walk(b, func(s ir.Stmt) bool {
		block, ok := s.(*ir.Block)
		if !ok {
			return true
		}
		for i, s := range block.Stmts {
			if st, ok := s.(*ir.Store); ok {
				if r := l.asSum(st); r != nil {
					block.Stmts[i] = r
				}
			}
		}
		return true
	})
}

// asSum returns the Reduce that s amounts to, nil if it is none.
func (l *lowerer) asSum(s *ir.Store) *ir.Reduce {
	b, ok := s.Src.(*ir.Binary)
	if !ok || !ir.IsFloat(s.Dst.T) && !ir.IsInt(s.Dst.T) {
		return nil
	}
	r := &ir.Reduce{Meta: s.Meta, Op: b.Op, Dst: s.Dst}
	switch {
	case (b.Op == token.ADD || b.Op == token.SUB) && ir.Equal(b.X, s.Dst):
		r.Src = b.Y
	case b.Op == token.ADD && ir.Equal(b.Y, s.Dst):
		r.Src = b.X
	default:
		return nil
	}
	if l.mayRead(r.Src, s.Dst) {
		return nil
	}
	return r
}
