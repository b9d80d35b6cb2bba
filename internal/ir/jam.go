package ir

import (
	"go/token"
	"slices"
)

// Jammed returns the statements that stand for a loop with Jam: a loop in which so many iterations at a time go through
// the nests inside together, and one for the rest, whose loops may have a Jam of their own. Sums of theirs into one place are
// one assignment, which loads and stores it once. The terms of the primal are added in their order; those of an adjoint are
// added up before they meet what is there, which may have to come from the last store.
func Jammed(f *For) []Stmt {
	by := int64(f.Jam)
	main := &For{Meta: f.Meta, Iter: f.Iter, Begin: f.Begin, Cmp: token.LSS, Limit: Sub(f.Limit, Int(by-1)), Step: Int(by)}
	copies := make([]*renaming, by)
	same := SameIn(f)
	shared := sharedSums(f, same)
	for k := range copies {
		copies[k] = newRenaming(f, int64(k), same, shared)
	}
	main.Body = jammedBlock(f.Body, copies)
	count := Expr(Sub(f.Limit, f.Begin))
	if n, ok := IntVal(count); ok && n%by == 0 {
		return []Stmt{main}
	}
	rest := Clone(f).(*For)
	rest.Jam, rest.Form = 0, ThreeClause
	rest.Begin = Sub(f.Limit, &Binary{Op: token.REM, X: count, Y: Int(by), T: count.Type()})
	return []Stmt{main, rest}
}

// jammedBlock returns b with the statements of all copies: what stands beside the main loops copy by copy, from one loop
// to the next, the loops themselves once, and in the innermost ones statement by statement.
func jammedBlock(b *Block, copies []*renaming) *Block {
	out := &Block{}
	mains := MainLoops(b)
	if len(mains) == 0 {
		for _, s := range b.Stmts {
			out.Stmts = append(out.Stmts, jammedStmt(s, copies)...)
		}
		return out
	}
	add := func(list []Stmt) {
		once := map[Stmt]bool{} // sums of all copies that may be one assignment, at the end
		var sums []Stmt
		for i, s := range list {
			switch one := merged(s, copies); {
			case one == nil:
			case copies[0].readsShared(s): // the last that reads or writes the sum
				once[s], sums = true, append(sums, copies[0].stmt(s))
			case !changed(list[i+1:], s.(*Reduce).Src):
				once[s], sums = true, append(sums, one)
			}
		}
		for _, c := range copies {
			for _, s := range list {
				if d, ok := s.(*Decl); !once[s] && (c == copies[0] || !ok || c.vars[d.Var] != nil) { // not the same for all
					out.Stmts = append(out.Stmts, c.stmt(s))
				}
			}
		}
		out.Stmts = append(out.Stmts, sums...)
	}
	rest := b.Stmts
	for _, f := range mains {
		at := slices.Index(rest, Stmt(f))
		add(rest[:at])
		g := *f
		g.Jam = 0
		g.Begin, g.Limit, g.Step = copies[0].expr(g.Begin), copies[0].expr(g.Limit), copies[0].expr(g.Step)
		g.Body = jammedBlock(g.Body, copies)
		out.Stmts = append(out.Stmts, &g)
		rest = rest[at+1:]
	}
	add(rest)
	return out
}

// changed says whether statements of list write what e reads.
func changed(list []Stmt, e Expr) bool {
	read := map[*Var]bool{}
	WalkExpr(e, func(e Expr) bool {
		if r, ok := e.(*Ref); ok {
			read[r.Base().Var] = true
		}
		return true
	})
	found := false
	for _, s := range list {
		Walk(s, func(s Stmt) bool {
			Writes(s, func(w *Ref) { found = found || read[w.Base().Var] })
			return !found
		})
	}
	return found
}

// copiesOf returns the copies of s.
func copiesOf(s Stmt, copies []*renaming) []Stmt {
	var list []Stmt
	for _, c := range copies {
		list = append(list, c.stmt(s))
	}
	return list
}

// MainLoops returns the loops directly in b that hold the deepest nests, in order.
func MainLoops(b *Block) []*For {
	var mains []*For
	deepest := 0
	for _, s := range b.Stmts {
		f, ok := s.(*For)
		if !ok {
			continue
		}
		switch n := depth(f); {
		case n > deepest:
			deepest, mains = n, []*For{f}
		case n == deepest:
			mains = append(mains, f)
		}
	}
	return mains
}

// MainLoop returns the loop directly in b that holds the deepest nest, nil if there is no loop. It says whether that is
// one alone.
func MainLoop(b *Block) (main *For, one bool) {
	mains := MainLoops(b)
	if len(mains) == 0 {
		return nil, true
	}
	return mains[0], len(mains) == 1
}

// depth returns the number of loops around the innermost statement of f, f included.
func depth(f *For) int {
	deepest, here := 0, 0
	var visit func(s Stmt)
	visit = func(s Stmt) {
		switch s := s.(type) {
		case *For:
			here++
			deepest = max(deepest, here)
			for _, t := range s.Body.Stmts {
				visit(t)
			}
			here--
		case *If:
			for _, t := range s.Then.Stmts {
				visit(t)
			}
			if s.Else != nil {
				for _, t := range s.Else.Stmts {
					visit(t)
				}
			}
		case *Block:
			for _, t := range s.Stmts {
				visit(t)
			}
		}
	}
	visit(f)
	return deepest
}

// jammedStmt returns the copies of a statement of the innermost loop.
func jammedStmt(s Stmt, copies []*renaming) []Stmt {
	if d, ok := s.(*Decl); ok && copies[0].vars[d.Var] == nil {
		return []Stmt{copies[0].stmt(s)}
	}
	if one := merged(s, copies); one != nil {
		return []Stmt{one}
	}
	return copiesOf(s, copies)
}

// merged returns one assignment for the copies of a sum into the same place, nil if they are not that.
func merged(s Stmt, copies []*renaming) Stmt {
	first, ok := s.(*Reduce)
	if !ok {
		return nil
	}
	list := copiesOf(s, copies)
	if copies[0].shared[first.Dst.Var] {
		return together(list)
	}
	first = list[0].(*Reduce)
	if len(first.Dst.Elems) == 0 {
		return nil
	}
	for _, s := range list {
		if !Equal(s.(*Reduce).Dst, first.Dst) {
			return nil
		}
	}
	if first.Dst.Base().Var.Kind == Adjoint {
		return together(list)
	}
	value := Expr(first.Dst)
	for _, s := range list {
		r := s.(*Reduce)
		value = &Binary{Op: r.Op, X: value, Y: r.Src, T: r.Dst.T}
	}
	return &Store{Meta: first.Meta, Dst: first.Dst, Src: value}
}

// A renaming makes the copy of the body of a loop for the iteration that is by ahead. The iterators of loops inside are
// those of all copies.
type renaming struct {
	iter *Var
	by   int64
	vars map[*Var]*Var
	// shared are the variables of iterations that all copies add to.
	shared map[*Var]bool
}

func newRenaming(f *For, by int64, same *Sameness, shared map[*Var]bool) *renaming {
	r := &renaming{iter: f.Iter, by: by, vars: map[*Var]*Var{}, shared: shared}
	Walk(f.Body, func(s Stmt) bool {
		var v *Var
		switch s := s.(type) {
		case *Decl:
			v = s.Var
		case *Alloc:
			v = s.Dst.Var
		}
		if v != nil && !same.Var(v) && !shared[v] {
			c := *v
			if by > 0 {
				c.Obj = nil // the user's name is that of the first
			}
			r.vars[v] = &c
		}
		return true
	})
	return r
}

// readsShared says whether s adds the sum of all copies to a place.
func (r *renaming) readsShared(s Stmt) bool {
	x, ok := s.(*Reduce)
	if !ok {
		return false
	}
	v, ok := x.Src.(*Ref)
	return ok && len(v.Elems) == 0 && r.shared[v.Var]
}

// stmt returns the copy of s.
func (r *renaming) stmt(s Stmt) Stmt {
	c := Clone(s)
	Walk(c, func(c Stmt) bool {
		if r.by > 0 {
			c.Info().Note = ""
		}
		if d, ok := c.(*Decl); ok && r.vars[d.Var] != nil {
			d.Var = r.vars[d.Var]
		}
		Exprs(c, r.expr)
		if d, ok := c.(*Decl); ok && d.Var.View != nil {
			d.Var.View = d.Init
		}
		return true
	})
	return c
}

func (r *renaming) expr(e Expr) Expr {
	if e == nil {
		return nil
	}
	return MapExpr(e, func(e Expr) Expr {
		ref, ok := e.(*Ref)
		if !ok {
			return e
		}
		if ref.Var == r.iter && len(ref.Elems) == 0 {
			return Add(ref, Int(r.by))
		}
		if v := r.vars[ref.Var]; v != nil {
			return &Ref{Var: v, Elems: ref.Elems, T: ref.T}
		}
		return e
	})
}
