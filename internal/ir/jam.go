package ir

import "go/token"

// jamBy is how many iterations of a loop share the passes of the loop inside it.
const jamBy = 4

// Jammed returns the statements that stand for a loop with Jam: a loop in which four iterations at a time go through
// the inner loop together, and one for the rest. Sums of the four into one place are one
// assignment, which loads and stores it once; their order is kept.
func Jammed(f *For) []Stmt {
	last := Sub(f.Limit, Int(jamBy-1))
	main := &For{Meta: f.Meta, Iter: f.Iter, Begin: f.Begin, Cmp: token.LSS, Limit: last, Step: Int(jamBy), Body: &Block{}}
	at := innerAt(f.Body)
	g := f.Body.Stmts[at].(*For)
	var copies [jamBy]*renaming
	for k := range copies {
		copies[k] = newRenaming(f, int64(k))
	}
	add := func(list []Stmt) {
		for _, c := range copies {
			for _, s := range list {
				main.Body.Stmts = append(main.Body.Stmts, c.stmt(s))
			}
		}
	}
	add(f.Body.Stmts[:at])
	main.Body.Stmts = append(main.Body.Stmts, jamInner(g, copies[:]))
	add(f.Body.Stmts[at+1:])
	rest := Clone(f).(*For)
	rest.Jam, rest.Form = false, ThreeClause
	count := Expr(Sub(f.Limit, f.Begin))
	rest.Begin = Sub(f.Limit, &Binary{Op: token.REM, X: count, Y: Int(jamBy), T: count.Type()})
	return []Stmt{main, rest}
}

// innerAt returns the place of the loop in b.
func innerAt(b *Block) int {
	for i, s := range b.Stmts {
		if _, ok := s.(*For); ok {
			return i
		}
	}
	panic("ir: a loop to be jammed has none inside")
}

// jamInner returns the inner loop with the statements of all copies.
func jamInner(g *For, copies []*renaming) Stmt {
	out := *g
	out.Body = &Block{}
	for _, s := range g.Body.Stmts {
		var list []Stmt
		for _, c := range copies {
			list = append(list, c.stmt(s))
		}
		if one := merged(list); one != nil {
			list = []Stmt{one}
		}
		for _, s := range list[1:] {
			s.Info().Note = ""
		}
		out.Body.Stmts = append(out.Body.Stmts, list...)
	}
	return &out
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

// A renaming makes the copy of the body of a loop for the iteration that is by ahead.
type renaming struct {
	iter *Var
	by   int64
	vars map[*Var]*Var
}

func newRenaming(f *For, by int64) *renaming {
	r := &renaming{iter: f.Iter, by: by, vars: map[*Var]*Var{}}
	Walk(f.Body, func(s Stmt) bool {
		if d, ok := s.(*Decl); ok {
			c := *d.Var
			if by > 0 {
				c.Obj = nil // the user's name is that of the first
			}
			r.vars[d.Var] = &c
		}
		return true
	})
	return r
}

func (r *renaming) stmt(s Stmt) Stmt {
	c := Clone(s)
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
