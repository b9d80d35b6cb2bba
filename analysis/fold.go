package analysis

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// folded is b, or its value where it is an operation with twice the same constant or integer variable, a comparison of
// constants, or an operation of bits with 0. Such operations come of helpers that are inlined, whose parameters become
// constants or one variable; in generated code a reader, or a linter, would take them for mistakes.
func folded(b *ir.Binary) ir.Expr {
	if e := foldedInts(b); e != nil {
		return e
	}
	x, isX := b.X.(*ir.Const)
	y, isY := b.Y.(*ir.Const)
	if !isX || !isY || !isNumber(x) || !isNumber(y) {
		return b
	}
	same := constant.Compare(x.Val, token.EQL, y.Val)
	if ir.IsComparison(b.Op) {
		if same || isShort(x) && isShort(y) {
			return boolConst(constant.Compare(x.Val, b.Op, y.Val), b.T)
		}
		return b
	}
	n := int64(0)
	switch b.Op {
	case token.AND, token.OR:
		if same {
			return x
		}
	case token.QUO:
		n = 1
	case token.SUB, token.REM, token.XOR, token.AND_NOT:
	default:
		return b
	}
	if !same || constant.Sign(x.Val) == 0 && (b.Op == token.QUO || b.Op == token.REM) {
		return b
	}
	c := ir.Int(n)
	c.T = b.T
	return c
}

// foldedInts is folded for an operation of bits with 0, and for one of twice the same variable, which is an integer. It returns
// nil for others.
func foldedInts(b *ir.Binary) ir.Expr {
	x, isX := b.X.(*ir.Ref)
	y, isY := b.Y.(*ir.Ref)
	number := func(n int64) ir.Expr {
		c := ir.Int(n)
		c.T = b.T
		return c
	}
	if isX && isY && x.Var == y.Var && len(x.Elems)+len(y.Elems) == 0 && ir.IsInt(x.T) && x.Var.View == nil {
		switch b.Op {
		case token.AND, token.OR:
			return x
		case token.SUB, token.XOR, token.AND_NOT:
			return number(0)
		case token.EQL, token.LEQ, token.GEQ:
			return boolConst(true, b.T)
		case token.NEQ, token.LSS, token.GTR:
			return boolConst(false, b.T)
		}
		return nil
	}
	zero, other := b.X, b.Y
	if !ir.IsVal(zero, 0) {
		zero, other = other, zero
	}
	if !ir.IsVal(zero, 0) || !ir.IsInt(b.T) || !types.Identical(other.Type(), b.T) {
		return nil
	}
	switch b.Op {
	case token.OR, token.XOR:
		return other
	case token.AND:
		if _, ok := other.(*ir.Ref); ok && len(other.(*ir.Ref).Elems) == 0 {
			return number(0)
		}
	}
	return nil
}

func isNumber(c *ir.Const) bool {
	return c.Val != nil && (c.Val.Kind() == constant.Int || c.Val.Kind() == constant.Float)
}

// fold replaces operations in s that forwarding of copies has made ones of constants.
func fold(s ir.Stmt) {
	ir.Walk(s, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			return true
		}
		ir.Exprs(s, func(e ir.Expr) ir.Expr {
			return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
				if b, ok := e.(*ir.Binary); ok {
					return folded(b)
				}
				return e
			})
		})
		return true
	})
}
