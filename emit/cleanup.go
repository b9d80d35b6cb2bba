package emit

import "github.com/pardiff/pardiffgen/internal/ir"

// clean returns a copy of b without the variables that Go would refuse as declared and not
// used and without assignments of places to themselves, and joins declarations with the assignment that
// follows at once. Constants that Go would refuse become variables.
func clean(b *ir.Block) *ir.Block {
	b = ir.CloneBlock(b)
	dropIdle(b)
	for drop(b, usedIn(b)) {
	}
	join(b)
	unfold(b)
	return b
}

// dropIdle removes x = x, which go vet reports.
func dropIdle(b *ir.Block) {
	out := b.Stmts[:0]
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.For:
			dropIdle(s.Body)
		case *ir.If:
			dropIdle(s.Then)
			if s.Else != nil {
				dropIdle(s.Else)
			}
		case *ir.Block:
			dropIdle(s)
		case *ir.Store:
			if ir.Equal(s.Dst, s.Src) {
				continue
			}
		}
		out = append(out, s)
	}
	b.Stmts = out
}

// usedIn returns the Vars that Go counts as used. An assignment of a whole variable is no use
// of it.
func usedIn(b *ir.Block) map[*ir.Var]bool {
	used := map[*ir.Var]bool{}
	expr := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok {
				used[r.Var] = true
			}
			return true
		})
	}
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Reads(s, expr)
		switch s := s.(type) {
		case *ir.Reduce:
			used[s.Dst.Var] = true
		case *ir.Grow:
			used[s.Var] = true
		case *ir.For:
			if st := arrayStore(s); st != nil { // may be printed as an assignment of the whole
				expr(st.Src)
				return false
			}
		}
		ir.Writes(s, func(r *ir.Ref) {
			if len(r.Elems) > 0 {
				used[r.Var] = true
			}
		})
		return true
	})
	return used
}

// arrayStore returns the only statement of a loop that assigns a whole array, else nil.
func arrayStore(s *ir.For) *ir.Store {
	if s.Form != ir.ArrayLoop || len(s.Body.Stmts) != 1 {
		return nil
	}
	st, ok := s.Body.Stmts[0].(*ir.Store)
	if !ok || len(st.Dst.Elems) != 1 {
		return nil
	}
	return st
}

// unused says whether v is a local variable that nothing uses.
func unused(v *ir.Var, used map[*ir.Var]bool) bool {
	switch v.Kind {
	case ir.Param, ir.Result, ir.Global, ir.Iter:
		return false
	}
	return v.Home == nil && !used[v]
}

// drop removes the declarations and assignments of unused variables and says whether there were
// any. What has an effect stays, without its variable.
func drop(b *ir.Block, used map[*ir.Var]bool) bool {
	declaredHere := map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { declaredHere[v] = true })
		return true
	})
	gone := func(v *ir.Var) bool { return declaredHere[v] && unused(v, used) }
	return dropIn(b, gone)
}

func dropIn(b *ir.Block, gone func(*ir.Var) bool) bool {
	changed := false
	out := b.Stmts[:0]
	for _, s := range b.Stmts {
		var value ir.Expr
		dropped := false
		switch s := s.(type) {
		case *ir.Decl:
			value, dropped = s.Init, gone(s.Var)
		case *ir.Store:
			value, dropped = s.Src, len(s.Dst.Elems) == 0 && gone(s.Dst.Var)
		case *ir.Alloc:
			dropped = len(s.Dst.Elems) == 0 && gone(s.Dst.Var)
		case *ir.Call:
			changed = blank(s.Results, gone) || changed
		case *ir.Exec:
			if blank(s.Results, gone) {
				changed = true
				s.Define = s.Define && anyNamed(s.Results)
			}
		case *ir.For:
			if st := arrayStore(s); st != nil {
				dropped = gone(st.Dst.Var)
				break
			}
			changed = dropIn(s.Body, gone) || changed
			dropped = len(s.Body.Stmts) == 0 // its condition has no effect
		case *ir.If:
			changed = dropIn(s.Then, gone) || changed
			if s.Else != nil {
				changed = dropIn(s.Else, gone) || changed
			}
			dropped = len(s.Then.Stmts) == 0 && (s.Else == nil || len(s.Else.Stmts) == 0)
		case *ir.Block:
			changed = dropIn(s, gone) || changed
		}
		if !dropped {
			out = append(out, s)
			continue
		}
		changed = true
		if x, ok := value.(*ir.Opaque); ok && !x.Pure {
			out = append(out, &ir.Exec{Meta: *s.Info(), Results: []*ir.Ref{nil}, X: x}) // as _ = f()
		}
	}
	b.Stmts = out
	return changed
}

// blank puts _ in the place of unused variables.
func blank(list []*ir.Ref, gone func(*ir.Var) bool) bool {
	changed := false
	for i, r := range list {
		if r != nil && len(r.Elems) == 0 && gone(r.Var) {
			list[i] = nil
			changed = true
		}
	}
	return changed
}

func anyNamed(list []*ir.Ref) bool {
	for _, r := range list {
		if r != nil {
			return true
		}
	}
	return false
}

// join makes one statement of a declaration without a value and the assignment after it.
func join(b *ir.Block) {
	out := b.Stmts[:0]
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.For:
			join(s.Body)
		case *ir.If:
			join(s.Then)
			if s.Else != nil {
				join(s.Else)
			}
		case *ir.Block:
			join(s)
		case *ir.Store:
			if len(out) > 0 && len(s.Dst.Elems) == 0 {
				d, ok := out[len(out)-1].(*ir.Decl)
				if ok && d.Init == nil && d.Var == s.Dst.Var && !mentions(s.Src, d.Var) {
					n := &ir.Decl{Meta: s.Meta, Var: d.Var, Init: s.Src}
					if n.Note == "" {
						n.Note = d.Note
					}
					out[len(out)-1] = n
					continue
				}
			}
		}
		out = append(out, s)
	}
	b.Stmts = out
}
