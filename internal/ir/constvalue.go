package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// ConstValue returns the exact value of an expression that Go takes for a constant and compiles, nil for others.
func ConstValue(e Expr) constant.Value {
	var v constant.Value
	switch x := e.(type) {
	case *Const:
		return printedValue(x)
	case *Len:
		if n := ArrayLen(x.X.T); n >= 0 {
			return constant.MakeInt64(n)
		}
		return nil
	case *Unary:
		if y := ConstValue(x.X); y != nil && (x.Op == token.SUB || x.Op == token.ADD) {
			v = constant.UnaryOp(x.Op, y, 0)
		}
	case *Convert:
		v = ConstValue(x.X)
	case *Binary:
		v = constOperation(x, ConstValue(x.X), ConstValue(x.Y))
	case *Intrinsic:
		v = constExtreme(x, ConstValue)
	}
	if v == nil || v.Kind() == constant.Unknown || !representable(v, e.Type()) {
		return nil
	}
	return v
}

// printedValue is the value that the text of c has for Go, nil if c is no number. That of a literal is exact, while Val
// may have been rounded to a type.
func printedValue(c *Const) constant.Value {
	if c.Val == nil || !numeric(c.Val) {
		return nil
	}
	if c.Exact != nil {
		return c.Exact
	}
	if c.Pkg != nil {
		if obj, ok := c.Pkg.Scope().Lookup(c.Text[strings.LastIndexByte(c.Text, '.')+1:]).(*types.Const); ok {
			return obj.Val()
		}
		return c.Val
	}
	if v := TextValue(c.Text); v != nil {
		return v
	}
	return c.Val
}

// TextValue is the exact value of the text of a constant that names no other constant, nil if it is no number.
func TextValue(text string) constant.Value {
	for _, kind := range []token.Token{token.INT, token.FLOAT} {
		if v := constant.MakeFromLiteral(text, kind, 0); v.Kind() != constant.Unknown {
			return v
		}
	}
	if tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text); err == nil && tv.Value != nil && numeric(tv.Value) {
		return tv.Value
	}
	return nil
}

// SameValue says whether x and y are the same as values of type t.
func SameValue(x, y constant.Value, t types.Type) bool {
	if IsInt(t) {
		x, y = constant.ToInt(x), constant.ToInt(y)
	}
	return constant.Compare(rounded(x, t, 64), token.EQL, rounded(y, t, 64))
}

// Rounds says whether e, a comparison, an operation or a conversion of constants that Go compiles, has another value when it
// is computed exactly, as Go computes constants, than when each operation is rounded to its type. Expressions of the IR mean
// the latter: what is a constant in them may have been a variable in the primal.
func Rounds(e Expr) bool {
	sizes := []int{64}
	WalkExpr(e, func(e Expr) bool {
		if _, ok := e.Type().(*types.TypeParam); ok {
			sizes = []int{32, 64}
		}
		return true
	})
	for _, bits := range sizes {
		if rounds(e, bits) {
			return true
		}
	}
	return false
}

func rounds(e Expr, bits int) bool {
	if b, ok := e.(*Binary); ok && IsComparison(b.Op) {
		x, y := ConstValue(b.X), ConstValue(b.Y)
		if x == nil || y == nil {
			return false
		}
		runX, runY := runValue(b.X, bits), runValue(b.Y, bits)
		return runX == nil || runY == nil || constant.Compare(x, b.Op, y) != constant.Compare(runX, b.Op, runY)
	}
	exact := ConstValue(e)
	if exact == nil {
		return false
	}
	if negativeZero(e) {
		return true
	}
	run := runValue(e, bits)
	return run == nil || !constant.Compare(rounded(exact, e.Type(), bits), token.EQL, run)
}

// negativeZero says whether e is a float constant, 0 for Go, that is -0 where variables are computed with.
func negativeZero(e Expr) bool {
	if !IsFloat(e.Type()) {
		return false
	}
	switch e := e.(type) {
	case *Unary:
		return e.Op == token.SUB && constant.Sign(ConstValue(e.X)) == 0
	case *Binary:
		x, y := constant.Sign(ConstValue(e.X)), constant.Sign(ConstValue(e.Y))
		return (e.Op == token.MUL || e.Op == token.QUO) && x*y == 0 && x+y < 0
	}
	return false
}

// runValue returns the value of a constant expression with each operation rounded to its type; floats of a type parameter have the
// given size, and constants have their values already. It is nil where that is infinite or no number.
func runValue(e Expr, bits int) constant.Value {
	var v constant.Value
	switch x := e.(type) {
	case *Const:
		v = x.Val
	case *Unary:
		if y := runValue(x.X, bits); y != nil {
			v = constant.UnaryOp(x.Op, y, 0)
		}
	case *Convert:
		v = runValue(x.X, bits)
	case *Binary:
		v = constOperation(x, runValue(x.X, bits), runValue(x.Y, bits))
	case *Intrinsic:
		v = constExtreme(x, func(e Expr) constant.Value { return runValue(e, bits) })
	default:
		v = ConstValue(e)
	}
	if v == nil {
		return nil
	}
	if v = rounded(v, e.Type(), bits); v.Kind() == constant.Unknown {
		return nil
	}
	return v
}

// rounded is v as a value of type t, and v itself where that is no float.
func rounded(v constant.Value, t types.Type, bits int) constant.Value {
	if !IsFloat(t) {
		return v
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 || !ok && bits == 32 {
		x, _ := constant.Float32Val(v)
		return constant.MakeFloat64(float64(x))
	}
	x, _ := constant.Float64Val(v)
	return constant.MakeFloat64(x)
}

// constOperation is x e.Op y, nil where that is no number. The sum, product or quotient of floats is exact.
func constOperation(e *Binary, x, y constant.Value) constant.Value {
	if x == nil || y == nil {
		return nil
	}
	switch e.Op {
	case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
	case token.SHL, token.SHR:
		n, ok := constant.Uint64Val(y)
		if !ok || n > 512 {
			return nil
		}
		return constant.Shift(constant.ToInt(x), e.Op, uint(n))
	case token.QUO, token.REM:
		if constant.Sign(y) == 0 {
			return nil
		}
	default:
		return nil
	}
	if IsFloat(e.T) {
		return constant.BinaryOp(constant.ToFloat(x), e.Op, constant.ToFloat(y))
	}
	op := e.Op
	if x, y = constant.ToInt(x), constant.ToInt(y); x.Kind() != constant.Int || y.Kind() != constant.Int {
		return nil
	}
	if op == token.QUO {
		op = token.QUO_ASSIGN
	}
	return constant.BinaryOp(x, op, y)
}

// constExtreme is the value of the builtin max or min of constants, nil for other calls.
func constExtreme(e *Intrinsic, value func(Expr) constant.Value) (v constant.Value) {
	op := map[string]token.Token{"max": token.GTR, "min": token.LSS}[e.Fn]
	if op == token.ILLEGAL {
		return nil
	}
	for _, a := range e.Args {
		switch x := value(a); {
		case x == nil:
			return nil
		case v == nil || constant.Compare(x, op, v):
			v = x
		}
	}
	return v
}

// IsComparison says whether op compares two values.
func IsComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// ArrayLen is the length of an array or of what a pointer to one points to, -1 for other types.
func ArrayLen(t types.Type) int64 {
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return a.Len()
	}
	return -1
}

// representable says whether a constant fits the numeric type t. What is not known is taken to fit.
func representable(v constant.Value, t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return true
	}
	switch {
	case b.Info()&types.IsInteger != 0:
		i := constant.ToInt(v)
		if i.Kind() != constant.Int {
			return false
		}
		bits := uint(IntBits(b))
		lo, hi := constant.MakeInt64(0), constant.Shift(constant.MakeInt64(1), token.SHL, bits)
		if b.Info()&types.IsUnsigned == 0 {
			hi = constant.Shift(constant.MakeInt64(1), token.SHL, bits-1)
			lo = constant.UnaryOp(token.SUB, hi, 0)
		}
		return constant.Compare(lo, token.LEQ, i) && constant.Compare(i, token.LSS, hi)
	case b.Kind() == types.Float32:
		x, _ := constant.Float32Val(v)
		return x-x == 0
	case b.Info()&types.IsFloat != 0:
		x, _ := constant.Float64Val(v)
		return x-x == 0
	}
	return true
}

// IntBits is the size of an integer type in bits, that of int on a 64-bit machine.
func IntBits(b *types.Basic) int {
	switch b.Kind() {
	case types.Int8, types.Uint8:
		return 8
	case types.Int16, types.Uint16:
		return 16
	case types.Int32, types.Uint32:
		return 32
	}
	return 64
}
