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
