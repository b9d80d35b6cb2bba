package ir

// Children calls f for each direct subexpression of e, subscripts of references included.

func Children(e Expr, f func(Expr)) {
	switch e := e.(type) {
	case *Unary:
		f(e.X)
	case *Binary:
		f(e.X)
		f(e.Y)
	case *Intrinsic:
		for _, a := range e.Args {
			f(a)
		}
	case *Len:
		f(e.X)
	case *Convert:
		f(e.X)
	case *Slice:
		f(e.X)
		if e.Lo != nil {
			f(e.Lo)
		}
		if e.Hi != nil {
			f(e.Hi)
		}
	case *Opaque:
		for _, a := range e.Args {
			f(a)
		}
	case *Saved:
		f(e.X)
	case *Ref:
		for _, x := range e.Elems {
			if x.Index != nil {
				f(x.Index)
			}
		}
	}
}

// WalkExpr calls f for e and, where f returns true, for all below it.
func WalkExpr(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	Children(e, func(c Expr) { WalkExpr(c, f) })
}

// MapExpr rebuilds e bottom up: f gets each node with its children already replaced and
// returns what stands in its place. Nodes that do not change are shared with the original.
func MapExpr(e Expr, f func(Expr) Expr) Expr {
	if e == nil {
		return nil
	}
	switch x := e.(type) {
	case *Unary:
		if y := MapExpr(x.X, f); y != x.X {
			e = &Unary{Op: x.Op, X: y}
		}
	case *Binary:
		a, b := MapExpr(x.X, f), MapExpr(x.Y, f)
		if a != x.X || b != x.Y {
			e = &Binary{Op: x.Op, X: a, Y: b, T: x.T}
		}
	case *Intrinsic:
		if args, changed := mapList(x.Args, f); changed {
			c := *x
			c.Args = args
			e = &c
		}
	case *Opaque:
		args, changed := mapList(x.Args, f)
		if sets := mapPlaces(x.Sets, f); changed || sets != x.Sets {
			c := *x
			c.Sets = sets
			if changed {
				c.Args = args
			}
			e = &c
		}
	case *Convert:
		if y := MapExpr(x.X, f); y != x.X {
			e = &Convert{X: y, T: x.T, Pos: x.Pos}
		}
	case *Len:
		if y := MapRef(x.X, f); y != x.X {
			e = &Len{X: y}
		}
	case *Slice:
		c := &Slice{X: MapRef(x.X, f), T: x.T}
		if x.Lo != nil {
			c.Lo = MapExpr(x.Lo, f)
		}
		if x.Hi != nil {
			c.Hi = MapExpr(x.Hi, f)
		}
		e = c
	case *Ref:
		e = mapElems(x, f)
	}
	return f(e)
}

// MapRef is MapExpr for a place: the result of f for it must be a *Ref.
func MapRef(r *Ref, f func(Expr) Expr) *Ref { return MapExpr(r, f).(*Ref) }

// mapElems rebuilds the subscripts of r and leaves its root as it is.
func mapElems(r *Ref, f func(Expr) Expr) *Ref {
	var elems []Elem
	for i, x := range r.Elems {
		if x.Index == nil {
			continue
		}
		if y := MapExpr(x.Index, f); y != x.Index {
			if elems == nil {
				elems = append([]Elem(nil), r.Elems...)
			}
			elems[i].Index = y
		}
	}
	if elems == nil {
		return r
	}
	return &Ref{Var: r.Var, Elems: elems, T: r.T}
}

func mapList(list []Expr, f func(Expr) Expr) ([]Expr, bool) {
	var out []Expr
	for i, e := range list {
		if y := MapExpr(e, f); y != e {
			if out == nil {
				out = append([]Expr(nil), list...)
			}
			out[i] = y
		}
	}
	return out, out != nil
}

// Subst replaces references to the scalar or slice v itself (not to elements of it) by e, and the
// root v of longer references by the root of e where e is a *Ref.
func Subst(x Expr, v *Var, e Expr) Expr {
	return MapExpr(x, func(n Expr) Expr {
		r, ok := n.(*Ref)
		if !ok || r.Var != v {
			return n
		}
		if len(r.Elems) == 0 {
			return e
		}
		if b, ok := e.(*Ref); ok {
			return &Ref{Var: b.Var, Elems: append(append([]Elem(nil), b.Elems...), r.Elems...), T: r.T}
		}
		return n
	})
}

// Walk calls f for s and, where f returns true, for the statements inside it, in order.
func Walk(s Stmt, f func(Stmt) bool) {
	if s == nil || !f(s) {
		return
	}
	switch s := s.(type) {
	case *Block:
		for _, c := range s.Stmts {
			Walk(c, f)
		}
	case *For:
		Walk(s.Body, f)
	case *If:
		Walk(s.Then, f)
		if s.Else != nil {
			Walk(s.Else, f)
		}
	}
}

// Reads calls f for each expression that s itself evaluates (not the statements inside it):
// values, conditions, bounds, and the subscripts of the places that it writes. A Swap reads both
// of its slices.
func Reads(s Stmt, f func(Expr)) {
	place := func(r *Ref) {
		if r != nil {
			for _, i := range r.Indices() {
				f(i)
			}
		}
	}
	switch s := s.(type) {
	case *Decl:
		if s.Init != nil {
			f(s.Init)
		}
	case *Alloc:
		place(s.Dst)
		f(s.Len)
		if s.Like != nil {
			f(s.Like)
		}
	case *Grow:
		f(s.Len)
	case *Swap:
		f(s.A)
		f(s.B)
	case *Store:
		place(s.Dst)
		f(s.Src)
	case *Reduce:
		place(s.Dst)
		f(s.Src)
	case *For:
		f(s.Begin)
		if s.Limit != nil {
			f(s.Limit)
		}
		f(s.Step)
		if s.While != nil {
			f(s.While)
		}
		if s.Par != nil {
			f(s.Par.Work)
			for _, e := range s.Par.If {
				f(e)
			}
			for _, o := range s.Par.Own {
				for _, e := range o.If {
					f(e)
				}
			}
			for _, r := range s.Par.Reach {
				f(r.N)
				for _, e := range r.Per {
					f(e)
				}
			}
		}
	case *If:
		f(s.Cond)
	case *Call:
		s.Values(func(a *Arg) { f(a.X) })
		for _, r := range s.Results {
			place(r)
		}
	case *Exec:
		f(s.X)
		for _, r := range s.Results {
			place(r)
		}
	case *Panic:
		f(s.X)
	}
}

// mapPlaces is MapExpr for places. One in whose place no other place stands is left as it is.
func mapPlaces(p *Places, f func(Expr) Expr) *Places {
	if p == nil {
		return nil
	}
	out := p
	for i, r := range p.Refs {
		n, ok := MapExpr(r, f).(*Ref)
		if !ok || n == r {
			continue
		}
		if out == p {
			out = &Places{Refs: append([]*Ref(nil), p.Refs...), Only: p.Only}
		}
		out.Refs[i] = n
	}
	return out
}

// Writes calls f for each place that s itself writes. A Reduce reads its place too. What a Call
// writes through an argument that is a slice or an address counts as written, and so does
// what source text with effects may write through a slice.
func Writes(s Stmt, f func(*Ref)) {
	opaque := func(e Expr) {
		o, ok := e.(*Opaque)
		if !ok || o.Pure {
			return
		}
		for _, a := range o.Args {
			if r, ok := a.(*Ref); ok && ElemType(r.T) != nil && (o.Sets == nil || !o.Sets.Only) {
				f(r)
			}
		}
		if o.Sets != nil {
			for _, r := range o.Sets.Refs {
				f(r)
			}
		}
	}
	switch s := s.(type) {
	case *Decl:
		opaque(s.Init)
		f(NewRef(s.Var))
	case *Alloc:
		f(s.Dst)
	case *Swap:
		f(s.A)
		f(s.B)
	case *Store:
		opaque(s.Src)
		f(s.Dst)
	case *Reduce:
		f(s.Dst)
	case *Call:
		s.writes(f)
	case *Exec:
		opaque(s.X)
		for _, r := range s.Results {
			if r != nil {
				f(r)
			}
		}
	}
}

// Exprs calls f with a pointer to each expression that s itself holds, places
// included (those must stay a *Ref), so that f may replace them.
func Exprs(s Stmt, f func(Expr) Expr) {
	ref := func(r **Ref) {
		if *r != nil {
			*r = f(*r).(*Ref)
		}
	}
	opt := func(e *Expr) {
		if *e != nil {
			*e = f(*e)
		}
	}
	switch s := s.(type) {
	case *Decl:
		opt(&s.Init)
	case *Alloc:
		ref(&s.Dst)
		opt(&s.Len)
		ref(&s.Like)
	case *Grow:
		opt(&s.Len)
	case *Swap:
		ref(&s.A)
		ref(&s.B)
	case *Store:
		ref(&s.Dst)
		opt(&s.Src)
	case *Reduce:
		ref(&s.Dst)
		opt(&s.Src)
	case *For:
		opt(&s.Begin)
		opt(&s.Limit)
		opt(&s.Step)
		opt(&s.While)
		if s.Par != nil {
			opt(&s.Par.Work)
			for i := range s.Par.If {
				opt(&s.Par.If[i])
			}
			for _, o := range s.Par.Own {
				for i := range o.If {
					opt(&o.If[i])
				}
			}
			for i := range s.Par.Reach {
				opt(&s.Par.Reach[i].N)
				for k := range s.Par.Reach[i].Per {
					opt(&s.Par.Reach[i].Per[k])
				}
			}
		}
	case *If:
		opt(&s.Cond)
	case *Call:
		s.Values(func(a *Arg) { a.X = f(a.X) })
		for i := range s.Results {
			ref(&s.Results[i])
		}
	case *Exec:
		s.X = f(s.X).(*Opaque)
		for i := range s.Results {
			ref(&s.Results[i])
		}
	case *Panic:
		opt(&s.X)
	}
}

// Ends says whether b, which may be nil, ends with the end of the program, so that nothing is executed after it.
func Ends(b *Block) bool {
	if b == nil || len(b.Stmts) == 0 {
		return false
	}
	_, ok := b.Stmts[len(b.Stmts)-1].(*Panic)
	return ok
}
