package emit

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// unfold gives variables to constants with which Go would not compile an expression, although the primal
// compiles: where calls are inlined, what were variables there may be constants here, and a subscript
// of -1 or a division by 0 is a run-time panic with the one and a compile-time error with the other.
func unfold(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.For:
			unfold(s.Body)
		case *ir.If:
			unfold(s.Then)
			if s.Else != nil {
				unfold(s.Else)
			}
		case *ir.Block:
			unfold(s)
		}
		u := &unfolder{}
		ir.Exprs(s, u.expr)
		if a, ok := s.(*ir.Alloc); ok {
			if v := u.value(a.Len); v != nil && constant.Sign(v) < 0 {
				a.Len = u.hoist(a.Len)
			}
		}
		out = append(append(out, u.decls...), s)
	}
	b.Stmts = out
}

type unfolder struct{ decls []ir.Stmt }

// hoist returns a variable with the value of e.
func (u *unfolder) hoist(e ir.Expr) ir.Expr {
	v := &ir.Var{Name: "c", Type: e.Type(), Kind: ir.Local}
	u.decls = append(u.decls, &ir.Decl{Var: v, Init: e})
	return ir.NewRef(v)
}

func (u *unfolder) expr(e ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	return ir.MapExpr(e, u.node)
}

// node repairs one expression, whose operands are in order.
func (u *unfolder) node(e ir.Expr) ir.Expr {
	switch x := e.(type) {
	case *ir.Unary:
		if u.value(x.X) != nil && u.value(e) == nil {
			return &ir.Unary{Op: x.Op, X: u.hoist(x.X)}
		}
	case *ir.Binary:
		return u.binary(x)
	case *ir.Convert:
		if u.value(x.X) != nil && u.value(e) == nil {
			return &ir.Convert{X: u.hoist(x.X), T: x.T, Pos: x.Pos}
		}
	case *ir.Ref:
		return u.ref(x)
	case *ir.Slice:
		return u.slice(x)
	}
	return e
}

func (u *unfolder) binary(e *ir.Binary) ir.Expr {
	x, y := u.value(e.X), u.value(e.Y)
	if y == nil {
		return e
	}
	division := e.Op == token.QUO || e.Op == token.REM
	switch {
	case division && isZero(y) && (x != nil || ir.IsInt(e.Y.Type())), e.Op == token.SHL && constant.Sign(y) < 0, e.Op == token.SHR && constant.Sign(y) < 0:
		return &ir.Binary{Op: e.Op, X: e.X, Y: u.hoist(e.Y), T: e.T}
	case x != nil && arithmetic(e.Op) && u.value(e) == nil:
		return &ir.Binary{Op: e.Op, X: u.hoist(e.X), Y: e.Y, T: e.T}
	}
	return e
}

func isZero(v constant.Value) bool { return numeric(v) && constant.Sign(v) == 0 }

func numeric(v constant.Value) bool {
	return v.Kind() == constant.Int || v.Kind() == constant.Float
}

func arithmetic(op token.Token) bool { return updates(op) }

// ref repairs subscripts.
func (u *unfolder) ref(r *ir.Ref) ir.Expr {
	t := r.Var.Type
	elems := append([]ir.Elem(nil), r.Elems...)
	changed := false
	for i, e := range elems {
		switch {
		case e.Index != nil:
			if v := u.value(e.Index); v != nil && (constant.Sign(v) < 0 || !below(v, arrayLen(t))) {
				elems[i].Index, changed = u.hoist(e.Index), true
			}
			t = ir.ElemType(t)
		case e.Field != nil:
			t = e.Field.Type()
		default:
			t = t.Underlying().(*types.Pointer).Elem()
		}
	}
	if !changed {
		return r
	}
	return &ir.Ref{Var: r.Var, Elems: elems, T: r.T}
}

// arrayLen is the length of an array or of what a pointer to one points to, -1 for other types.
func arrayLen(t types.Type) int64 {
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return a.Len()
	}
	return -1
}

// below says whether v < n, or n is negative.
func below(v constant.Value, n int64) bool {
	return n < 0 || constant.Compare(v, token.LSS, constant.MakeInt64(n))
}

func (u *unfolder) slice(s *ir.Slice) ir.Expr {
	c := *s
	var lo constant.Value
	n := arrayLen(s.X.T)
	if s.Lo != nil {
		if lo = u.value(s.Lo); lo != nil && (constant.Sign(lo) < 0 || n >= 0 && !below(lo, n+1)) {
			c.Lo, lo = u.hoist(s.Lo), nil
		}
	}
	if s.Hi != nil {
		hi := u.value(s.Hi)
		if hi != nil && (constant.Sign(hi) < 0 || n >= 0 && !below(hi, n+1) || lo != nil && constant.Compare(lo, token.GTR, hi)) {
			c.Hi = u.hoist(s.Hi)
		}
	}
	return &c
}

// value returns the value of an expression that is constant for Go and that it compiles, else nil.
func (u *unfolder) value(e ir.Expr) constant.Value {
	var v constant.Value
	switch x := e.(type) {
	case *ir.Const:
		if x.Val != nil && numeric(x.Val) {
			return x.Val
		}
		return nil
	case *ir.Len:
		if n := arrayLen(x.X.T); n >= 0 {
			return constant.MakeInt64(n)
		}
		return nil
	case *ir.Unary:
		if y := u.value(x.X); y != nil && (x.Op == token.SUB || x.Op == token.ADD) {
			v = constant.UnaryOp(x.Op, y, 0)
		}
	case *ir.Convert:
		v = u.value(x.X)
	case *ir.Binary:
		v = u.operation(x)
	}
	if v == nil || v.Kind() == constant.Unknown || !representable(v, e.Type()) {
		return nil
	}
	return v
}

func (u *unfolder) operation(e *ir.Binary) constant.Value {
	x, y := u.value(e.X), u.value(e.Y)
	if x == nil || y == nil || !arithmetic(e.Op) {
		return nil
	}
	switch e.Op {
	case token.SHL, token.SHR:
		n, ok := constant.Uint64Val(y)
		if !ok || n > 512 {
			return nil
		}
		return constant.Shift(constant.ToInt(x), e.Op, uint(n))
	case token.QUO, token.REM:
		if isZero(y) {
			return nil
		}
		if ir.IsInt(e.T) && e.Op == token.QUO {
			return constant.BinaryOp(constant.ToInt(x), token.QUO_ASSIGN, constant.ToInt(y))
		}
	}
	return constant.BinaryOp(x, e.Op, y)
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
		bits := 8 * uint(types.SizesFor("gc", "amd64").Sizeof(b))
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
