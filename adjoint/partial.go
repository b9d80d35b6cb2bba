package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A partial is one term of a derivative: the place of a leaf, the factor that goes with it,
// and the condition under which it counts (nil for always).
type partial struct {
	place *ir.Ref
	m     mono
	when  ir.Expr
}

// A differ differentiates expressions. The same walk serves both modes: in reverse mode the
// factor starts as the adjoint of the result, in forward mode as 1.
type differ struct {
	act *activity
	// val turns an expression of the primal into one that has the same value where the
	// derivative is computed.
	val func(ir.Expr) ir.Expr
	// name gives a factor that is used several times a name of its own.
	name func(mono) mono
	// known puts values that are at hand in place of calls in a contribution of a call; it may be nil.
	known func(x ir.Expr, src *ir.Intrinsic) ir.Expr
	// choices collects the sentences of the rules that were used.
	choices func(string)
	out     []partial
}

// expr adds g times the derivative of e. Calls of functions have been split off, so that one
// can only be the whole of e: see call.
func (d *differ) expr(e ir.Expr, g mono) {
	if !d.act.activeExpr(e) {
		return
	}
	switch e := e.(type) {
	case *ir.Ref:
		d.out = append(d.out, partial{place: e, m: g})
	case *ir.Unary:
		d.expr(e.X, g.neg())
	case *ir.Convert:
		d.convert(e, g)
	case *ir.Binary:
		d.binary(e, g)
	default:
		panic("adjoint: call inside an expression: " + ir.ExprString(e))
	}
}

// convert passes through float32(x) and float64(x): the factor is converted back to the type
// of x, as one value.
func (d *differ) convert(e *ir.Convert, g mono) {
	if types.Identical(e.X.Type(), e.T) {
		d.expr(e.X, g)
		return
	}
	t := e.X.Type()
	m := unit(t)
	if g.one() {
		m.t = t
	} else {
		m.num = []ir.Expr{&ir.Convert{X: g.value(), T: t}}
	}
	if d.leaves(e.X) > 1 && !g.one() {
		m = d.name(m)
	}
	d.expr(e.X, m)
}

func (d *differ) binary(e *ir.Binary, g mono) {
	switch e.Op {
	case token.ADD, token.SUB:
		if d.leaves(e) > 1 && !g.atomic() {
			g = d.name(g)
		}
		d.expr(e.X, g)
		if e.Op == token.SUB {
			g = g.neg()
		}
		d.expr(e.Y, g)
	case token.MUL:
		if d.act.activeExpr(e.X) {
			d.expr(e.X, g.mul(d.val(e.Y)))
		}
		if d.act.activeExpr(e.Y) {
			d.expr(e.Y, g.mul(d.val(e.X)))
		}
	case token.QUO:
		y := d.val(e.Y)
		if d.act.activeExpr(e.X) {
			d.expr(e.X, g.quo(y))
		}
		if d.act.activeExpr(e.Y) {
			d.expr(e.Y, g.neg().mul(d.val(e.X)).quo(y).quo(y))
		}
	default:
		panic("adjoint: operator " + e.Op.String() + " on floats")
	}
}

// quotient is binary for a division whose result y is at hand: d(x/b)/db is -y/b, and of 1/b it is -y*y.
func (d *differ) quotient(e *ir.Binary, g mono, y ir.Expr) {
	if ir.IsVal(e.X, 1) {
		d.expr(e.Y, g.neg().mul(y).mul(y))
		return
	}
	b := d.val(e.Y)
	g = g.quo(b)
	if d.leaves(e) > 1 && d.act.activeExpr(e.Y) {
		g = d.name(g)
	}
	if d.act.activeExpr(e.X) {
		d.expr(e.X, g)
	}
	if d.act.activeExpr(e.Y) {
		d.expr(e.Y, g.neg().mul(y))
	}
}

// call adds g times the derivative of a call whose result is y. g is one expression, which
// conditions of the rule may mention.
func (d *differ) call(e *ir.Intrinsic, g, y ir.Expr) {
	rule, ok := RuleFor(e.Fn, e.Result)
	if !ok {
		panic("adjoint: no rule for " + e.Fn)
	}
	if rule.Choice != "" {
		d.choices(rule.Choice)
	}
	args := make([]ir.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = d.val(a)
	}
	for _, c := range rule.Contributions(args, y, g) {
		arg := e.Args[c.Param]
		if !d.act.activeExpr(arg) {
			continue
		}
		if d.known != nil {
			c.X = d.known(c.X, e)
		}
		n := len(d.out)
		m := monoOf(c.X)
		if d.leaves(arg) > 1 && !m.atomic() && c.When == nil {
			m = d.name(m)
		}
		d.expr(arg, m)
		for i := n; i < len(d.out); i++ {
			d.out[i].when = c.When
		}
	}
}

// leaves returns the number of active leaves of e.
func (d *differ) leaves(e ir.Expr) int {
	n := 0
	diffLeaves(e, func(r *ir.Ref) {
		if d.act.active(r) {
			n++
		}
	})
	return n
}
