package ir

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Check verifies the invariants that the types of this package state and returns all
// violations, joined, or nil. It is run after each pass in tests.
//
// Every Var is declared before its use, and not again while it is in scope; no statement stands
// twice; operands, subscripts, conditions and places have the right types; iterators, views
// and globals are not assigned; a Reduce does not read its place; the loops are counted and
// nothing that their bounds read is written in their bodies; parallel loops have the form that [Par]
// states (that their iterations are independent is not checked here); whole slices, arrays and structs
// are not stored; Slices, impure Opaques and selected results of functions stand only where
// they may; no Saved is left.
func Check(f *Func) error {
	c := newChecker(f.Fset, f.Name)
	for _, v := range f.Leaves {
		c.declare(nil, v)
		if v.Kind != Param || v.Home == nil {
			c.fail(nil, "leaf %s is not of kind Param with a Home", v.Name)
		}
	}
	for _, r := range f.Results {
		for _, v := range r.Leaves {
			c.declare(nil, v)
			if v.Kind != Result {
				c.fail(nil, "result %s is not of kind Result", v.Name)
			}
		}
	}
	c.block(f.Body)
	return errors.Join(c.errs...)
}

// CheckBlock is [Check] for a block by itself, such as the body of a gradient. The Vars of outer
// are declared around it. Positions are resolved by fset, which may be nil.
func CheckBlock(fset *token.FileSet, b *Block, outer ...*Var) error {
	c := newChecker(fset, "block")
	for _, v := range outer {
		c.declare(nil, v)
	}
	c.block(b)
	return errors.Join(c.errs...)
}

type checker struct {
	fset *token.FileSet
	name string
	seen map[Stmt]bool
	// A Var is in inScope from its declaration to the end of its block.
	inScope map[*Var]bool
	scopes  [][]*Var
	cur     Stmt
	errs    []error
}

func newChecker(fset *token.FileSet, name string) *checker {
	return &checker{fset: fset, name: name, seen: map[Stmt]bool{}, inScope: map[*Var]bool{}, scopes: [][]*Var{nil}}
}

func (c *checker) fail(s Stmt, format string, args ...any) {
	msg := "ir: " + c.name + ": " + fmt.Sprintf(format, args...)
	if s != nil {
		msg += " in: " + head(s)
		if pos := s.Info().Pos; c.fset != nil && pos.IsValid() {
			msg = c.fset.Position(pos).String() + ": " + msg
		}
	}
	if !slices.ContainsFunc(c.errs, func(e error) bool { return e.Error() == msg }) {
		c.errs = append(c.errs, errors.New(msg))
	}
}

// head returns the first line of a statement.
func head(s Stmt) string {
	switch s := s.(type) {
	case *For:
		h := *s
		h.Note, h.Body = "", &Block{}
		line, _, _ := strings.Cut(StmtString(&h), " {\n")
		return line
	case *If:
		return "if " + ExprString(s.Cond)
	case *Block:
		return "block"
	}
	return StmtString(s)
}

func (c *checker) declare(s Stmt, v *Var) {
	if c.inScope[v] {
		c.fail(s, "%s is declared again while it is in scope", v.Name)
		return
	}
	c.inScope[v] = true
	last := len(c.scopes) - 1
	c.scopes[last] = append(c.scopes[last], v)
}

func (c *checker) open() { c.scopes = append(c.scopes, nil) }

func (c *checker) close() {
	last := len(c.scopes) - 1
	for _, v := range c.scopes[last] {
		delete(c.inScope, v)
	}
	c.scopes = c.scopes[:last]
}

func (c *checker) block(b *Block) {
	if b == nil {
		c.fail(c.cur, "a block is missing")
		return
	}
	if c.seen[b] {
		c.fail(b, "a statement stands twice")
		return
	}
	c.seen[b] = true
	c.open()
	for _, s := range b.Stmts {
		c.stmt(s)
	}
	c.close()
}

func (c *checker) stmt(s Stmt) {
	if b, ok := s.(*Block); ok {
		c.block(b)
		return
	}
	if c.seen[s] {
		c.fail(s, "a statement stands twice")
		return
	}
	c.seen[s] = true
	c.cur = s
	switch s := s.(type) {
	case *Decl:
		c.decl(s)
	case *Alloc:
		c.alloc(s)
	case *Swap:
		for _, r := range []*Ref{s.A, s.B} {
			if c.place(r); r.Var.View != nil || !sliceOf(r.T) || !types.Identical(r.T, s.A.T) {
				c.fail(s, "%s cannot be swapped", r.Var.Name)
			}
		}
	case *Grow:
		c.integer(s.Len, "length")
		if c.use(s.Var); s.Var.Kind != Tape && s.Var.Kind != Local && s.Var.Kind != Tangent {
			c.fail(s, "%s is not a tape", s.Var.Name)
		}
	case *Store:
		c.store(s)
	case *Reduce:
		c.reduce(s)
	case *For:
		c.loop(s)
	case *If:
		if c.value(s.Cond); !IsBool(s.Cond.Type()) {
			c.fail(s, "condition of type %s", s.Cond.Type())
		}
		c.block(s.Then)
		if s.Else != nil {
			c.block(s.Else)
		}
	case *Call:
		c.call(s)
	case *Exec:
		c.exec(s)
	case *Panic:
		c.whole(s.X)
	default:
		c.fail(nil, "unknown statement %T", s)
	}
}

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
