package adjoint

import (
	"strings"
	"unicode"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// splitCalls names the results of function calls inside larger expressions where the
// derivative needs them:
//
//	s += w * math.Exp(x[i] - m)   becomes   exp := math.Exp(x[i] - m); s += w * exp
//
// so that one mechanism decides for every value whether it is kept or computed again, and so
// that the adjoint of a call is always the adjoint of a whole statement. What turns out not
// to be needed twice is put back where it stood by the clean-up. keep says of a call that is
// the whole value of a Store whether it may stay there.
func splitCalls(b *ir.Block, a *activity, keep func(*ir.Store, *ir.Intrinsic) bool) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Block:
			splitCalls(s, a, keep)
		case *ir.For:
			splitCalls(s.Body, a, keep)
		case *ir.If:
			splitCalls(s.Then, a, keep)
			if s.Else != nil {
				splitCalls(s.Else, a, keep)
			}
		case *ir.Decl:
			if s.Var.View == nil {
				s.Init = splitExpr(s.Init, true, s, a, &out)
			}
		case *ir.Store:
			call, ok := s.Src.(*ir.Intrinsic)
			whole := ok && !readsPlace(s.Src, s.Dst) && keep(s, call)
			s.Src = splitExpr(s.Src, whole, s, a, &out)
		case *ir.Reduce:
			s.Src = splitExpr(s.Src, false, s, a, &out)
		case *ir.Call:
			s.Values(func(arg *ir.Arg) { arg.X = splitExpr(arg.X, false, s, a, &out) })
		}
		out = append(out, s)
	}
	b.Stmts = out
}

// splitBody splits the calls of the forward sweep. A call stays the value of a Store if
// its rule does not read the result or the result stays where it was stored.
func (r *reverser) splitBody() {
	splitCalls(r.body, r.act, func(s *ir.Store, call *ir.Intrinsic) bool {
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
	})
	r.act.solve(r.body) // the names are new
}

// splitExpr returns e with its active calls replaced by variables that are declared in out. A call
// that is all of e stays if whole is true.
func splitExpr(e ir.Expr, whole bool, at ir.Stmt, a *activity, out *[]ir.Stmt) ir.Expr {
	if e == nil || !ir.IsFloat(e.Type()) || !a.activeExpr(e) {
		return e
	}
	sub := func(x ir.Expr) ir.Expr { return splitExpr(x, false, at, a, out) }
	switch x := e.(type) {
	case *ir.Unary:
		return rebuild(e, x.X, sub(x.X), func(y ir.Expr) ir.Expr { return &ir.Unary{Op: x.Op, X: y} })
	case *ir.Convert:
		return rebuild(e, x.X, sub(x.X), func(y ir.Expr) ir.Expr { return &ir.Convert{X: y, T: x.T} })
	case *ir.Binary:
		l, r := sub(x.X), sub(x.Y)
		if l == x.X && r == x.Y {
			return e
		}
		return &ir.Binary{Op: x.Op, X: l, Y: r, T: x.T}
	case *ir.Intrinsic:
		c := *x
		c.Args = make([]ir.Expr, len(x.Args))
		for i, arg := range x.Args {
			c.Args[i] = sub(arg)
		}
		if whole {
			return &c
		}
		v := &ir.Var{Name: callName(x.Fn), Type: x.T, Kind: ir.Local, Pos: at.Info().Pos}
		*out = append(*out, &ir.Decl{Meta: ir.Meta{Pos: at.Info().Pos, Src: at.Info().Src}, Var: v, Init: &c})
		return ir.NewRef(v)
	}
	return e
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
