package adjoint

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// sizes tells which integers and lengths of a body are the same.
type sizes struct{ body *ir.Block }

func (d *deriver) unchanged(e ir.Expr) bool    { return sizes{d.body}.unchanged(e) }
func (d *deriver) assignments(v *ir.Var) int   { return sizes{d.body}.assignments(v) }
func (d *deriver) swapped(v *ir.Var) bool      { return sizes{d.body}.swapped(v) }
func (d *deriver) canonical(e ir.Expr) ir.Expr { return sizes{d.body}.canonical(e) }

// unchanged says whether e has the same value in all places that see the same instances of the Vars
// in it: it reads only lengths, iterators, and numbers that are assigned once.
func (z sizes) unchanged(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			ok = ok && len(n.X.Elems) == 0 && !z.swapped(n.X.Var)
			return false
		case *ir.Ref:
			ok = ok && len(n.Elems) == 0 && (n.Var.Kind == ir.Iter || z.assignments(n.Var) == 0)
		case *ir.Opaque:
			ok = false
		}
		return ok
	})
	return ok
}

// assignments counts the statements that assign v but do not declare it.
func (z sizes) assignments(v *ir.Var) int {
	count := 0
	ir.Walk(z.body, func(s ir.Stmt) bool {
		if x, ok := s.(*ir.Decl); ok && x.Var == v {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) {
			if r.Var == v {
				count++
			}
		})
		return true
	})
	return count
}

// swapped says whether a Swap may change what v, or what v is a view of, refers to.
func (z sizes) swapped(v *ir.Var) bool {
	found := false
	root := v.Root()
	ir.Walk(z.body, func(s ir.Stmt) bool {
		if x, ok := s.(*ir.Swap); ok && (x.A.Base().Var == root || x.B.Base().Var == root) {
			found = true
		}
		return !found
	})
	return found
}

// canonical returns e with numbers that are declared once, and the lengths of slices that are made once, replaced by what they
// are, where that is the same wherever it stands; and with lengths that the body begins by comparing replaced by those that
// they are equal to. It holds in and behind the first loop of the body.
func (z sizes) canonical(e ir.Expr) ir.Expr {
	e = z.declared(e)
	for _, q := range z.equalities() {
		e = ir.MapExpr(e, q.replace)
	}
	return e
}

// declared returns e with what declarations say of it.
func (z sizes) declared(e ir.Expr) ir.Expr {
	for range 8 {
		changed := false
		e = ir.MapExpr(e, func(n ir.Expr) ir.Expr {
			if v := z.valueOf(n); v != nil && z.unchanged(v) {
				changed = true
				return v
			}
			return n
		})
		if !changed {
			break
		}
	}
	return e
}

// valueOf returns what the length or number e is by its declaration, nil if there is none.
func (z sizes) valueOf(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *ir.Len:
		if m := findMaking(z.body, e.X.Var); m != nil && len(e.X.Elems) == 0 && !z.swapped(e.X.Var) {
			if a, ok := m.stmt().(*ir.Alloc); ok {
				return a.Len
			}
		}
	case *ir.Ref:
		if e.Var.Kind == ir.Local && len(e.Elems) == 0 && ir.IsInt(e.T) {
			return onceAssigned(z.body)[e.Var]
		}
	}
	return nil
}

// An equality says that a number or length is what another expression is.
type equality struct{ from, to ir.Expr }

func (q equality) replace(e ir.Expr) ir.Expr {
	if ir.Equal(e, q.from) {
		return q.to
	}
	return e
}

// equalities returns what holds behind the guards with which the body begins:
//
//	if len(x) != n || len(y) != n { panic("lengths") }
func (z sizes) equalities() []equality {
	var list []equality
	var add func(cond ir.Expr)
	add = func(cond ir.Expr) {
		c, ok := cond.(*ir.Binary)
		switch {
		case ok && c.Op == token.LOR:
			add(c.X)
			add(c.Y)
		case ok && c.Op == token.NEQ && ir.IsInt(c.X.Type()) && z.unchanged(c.X) && z.unchanged(c.Y):
			x, y := z.declared(c.X), z.declared(c.Y)
			for _, q := range list {
				x, y = ir.MapExpr(x, q.replace), ir.MapExpr(y, q.replace)
			}
			if q := (equality{x, y}); isIntVar(x) || isLen(x) && !isIntVar(y) && !isLen(y) {
				list = append(list, q)
			} else if isIntVar(y) || isLen(y) {
				list = append(list, equality{y, x})
			}
		}
	}
	for _, s := range z.body.Stmts {
		if nestDepth(&ir.Block{Stmts: []ir.Stmt{s}}) > 0 {
			break
		}
		if guard, ok := s.(*ir.If); ok && guard.Else == nil && ir.Ends(guard.Then) {
			add(guard.Cond)
		}
	}
	return list
}

// isIntVar says whether e is an integer variable.
func isIntVar(e ir.Expr) bool {
	r, ok := e.(*ir.Ref)
	return ok && len(r.Elems) == 0
}

// isLen says whether e is the length of a variable.
func isLen(e ir.Expr) bool {
	n, ok := e.(*ir.Len)
	return ok && len(n.X.Elems) == 0
}
