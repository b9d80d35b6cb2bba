package ir_test

import (
	"go/constant"
	"go/token"
	"go/types"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// TestRounds compares exact constants with Go's arithmetic of variables.
func TestRounds(t *testing.T) {
	lit := func(text string, t types.Type) ir.Expr {
		v := constant.MakeFromLiteral(text, token.FLOAT, 0)
		if f, _ := constant.Float64Val(v); t == types.Typ[types.Float64] { // as package types has them
			v = constant.MakeFloat64(f)
		}
		return &ir.Const{Val: v, Text: text, T: t}
	}
	f64, f32 := types.Typ[types.Float64], types.Typ[types.Float32]
	op := func(x ir.Expr, op token.Token, y ir.Expr) ir.Expr {
		b := &ir.Binary{Op: op, X: x, Y: y, T: x.Type()}
		if ir.IsComparison(op) {
			b.T = types.Typ[types.Bool]
		}
		return b
	}
	open := types.NewTypeParam(types.NewTypeName(0, nil, "T", nil), types.NewInterfaceType(nil, []types.Type{
		types.NewUnion([]*types.Term{types.NewTerm(false, f32), types.NewTerm(false, f64)})}))
	for _, c := range []struct {
		e    ir.Expr
		want bool
	}{
		{op(lit("0.3", f64), token.QUO, lit("0.1", f64)), true},
		{op(lit("0.5", f64), token.QUO, lit("0.25", f64)), false},
		{op(op(lit("0.1", f64), token.ADD, lit("0.2", f64)), token.GTR, lit("0.3", f64)), true},
		{op(op(lit("0.1", f64), token.ADD, lit("0.1", f64)), token.GTR, lit("0.3", f64)), false},
		{op(lit("1e-9", f32), token.ADD, lit("1.0", f32)), false},
		{op(op(lit("1e-9", f32), token.ADD, lit("1.0", f32)), token.GTR, lit("1.0", f32)), true},
		{op(op(lit("1.0", f64), token.ADD, lit("1e20", f64)), token.SUB, lit("1e20", f64)), true},
		{&ir.Convert{X: op(lit("0.1", f32), token.MUL, lit("0.1", f32)), T: f64}, true},
		{&ir.Convert{X: lit("0.1", f32), T: f64}, true},
		{&ir.Convert{X: lit("0.5", f32), T: f64}, false},
		{op(lit("7.0", open), token.QUO, lit("10.0", open)), false},
		{op(lit("0.0", f64), token.MUL, &ir.Unary{Op: token.SUB, X: lit("1.0", f64)}), true},
		{op(lit("0.0", f64), token.MUL, lit("1.0", f64)), false},
		{&ir.Unary{Op: token.SUB, X: lit("0.0", f64)}, true},
		{&ir.Unary{Op: token.SUB, X: lit("0.5", f64)}, false},
		{op(&ir.Convert{X: lit("6.0", f64), T: types.Typ[types.Int]}, token.REM, ir.Int(4)), false},
		{op(lit("0.1", open), token.MUL, lit("0.3", open)), true},
	} {
		if got := ir.Rounds(c.e); got != c.want {
			t.Errorf("%s: %v", ir.ExprString(c.e), got)
		}
	}
}
