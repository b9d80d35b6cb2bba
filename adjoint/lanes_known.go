package adjoint

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A laneState holds what is known at a point of the variables of each lane: the constant 0 or 1 that a number is, or that all
// numbers in the memory of a variable are.
type laneState []map[*ir.Var]ir.Expr

func (k laneState) clone() laneState {
	out := make(laneState, len(k))
	for i, m := range k {
		out[i] = make(map[*ir.Var]ir.Expr, len(m))
		for v, e := range m {
			out[i][v] = e
		}
	}
	return out
}

// join forgets what is not known in o as well, and says whether that was anything.
func (k laneState) join(o laneState) bool {
	changed := false
	for i, m := range k {
		for v, e := range m {
			if x := o[i][v]; x == nil || !ir.Equal(x, e) {
				delete(m, v)
				changed = true
			}
		}
	}
	return changed
}

// set notes that memory of v is e from now on, in lane i.
func (k laneState) set(i int, v *ir.Var, e ir.Expr) {
	if isZero(e) || ir.IsVal(e, 1) {
		k[i][v] = e
	} else {
		delete(k[i], v)
	}
}

// seed returns what is known on entry: the seeds, and adjoints that are zero.
func (l *laner) seed() laneState {
	known := make(laneState, len(l.rows))
	for k := range known {
		known[k] = map[*ir.Var]ir.Expr{}
		for _, f := range l.grad.Leaves {
			known[k][f.Adj] = ir.Num("0", f.Adj.Type)
		}
		for i, s := range l.grad.Seeds {
			known[k][s.Adj[0]] = ir.Num("0", s.Adj[0].Type)
			if i == k {
				known[k][s.Adj[0]] = ir.Num("1", s.Adj[0].Type)
			}
		}
	}
	return known
}

// value returns e as lane k has it: with the variables of the lane, and without products with what is known to be zero.
func (l *laner) value(e ir.Expr, k int, known laneState) ir.Expr {
	return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
		switch e := e.(type) {
		case *ir.Ref:
			if !l.owns(e.Var) {
				return e
			}
			if c := known[k][e.Base().Var]; c != nil && ir.IsFloat(e.T) {
				return &ir.Const{Val: c.(*ir.Const).Val, Text: c.(*ir.Const).Text, T: e.T}
			}
			return &ir.Ref{Var: l.lane(e.Var, k), Elems: e.Elems, T: e.T}
		case *ir.Unary:
			if e.Op == token.SUB && ir.IsFloat(e.Type()) && isZero(e.X) {
				return e.X
			}
		case *ir.Convert:
			if isZero(e.X) && ir.IsFloat(e.T) {
				return ir.Num("0", e.T)
			}
		case *ir.Binary:
			return fold(e)
		}
		return e
	})
}

// fold simplifies an operation on constants 0 and 1, and conditions on them.
func fold(e *ir.Binary) ir.Expr {
	if !ir.IsFloat(e.X.Type()) {
		return e
	}
	zero := isZero(e.X) || isZero(e.Y)
	switch e.Op {
	case token.MUL:
		if zero {
			return ir.Num("0", e.T)
		}
		if ir.IsVal(e.X, 1) || ir.IsVal(e.Y, 1) {
			return ir.Mul(e.X, e.Y)
		}
	case token.QUO:
		if isZero(e.X) {
			return e.X
		}
		if ir.IsVal(e.Y, 1) {
			return e.X
		}
	case token.ADD:
		if zero {
			return ir.Add(e.X, e.Y)
		}
	case token.SUB:
		if isZero(e.Y) {
			return e.X
		}
		if isZero(e.X) {
			return negate(e.Y)
		}
	}
	return e
}

// test returns the value of the condition e where that is known.
func test(e ir.Expr) (value, ok bool) {
	c, isBinary := e.(*ir.Binary)
	if !isBinary || c.Op != token.NEQ && c.Op != token.EQL {
		return false, false
	}
	for _, n := range []int64{0, 1} {
		for _, m := range []int64{0, 1} {
			if ir.IsVal(c.X, n) && ir.IsVal(c.Y, m) {
				return (n == m) == (c.Op == token.EQL), true
			}
		}
	}
	return false, false
}
