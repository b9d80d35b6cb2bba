package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// partners are functions whose derivative is another function of the same argument, which the primal has often
// computed beside them.
var partners = []string{"math.Sin", "math.Cos", "math.Sinh", "math.Cosh", "math.Sincos"}

// partner puts values that the primal has computed in place of calls in x, a contribution of the call src that
// statement s assigns:
//
//	sin, cos := math.Sincos(a)
//
// makes the derivative of sin the value of cos, instead of another call of math.Cos.
func (r *reverser) partner(x ir.Expr, src *ir.Intrinsic, s ir.Stmt) ir.Expr {
	if !slices.Contains(partners, src.Fn) {
		return x
	}
	arg := exprKey(saved(src.Args[0], s))
	return ir.MapExpr(x, func(e ir.Expr) ir.Expr {
		c, ok := e.(*ir.Intrinsic)
		if !ok || c == src || !slices.Contains(partners, c.Fn) || exprKey(c.Args[0]) != arg {
			return e
		}
		if v := r.computed(c.Fn, src.Args[0], s); v != nil {
			return v
		}
		return e
	})
}

// computed returns the value of fn(arg), arg as it is before s, where a statement of the block of s has assigned it
// to a scalar; nil if there is none.
func (r *reverser) computed(fn string, arg ir.Expr, s ir.Stmt) ir.Expr {
	list := r.sh.pos[s].block.Stmts
	at := slices.Index(list, s)
	for i, t := range list {
		dst, call := callOf(t)
		if dst == nil || !isCall(call, fn) || !ir.Equal(call.Args[0], arg) {
			continue
		}
		lo, hi := min(i, at), max(i, at)
		if overwritten(list[lo:hi+1], arg) {
			continue
		}
		return &ir.Saved{X: dst, At: t, After: true}
	}
	return nil
}

// callOf returns the scalar that t assigns and the call that gives its value, nil if t is something else.
func callOf(t ir.Stmt) (*ir.Ref, *ir.Intrinsic) {
	switch t := t.(type) {
	case *ir.Decl:
		if c, ok := t.Init.(*ir.Intrinsic); ok {
			return ir.NewRef(t.Var), c
		}
	case *ir.Store:
		if c, ok := t.Src.(*ir.Intrinsic); ok && len(t.Dst.Elems) == 0 {
			return t.Dst, c
		}
	}
	return nil, nil
}

// isCall says whether c computes fn, which has one result.
func isCall(c *ir.Intrinsic, fn string) bool {
	if c.Fn != "math.Sincos" {
		return c.Fn == fn
	}
	return fn == [...]string{"math.Sin", "math.Cos"}[c.Result]
}
