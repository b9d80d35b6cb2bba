package ir

import (
	"go/token"
	"go/types"
)

func (c *checker) decl(s *Decl) {
	v := s.Var
	switch v.Kind {
	case Param, Result, Iter, Global:
		c.fail(s, "%s is declared but has the kind of something else", v.Name)
	}
	switch {
	case v.View != nil:
		if s.Init == nil || !Equal(v.View, s.Init) {
			c.fail(s, "the view of %s is not its initial value", v.Name)
		}
		c.view(s)
	case s.Init != nil:
		c.whole(s.Init)
		c.agree(v.Type, s.Init)
		c.scalar(v.Type, s.Init)
	case sliceOf(v.Type) && HoldsFloats(v.Type):
		c.fail(s, "slice %s has no memory", v.Name)
	}
	c.declare(s, v)
}

// view checks the initial value of a view.
func (c *checker) view(s *Decl) {
	switch x := s.Init.(type) {
	case *Slice:
		c.place(x.X)
		if ElemType(x.X.T) == nil {
			c.fail(s, "slice of %s", x.X.T)
		}
		for _, b := range []Expr{x.Lo, x.Hi} {
			if b != nil {
				c.integer(b, "bound")
			}
		}
	case *Ref:
		c.place(x)
	default:
		c.fail(s, "a view is neither a slice nor a reference")
	}
}

func (c *checker) alloc(s *Alloc) {
	c.integer(s.Len, "length")
	if !sliceOf(s.Dst.T) {
		c.fail(s, "memory for a %s", s.Dst.T)
	}
	if len(s.Dst.Elems) > 0 {
		c.place(s.Dst)
		return
	}
	if k := s.Dst.Var.Kind; k == Param || k == Result || k == Iter || k == Global || s.Dst.Var.View != nil {
		c.fail(s, "%s cannot be given memory", s.Dst.Var.Name)
		return
	}
	c.declare(s, s.Dst.Var)
}

func (c *checker) store(s *Store) {
	if !c.target(s, s.Dst) {
		return
	}
	c.whole(s.Src)
	c.agree(s.Dst.T, s.Src)
	if (s.Dst.Var.Kind == Result || s.Dst.Var.Kind == Tangent) && len(s.Dst.Elems) == 0 && sliceOf(s.Dst.T) {
		if r, ok := s.Src.(*Ref); ok && len(r.Elems) == 0 {
			return
		}
	}
	c.scalar(s.Dst.T, s.Src)
}

func (c *checker) reduce(s *Reduce) {
	c.target(s, s.Dst)
	c.value(s.Src)
	c.agree(s.Dst.T, s.Src)
	if s.Op != token.ADD && s.Op != token.SUB {
		c.fail(s, "a sum with operator %s", s.Op)
	}
	if !IsFloat(s.Dst.T) && !IsInt(s.Dst.T) {
		c.fail(s, "a sum of type %s", s.Dst.T)
	}
	dst := s.Dst.Base()
	WalkExpr(s.Src, func(e Expr) bool {
		if _, ok := e.(*Len); ok {
			return false
		}
		if r, ok := e.(*Ref); ok {
			if b := r.Base(); b.Var == dst.Var && prefixElems(b.Elems, dst.Elems) {
				c.fail(s, "a sum reads its place")
			}
		}
		return true
	})
}

func (c *checker) loop(s *For) {
	c.integer(s.Begin, "begin")
	if s.Limit != nil {
		c.integer(s.Limit, "limit")
		c.agree(s.Iter.Type, s.Limit)
	} else if s.While == nil || !IsVal(s.Begin, 0) || !IsVal(s.Step, 1) {
		c.fail(s, "a loop without a limit does not count from 0 while a condition holds")
	}
	c.integer(s.Step, "step")
	n, known := IntVal(s.Step)
	switch s.Cmp {
	case token.LSS, token.LEQ:
		known = known && n <= 0
	case token.GTR, token.GEQ:
		known = known && n >= 0
	default:
		known = false
		c.fail(s, "a loop compares by %s", s.Cmp)
	}
	if known {
		c.fail(s, "step %d does not lead to the limit", n)
	}
	if s.Iter.Kind != Iter || !IsInt(s.Iter.Type) {
		c.fail(s, "%s is no iterator", s.Iter.Name)
	}
	c.agree(s.Iter.Type, s.Begin)
	c.agree(s.Iter.Type, s.Step)
	c.open()
	c.declare(s, s.Iter)
	if s.While != nil {
		if c.value(s.While); !IsBool(s.While.Type()) {
			c.fail(s, "condition of type %s", s.While.Type())
		}
	}
	c.block(s.Body)
	c.close()
	c.boundsKept(s)
	if s.Par != nil {
		c.parallel(s)
	}
}

// boundsKept checks that the body writes nothing that the bounds read.
func (c *checker) boundsKept(s *For) {
	reads := map[*Var]bool{}
	var read func(e Expr) bool
	read = func(e Expr) bool {
		if n, ok := e.(*Len); ok { // writes of elements leave lengths as they are
			for _, i := range n.X.Indices() {
				WalkExpr(i, read)
			}
			return false
		}
		if r, ok := e.(*Ref); ok {
			reads[r.Base().Var] = true
		}
		return true
	}
	for _, e := range []Expr{s.Begin, s.Limit, s.Step} {
		WalkExpr(e, read)
	}
	if s.Body == nil {
		return
	}
	Walk(s.Body, func(b Stmt) bool {
		Writes(b, func(r *Ref) {
			if reads[r.Base().Var] {
				c.fail(s, "the body writes %s, which a bound reads,", ExprString(r))
			}
		})
		return true
	})
}

func (c *checker) call(s *Call) {
	s.Values(func(a *Arg) {
		if _, ok := a.X.(*Ref); a.Addr && !ok {
			c.fail(s, "the address of something that is no place")
		}
		c.valueOrPlace(a.X)
	})
	for _, r := range s.Results {
		if r != nil {
			c.target(s, r)
		}
	}
	if s.Fn == nil {
		c.fail(s, "a call of nothing")
		return
	}
	if n := len(ResultParts(s.Fn.Signature().Results())); len(s.Results) != 0 && len(s.Results) != n {
		c.fail(s, "%d results of %d", len(s.Results), n)
	}
}

func (c *checker) exec(s *Exec) {
	c.opaque(s.X)
	for _, r := range s.Results {
		switch {
		case r == nil:
		case s.Define && len(r.Elems) > 0:
			c.fail(s, "an element is declared")
		case s.Define:
			c.declare(s, r.Var)
		default:
			c.target(s, r)
		}
	}
}

// scalar checks that a value of type t may be assigned: scalars, and what holds no floats and
// comes from source text.
func (c *checker) scalar(t types.Type, src Expr) {
	if _, opaque := src.(*Opaque); opaque && !HoldsFloats(t) {
		return
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Struct, *types.Pointer:
		c.fail(c.cur, "a whole %s is assigned", t)
	}
}

func sliceOf(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
