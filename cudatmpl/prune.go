package cudatmpl

import (
	"github.com/pardiff/pardiffgen/internal/ir"
)

// prune removes from a block what has no effect any more: loops and branches without statements, and numbers that
// nothing reads.
func prune(b *ir.Block) {
	for {
		read := map[*ir.Var]bool{}
		ir.Walk(b, func(s ir.Stmt) bool {
			ir.Reads(s, func(e ir.Expr) {
				ir.WalkExpr(e, func(e ir.Expr) bool {
					if r, ok := e.(*ir.Ref); ok {
						read[r.Var], read[r.Base().Var] = true, true
						ir.MarkView(r.Var, read)
					}
					return true
				})
			})
			ir.Writes(s, func(r *ir.Ref) {
				if _, ok := s.(*ir.Decl); !ok {
					ir.MarkView(r.Var, read)
				}
			})
			return true
		})
		if !pruneBlock(b, read, declaredIn(b)) {
			return
		}
	}
}

// declaredIn returns what a block declares.
func declaredIn(b *ir.Block) map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			out[s.Var] = true
		case *ir.Alloc:
			out[s.Dst.Var] = true
		}
		return true
	})
	return out
}

// pruneBlock removes statements that only write what is declared inside and never read.
func pruneBlock(b *ir.Block, read, inside map[*ir.Var]bool) bool {
	var out []ir.Stmt
	changed := false
	for _, s := range b.Stmts {
		ir.Inner(s, func(b *ir.Block) { changed = pruneBlock(b, read, inside) || changed })
		dead := false
		switch s := s.(type) {
		case *ir.Decl:
			dead = !read[s.Var]
		case *ir.Alloc:
			dead = !read[s.Dst.Var]
		case *ir.Store:
			v := s.Dst.Base().Var
			dead = inside[v] && !read[v]
		case *ir.Reduce:
			v := s.Dst.Base().Var
			dead = inside[v] && !read[v]
		case *ir.For:
			dead = len(s.Body.Stmts) == 0 && s.While == nil
		case *ir.If:
			if s.Else != nil && len(s.Else.Stmts) == 0 {
				s.Else = nil
			}
			dead = len(s.Then.Stmts) == 0 && s.Else == nil
		}
		if dead {
			changed = true
			continue
		}
		out = append(out, s)
	}
	b.Stmts = out
	return changed
}
