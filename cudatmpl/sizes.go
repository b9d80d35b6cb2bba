package cudatmpl

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// sizes knows integers of the launcher as polynomials: lengths of slices that are made once become what they are made
// with, and integers that are declared once become their values.
type sizes struct {
	p    *plan
	syms []sizeSym
	// past says that the value of an earlier time is asked for, and lost that it is not known: it depends on what has
	// changed since. That time is before statement at of those between the nests.
	past, lost bool
	at         int
}

// A sizeSym is what a symbol stands for: an expression, or a function of polynomials.
type sizeSym struct {
	e    ir.Expr
	fn   string
	args []affine.Poly
}

// constantDifference returns x - y, false if that is no constant.
func (p *plan) constantDifference(x, y ir.Expr) (int64, bool) {
	s := &sizes{p: p}
	return s.poly(x).Sub(s.poly(y)).Const()
}

// poly returns e, whose value does not change while it is looked at.
func (s *sizes) poly(e ir.Expr) affine.Poly {
	if n, ok := ir.IntVal(e); ok {
		return affine.PolyConst(n)
	}
	switch e := e.(type) {
	case *ir.Ref:
		if init, at := s.assigned(e.Var); len(e.Elems) == 0 && init != nil {
			if n, ok := s.earlier(init, at); ok {
				return n
			}
		}
	case *ir.Len:
		if n := viewLen(e); n != nil {
			return s.poly(n)
		}
		if len(e.X.Elems) == 0 {
			return s.lengthOf(e.X.Var)
		}
	case *ir.Binary:
		x, y := s.poly(e.X), s.poly(e.Y)
		switch e.Op {
		case token.ADD:
			return x.Add(y)
		case token.SUB:
			return x.Sub(y)
		case token.MUL:
			return x.Mul(y)
		}
		return s.symbol(sizeSym{fn: e.Op.String(), args: []affine.Poly{x, y}})
	case *ir.Intrinsic:
		var args []affine.Poly
		for _, a := range e.Args {
			args = append(args, s.poly(a))
		}
		if (e.Fn == "min" || e.Fn == "max") && !slices.ContainsFunc(args, func(a affine.Poly) bool { return !a.Equal(args[0]) }) {
			return args[0]
		}
		return s.symbol(sizeSym{fn: e.Fn, args: args})
	}
	s.lost = s.lost || s.past && !s.p.ofArguments(e)
	return s.symbol(sizeSym{e: e})
}

// symbol returns the symbol for something, the same for equals.
func (s *sizes) symbol(y sizeSym) affine.Poly {
	i := slices.IndexFunc(s.syms, func(x sizeSym) bool {
		if x.e == nil || y.e == nil {
			return x.e == nil && y.e == nil && x.fn == y.fn && slices.EqualFunc(x.args, y.args, affine.Poly.Equal)
		}
		return ir.Equal(x.e, y.e)
	})
	if i < 0 {
		i = len(s.syms)
		s.syms = append(s.syms, y)
	}
	return affine.PolySym(affine.Sym(i))
}

// lengthOf returns the length of a slice: that with which it is made, if all that it may be exchanged with have the same,
// or what a test of the arguments says that it is.
func (s *sizes) lengthOf(v *ir.Var) affine.Poly {
	if n := s.p.testedLength(v); n != nil {
		return s.poly(n)
	}
	var first *affine.Poly
	for _, w := range s.p.exchanged(v) {
		n, ok := s.made(w)
		if !ok || first != nil && !first.Equal(n) {
			l := &ir.Len{X: ir.NewRef(v)}
			s.lost = s.lost || s.past && !s.p.ofArguments(l)
			return s.symbol(sizeSym{e: l})
		}
		first = &n
	}
	return *first
}

// made returns the length with which a slice is made between the nests, outside of all loops and branches, where it
// keeps it.
func (s *sizes) made(v *ir.Var) (n affine.Poly, ok bool) {
	for i, st := range s.p.body.Stmts {
		if a, is := st.(*ir.Alloc); is && a.Dst.Var == v && len(a.Dst.Elems) == 0 {
			n, ok = s.earlier(a.Len, i)
		}
	}
	return n, ok && !s.p.grown(v)
}

// assigned returns the value that a number was declared with between the nests, outside of all loops and branches, if it
// has that still, or had it at the time that is asked for; and when that was.
func (s *sizes) assigned(v *ir.Var) (init ir.Expr, at int) {
	for i, st := range s.p.body.Stmts {
		if s.past && i >= s.at {
			break
		}
		if d, ok := st.(*ir.Decl); ok && d.Var == v && v.View == nil {
			init, at = d.Init, i
		} else if ir.EffectsOf(st).Writes[v] {
			init = nil
		}
	}
	if s.past || s.p.writes(v) == 1 {
		return init, at
	}
	return nil, 0
}

// earlier returns what e was before a statement, false if it may have changed since.
func (s *sizes) earlier(e ir.Expr, at int) (n affine.Poly, ok bool) {
	now := *s
	s.past, s.lost, s.at = true, false, at
	n = s.poly(e)
	ok = !s.lost
	s.past, s.lost, s.at = now.past, now.lost, now.at
	return n, ok
}

// exchanged returns the slices that v may be exchanged with, v itself first.
func (p *plan) exchanged(v *ir.Var) []*ir.Var {
	list := []*ir.Var{v}
	for i := 0; i < len(list); i++ {
		ir.Walk(p.body, func(s ir.Stmt) bool {
			if s, ok := s.(*ir.Swap); ok {
				for _, pair := range [][2]*ir.Var{{s.A.Var, s.B.Var}, {s.B.Var, s.A.Var}} {
					if pair[0] == list[i] && !slices.Contains(list, pair[1]) {
						list = append(list, pair[1])
					}
				}
			}
			return true
		})
	}
	return list
}

func (p *plan) grown(v *ir.Var) bool {
	found := false
	ir.Walk(p.body, func(s ir.Stmt) bool {
		g, ok := s.(*ir.Grow)
		found = found || ok && g.Var == v
		return !found
	})
	return found
}

// testedLength returns what the length of an argument is equal to after the tests at the beginning of the function, which
// panic otherwise; nil if they do not say. It is no length of an argument itself.
func (p *plan) testedLength(v *ir.Var) ir.Expr {
	if v.Home == nil || !p.fixedLength(v) {
		return nil
	}
	var found ir.Expr
	for _, s := range p.body.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
		case *ir.If:
			if s.Else == nil && len(s.Then.Stmts) == 1 {
				if _, ok := s.Then.Stmts[0].(*ir.Panic); ok {
					found = cmp.Or(found, otherSide(s.Cond, v))
				}
			}
		default:
			return found
		}
	}
	return found
}

// otherSide returns e of the conditions len(v) != e in a disjunction, nil if there is none.
func otherSide(cond ir.Expr, v *ir.Var) ir.Expr {
	b, ok := cond.(*ir.Binary)
	if !ok {
		return nil
	}
	if b.Op == token.LOR {
		return cmp.Or(otherSide(b.X, v), otherSide(b.Y, v))
	}
	for _, sides := range [][2]ir.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		n, ok := sides[0].(*ir.Len)
		if b.Op == token.NEQ && ok && n.X.Var == v && len(n.X.Elems) == 0 && !asksLength(sides[1]) {
			return sides[1]
		}
	}
	return nil
}

func asksLength(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		_, ok := e.(*ir.Len)
		found = found || ok
		return !found
	})
	return found
}
