package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Schedules says for each loop of body, nested ones included, how its iterations could be executed at the same
// time; loops that are not in the result cannot. In contrast to what [Derive] marks, a loop counts whatever it
// costs. Where some loops are given, it answers for those alone. Of facts it makes use of those that hold wherever
// the gradient g, of which body is the finished body or made of that, is right.
func Schedules(g *Gradient, body *ir.Block, some ...*ir.For) map[*ir.For]*ir.Par {
	var sure []ir.Expr
	for _, u := range g.Facts {
		if u.Required || u.Fact.Unchecked {
			sure = append(sure, u.Fact.Cond)
		}
	}
	s := &scheduler{idx: depend.Index(body, sure...)}
	if some == nil {
		ir.Walk(body, func(st ir.Stmt) bool {
			if f, ok := st.(*ir.For); ok {
				some = append(some, f)
			}
			return true
		})
	}
	out := map[*ir.For]*ir.Par{}
	for _, f := range some {
		if par, why := s.schedule(f); why == "" {
			out[f] = par
		}
	}
	return out
}

// Unguarded changes a copy of a finished body so that it makes no tests of facts: it is as it would be where none of
// them holds, which is right everywhere.
func Unguarded(body *ir.Block) {
	guards := map[*ir.Var]bool{}
	body.Stmts = slices.DeleteFunc(body.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		if ok && ir.Predicate(d.Init) != nil {
			guards[d.Var] = true
			return true
		}
		return false
	})
	if len(guards) > 0 {
		unguard(body, guards)
	}
}

func unguard(b *ir.Block, guards map[*ir.Var]bool) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.If:
			if mentionsAny(s.Cond, guards) {
				unguard(s.Else, guards)
				out = append(out, s.Else.Stmts...)
				continue
			}
		case *ir.For:
			if s.Par != nil && (len(s.Par.If) > 0 || len(s.Par.Own) > 0) {
				s.Par = nil
			}
		}
		ir.Inner(s, func(b *ir.Block) { unguard(b, guards) })
		out = append(out, s)
	}
	b.Stmts = out
}
