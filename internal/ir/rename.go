package ir

// A Renamer copies statements with other Vars in the place of some. What the statements declare becomes new Vars.
type Renamer struct {
	// Vars leads from Vars to those that take their places; copies add what they declare.
	Vars map[*Var]*Var
}

// List returns a copy of a list of statements.
func (r *Renamer) List(list []Stmt) []Stmt {
	b := CloneBlock(&Block{Stmts: list})
	r.declare(b)
	Walk(b, func(s Stmt) bool {
		Exprs(s, r.expr)
		return true
	})
	return b.Stmts
}

// Fresh returns a new Var in the place of v.
func (r *Renamer) Fresh(v *Var) *Var {
	c := *v
	r.Vars[v] = &c
	return &c
}

// declare finds new Vars for what a block declares.
func (r *Renamer) declare(b *Block) {
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *Decl:
			s.Var = r.Fresh(s.Var)
			if s.Var.View != nil {
				s.Var.View = r.expr(s.Var.View)
				s.Init = s.Var.View
			}
		case *Alloc:
			if len(s.Dst.Elems) == 0 {
				r.Fresh(s.Dst.Var)
			}
		case *Exec:
			for _, x := range s.Results {
				if s.Define && x != nil {
					r.Fresh(x.Var)
				}
			}
		case *For:
			s.Iter = r.Fresh(s.Iter)
		}
		Inner(s, r.declare)
	}
}

func (r *Renamer) expr(e Expr) Expr {
	return MapExpr(e, func(e Expr) Expr {
		if x, ok := e.(*Ref); ok && r.Vars[x.Var] != nil {
			return &Ref{Var: r.Vars[x.Var], Elems: x.Elems, T: x.T}
		}
		return e
	})
}
