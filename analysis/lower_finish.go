package analysis

import (
	"go/types"
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
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if declares(s) {
			return true
		}
		if a, ok := s.(*ir.Alloc); ok {
			learn(a.Dst.Base().Var, l.headers, varKey.header)
		}
		ir.Writes(s, func(r *ir.Ref) { learn(r.Base().Var, l.assumed, same) })
		return true
	})
	return again
}

// declares says whether what s writes is new.
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

// An alias is another name for memory that is reached through a slice that lies in memory itself:
// a row of a slice of slices.
type alias struct {
	root  *ir.Var
	block *ir.Block
	index int // of the first statement in block after which the name is in use
}

// noteAlias records that r, as it is now, gets another name.
func (l *lowerer) noteAlias(r *ir.Ref) {
	b := r.Base()
	if throughHeader(b) {
		l.aliases = append(l.aliases, alias{b.Var, l.blk, len(l.blk.Stmts)})
	}
}

// throughHeader says whether the way to r leads through a slice that is an element or a field.
func throughHeader(r *ir.Ref) bool {
	t := r.Var.Type
	for i, e := range r.Elems {
		if _, ok := t.Underlying().(*types.Slice); ok && i > 0 {
			return true
		}
		switch {
		case e.Index != nil:
			t = ir.ElemType(t)
		case e.Field != nil:
			t = e.Field.Type()
		default:
			t = t.Underlying().(*types.Pointer).Elem()
		}
	}
	_, ok := t.Underlying().(*types.Slice)
	return ok && len(r.Elems) > 0
}

// checkAliases refuses new memory for a slice while another name for its old memory is in scope:
// the name would be resolved to the new memory.
func (l *lowerer) checkAliases() {
	for _, a := range l.aliases {
		for _, s := range a.block.Stmts[a.index:] {
			ir.Walk(s, func(s ir.Stmt) bool {
				if n, ok := s.(*ir.Alloc); ok && len(n.Dst.Elems) > 0 && n.Dst.Base().Var == a.root {
					l.refuse(n.Pos, "new memory for an element of "+a.root.Name, "a variable that is a view of the old memory is in scope", "make the memory before, or give the view a block of its own")
				}
				return true
			})
		}
	}
}

// finish removes what the body does not use and marks the memory that leaves with a result.
func (l *lowerer) finish(f *ir.Func) {
	l.forwardCopies(f.Body)
	l.makeSums(f.Body)
	for removeUnused(f.Body) {
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
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if a, ok := s.(*ir.Alloc); ok && l.escapes[a.Dst.Var.Root()] {
			a.Escapes = true
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
func removeUnused(b *ir.Block) bool {
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
			if d, ok := s.(*ir.Decl); ok && !used[d.Var] && pureInit(d.Init) {
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

func pureInit(x ir.Expr) bool {
	o, ok := x.(*ir.Opaque)
	return !ok || o.Pure
}
