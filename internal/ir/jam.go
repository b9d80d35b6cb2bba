package ir

import "go/token"

// jamBy is how many iterations of a loop share the passes of the loops inside it.
const jamBy = 4

// Jammed returns the statements that stand for a loop with Jam: a loop in which four iterations at a time go through
// the nest inside together, and one for the rest. Sums of the four into one place are one
// assignment, which loads and stores it once; their order is kept.
func Jammed(f *For) []Stmt {
	last := Sub(f.Limit, Int(jamBy-1))
	main := &For{Meta: f.Meta, Iter: f.Iter, Begin: f.Begin, Cmp: token.LSS, Limit: last, Step: Int(jamBy)}
	var copies [jamBy]*renaming
	shared := sharedDecls(f)
	for k := range copies {
		copies[k] = newRenaming(f, int64(k), shared)
	}
	main.Body = jammedBlock(f.Body, copies[:])
	rest := Clone(f).(*For)
	rest.Jam, rest.Form = false, ThreeClause
	count := Expr(Sub(f.Limit, f.Begin))
	rest.Begin = Sub(f.Limit, &Binary{Op: token.REM, X: count, Y: Int(jamBy), T: count.Type()})
	return []Stmt{main, rest}
}

// jammedBlock returns b with the statements of all copies: what stands beside a loop copy by copy, to
// the end, the loop itself once, and in the innermost loop statement by statement.
func jammedBlock(b *Block, copies []*renaming) *Block {
	out := &Block{}
	at := innerAt(b)
	if at < 0 {
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
	add(b.Stmts[:at])
	g := *b.Stmts[at].(*For)
	g.Body = jammedBlock(g.Body, copies)
	out.Stmts = append(out.Stmts, &g)
	add(b.Stmts[at+1:])
	return out
}

// innerAt returns the place of the loop in b, -1 if there is none.
func innerAt(b *Block) int {
	for i, s := range b.Stmts {
		if _, ok := s.(*For); ok {
			return i
		}
	}
	return -1
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
		if d, ok := s.(*Decl); ok && !shared[d.Var] {
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

// sharedDecls returns the Vars of the innermost loop that are the same for all iterations of f: nothing assigns them
// but their declaration, which reads nothing that an iteration has for itself.
func sharedDecls(f *For) map[*Var]bool {
	own, assigned := map[*Var]bool{f.Iter: true}, map[*Var]bool{}
	Walk(f.Body, func(s Stmt) bool {
		if d, ok := s.(*Decl); ok {
			own[d.Var] = true
			return true
		}
		Writes(s, func(r *Ref) { assigned[r.Var] = true })
		return true
	})
	b := f.Body
	for at := innerAt(b); at >= 0; at = innerAt(b) {
		b = b.Stmts[at].(*For).Body
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

// stmt returns the copy of s, which holds no loops.
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
