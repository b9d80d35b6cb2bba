package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// guarded returns a name for the integer e, or e itself, for use in front of the code that e was moved from.
// Where that code does not run, a subscript in e may be out of range, a divisor be 0 or a pointer be nil: the name is
// 0 then. holds says of a condition whether it is met in any case.
func guarded(e ir.Expr, into *[]ir.Stmt, holds func(ir.Expr) bool) ir.Expr {
	cond := hazardsUnless(e, holds)
	if cond == nil {
		return e
	}
	n := newLocal("size", types.Typ[types.Int])
	*into = append(*into, &ir.Decl{Var: n, Init: ir.Int(0)},
		&ir.If{Cond: cond, Then: &ir.Block{Stmts: []ir.Stmt{&ir.Store{Dst: ir.NewRef(n), Src: e}}}})
	return ir.NewRef(n)
}

// hazards returns the condition under which e can be evaluated without a panic, nil if that is always so.
// Evaluated from left to right it is safe itself.
func hazards(e ir.Expr) ir.Expr { return hazardsUnless(e, func(ir.Expr) bool { return false }) }

// hazardsUnless is hazards without the conditions that hold.
func hazardsUnless(e ir.Expr, holds func(ir.Expr) bool) ir.Expr {
	var cond ir.Expr
	need := func(c ir.Expr) {
		if holds(c) {
			return
		}
		if cond == nil {
			cond = c
		} else if !implied(cond, c) {
			cond = ir.Bin(token.LAND, cond, c)
		}
	}
	var visit func(e ir.Expr)
	subscripts := func(r *ir.Ref) {
		for _, c := range tests(r) {
			need(c)
		}
		at := ir.NewRef(r.Var)
		for _, x := range r.Elems {
			switch {
			case x.Index != nil:
				visit(x.Index)
				inRange(at, x.Index, need)
				at = at.At(x.Index)
			case x.Field != nil:
				at = at.Sel(x.Field)
			default:
				at = at.Star()
			}
		}
	}
	visit = func(e ir.Expr) {
		switch e := e.(type) {
		case *ir.Ref:
			subscripts(e)
			return
		case *ir.Len:
			subscripts(e.X)
			return
		}
		ir.Children(e, visit)
		b, ok := e.(*ir.Binary)
		if !ok || b.Op != token.QUO && b.Op != token.REM || !ir.IsInt(b.T) {
			return
		}
		if n, ok := ir.IntVal(b.Y); !ok || n == 0 {
			need(ir.Bin(token.NEQ, b.Y, &ir.Const{Val: ir.Int(0).Val, Text: "0", T: b.Y.Type()}))
		}
	}
	visit(e)
	return cond
}

// inRange adds what makes i a subscript of r.
func inRange(r *ir.Ref, i ir.Expr, need func(ir.Expr)) {
	n, constant := ir.IntVal(i)
	if _, length := i.(*ir.Len); !length && !(constant && n >= 0) {
		need(ir.Bin(token.GEQ, i, &ir.Const{Val: ir.Int(0).Val, Text: "0", T: i.Type()}))
	}
	t := r.T.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	size := ir.Expr(&ir.Len{X: r})
	if a, ok := t.(*types.Array); ok {
		if size = ir.Int(a.Len()); constant && n < a.Len() {
			return
		}
	}
	need(ir.Bin(token.GTR, size, asInt(i)))
}

// implied says whether c stands among the conditions of cond.
func implied(cond, c ir.Expr) bool {
	if b, ok := cond.(*ir.Binary); ok && b.Op == token.LAND && (implied(b.X, c) || implied(b.Y, c)) {
		return true
	}
	return ir.Equal(cond, c)
}
