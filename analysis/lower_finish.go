package analysis

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// settle says whether an assumption of this pass was wrong: a Var that was taken to be constant
// is written. What was learnt is kept for the next pass.
func (l *lowerer) settle(f *ir.Func) (again bool) {
	again = l.again
	learn := func(v *ir.Var, assumed map[*ir.Var]bool, key func(varKey) varKey) {
		if !assumed[v] {
			return
		}
		if len(l.keys[v]) == 0 {
			panic("variable " + v.Name + " was taken to be constant")
		}
		for _, k := range l.keys[v] {
			again = again || !l.unstable[key(k)]
			l.unstable[key(k)] = true
		}
	}
	same := func(k varKey) varKey { return k }
	anew := func(r *ir.Ref) {
		if len(r.Elems) == 0 {
			learn(r.Var, l.headers, varKey.header)
		}
		learn(r.Var, l.rowHeaders, varKey.header)
	}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		newVars := declares(s)
		switch s := s.(type) {
		case *ir.Alloc:
			if !newVars {
				anew(s.Dst.Base())
			}
		case *ir.Swap:
			anew(s.A.Base())
			anew(s.B.Base())
		}
		ir.Writes(s, func(r *ir.Ref) {
			if !newVars || !declaredBy(s, r) {
				root := r.Base().Var
				learn(root, l.assumed, same)
				for _, p := range l.placed {
					if p.root == root {
						learn(p.row, l.assumed, same)
					}
				}
			}
		})
		return true
	})
	return again
}

// declaredBy says whether r is a variable that s declares, not memory that its value is passed.
func declaredBy(s ir.Stmt, r *ir.Ref) bool {
	switch s := s.(type) {
	case *ir.Decl:
		return r.Var == s.Var
	case *ir.Alloc:
		return r.Var == s.Dst.Var
	case *ir.Exec:
		return slices.Contains(s.Results, r)
	}
	return false
}

// declares says whether s declares what it assigns.
func declares(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.Decl:
		return true
	case *ir.Alloc:
		return len(s.Dst.Elems) == 0
	case *ir.Exec:
		return s.Define
	}
	return false
}

// finish removes what the body does not use and marks the memory that leaves with a result.
func (l *lowerer) finish(f *ir.Func) {
	l.forwardCopies(f.Body)
	fold(f.Body)
	l.makeSums(f.Body)
	l.testOnEntry(f)
	for l.removeUnused(f.Body) {
	}
	used := map[*ir.Var]bool{}
	noteUses(f.Body, used)
	leaves := f.Leaves[:0:0]
	for _, v := range f.Leaves {
		if used[v] {
			leaves = append(leaves, v)
		}
	}
	slices.SortStableFunc(leaves, func(a, b *ir.Var) int {
		return slices.Index(f.Params, a.Home.Param) - slices.Index(f.Params, b.Home.Param)
	})
	f.Leaves = leaves
	noteTested(f)
	noteFollowed(f)
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if a, ok := s.(*ir.Alloc); ok {
			_, a.Escapes = l.escapes[a.Dst.Var.Root()]
		}
		return true
	})
}

// noteUses marks the Vars that occur in b, the Var of a Decl apart.
func noteUses(b *ir.Block, used map[*ir.Var]bool) {
	note := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok {
				used[r.Var] = true
			}
			return true
		})
	}
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Reads(s, note)
		if _, ok := s.(*ir.Decl); !ok {
			ir.Writes(s, func(r *ir.Ref) { note(r) })
		}
		return true
	})
}

// removeUnused removes declarations of Vars that nothing else names, if their values have no effects.
func (l *lowerer) removeUnused(b *ir.Block) bool {
	used := map[*ir.Var]bool{}
	noteUses(b, used)
	removed := false
	ir.Walk(b, func(s ir.Stmt) bool {
		block, ok := s.(*ir.Block)
		if !ok {
			return true
		}
		kept := block.Stmts[:0:0]
		for _, s := range block.Stmts {
			if d, ok := s.(*ir.Decl); ok && !used[d.Var] && l.mayGo(d.Init) {
				removed = true
				continue
			}
			kept = append(kept, s)
		}
		block.Stmts = kept
		return true
	})
	return removed
}

// mayGo says whether x, the value of a variable that nothing uses, need not be computed.
func (l *lowerer) mayGo(x ir.Expr) bool {
	o, ok := x.(*ir.Opaque)
	return !ok || o.Pure || l.looked[o]
}
