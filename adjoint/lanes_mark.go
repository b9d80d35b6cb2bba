package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// mark finds the variables of which each lane has its own: adjoints, and what depends on them. It reports statements of which
// only a part could be in lanes.
func (l *laner) mark() {
	for n := -1; n != len(l.own); {
		n = len(l.own)
		l.markIn(l.body, false)
		if len(l.errs) > 0 {
			return
		}
	}
}

// markIn marks what b writes from adjoints. all says that b stands under a condition on adjoints, so that
// all of it is in lanes.
func (l *laner) markIn(b *ir.Block, all bool) {
	for _, s := range b.Stmts {
		own := all || l.inLanes(s)
		switch s.(type) {
		case *ir.For:
			if !all && own {
				l.mixed(s)
			}
			ir.Inner(s, func(b *ir.Block) { l.markIn(b, all) })
			continue
		case *ir.If:
			ir.Inner(s, func(b *ir.Block) { l.markIn(b, own) })
			continue
		case *ir.Exec, *ir.Grow:
			if own {
				l.mixed(s)
			}
			continue
		}
		if !own {
			continue
		}
		_, call := s.(*ir.Call)
		if d, ok := s.(*ir.Decl); ok { // a view is no write of what it views
			l.own[d.Var] = true
			continue
		}
		ir.Writes(s, func(r *ir.Ref) {
			v := r.Base().Var
			if v.Kind != ir.Adjoint && (v.Kind != ir.Local || v.Obj != nil) {
				l.mixed(s)
				return
			}
			l.copies[v] = l.copies[v] || call && !l.own[v]
			l.own[v] = true
		})
	}
}

// mixed reports a statement that does something to adjoints and to other memory.
func (l *laner) mixed(s ir.Stmt) {
	what := "what this gives to adjoints and to other values cannot be told apart"
	if _, ok := s.(*ir.Call); ok {
		what = "what this call writes is restored by its derivative, which is called once for each"
	}
	l.problem(s.Info().Where(), "cannot differentiate several results at once: %s; use //pardiff:vjp, once for each seed", what)
}

// inLanes says whether s itself reads or writes an adjoint, or what depends on one. Lengths are the same in all lanes.
func (l *laner) inLanes(s ir.Stmt) bool {
	found := false
	ir.Reads(s, func(e ir.Expr) { found = found || l.depends(e) })
	ir.Writes(s, func(r *ir.Ref) { found = found || l.owns(r.Var) })
	return found
}

// owns says whether each lane has its own v.
func (l *laner) owns(v *ir.Var) bool {
	return v.Kind == ir.Adjoint || l.own[v] || v.View != nil && l.owns(v.Root())
}

// depends says whether the value of e depends on an adjoint.
func (l *laner) depends(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			found = found || slices.ContainsFunc(e.X.Indices(), l.depends)
			return false
		case *ir.Ref:
			found = found || l.owns(e.Var)
		}
		return !found
	})
	return found
}
