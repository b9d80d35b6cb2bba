package ir

// Children calls f for each direct subexpression of e, subscripts of references included.

// Clone returns a deep copy of s: new statements, shared expressions and Vars.
func Clone(s Stmt) Stmt {
	switch s := s.(type) {
	case *Block:
		return CloneBlock(s)
	case *Decl:
		c := *s
		return &c
	case *Alloc:
		c := *s
		return &c
	case *Grow:
		c := *s
		return &c
	case *Swap:
		c := *s
		return &c
	case *Store:
		c := *s
		return &c
	case *Reduce:
		c := *s
		return &c
	case *For:
		c := *s
		c.Body = CloneBlock(s.Body)
		if s.Par != nil {
			c.Par = &Par{Work: s.Par.Work, Sums: append([]*Var(nil), s.Par.Sums...), Halo: s.Par.Halo, If: append([]Expr(nil), s.Par.If...)}
			c.Par.Scatters = append([]Scatter(nil), s.Par.Scatters...)
			c.Par.Near = append([]*Var(nil), s.Par.Near...)
			for _, r := range s.Par.Reach {
				c.Par.Reach = append(c.Par.Reach, Reach{r.N, append([]Expr(nil), r.Per...)})
			}
			for _, o := range s.Par.Own {
				c.Par.Own = append(c.Par.Own, Own{o.Var, append([]Expr(nil), o.If...)})
			}
		}
		return &c
	case *If:
		c := *s
		c.Then, c.Else = CloneBlock(s.Then), CloneBlock(s.Else)
		return &c
	case *Call:
		c := *s
		c.Args, c.Results = cloneArgs(s.Args), append([]*Ref(nil), s.Results...)
		return &c
	case *Exec:
		c := *s
		c.Results = append([]*Ref(nil), s.Results...)
		return &c
	case *Panic:
		c := *s
		return &c
	}
	panic("ir: Clone of an unknown statement")
}

// CloneBlock returns a deep copy of b, nil for nil.
func CloneBlock(b *Block) *Block {
	if b == nil {
		return nil
	}
	c := &Block{Meta: b.Meta, Stmts: make([]Stmt, len(b.Stmts))}
	for i, s := range b.Stmts {
		c.Stmts[i] = Clone(s)
	}
	return c
}
