package adjoint

import (
	"go/token"
	"strings"
	"unicode"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A splitter names the results of function calls inside larger expressions where the
// derivative needs them:
//
//	s += w * math.Exp(x[i] - m)   becomes   exp := math.Exp(x[i] - m); s += w * exp
//
// so that one mechanism decides for every value whether it is kept or computed again, and so
// that the adjoint of a call is always the adjoint of a whole statement. What turns out not
// to be needed twice is put back where it stood by the clean-up.
type splitter struct {
	act *activity
	// keep says of a call that is the whole value of a Store whether it may stay there.
	keep func(*ir.Store, *ir.Intrinsic) bool
	// joint are the blocks in which quotients get names as well: their reverse follows in the same scope, where the
	// derivative with respect to a divisor is a product with the quotient instead of a second division. Kernels may part the
	// two again.
	joint map[*ir.Block]bool
}

func (p *splitter) block(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		ir.Inner(s, p.block)
		split := func(e ir.Expr, whole bool) ir.Expr { return p.expr(e, whole, s, p.joint[b], &out) }
		switch s := s.(type) {
		case *ir.Decl:
			if s.Var.View == nil {
				s.Init = split(s.Init, true)
			}
		case *ir.Store:
			call, ok := s.Src.(*ir.Intrinsic)
			s.Src = split(s.Src, ok && !readsPlace(s.Src, s.Dst) && p.keep(s, call) || isQuotient(s.Src))
		case *ir.Reduce:
			s.Src = split(s.Src, false)
		case *ir.Call:
			s.Values(func(arg *ir.Arg) { arg.X = split(arg.X, false) })
		}
		out = append(out, s)
	}
	b.Stmts = out
}

// splitBody splits the calls of the forward sweep. A call stays the value of a Store if
// its rule does not read the result or the result stays where it was stored.
func (r *reverser) splitBody() {
	keep := func(s *ir.Store, call *ir.Intrinsic) bool {
		rule, ok := RuleFor(call.Fn, call.Result)
		if !ok {
			return true
		}
		for i, a := range call.Args {
			if rule.NeedsResult(i) && r.act.activeExpr(a) {
				return r.resultStays(s.Dst, s)
			}
		}
		return true
	}
	p := &splitter{act: r.act, keep: keep}
	if !r.opt.Kernels {
		p.joint = r.joint
	}
	p.block(r.body)
	r.act.solve(r.body) // the names are new
}

// expr returns e with its active calls, and quotients with active divisors if that is said, replaced by variables that
// are declared in out. One that is all of e stays if whole is true.
func (p *splitter) expr(e ir.Expr, whole bool, at ir.Stmt, quotients bool, out *[]ir.Stmt) ir.Expr {
	if e == nil || !ir.IsFloat(e.Type()) || !p.act.activeExpr(e) {
		return e
	}
	sub := func(x ir.Expr) ir.Expr { return p.expr(x, false, at, quotients, out) }
	switch x := e.(type) {
	case *ir.Unary:
		return rebuild(e, x.X, sub(x.X), func(y ir.Expr) ir.Expr { return &ir.Unary{Op: x.Op, X: y} })
	case *ir.Convert:
		return rebuild(e, x.X, sub(x.X), func(y ir.Expr) ir.Expr { return &ir.Convert{X: y, T: x.T} })
	case *ir.Binary:
		l, r := sub(x.X), sub(x.Y)
		if l != x.X || r != x.Y {
			e = &ir.Binary{Op: x.Op, X: l, Y: r, T: x.T}
		}
		if quotients && !whole && isQuotient(e) && p.act.activeExpr(x.Y) {
			return nameValue("ratio", e, at, out)
		}
		return e
	case *ir.Intrinsic:
		c := *x
		c.Args = make([]ir.Expr, len(x.Args))
		for i, arg := range x.Args {
			c.Args[i] = sub(arg)
		}
		if whole {
			return &c
		}
		return nameValue(callName(x.Fn), &c, at, out)
	}
	return e
}

// nameValue declares in out, before statement at, a variable with the value e.
func nameValue(name string, e ir.Expr, at ir.Stmt, out *[]ir.Stmt) ir.Expr {
	v := &ir.Var{Name: name, Type: e.Type(), Kind: ir.Local, Pos: at.Info().Pos}
	*out = append(*out, &ir.Decl{Meta: ir.Meta{Pos: at.Info().Pos, Src: at.Info().Src}, Var: v, Init: e})
	return ir.NewRef(v)
}

func isQuotient(e ir.Expr) bool {
	q, ok := e.(*ir.Binary)
	return ok && q.Op == token.QUO
}

func rebuild(e, old, sub ir.Expr, mk func(ir.Expr) ir.Expr) ir.Expr {
	if sub == old {
		return e
	}
	return mk(sub)
}

// callName returns the wished name of a call's result: exp for math.Exp.
func callName(fn string) string {
	name := fn[strings.LastIndexByte(fn, '.')+1:]
	r := []rune(name)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

// readsPlace says whether e may read the place dst.
func readsPlace(e ir.Expr, dst *ir.Ref) bool {
	c, found := cellOf(dst), false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if r, ok := n.(*ir.Ref); ok && cellOf(r) == c {
			found = true
		}
		return !found
	})
	return found
}
