package emit

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A line tells subscripts that grow by 1 with an iterator from others.
type line struct {
	iter  *ir.Var
	fixed map[*ir.Var]bool // what may change in the loop
	// index are integers that the body declares, which grow with the iterator, with their values.
	index map[*ir.Var]ir.Expr
}

// coef returns by how much e grows with the iterator. It returns false where that cannot be seen.
func (l *line) coef(e ir.Expr) (int64, bool) {
	switch e := e.(type) {
	case *ir.Ref:
		switch {
		case len(e.Elems) > 0:
			return 0, false
		case e.Var == l.iter:
			return 1, true
		case l.index[e.Var] != nil:
			return l.coef(l.index[e.Var])
		}
		return 0, !l.fixed[e.Var]
	case *ir.Unary:
		n, ok := l.coef(e.X)
		return -n, ok && e.Op == token.SUB
	case *ir.Binary:
		x, ok1 := l.coef(e.X)
		y, ok2 := l.coef(e.Y)
		switch ok := ok1 && ok2 && ir.IsInt(e.T); e.Op {
		case token.ADD:
			return x + y, ok
		case token.SUB:
			return x - y, ok
		case token.MUL:
			if n, constant := ir.IntVal(e.X); constant {
				return n * y, ok
			}
			if n, constant := ir.IntVal(e.Y); constant {
				return n * x, ok
			}
		}
		return 0, ok1 && ok2 && x == 0 && y == 0
	}
	return 0, l.steady(e)
}

// steady says whether e does not change in the loop.
func (l *line) steady(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Ref:
			ok = ok && !l.fixed[e.Var] && e.Var != l.iter && len(e.Elems) == 0
		case *ir.Opaque:
			ok = false
		}
		return ok
	})
	return ok
}

// at returns e with i for the iterator.
func (l *line) at(e, i ir.Expr) ir.Expr {
	return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
		switch x := e.(type) {
		case *ir.Ref:
			if x.Var == l.iter && len(x.Elems) == 0 {
				return i
			}
		case *ir.Binary:
			switch {
			case !ir.IsInt(x.T):
			case x.Op == token.ADD:
				return ir.Add(x.X, x.Y)
			case x.Op == token.SUB:
				return difference(x.X, x.Y)
			case x.Op == token.MUL:
				return ir.Mul(x.X, x.Y)
			}
		}
		return e
	})
}

// difference is x - y, without what both have: of a subscript i-k, where i begins at k, nothing is left.
func difference(x, y ir.Expr) ir.Expr {
	if ir.Equal(x, y) {
		return ir.Int(0)
	}
	if b, ok := x.(*ir.Binary); ok && b.Op == token.ADD && ir.Equal(b.X, y) {
		return b.Y
	}
	return ir.Sub(x, y)
}

// apart splits a constant off the integer e.
func apart(e ir.Expr) (rest ir.Expr, n int64) {
	if n, ok := ir.IntVal(e); ok {
		return ir.Int(0), n
	}
	b, ok := e.(*ir.Binary)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return e, 0
	}
	x, n := apart(b.X)
	y, m := apart(b.Y)
	if b.Op == token.SUB {
		return ir.Sub(x, y), n - m
	}
	return ir.Add(x, y), n + m
}
