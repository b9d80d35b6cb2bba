package adjoint

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// divideByRoots makes of several divisions of adjoints by a square root
//
//	r := math.Sqrt(x)
//	rAdj := c / r / r
//	xAdj += rAdj / (2 * r)
//
// one, and multiplications, which take a fourth of the time; none where the primal has computed the inverse:
//
//	inv := 1 / r
//	rAdj := c * inv * inv
//	xAdj += 0.5 * rAdj * inv
//
// A root may come from a tape. It is not so small that its inverse overflows. Divisions of the primal stay as they are: their bits
// count. The test for a zero adjoint at the root of 0, see ruleTable, goes where the adjoint has been divided by the root
// before: it is then infinite or NaN there. The result says whether anything changed.
func divideByRoots(b *ir.Block) bool {
	return divideIn(b, rootTapes(b))
}

// rootTapes returns the tapes of the body b that hold square roots.
func rootTapes(b *ir.Block) map[*ir.Var]bool {
	roots, tapes := map[*ir.Var]bool{}, map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			if isRoot(s) {
				roots[s.Var] = true
			}
		case *ir.Alloc:
			if s.Dst.Var.Kind == ir.Tape && len(s.Dst.Elems) == 0 {
				tapes[s.Dst.Var] = true
			}
		}
		return true
	})
	ir.Walk(b, func(s ir.Stmt) bool {
		if a, ok := s.(*ir.Alloc); ok && len(a.Dst.Elems) == 0 {
			return true
		}
		st, ok := s.(*ir.Store)
		kept := func() bool {
			r, isRef := st.Src.(*ir.Ref)
			return isRef && len(r.Elems) == 0 && roots[r.Var] && sizes{b}.assignments(r.Var) == 0
		}
		ir.Writes(s, func(r *ir.Ref) {
			if v := r.Base().Var; tapes[v] && !(ok && kept()) {
				delete(tapes, v)
			}
		})
		return true
	})
	return tapes
}

// isRoot says whether d declares a square root.
func isRoot(d *ir.Decl) bool {
	c, ok := d.Init.(*ir.Intrinsic)
	return ok && c.Fn == "math.Sqrt" && ir.IsFloat(d.Var.Type)
}

func divideIn(b *ir.Block, tapes map[*ir.Var]bool) bool {
	changed := false
	for _, at := range dividedBy(b, tapes) {
		changed = newRoot(at).divide(b) || changed
	}
	for i := 0; i < len(b.Stmts); i++ {
		ir.Inner(b.Stmts[i], func(b *ir.Block) { changed = divideIn(b, tapes) || changed })
		d, ok := b.Stmts[i].(*ir.Decl)
		if !ok || !isRoot(d) || assigned(&ir.Block{Stmts: b.Stmts[i+1:]}, d.Var) {
			continue
		}
		rest := &ir.Block{Stmts: b.Stmts[i+1:]}
		changed = newRoot(ir.NewRef(d.Var)).divide(rest) || changed
		b.Stmts = append(b.Stmts[:i+1:i+1], rest.Stmts...)
	}
	return changed
}

// dividedBy returns the elements of tapes by which b divides and which are the same all through it.
func dividedBy(b *ir.Block, tapes map[*ir.Var]bool) []*ir.Ref {
	if len(tapes) == 0 {
		return nil
	}
	var list []*ir.Ref
	changes := map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		maps.Copy(changes, ir.EffectsOf(s).Writes)
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				q, ok := e.(*ir.Binary)
				if !ok || q.Op != token.QUO {
					return true
				}
				for _, x := range monoOf(q.Y).num {
					r, ok := x.(*ir.Ref)
					if ok && tapes[r.Base().Var] && !slices.ContainsFunc(list, func(o *ir.Ref) bool { return ir.Equal(o, r) }) {
						list = append(list, r)
					}
				}
				return true
			})
		})
		return true
	})
	return slices.DeleteFunc(list, func(r *ir.Ref) bool { return mentionsAny(r, changes) })
}

// A root is a number, or an element of a tape, that holds a square root.
type root struct {
	at  *ir.Ref
	adj map[*ir.Var]bool // the variables that hold adjoints or what is computed from such
	inv *ir.Var
	// quotients are variables that hold quotients of the primal by the root, and nothing else.
	quotients map[*ir.Var]bool
}

// findQuotients notes the quotients by the root that b declares. One of them may be its inverse.
func (r *root) findQuotients(b *ir.Block) {
	r.quotients = map[*ir.Var]bool{}
	for i, s := range b.Stmts {
		d, ok := s.(*ir.Decl)
		if !ok {
			continue
		}
		q, ok := d.Init.(*ir.Binary)
		if !ok || q.Op != token.QUO || !r.is(q.Y) || assigned(&ir.Block{Stmts: b.Stmts[i+1:]}, d.Var) {
			continue
		}
		r.quotients[d.Var] = true
		if ir.IsVal(q.X, 1) {
			r.inv = d.Var
		}
	}
}

func newRoot(at *ir.Ref) *root { return &root{at: at, adj: map[*ir.Var]bool{}} }

// divide has b divide by the root once.
func (r *root) divide(b *ir.Block) bool {
	r.findQuotients(b)
	changed := r.unguard(b)
	return r.invert(b) || changed
}

// unguard puts the statements below a condition a != 0 in its place, where a is declared as a quotient by the root.
func (r *root) unguard(b *ir.Block) bool {
	changed := false
	var out []ir.Stmt
	for i, s := range b.Stmts {
		test, ok := s.(*ir.If)
		if ok && test.Else == nil && r.dividedBefore(b.Stmts[:i], test.Cond) {
			out = append(out, test.Then.Stmts...)
			changed = true
			continue
		}
		out = append(out, s)
	}
	b.Stmts = out
	return changed
}

// dividedBefore says whether cond is a != 0 for an a that one of the statements before declares as a quotient by the
// root, and none assigns.
func (r *root) dividedBefore(before []ir.Stmt, cond ir.Expr) bool {
	c, ok := cond.(*ir.Binary)
	if !ok || c.Op != token.NEQ || !ir.IsVal(c.Y, 0) {
		return false
	}
	a, ok := c.X.(*ir.Ref)
	if !ok || len(a.Elems) > 0 {
		return false
	}
	at := slices.IndexFunc(before, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return ok && d.Var == a.Var && d.Init != nil
	})
	if at < 0 || assigned(&ir.Block{Stmts: before[at+1:]}, a.Var) {
		return false
	}
	m := monoOf(before[at].(*ir.Decl).Init)
	return slices.ContainsFunc(m.den, r.is) || slices.ContainsFunc(m.num, r.isQuotient)
}

func (r *root) isQuotient(e ir.Expr) bool {
	x, ok := e.(*ir.Ref)
	return ok && len(x.Elems) == 0 && r.quotients[x.Var]
}

func (r *root) is(e ir.Expr) bool {
	x, ok := e.(*ir.Ref)
	return ok && ir.Equal(x, r.at)
}

// invert replaces divisions of adjoints by the root, if there are several or the inverse is at hand.
func (r *root) invert(b *ir.Block) bool {
	first, n := -1, 0
	for i, s := range b.Stmts {
		ir.Walk(s, func(s ir.Stmt) bool {
			r.note(s)
			ir.Reads(s, func(e ir.Expr) {
				ir.WalkExpr(e, func(e ir.Expr) bool {
					if r.divides(e) {
						n++
					}
					return true
				})
			})
			return true
		})
		if n > 0 && first < 0 {
			first = i
		}
	}
	known := first >= 0 && slices.ContainsFunc(b.Stmts[:first], func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return ok && d.Var == r.inv
	})
	if n == 0 || n < 2 && !known {
		return false
	}
	if !known {
		r.inv = newLocal("inv", r.at.T)
	}
	for _, s := range b.Stmts[first:] {
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, r.multiply) })
			return true
		})
	}
	if known {
		return true
	}
	d := &ir.Decl{Var: r.inv, Init: ir.Bin(token.QUO, ir.Num("1", r.at.T), r.at)}
	d.Pos = b.Stmts[first].Info().Pos
	b.Stmts = slices.Insert(b.Stmts, first, ir.Stmt(d))
	return true
}

// note notes a variable that s declares with an adjoint in its value.
func (r *root) note(s ir.Stmt) {
	if d, ok := s.(*ir.Decl); ok && d.Init != nil && ofAdjoint(d.Init, r.adj) {
		r.adj[d.Var] = true
	}
}

// ofAdjoint says whether an adjoint, or a variable of adj, occurs in e, so that the primal does not compute it.
func ofAdjoint(e ir.Expr, adj map[*ir.Var]bool) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		x, ok := e.(*ir.Ref)
		found = found || ok && (x.Var.Kind == ir.Adjoint || adj[x.Var])
		return !found
	})
	return found
}

// divides says whether e is a quotient of an adjoint by the root or by a number times the root.
func (r *root) divides(e ir.Expr) bool {
	q, ok := e.(*ir.Binary)
	if !ok || q.Op != token.QUO || !ofAdjoint(q.X, r.adj) {
		return false
	}
	_, ok = r.factor(q.Y)
	return ok
}

// factor returns c if e is the root times c.
func (r *root) factor(e ir.Expr) (c constant.Value, ok bool) {
	m := monoOf(e)
	return m.coef, len(m.num) == 1 && len(m.den) == 0 && r.is(m.num[0]) && constant.Sign(m.coef) != 0
}

// multiply returns the product that stands for the quotient e; other expressions stay.
func (r *root) multiply(e ir.Expr) ir.Expr {
	q, ok := e.(*ir.Binary)
	if !ok || !r.divides(q) {
		return e
	}
	c, _ := r.factor(q.Y)
	m := monoOf(q.X).mul(ir.NewRef(r.inv))
	if m.coef = constant.BinaryOp(m.coef, token.QUO, constant.ToFloat(c)); !short(m.coef) {
		return e
	}
	return m.value()
}
