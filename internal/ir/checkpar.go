package ir

import (
	"go/token"
	"go/types"
)

// parallel checks the form of a parallel loop.
func (c *checker) parallel(s *For) {
	c.integer(s.Par.Work, "work")
	if s.While != nil || s.Cmp != token.LSS || !IsVal(s.Step, 1) || !types.Identical(s.Iter.Type, types.Typ[types.Int]) {
		c.fail(s, "a parallel loop does not count upwards in steps of 1")
	}
	if s.Par.Halo < 0 {
		c.fail(s, "a negative halo")
	}
	c.conditions(s, s.Par.If)
	sums := map[*Var]bool{}
	for _, v := range s.Par.Sums {
		if c.use(v); sums[v] {
			c.fail(s, "%s is twice among the sums", v.Name)
		}
		sums[v] = true
		if !IsFloat(v.Type) && !IsInt(v.Type) && !(sliceOf(v.Type) && FlatFloats(ElemType(v.Type)) > 0) && FlatFloats(v.Type) == 0 {
			c.fail(s, "a sum over chunks of type %s", v.Type)
		}
	}
	for _, o := range s.Par.Own {
		if c.conditions(s, o.If); !sums[o.Var] || !sliceOf(o.Var.Type) || len(o.If) == 0 {
			c.fail(s, "%s is no slice among the sums, or has no conditions", o.Var.Name)
		}
	}
	for _, x := range s.Par.Scatters {
		c.scatter(s, x, sums)
	}
	c.near(s, sums)
	inside := map[*Var]bool{s.Iter: true}
	Walk(s.Body, func(b Stmt) bool {
		c.inParallel(s, b, sums, inside)
		return true
	})
}

// scatter checks that the body adds to x as it says.
func (c *checker) scatter(s *For, x Scatter, sums map[*Var]bool) {
	if !sums[x.Var] || !sliceOf(x.Var.Type) || !IsFloat(ElemType(x.Var.Type)) || s.Par.Halo > 0 || s.Jam > 0 {
		c.fail(s, "%s is no slice of floats among the sums, or the loop has a halo or is jammed", x.Var.Name)
	}
	for v := range sums {
		if v != x.Var && v.Root() == x.Var.Root() {
			c.fail(s, "the scatter %s shares memory with the sum %s", x.Var.Name, v.Name)
		}
	}
	terms := 0
	var visit func(b *Block, loop bool)
	visit = func(b *Block, loop bool) {
		for _, st := range b.Stmts {
			Writes(st, func(r *Ref) {
				if r.Var.Root() != x.Var.Root() {
					return
				}
				if terms++; loop || r.Var != x.Var || len(r.Elems) != 1 || r.Elems[0].Index == nil {
					c.fail(st, "no single term of the scatter %s", x.Var.Name)
				}
			})
			_, inner := st.(*For)
			Inner(st, func(b *Block) { visit(b, loop || inner) })
		}
	}
	if visit(s.Body, false); terms != x.Terms {
		c.fail(s, "%d terms of the scatter %s, not %d", terms, x.Var.Name, x.Terms)
	}
}

// near checks what s says of its near sums.
func (c *checker) near(s *For, sums map[*Var]bool) {
	if len(s.Par.Near) > 0 != (len(s.Par.Reach) > 0) || len(s.Par.Near) > 0 && (len(s.Par.Scatters) > 0 || s.Jam > 0) {
		c.fail(s, "near sums without a reach, or beside scatters, or in a loop that is jammed")
	}
	for _, v := range s.Par.Near {
		if !sums[v] || !sliceOf(v.Type) {
			c.fail(s, "%s is no slice among the sums", v.Name)
		}
	}
	for _, r := range s.Par.Reach {
		c.integer(r.N, "reach")
		for _, e := range r.Per {
			c.integer(e, "reach")
		}
	}
}

// conditions checks what may be asked before the loop.
func (c *checker) conditions(s *For, list []Expr) {
	for _, e := range list {
		if c.valueOrPlace(e); !IsBool(e.Type()) {
			c.fail(s, "a condition of type %s", e.Type())
		}
	}
}

// inParallel checks statement b of the body of parallel loop s. inside are the Vars declared in it so far.
func (c *checker) inParallel(s *For, b Stmt, sums, inside map[*Var]bool) {
	switch b := b.(type) {
	case *Decl:
		inside[b.Var] = true
	case *Alloc:
		if len(b.Dst.Elems) > 0 || b.Escapes {
			c.fail(b, "memory in a parallel loop that is no local slice")
		}
		inside[b.Dst.Var] = true
		if reads(b.Len, inside) {
			c.fail(b, "the length of memory changes in a parallel loop")
		}
	case *For:
		inside[b.Iter] = true
	case *Grow, *Swap, *Call, *Exec:
		c.fail(b, "a statement that cannot stand in a parallel loop")
	}
	if d, ok := b.(*Decl); ok && d.Var.View != nil {
		return
	}
	Reads(b, func(e Expr) {
		if reads(e, sums) {
			c.fail(b, "a sum over chunks is read")
		}
	})
	Writes(b, func(r *Ref) {
		_, reduce := b.(*Reduce)
		if sums[r.Var] && !reduce {
			c.fail(b, "a sum over chunks is overwritten")
		}
		if root := r.Base().Var; !inside[root] && !sums[outer(r.Var, inside)] && !sliceOf(root.Type) {
			c.fail(b, "%s, which all iterations share, is written", root.Name)
		}
	})
}

// reads says whether e reads one of vars, lengths left aside.
func reads(e Expr, vars map[*Var]bool) bool {
	found := false
	WalkExpr(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Len:
			for _, i := range e.X.Indices() {
				found = found || reads(i, vars)
			}
			return false
		case *Ref:
			found = found || vars[e.Var]
		}
		return !found
	})
	return found
}

// outer follows the views that are declared inside to what they are views of.
func outer(v *Var, inside map[*Var]bool) *Var {
	for inside[v] {
		switch x := v.View.(type) {
		case *Slice:
			v = x.X.Var
		case *Ref:
			v = x.Var
		default:
			return v
		}
	}
	return v
}
