package ir

// Effects are the Vars that a statement reads and writes, the statements inside it included, memory as a whole.
type Effects struct {
	// Loads are Reads other than of lengths.
	Reads, Loads, Writes map[*Var]bool
	// Fixed says that the statement may end the function, so that nothing passes it.
	Fixed bool
}

// EffectsOf returns the effects of s.
func EffectsOf(s Stmt) *Effects {
	e := &Effects{Reads: map[*Var]bool{}, Loads: map[*Var]bool{}, Writes: map[*Var]bool{}}
	Walk(s, func(s Stmt) bool {
		if d, ok := s.(*Decl); ok && d.Var.View != nil {
			e.view(d)
			return true
		}
		Reads(s, e.read)
		Writes(s, func(r *Ref) {
			b := r.Base()
			e.Writes[b.Var] = true
			for _, i := range b.Indices() {
				e.read(i)
			}
		})
		switch s := s.(type) {
		case *Panic, *Call, *Exec:
			e.Fixed = true
		case *Grow:
			e.Writes[s.Var] = true
		case *For:
			e.Writes[s.Iter] = true
		}
		return true
	})
	return e
}

// view notes the declaration of a view: a name, which reads its bounds.
func (e *Effects) view(d *Decl) {
	e.Writes[d.Var] = true
	if s, ok := d.Var.View.(*Slice); ok {
		e.read(s.Lo)
		e.read(s.Hi)
	}
	for _, i := range NewRef(d.Var).Base().Indices() {
		e.read(i)
	}
}

func (e *Effects) read(x Expr) {
	WalkExpr(x, func(x Expr) bool {
		switch x := x.(type) {
		case *Len:
			e.Reads[x.X.Var], e.Reads[x.X.Base().Var] = true, true
			MarkView(x.X.Var, e.Reads)
			for _, i := range x.X.Indices() {
				e.read(i)
			}
			return false
		case *Ref:
			e.Reads[x.Var], e.Reads[x.Base().Var], e.Loads[x.Base().Var] = true, true, true
			MarkView(x.Var, e.Reads)
		}
		return true
	})
}

// Apart says whether two statements can change places.
func (e *Effects) Apart(o *Effects) bool {
	if e.Fixed || o.Fixed {
		return false
	}
	for v := range e.Writes {
		if o.Reads[v] || o.Writes[v] {
			return false
		}
	}
	for v := range o.Writes {
		if e.Reads[v] {
			return false
		}
	}
	return true
}

// Around divides the statements between the first and the last of a list into those that can go before the first and
// those that can come after the last. It says whether each can do one of them.
func Around(list []Stmt) (before, after []Stmt, ok bool) {
	first, last := EffectsOf(list[0]), EffectsOf(list[len(list)-1])
	var stay []*Effects
	for _, s := range list[1 : len(list)-1] {
		e := EffectsOf(s)
		up := e.Apart(first)
		for _, o := range stay {
			up = up && e.Apart(o)
		}
		if up {
			before = append(before, s)
			continue
		}
		if !e.Apart(last) {
			return nil, nil, false
		}
		stay, after = append(stay, e), append(after, s)
	}
	return before, after, true
}

// MarkView marks what the memory of v is a view of, and what the bounds of the view read. It does nothing if v is no view.
func MarkView(v *Var, marked map[*Var]bool) {
	if v.View == nil {
		return
	}
	marked[v] = true
	WalkExpr(v.View, func(e Expr) bool {
		if r, ok := e.(*Ref); ok {
			marked[r.Var] = true
			if r.Var != v {
				MarkView(r.Var, marked)
			}
		}
		return true
	})
}
