package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// guessFacts finds conditions that nobody declared and that are worth a test: see facts.
func (d *deriver) guessFacts() {
	g := &guesser{deriver: d, values: onceAssigned(d.body)}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.For:
			g.bound(s.Begin)
			g.bound(s.Limit)
			if s.Limit != nil {
				g.row(s.Limit, s.Cmp == token.LEQ)
			}
		case *ir.Decl:
			if v, ok := s.Var.View.(*ir.Slice); ok {
				g.bound(v.Lo)
				g.bound(v.Hi)
				if n := viewLen(v); n != nil {
					g.row(n, false)
				}
			}
		}
		ir.Reads(s, g.subscripts)
		ir.Writes(s, func(r *ir.Ref) { g.subscripts(r) })
		return true
	})
	for _, s := range g.strides {
		for _, n := range g.rows {
			if apart(s, n) && len(d.facts.wide) < maxGuesses {
				d.facts.wide = d.facts.add(d.facts.wide, ir.Bin(token.GEQ, asInt(s), asInt(n)))
			}
		}
	}
}

// apart says whether two sizes have no variable in common.
func apart(a, b ir.Expr) bool {
	vars := map[*ir.Var]bool{}
	ir.WalkExpr(a, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok {
			vars[r.Var] = true
		}
		return true
	})
	return !mentionsAny(b, vars)
}

// plausible says whether conditions may be expected to be met together: several guesses about the lengths of rows
// may exclude each other.
func (k *facts) plausible(conds []ir.Expr) bool {
	guesses := 0
	for _, e := range conds {
		if slices.Contains(k.wide, e) {
			guesses++
		}
	}
	return guesses <= 1
}

// maxGuesses bounds the conditions of one kind that are tried.
const maxGuesses = 8

// add adds a condition to list that is not declared.
func (k *facts) add(list []ir.Expr, e ir.Expr) []ir.Expr {
	same := func(x ir.Expr) bool { return ir.Equal(x, e) }
	if slices.ContainsFunc(k.conds(), same) || slices.ContainsFunc(list, same) {
		return list
	}
	return append(list, e)
}

// A guesser collects what subscripts and bounds are made of.
type guesser struct {
	*deriver
	values map[*ir.Var]ir.Expr
	// strides are integers that subscripts are multiplied with, rows the lengths of inner loops and of views.
	strides, rows []ir.Expr
}

// given says whether e is known on entry and stays the same: numbers and lengths of parameters.
func (g *guesser) given(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			ok = ok && g.unwritten(n.X)
			return false
		case *ir.Ref:
			ok = ok && g.unwritten(n)
		case *ir.Const, *ir.Binary, *ir.Unary:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func (g *guesser) unwritten(r *ir.Ref) bool {
	return r.Var.Kind == ir.Param && len(r.Elems) == 0 && g.assignments(r.Var) == 0 && !g.swapped(r.Var)
}

// bound looks at a bound of a loop or view: the index arrays in it may be monotone.
func (g *guesser) bound(e ir.Expr) {
	if e == nil {
		return
	}
	ir.WalkExpr(g.inlined(e), func(n ir.Expr) bool {
		r, ok := n.(*ir.Ref)
		if !ok || len(r.Elems) != 1 || r.Elems[0].Index == nil || !ir.IsInt(r.T) {
			return true
		}
		if _, slice := r.Var.Type.Underlying().(*types.Slice); slice && r.Var.Kind == ir.Param && g.assignments(r.Var) == 0 && !g.swapped(r.Var) && len(g.facts.monotone) < maxGuesses {
			g.facts.monotone = g.facts.add(g.facts.monotone, ir.NewPredicate(ir.Monotone, ir.NewRef(r.Var)))
		}
		return true
	})
}

// inlined replaces numbers that are assigned once by their values.
func (g *guesser) inlined(e ir.Expr) ir.Expr {
	for range 8 {
		x := ir.MapExpr(e, func(n ir.Expr) ir.Expr {
			if r, ok := n.(*ir.Ref); ok && len(r.Elems) == 0 {
				if v := g.values[r.Var]; v != nil {
					return v
				}
			}
			return n
		})
		if x == e {
			break
		}
		e = x
	}
	return e
}

// row notes the length of a row, or one less.
func (g *guesser) row(n ir.Expr, less bool) {
	if n = intDifference(g.inlined(n), ir.Int(0)); less {
		n = ir.Add(n, ir.Int(1))
	}
	if _, c := n.(*ir.Const); !c && g.given(n) {
		g.rows = addExpr(g.rows, n)
	}
}

// subscripts notes the sizes that iterators are multiplied with.
func (g *guesser) subscripts(e ir.Expr) {
	ir.WalkExpr(e, func(n ir.Expr) bool {
		b, ok := n.(*ir.Binary)
		if !ok || b.Op != token.MUL || !ir.IsInt(b.T) {
			return true
		}
		for _, f := range []ir.Expr{b.X, b.Y} {
			x := g.inlined(f)
			if _, c := x.(*ir.Const); !c && g.given(x) {
				g.strides = addExpr(g.strides, x)
			}
		}
		return true
	})
}

func addExpr(list []ir.Expr, e ir.Expr) []ir.Expr {
	if slices.ContainsFunc(list, func(x ir.Expr) bool { return ir.Equal(x, e) }) {
		return list
	}
	return append(list, e)
}
