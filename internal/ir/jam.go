package ir

import (
	"go/token"
	"slices"
)

// Jammed returns the statements that stand for a loop with Jam: a loop in which so many iterations at a time go through
// the nest inside together, and one for the rest. Sums of theirs into one place are one
// assignment, which loads and stores it once; their order is kept.
func Jammed(f *For) []Stmt {
	by := int64(f.Jam)
	main := &For{Meta: f.Meta, Iter: f.Iter, Begin: f.Begin, Cmp: token.LSS, Limit: Sub(f.Limit, Int(by-1)), Step: Int(by)}
	copies := make([]*renaming, by)
	shared := sharedDecls(f)
	for k := range copies {
		copies[k] = newRenaming(f, int64(k), shared)
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

// jammedBlock returns b with the statements of all copies: what stands beside a loop copy by copy, to
// the end, the loop itself once, and in the innermost loop statement by statement.
func jammedBlock(b *Block, copies []*renaming) *Block {
	out := &Block{}
	main, _ := MainLoop(b)
	if main == nil {
		for _, s := range b.Stmts {
			out.Stmts = append(out.Stmts, jammedStmt(s, copies)...)
		}
		return out
	}
	add := func(list []Stmt) {
		for _, c := range copies {
			for _, s := range list {
				out.Stmts = append(out.Stmts, c.stmt(s))
			}
		}
	}
	at := slices.Index(b.Stmts, Stmt(main))
	add(b.Stmts[:at])
	g := *main
	g.Body = jammedBlock(g.Body, copies)
	out.Stmts = append(out.Stmts, &g)
	add(b.Stmts[at+1:])
	return out
}

// MainLoop returns the loop directly in b that holds the deepest nest, nil if there is no loop. It says whether that is
// one alone.
func MainLoop(b *Block) (main *For, one bool) {
	deepest := 0
	one = true
	for _, s := range b.Stmts {
		f, ok := s.(*For)
		if !ok {
			continue
		}
		switch n := depth(f); {
		case n > deepest:
			deepest, main, one = n, f, true
		case n == deepest:
			one = false
		}
	}
	return main, one
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
		return []Stmt{Clone(s)}
	}
	var list []Stmt
	for _, c := range copies {
		list = append(list, c.stmt(s))
	}
	if one := merged(list); one != nil {
		return []Stmt{one}
	}
	return list
}

// merged returns one assignment for sums into the same place, nil if they are not that.
func merged(list []Stmt) Stmt {
	first, ok := list[0].(*Reduce)
	if !ok || len(first.Dst.Elems) == 0 {
		return nil
	}
	value := Expr(first.Dst)
	for _, s := range list {
		r := s.(*Reduce)
		if !Equal(r.Dst, first.Dst) {
			return nil
		}
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
}

func newRenaming(f *For, by int64, shared map[*Var]bool) *renaming {
	r := &renaming{iter: f.Iter, by: by, vars: map[*Var]*Var{}}
	Walk(f.Body, func(s Stmt) bool {
		var v *Var
		switch s := s.(type) {
		case *Decl:
			v = s.Var
		case *Alloc:
			v = s.Dst.Var
		}
		if v != nil && !shared[v] {
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

// sharedDecls returns the Vars of the innermost loop that are the same for all iterations of f: nothing assigns them
// but their declaration, which reads nothing that an iteration has for itself.
func sharedDecls(f *For) map[*Var]bool {
	own, assigned := map[*Var]bool{f.Iter: true}, map[*Var]bool{}
	Walk(f.Body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Decl:
			own[s.Var] = true
			return true
		case *Alloc:
			own[s.Dst.Var] = true
			return true
		}
		Writes(s, func(r *Ref) { assigned[r.Var] = true })
		return true
	})
	b := f.Body
	for g, _ := MainLoop(b); g != nil; g, _ = MainLoop(b) {
		b = g.Body
	}
	shared := map[*Var]bool{}
	for _, s := range b.Stmts {
		d, ok := s.(*Decl)
		if !ok || d.Init == nil || assigned[d.Var] {
			continue
		}
		same := true
		WalkExpr(d.Init, func(e Expr) bool {
			r, ok := e.(*Ref)
			same = same && !(ok && own[r.Var])
			return same
		})
		if same {
			shared[d.Var] = true
			delete(own, d.Var)
		}
	}
	return shared
}

// stmt returns the copy of s.
func (r *renaming) stmt(s Stmt) Stmt {
	c := Clone(s)
	Walk(c, func(c Stmt) bool {
		if r.by > 0 {
			c.Info().Note = ""
		}
		if d, ok := c.(*Decl); ok {
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
