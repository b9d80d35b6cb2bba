package depend

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A term collects what identifies an expression that is not understood: its text, in which
// integer subexpressions stand as polynomials and Vars as numbers, and the memory that it reads.
type term struct {
	c      *compiler
	text   strings.Builder
	dep    *loop // innermost loop that its arguments vary with
	roots  []root
	impure bool
}

// term returns the symbol for e.
func (c *compiler) term(e ir.Expr) affine.Sym {
	t := &term{c: c}
	t.shape(e)
	if t.impure {
		return c.syms.fresh("?", c.sc.loop)
	}
	inner, count := c.version(t.roots, c.at, c.sc.loop)
	if inner != nil {
		fmt.Fprintf(&t.text, "@x%d", inner.iter)
	}
	if count > 0 {
		fmt.Fprintf(&t.text, "!%d", count)
	}
	s, made := c.syms.intern(t.text.String(), deeper(t.dep, inner))
	if made {
		c.describe(s, e)
		if r, ok := e.(*ir.Ref); ok && inner == nil && count == 0 {
			c.syms.list[s].elem = c.elementOf(r)
		}
	}
	return s
}

// describe notes what is known of the value of e.
func (c *compiler) describe(s affine.Sym, e ir.Expr) {
	p := affine.PolySym(s)
	if b, ok := e.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned != 0 {
		c.syms.learn(s, fact{p: p})
	}
	switch e := e.(type) {
	case *ir.Len:
		c.syms.learn(s, fact{p: p})
	case *ir.Intrinsic:
		for _, a := range e.Args {
			if !ir.IsInt(a.Type()) {
				return
			}
			switch e.Fn {
			case "min":
				c.syms.learn(s, fact{p: c.poly(a).Sub(p)})
			case "max":
				c.syms.learn(s, fact{p: p.Sub(c.poly(a))})
			}
		}
	}
}

// arg writes a subexpression.
func (t *term) arg(e ir.Expr) {
	if ir.IsInt(e.Type()) {
		t.poly(t.c.poly(e))
		return
	}
	t.shape(e)
}

func (t *term) poly(p affine.Poly) {
	t.impure = t.impure || !p.Valid()
	t.dep = deeper(t.dep, t.c.syms.depOf(p))
	t.text.WriteString("[" + p.String() + "]")
}

func (t *term) read(v *ir.Var, header bool) {
	fmt.Fprintf(&t.text, "v%d", t.c.id(v))
	t.roots = append(t.roots, root{v, header})
}

// place writes a place in memory. If it is a slice or array, header says that only its length
// matters.
func (t *term) place(r *ir.Ref, header bool) {
	loc := t.c.locate(r)
	t.read(loc.root, header)
	// The headers and pointers on the way are written by Alloc alone, a write of the root.
	for _, s := range loc.path {
		switch {
		case s.deref:
			t.text.WriteByte('*')
		case s.field != nil:
			fmt.Fprintf(&t.text, ".%s", s.field.Name())
		default:
			t.poly(s.index)
		}
	}
	if loc.slice {
		t.poly(loc.offset)
	}
}

// shape writes e itself.
func (t *term) shape(e ir.Expr) {
	switch e := e.(type) {
	case *ir.Ref:
		t.place(e, false)
	case *ir.Len:
		t.text.WriteString("len")
		t.place(e.X, true)
	case *ir.Const:
		fmt.Fprintf(&t.text, "(%s)", constText(e))
	case *ir.Unary:
		t.apply(e.Op.String(), e.X)
	case *ir.Binary:
		t.apply(e.Op.String(), e.X, e.Y)
	case *ir.Intrinsic:
		t.apply(fmt.Sprintf("%s.%d", e.Fn, e.Result), e.Args...)
	case *ir.Convert:
		t.apply(types.TypeString(e.T, nil), e.X)
	case *ir.Opaque:
		t.impure = t.impure || !e.Pure
		t.apply(strings.Join(e.Parts, "\x00"), e.Args...)
	default: // a Slice or Saved is no value of present memory
		t.impure = true
	}
}

func (t *term) apply(op string, args ...ir.Expr) {
	t.text.WriteString(op + "(")
	for _, a := range args {
		t.arg(a)
		t.text.WriteByte(',')
	}
	t.text.WriteByte(')')
}

func constText(c *ir.Const) string {
	if c.Val == nil {
		return c.Text
	}
	return c.Val.ExactString()
}
