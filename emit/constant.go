package emit

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// unfold gives variables to constants with which Go would not compile an expression, although the primal
// compiles: where calls are inlined, what were variables there may be constants here, and a subscript
// of -1 or a division by 0 is a run-time panic with the one and a compile-time error with the other. And to those with which
// Go would compute another value: it does so exactly where all operands are constants, and rounds each operation where one is not.
func unfold(b *ir.Block) {
	var first []ir.Stmt
	unfoldIn(b, &first)
	b.Stmts = append(first, b.Stmts...)
}

// unfoldIn is unfold for a part of the body. Variables for lengths of memory are added to first: the memory for all iterations
// of a loop may be taken before it.
func unfoldIn(b *ir.Block, first *[]ir.Stmt) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.For:
			unfoldIn(s.Body, first)
		case *ir.If:
			unfoldIn(s.Then, first)
			if s.Else != nil {
				unfoldIn(s.Else, first)
			}
		case *ir.Block:
			unfoldIn(s, first)
		}
		u := &unfolder{}
		ir.Exprs(s, u.expr)
		if a, ok := s.(*ir.Alloc); ok {
			if v := ir.ConstValue(a.Len); v != nil && constant.Sign(v) < 0 {
				a.Len = u.hoist(a.Len)
			}
			*first = append(*first, u.decls...)
			u.decls = nil
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
		if ir.ConstValue(x.X) != nil && (ir.ConstValue(e) == nil || ir.Rounds(e)) {
			return &ir.Unary{Op: x.Op, X: u.hoist(x.X)}
		}
	case *ir.Binary:
		return u.binary(x)
	case *ir.Opaque:
		return u.opaque(x)
	case *ir.Convert:
		if ir.ConstValue(x.X) != nil && (ir.ConstValue(e) == nil || ir.Rounds(e)) {
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
	x, y := ir.ConstValue(e.X), ir.ConstValue(e.Y)
	if y == nil {
		return e
	}
	division, shift := e.Op == token.QUO || e.Op == token.REM, e.Op == token.SHL || e.Op == token.SHR
	switch {
	case division && constant.Sign(y) == 0 && (x != nil || ir.IsInt(e.Y.Type())), shift && (constant.Sign(y) < 0 || !below(y, intBits(e.X.Type()))):
		count := u.hoist(e.Y)
		if shift && x != nil { // else it has the type of what is around it
			return &ir.Binary{Op: e.Op, X: u.hoist(e.X), Y: count, T: e.T}
		}
		return &ir.Binary{Op: e.Op, X: e.X, Y: count, T: e.T}
	case x != nil && (updates(e.Op) && ir.ConstValue(e) == nil || ir.Rounds(e)):
		return &ir.Binary{Op: e.Op, X: u.hoist(e.X), Y: e.Y, T: e.T}
	}
	return e
}

// intBits is the number of bits of an integer type: go vet reports shifts by as many. It is -1 where that is open.
func intBits(t types.Type) int64 {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped == 0 {
		return int64(ir.IntBits(b))
	}
	return -1
}

// ref repairs subscripts.
func (u *unfolder) ref(r *ir.Ref) ir.Expr {
	t := r.Var.Type
	elems := append([]ir.Elem(nil), r.Elems...)
	changed := false
	for i, e := range elems {
		switch {
		case e.Index != nil:
			if v := ir.ConstValue(e.Index); v != nil && (constant.Sign(v) < 0 || !below(v, ir.ArrayLen(t))) {
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

// below says whether v < n, or n is negative.
func below(v constant.Value, n int64) bool {
	return n < 0 || constant.Compare(v, token.LSS, constant.MakeInt64(n))
}

func (u *unfolder) slice(s *ir.Slice) ir.Expr {
	c := *s
	var lo constant.Value
	n := ir.ArrayLen(s.X.T)
	if s.Lo != nil {
		if lo = ir.ConstValue(s.Lo); lo != nil && (constant.Sign(lo) < 0 || n >= 0 && !below(lo, n+1)) {
			c.Lo, lo = u.hoist(s.Lo), nil
		}
	}
	if s.Hi != nil {
		hi := ir.ConstValue(s.Hi)
		if hi != nil && (constant.Sign(hi) < 0 || n >= 0 && !below(hi, n+1) || lo != nil && constant.Compare(lo, token.GTR, hi)) {
			c.Hi = u.hoist(s.Hi)
		}
	}
	return &c
}

// opaque gives variables to constants in source text: an operation or a subscript there, or a conversion to an interface, takes
// them for constants, of another type perhaps.
func (u *unfolder) opaque(o *ir.Opaque) ir.Expr {
	c := *o
	c.Args = slices.Clone(o.Args)
	for i, a := range c.Args {
		if k, ok := a.(*ir.Const); constants(a) && !(ok && (k.Val == nil || k.Val.Kind() == constant.Bool)) {
			c.Args[i] = u.hoist(a)
		}
	}
	return &c
}

// constants says whether e is made of constants alone.
func constants(e ir.Expr) bool {
	only := true
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e.(type) {
		case *ir.Const, *ir.Unary, *ir.Binary, *ir.Convert:
		default:
			only = false
		}
		return only
	})
	return only
}
