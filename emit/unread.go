package emit

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// findUnread finds the tapes that grow, in memory of the Work, before anything that they start with is read: to assign
// that would be a dead store.
func (p *printer) findUnread(body *ir.Block) {
	p.unread = map[*ir.Alloc]*ir.Grow{}
	if _, ok := p.mem.(*arenas); !ok {
		return
	}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		list := flat(b)
		for i, s := range list {
			ir.Inner(s, visit)
			a, ok := s.(*ir.Alloc)
			if !ok || len(a.Dst.Elems) > 0 || a.Like != nil || !ir.IsVal(a.Len, 0) || !p.grows[a.Dst.Var] {
				continue
			}
			if read, _ := readsStart(list[i+1:], a.Dst.Var); !read {
				p.unread[a] = declaringGrow(list[i+1:], a.Dst.Var)
			}
		}
	}
	visit(body)
}

// readsStart says whether list may read v before a Grow of v, and whether it always gets to one.
func readsStart(list []ir.Stmt, v *ir.Var) (read, grown bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Grow:
			if s.Var == v {
				return mentions(s.Len, v), true
			}
		case *ir.Block:
			read, grown = readsStart(s.Stmts, v)
		case *ir.If:
			read, grown = branchesReadStart(s, v)
		case *ir.For: // of which the body may not run
			read = s.Par != nil && uses(s, v) || anyMentions(v, s.Begin, s.Limit, s.While)
			if !read {
				read, _ = readsStart(s.Body.Stmts, v)
			}
		default:
			read = uses(s, v)
		}
		if read || grown {
			return read, grown
		}
	}
	return false, false
}

func branchesReadStart(s *ir.If, v *ir.Var) (read, grown bool) {
	if mentions(s.Cond, v) {
		return true, false
	}
	read, grown = readsStart(s.Then.Stmts, v)
	if s.Else == nil {
		return read, false
	}
	other, both := readsStart(s.Else.Stmts, v)
	return read || other, grown && both
}

// uses says whether s or what is inside it mentions v.
func uses(s ir.Stmt, v *ir.Var) bool {
	found := false
	note := func(e ir.Expr) { found = found || e != nil && mentions(e, v) }
	ir.Walk(&ir.Block{Stmts: []ir.Stmt{s}}, func(s ir.Stmt) bool {
		if g, ok := s.(*ir.Grow); ok {
			found = found || g.Var == v
		}
		ir.Reads(s, note)
		ir.Writes(s, func(r *ir.Ref) { note(r) })
		return !found
	})
	return found
}

func anyMentions(v *ir.Var, list ...ir.Expr) bool {
	for _, e := range list {
		if e != nil && mentions(e, v) {
			return true
		}
	}
	return false
}

// declaringGrow returns the Grow in list that can declare v, nil if there is none: v is first mentioned there.
func declaringGrow(list []ir.Stmt, v *ir.Var) *ir.Grow {
	if _, plain := types.Unalias(v.Type).(*types.Slice); !plain {
		return nil
	}
	for _, s := range list {
		if g, ok := s.(*ir.Grow); ok && g.Var == v {
			return g
		}
		if uses(s, v) {
			return nil
		}
	}
	return nil
}

func (p *printer) declaredBy(g *ir.Grow) bool {
	for _, o := range p.unread {
		if o == g {
			return true
		}
	}
	return false
}

// withoutStart declares a tape that s would start, unless g does.
func (p *printer) withoutStart(s *ir.Alloc, g *ir.Grow) []code {
	if g != nil {
		return nil
	}
	return []code{p.line("var %s %s", p.variable(s.Dst.Var), p.typ(s.Dst.Var.Type))}
}
