package ir

import "slices"

// A Sameness tells what is the same for all iterations of a loop from what each has for itself.
type Sameness struct {
	own     map[*Var]bool // declared in the loop, or its iterator
	lengths map[*Var]Expr // of memory that each iteration has for itself
	// values are what variables are declared as: in the loop or a main loop, perhaps several times, by the forward
	// sweep and the reverse sweep.
	values   map[*Var][]Expr
	assigned map[*Var]bool // by something else
	known    map[*Var]bool // what Var has answered
}

// SameIn returns what is the same for all iterations of f.
func SameIn(f *For) *Sameness {
	x := &Sameness{own: map[*Var]bool{f.Iter: true}, lengths: map[*Var]Expr{}, values: map[*Var][]Expr{}, assigned: map[*Var]bool{}, known: map[*Var]bool{}}
	mains := map[Stmt]bool{}
	var visit func(b *Block)
	visit = func(b *Block) {
		for _, s := range b.Stmts {
			mains[s] = true
		}
		for _, g := range MainLoops(b) {
			visit(g.Body)
		}
	}
	visit(f.Body)
	left := leftIn(f.Body)
	Walk(f.Body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Decl:
			x.own[s.Var] = true
			if mains[s] && s.Init != nil && s.Var.View == nil && left.readBy(s.Init) {
				x.assigned[s.Var] = true
			} else if mains[s] && s.Init != nil {
				x.values[s.Var] = append(x.values[s.Var], s.Init)
			} else {
				x.assigned[s.Var] = true
			}
			return true
		case *Alloc:
			x.own[s.Dst.Var], x.lengths[s.Dst.Var] = true, s.Len
			return true
		}
		Writes(s, func(r *Ref) {
			if r.Var.View == nil { // of a view it is the memory that changes
				x.assigned[r.Var] = true
			}
		})
		return true
	})
	return x
}

// A leaving is the memory that iterations leave to each other otherwise than they find it: its elements, and its slices.
type leaving struct{ elems, headers map[*Var]bool }

func leftIn(b *Block) leaving {
	left := leaving{map[*Var]bool{}, map[*Var]bool{}}
	Walk(b, func(s Stmt) bool {
		switch s := s.(type) {
		case *Decl, *Alloc:
			return true
		case *Grow:
			left.headers[s.Var] = true
		case *Swap:
			left.headers[s.A.Base().Var], left.headers[s.B.Base().Var] = true, true
		}
		Writes(s, func(r *Ref) { left.elems[r.Base().Var] = true })
		return true
	})
	return left
}

// readBy says whether e reads some of it.
func (left leaving) readBy(e Expr) bool {
	found := false
	WalkExpr(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Len:
			found = found || left.headers[e.X.Base().Var]
			for _, i := range e.X.Indices() {
				found = found || left.readBy(i)
			}
			return false
		case *Ref:
			found = found || left.elems[e.Base().Var]
		}
		return !found
	})
	return found
}

// Var says whether v is the same in all iterations.
func (x *Sameness) Var(v *Var) bool {
	if !x.own[v] {
		return true
	}
	same, known := x.known[v]
	if !known {
		same = !x.assigned[v] && len(x.values[v]) > 0 && !slices.ContainsFunc(x.values[v], func(e Expr) bool { return !x.Expr(e) })
		x.known[v] = same
	}
	return same
}

// Expr says whether e is computed in the same way in all iterations: from variables that are the same, and the lengths of
// memory that each has for itself.
func (x *Sameness) Expr(e Expr) bool {
	if n, ok := e.(*Len); ok && len(n.X.Elems) == 0 && x.lengths[n.X.Var] != nil {
		return x.Expr(x.lengths[n.X.Var])
	}
	if r, ok := e.(*Ref); ok && !x.Var(r.Var) {
		return false
	}
	same := true
	Children(e, func(c Expr) { same = same && x.Expr(c) })
	return same
}
