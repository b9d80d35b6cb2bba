package depend

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A binding is what is known of a Var that is in scope.
type binding struct {
	value  *affine.Poly // of an integer that is assigned once, or of an iterator
	length *affine.Poly // of a slice that is made once
	view   *location    // of a view
}

// A compiler turns integer expressions into polynomials, at a position in the text.
type compiler struct {
	*census
	syms *symbols
	env  map[*ir.Var]binding
	ids  map[*ir.Var]int
	at   int // position
	sc   *scope
}

// id numbers v.
func (c *compiler) id(v *ir.Var) int {
	id, ok := c.ids[v]
	if !ok {
		id = len(c.ids)
		c.ids[v] = id
	}
	return id
}

// poly returns the value of the integer expression e. It never fails: what is not understood is
// a term.
func (c *compiler) poly(e ir.Expr) affine.Poly {
	if n, ok := ir.IntVal(e); ok {
		return affine.PolyConst(n)
	}
	switch e := e.(type) {
	case *ir.Ref:
		if v := c.env[e.Var].value; v != nil && len(e.Elems) == 0 {
			return *v
		}
	case *ir.Unary:
		if e.Op == token.SUB && wide(e.Type(), false) {
			return c.poly(e.X).Scale(-1)
		}
	case *ir.Binary:
		if p, ok := c.binary(e); ok {
			return p
		}
	case *ir.Convert:
		if widens(e.X.Type(), e.T) {
			return c.poly(e.X)
		}
	case *ir.Len:
		if p, ok := c.length(e.X); ok {
			return p
		}
	}
	return affine.PolySym(c.term(e))
}

func (c *compiler) binary(e *ir.Binary) (affine.Poly, bool) {
	switch e.Op {
	case token.ADD, token.MUL:
		if !wide(e.T, counted(e)) || scrambles(e) {
			return affine.Poly{}, false
		}
		if e.Op == token.ADD {
			return c.poly(e.X).Add(c.poly(e.Y)), true
		}
		return c.poly(e.X).Mul(c.poly(e.Y)), true
	}
	if !wide(e.T, false) || scrambles(e) {
		return affine.Poly{}, false
	}
	k, ok := ir.IntVal(e.Y)
	switch e.Op {
	case token.SUB:
		return c.poly(e.X).Sub(c.poly(e.Y)), true
	case token.SHL:
		if ok && 0 <= k && k < 32 {
			return c.poly(e.X).Scale(1 << k), true
		}
	case token.QUO:
		if ok && k > 0 {
			return c.quotient(c.poly(e.X), k), true
		}
	case token.REM:
		if ok && k > 0 {
			x := c.poly(e.X)
			return x.Sub(c.quotient(x, k).Scale(k)), true
		}
	}
	return affine.Poly{}, false
}

// quotient returns x/k, rounded towards zero, as a symbol q with x-k < k*q < x+k, and with
// k*q <= x where x or q is known not to be negative.
func (c *compiler) quotient(x affine.Poly, k int64) affine.Poly {
	if n, ok := x.Const(); ok {
		return affine.PolyConst(n / k)
	}
	if !x.Valid() {
		return affine.PolySym(c.syms.fresh("quo", c.sc.loop))
	}
	s, made := c.syms.intern(fmt.Sprintf("%v/%d", x, k), c.syms.depOf(x))
	q := affine.PolySym(s)
	if made {
		rest := x.Sub(q.Scale(k))
		c.syms.learn(s, fact{p: rest.Plus(k - 1)}, fact{p: rest.Scale(-1).Plus(k - 1)})
		c.syms.list[s].rules = []rule{
			{cond: x, then: fact{p: rest}}, {cond: x, then: fact{p: q}}, {cond: q.Plus(-1), then: fact{p: rest}},
		}
	}
	return q
}

// length returns len(x) where it is known: of arrays, of slices that are made once, of views.
func (c *compiler) length(x *ir.Ref) (affine.Poly, bool) {
	t := x.T.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return affine.PolyConst(a.Len()), true
	}
	if len(x.Elems) > 0 {
		return affine.Poly{}, false
	}
	if p := c.env[x.Var].length; p != nil {
		return *p, true
	}
	return affine.Poly{}, false
}

// wide says whether arithmetic of type t counts as that of numbers: int and its relatives of 32
// and 64 bits. Unsigned types do only where that is said: their sums wrap around without a fault.
func wide(t types.Type, unsigned bool) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int, types.Int32, types.Int64, types.UntypedInt, types.UntypedRune:
		return true
	case types.Uint, types.Uint32, types.Uint64, types.Uintptr:
		return unsigned
	}
	return false
}

// counted says whether e is made of iterators and constants alone, so that it grows no further than its loop runs.
func counted(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Const:
		return true
	case *ir.Ref:
		return e.Var.Kind == ir.Iter && len(e.Elems) == 0
	case *ir.Binary:
		return (e.Op == token.ADD || e.Op == token.MUL) && counted(e.X) && counted(e.Y)
	}
	return false
}

// scrambles says whether an operand of e is a constant so large that a few operations of e's type wrap around. Programs do
// that on purpose, to make hashes and random numbers, and look at the sign of the result.
func scrambles(e *ir.Binary) bool {
	b, ok := e.T.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	for _, x := range []ir.Expr{e.X, e.Y} {
		if k, ok := ir.IntVal(x); ok && (k >= 1<<(ir.IntBits(b)/2) || k <= -1<<(ir.IntBits(b)/2)) {
			return true
		}
	}
	return false
}

// widens says whether a conversion keeps every value.
func widens(from, to types.Type) bool {
	a, ok1 := from.Underlying().(*types.Basic)
	b, ok2 := to.Underlying().(*types.Basic)
	if !ok1 || !ok2 || a.Info()&types.IsInteger == 0 || b.Info()&types.IsInteger == 0 {
		return false
	}
	switch unsigned := b.Info() & types.IsUnsigned; {
	case a.Info()&types.IsUnsigned == unsigned:
		return ir.IntBits(b) >= ir.IntBits(a)
	case unsigned != 0:
		return false
	}
	return ir.IntBits(b) > ir.IntBits(a)
}

// assume returns the facts that follow from cond being truth.
func (c *compiler) assume(cond ir.Expr, truth bool) []fact {
	switch e := cond.(type) {
	case *ir.Unary:
		if e.Op == token.NOT {
			return c.assume(e.X, !truth)
		}
	case *ir.Binary:
		switch {
		case e.Op == token.LAND && truth, e.Op == token.LOR && !truth:
			return append(c.assume(e.X, truth), c.assume(e.Y, truth)...)
		case ir.IsInt(e.X.Type()):
			return c.compare(e, truth)
		}
	}
	return nil
}

func (c *compiler) compare(e *ir.Binary, truth bool) []fact {
	op := e.Op
	if !truth {
		op = negation[op]
	}
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return nil
	}
	d := c.poly(e.Y).Sub(c.poly(e.X))
	switch op {
	case token.NEQ:
		return []fact{{p: d, ne: true}}
	case token.LSS:
		return []fact{{p: d.Plus(-1)}}
	case token.LEQ:
		return []fact{{p: d}}
	case token.GTR:
		return []fact{{p: d.Scale(-1).Plus(-1)}}
	case token.GEQ:
		return []fact{{p: d.Scale(-1)}}
	}
	return []fact{{p: d, eq: true}}
}

var negation = map[token.Token]token.Token{
	token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
}
