package adjoint

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// block returns the statements of b with those in lanes once for each lane, and takes known through them. Neighbours that
// belong to the adjoint of one statement of the primal go lane by lane.
func (l *laner) block(b *ir.Block, known laneState) []ir.Stmt {
	var out []ir.Stmt
	lanes := make([][]ir.Stmt, len(l.rows))
	note := "" // to stand on the next statement of a lane
	flush := func() {
		for k := range lanes {
			for _, s := range lanes[k] {
				if note != "" && !renames(s) {
					s.Info().Note, note = note, ""
				}
				out = append(out, s)
			}
			lanes[k] = nil
		}
	}
	for _, s := range b.Stmts {
		if l.inLanes(s) {
			if n := s.Info().Note; n != "" {
				flush()
				note = n
			}
			for k := range l.rows {
				lanes[k] = append(lanes[k], l.stmt(s, k, known)...)
			}
			continue
		}
		flush()
		note = ""
		l.shared(s, known)
		out = append(out, s)
	}
	flush()
	return out
}

// renames says whether s declares a name for a constant or another variable, which will be in its place.
func renames(s ir.Stmt) bool {
	d, ok := s.(*ir.Decl)
	if !ok || d.Var.View != nil {
		return false
	}
	switch d.Init.(type) {
	case nil, *ir.Const, *ir.Ref:
		return true
	}
	return false
}

// shared takes known through a statement that is there once, with lanes in what is inside it.
func (l *laner) shared(s ir.Stmt, known laneState) {
	ir.Exprs(s, l.lengths)
	switch s := s.(type) {
	case *ir.Decl:
		if s.Var.View != nil {
			s.Var.View = s.Init
		}
	case *ir.For:
		for { // what is known in all iterations
			end := known.clone()
			l.block(ir.CloneBlock(s.Body), end)
			if !known.join(end) {
				break
			}
		}
		s.Body.Stmts = l.block(s.Body, known.clone())
	case *ir.If:
		els := known.clone()
		s.Then.Stmts = l.block(s.Then, known)
		if s.Else != nil {
			s.Else.Stmts = l.block(s.Else, els)
		}
		known.join(els)
	case *ir.Block:
		s.Stmts = l.block(s, known)
	}
}

// lengths has lengths of adjoints be those of the first lane.
func (l *laner) lengths(e ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
		if n, ok := e.(*ir.Len); ok && l.owns(n.X.Var) {
			return &ir.Len{X: &ir.Ref{Var: l.lane(n.X.Var, 0), Elems: n.X.Elems, T: n.X.T}}
		}
		return e
	})
}

// stmt returns s as lane k has it, and takes known through it.
func (l *laner) stmt(s ir.Stmt, k int, known laneState) []ir.Stmt {
	value := func(e ir.Expr) ir.Expr { return l.value(e, k, known) }
	switch s := s.(type) {
	case *ir.Decl:
		return l.decl(s, k, known)
	case *ir.Store:
		c := &ir.Store{Meta: l.meta(s), Dst: l.place(s.Dst, k, known), Src: value(s.Src)}
		v := s.Dst.Base().Var
		switch {
		case isZero(c.Src) && known[k][v] != nil && isZero(known[k][v]):
			return nil
		case scalarPlace(s.Dst) != nil:
			known.set(k, v, c.Src)
		default:
			delete(known[k], v)
		}
		return []ir.Stmt{c}
	case *ir.Reduce:
		return l.sum(s, k, known)
	case *ir.Alloc:
		c := ir.Clone(s).(*ir.Alloc)
		c.Meta, c.Dst, c.Len = l.meta(s), l.place(s.Dst, k, known), value(s.Len)
		if s.Like != nil {
			c.Like = l.place(s.Like, k, known)
		}
		switch v := s.Dst.Base().Var; {
		case s.Dirty:
			delete(known[k], v)
		case len(s.Dst.Elems) == 0:
			known[k][v] = ir.Num("0", v.Type)
		}
		return []ir.Stmt{c}
	case *ir.Swap:
		a, b := s.A.Base().Var, s.B.Base().Var
		if known[k][a] == nil || known[k][b] == nil {
			delete(known[k], a)
			delete(known[k], b)
		}
		return []ir.Stmt{&ir.Swap{Meta: l.meta(s), A: l.place(s.A, k, known), B: l.place(s.B, k, known)}}
	case *ir.Call:
		return l.call(s, k, known)
	case *ir.If:
		return l.branch(s, k, known)
	}
	// What stands under a condition on adjoints is in lanes whatever it is.
	return l.alone(s, k, known)
}

// meta returns what is known of the statement, without its note, which stands on the first of all lanes.
func (l *laner) meta(s ir.Stmt) ir.Meta {
	m := *s.Info()
	m.Note = ""
	return m
}

// place returns the place r as lane k has it.
func (l *laner) place(r *ir.Ref, k int, known laneState) *ir.Ref {
	v := r.Var
	if l.owns(v) {
		v = l.lane(v, k)
	}
	c := &ir.Ref{Var: v, Elems: append([]ir.Elem(nil), r.Elems...), T: r.T}
	for i, e := range c.Elems {
		if e.Index != nil {
			c.Elems[i].Index = l.value(e.Index, k, known)
		}
	}
	return c
}

// sum returns a sum, which is an assignment where the variable is zero before.
func (l *laner) sum(s *ir.Reduce, k int, known laneState) []ir.Stmt {
	c := &ir.Reduce{Meta: l.meta(s), Op: s.Op, Dst: l.place(s.Dst, k, known), Src: l.value(s.Src, k, known)}
	v := s.Dst.Base().Var
	zero := known[k][v] != nil && isZero(known[k][v])
	switch {
	case isZero(c.Src):
		return nil
	case !zero || scalarPlace(s.Dst) == nil:
		delete(known[k], v)
		return []ir.Stmt{c}
	case c.Op == token.SUB:
		c.Src = negate(c.Src)
	}
	known.set(k, v, c.Src)
	return []ir.Stmt{&ir.Store{Meta: c.Meta, Dst: c.Dst, Src: c.Src}}
}

func (l *laner) decl(s *ir.Decl, k int, known laneState) []ir.Stmt {
	v := l.lane(s.Var, k)
	c := &ir.Decl{Meta: l.meta(s), Var: v}
	switch {
	case s.Var.View != nil:
		switch x := s.Init.(type) {
		case *ir.Ref:
			c.Init = l.place(x, k, known)
		case *ir.Slice:
			c.Init = &ir.Slice{X: l.place(x.X, k, known), Lo: l.value(x.Lo, k, known), Hi: l.value(x.Hi, k, known), T: x.T}
		}
		v.View = c.Init
	case s.Init == nil:
		known[k][s.Var] = ir.Num("0", s.Var.Type)
	default:
		c.Init = l.value(s.Init, k, known)
		known.set(k, s.Var, c.Init)
		if isZero(c.Init) {
			c.Init = nil
		}
	}
	return []ir.Stmt{c}
}

// call returns the call of the derivative of a function. Where all adjoints that it gets are zero, it adds nothing to any.
func (l *laner) call(s *ir.Call, k int, known laneState) []ir.Stmt {
	zero := true
	s.Values(func(a *ir.Arg) {
		r, ok := a.X.(*ir.Ref)
		switch {
		case !ok:
			zero = zero && !(l.depends(a.X) && !isZero(l.value(a.X, k, known)))
		case l.owns(r.Var) && !l.copies[r.Var.Root()]:
			c := known[k][r.Base().Var]
			zero = zero && c != nil && isZero(c)
		}
	})
	if zero {
		return nil
	}
	c := ir.Clone(s).(*ir.Call)
	c.Meta = l.meta(s)
	c.Values(func(a *ir.Arg) {
		if r, ok := a.X.(*ir.Ref); ok && (a.Addr || !ir.IsFloat(r.T)) {
			a.X = l.place(r, k, known)
		} else {
			a.X = l.value(a.X, k, known)
		}
	})
	for i, r := range c.Results {
		if r != nil {
			c.Results[i] = l.place(r, k, known)
		}
	}
	ir.Writes(s, func(r *ir.Ref) { delete(known[k], r.Base().Var) })
	return []ir.Stmt{c}
}

// branch returns a condition on adjoints as lane k has it, with all that stands under it.
func (l *laner) branch(s *ir.If, k int, known laneState) []ir.Stmt {
	cond := l.value(s.Cond, k, known)
	els := known.clone()
	then := &ir.Block{Meta: s.Then.Meta, Stmts: l.alone(s.Then, k, known)}
	c := &ir.If{Meta: l.meta(s), Cond: cond, Then: then}
	if s.Else != nil {
		c.Else = &ir.Block{Meta: s.Else.Meta, Stmts: l.alone(s.Else, k, els)}
	}
	if taken, ok := test(cond); ok {
		if taken {
			return then.Stmts
		}
		for i := range known {
			known[i] = els[i]
		}
		if c.Else == nil {
			return nil
		}
		return c.Else.Stmts
	}
	known.join(els)
	return []ir.Stmt{c}
}

// alone returns s, or the statements of the block s, with all that is inside it as lane k has it.
func (l *laner) alone(s ir.Stmt, k int, known laneState) []ir.Stmt {
	switch s := s.(type) {
	case *ir.Block:
		var out []ir.Stmt
		for _, x := range s.Stmts {
			note := x.Info().Note
			list := l.stmt(x, k, known)
			if len(list) > 0 && note != "" {
				list[0].Info().Note = note
			}
			out = append(out, list...)
		}
		return out
	case *ir.For:
		c := *s
		ir.Exprs(&c, func(e ir.Expr) ir.Expr { return l.value(e, k, known) })
		for {
			end := known.clone()
			l.alone(s.Body, k, end)
			if !known.join(end) {
				break
			}
		}
		c.Body = &ir.Block{Meta: s.Body.Meta, Stmts: l.alone(s.Body, k, known.clone())}
		if o := l.origins[s]; o != nil {
			l.origins[&c] = o
		}
		return []ir.Stmt{&c}
	}
	c := ir.Clone(s)
	c.Info().Note = ""
	ir.Exprs(c, func(e ir.Expr) ir.Expr { return l.value(e, k, known) })
	return []ir.Stmt{c}
}

// dropUnused removes memory and views of lanes in which nothing is added to them.
func (l *laner) dropUnused(b *ir.Block) {
	mine := map[*ir.Var]bool{}
	for _, m := range l.at {
		for _, w := range m {
			mine[w] = true
		}
	}
	for changed := true; changed; {
		uses := map[*ir.Var]int{}
		count := func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok {
					uses[r.Var]++
				}
				return true
			})
		}
		ir.Walk(b, func(s ir.Stmt) bool {
			ir.Reads(s, count)
			ir.Writes(s, func(r *ir.Ref) { uses[r.Var]++ })
			return true
		})
		drop := map[ir.Stmt]bool{}
		ir.Walk(b, func(s ir.Stmt) bool {
			switch s := s.(type) {
			case *ir.Decl:
				drop[s] = mine[s.Var] && s.Var.View != nil && uses[s.Var] == 1
			case *ir.Alloc:
				drop[s] = mine[s.Dst.Var] && len(s.Dst.Elems) == 0 && uses[s.Dst.Var] == 1
			}
			return true
		})
		changed = false
		for _, d := range drop {
			changed = changed || d
		}
		removeStmts(b, drop)
	}
}
