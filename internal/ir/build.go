package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// Int returns the constant n of type int.
func Int(n int64) *Const {
	return &Const{Val: constant.MakeInt64(n), Text: strconv.FormatInt(n, 10), T: types.Typ[types.Int]}
}

// Num returns the constant with the given Go text (a literal) and type.
func Num(text string, t types.Type) *Const {
	v := constant.MakeFromLiteral(text, token.FLOAT, 0)
	if v.Kind() == constant.Unknown {
		v = constant.MakeFromLiteral(text, token.INT, 0)
	}
	return &Const{Val: v, Text: text, T: t}
}

// IntVal returns the value of an integer constant.
func IntVal(e Expr) (int64, bool) {
	c, ok := e.(*Const)
	if !ok || c.Val == nil {
		return 0, false
	}
	v := constant.ToInt(c.Val)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// IsVal says whether e is a numeric constant equal to n.
func IsVal(e Expr, n int64) bool {
	c, ok := e.(*Const)
	if !ok || c.Val == nil {
		return false
	}
	switch c.Val.Kind() {
	case constant.Int, constant.Float:
		return constant.Compare(c.Val, token.EQL, constant.MakeInt64(n))
	}
	return false
}

// Bin returns x op y with the type of x (bool for comparisons), without simplification.
func Bin(op token.Token, x, y Expr) Expr {
	t := x.Type()
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR:
		t = types.Typ[types.Bool]
	}
	return &Binary{Op: op, X: x, Y: y, T: t}
}

// Add, Sub and Mul simplify integer and float expressions by the rules that change no value:
// constants are folded for integers, 0 is dropped, 1 is dropped, a multiplication of an
// integer by 0 is 0.
func Add(x, y Expr) Expr {
	if a, ok := foldInt(token.ADD, x, y); ok {
		return a
	}
	switch {
	case IsVal(x, 0):
		return y
	case IsVal(y, 0):
		return x
	}
	if u, ok := y.(*Unary); ok && u.Op == token.SUB {
		return Sub(x, u.X)
	}
	// (e + 1) + 2 and (e - 1) + 1
	if b, ok := x.(*Binary); ok && IsInt(x.Type()) && (b.Op == token.ADD || b.Op == token.SUB) {
		if c, ok := IntVal(b.Y); ok {
			if d, ok := IntVal(y); ok {
				if b.Op == token.SUB {
					c = -c
				}
				return plus(b.X, c+d)
			}
		}
	}
	if n, ok := IntVal(y); ok && n < 0 && IsInt(x.Type()) && literalOnly(y) {
		return plus(x, n)
	}
	return Bin(token.ADD, x, y)
}

// plus returns x + n written with the sign of n.
func plus(x Expr, n int64) Expr {
	switch {
	case n == 0:
		return x
	case n < 0:
		return Bin(token.SUB, x, Int(-n))
	}
	return Bin(token.ADD, x, Int(n))
}

// Sub returns x - y, simplified.
func Sub(x, y Expr) Expr {
	if a, ok := foldInt(token.SUB, x, y); ok {
		return a
	}
	if IsVal(y, 0) {
		return x
	}
	if IsVal(x, 0) {
		return Neg(y)
	}
	if n, ok := IntVal(y); ok && IsInt(x.Type()) {
		return Add(x, Int(-n))
	}
	if u, ok := y.(*Unary); ok && u.Op == token.SUB {
		return Add(x, u.X)
	}
	return Bin(token.SUB, x, y)
}

// Neg returns -x, simplified.
func Neg(x Expr) Expr {
	if n, ok := IntVal(x); ok && IsInt(x.Type()) {
		return Int(-n)
	}
	if u, ok := x.(*Unary); ok && u.Op == token.SUB {
		return u.X
	}
	return &Unary{Op: token.SUB, X: x}
}

// Mul returns x * y, simplified.
func Mul(x, y Expr) Expr {
	if a, ok := foldInt(token.MUL, x, y); ok {
		return a
	}
	switch {
	case IsVal(x, 1):
		return y
	case IsVal(y, 1):
		return x
	case IsVal(x, -1):
		return Neg(y)
	case IsVal(y, -1):
		return Neg(x)
	case IsInt(x.Type()) && (IsVal(x, 0) || IsVal(y, 0)):
		return Int(0)
	}
	if u, ok := x.(*Unary); ok && u.Op == token.SUB {
		return Neg(Mul(u.X, y))
	}
	if u, ok := y.(*Unary); ok && u.Op == token.SUB {
		return Neg(Mul(x, u.X))
	}
	return Bin(token.MUL, x, y)
}

// Quo returns x / y, simplified.
func Quo(x, y Expr) Expr {
	if IsVal(y, 1) {
		return x
	}
	if u, ok := x.(*Unary); ok && u.Op == token.SUB {
		return Neg(Quo(u.X, y))
	}
	return Bin(token.QUO, x, y)
}

func foldInt(op token.Token, x, y Expr) (Expr, bool) {
	if !IsInt(x.Type()) {
		return nil, false
	}
	a, ok1 := IntVal(x)
	b, ok2 := IntVal(y)
	if !ok1 || !ok2 || literalOnly(x) != literalOnly(y) || !literalOnly(x) {
		return nil, false
	}
	v := constant.BinaryOp(constant.MakeInt64(a), op, constant.MakeInt64(b))
	n, ok := constant.Int64Val(v)
	if !ok {
		return nil, false
	}
	c := Int(n)
	c.T = x.Type()
	return c, true
}

// literalOnly says whether e is a literal constant, whose name nobody would miss.
func literalOnly(e Expr) bool {
	c, ok := e.(*Const)
	return ok && (c.Text == "" || c.Text[0] == '-' || c.Text[0] >= '0' && c.Text[0] <= '9')
}
