package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// wideIterators rewrites the loops whose iterator is not an int, so that they can be run backwards and
// counted: an unsigned i >= 0 never ends, and a small type wraps around. A loop in steps of
// 1 counts in int and derives its iterator:
//
//	for i := lo; i < hi; i++   becomes   for k := 0; k < int(hi)-int(lo); k++ { i := lo + T(k) }
//
// One in larger steps, which may wrap, becomes one that a condition ends.
func wideIterators(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		ir.Inner(s, wideIterators)
		f, ok := s.(*ir.For)
		switch {
		case !ok || isWide(f.Iter.Type):
			out = append(out, s)
		case ir.IsVal(f.Step, 1) || ir.IsVal(f.Step, -1):
			out = append(out, countInInt(f))
		default:
			out = append(out, countByCondition(f)...)
		}
	}
	b.Stmts = out
}

// isWide says whether t is a signed type of 64 bits, which no loop makes wrap.
func isWide(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int || b.Kind() == types.Int64)
}

// newIterator gives f the iterator k, an int that counts from 0, and returns the variable that
// takes the place of the old one in the body.
func newIterator(f *ir.For) *ir.Var {
	old := f.Iter
	v := &ir.Var{Name: old.Name, Type: old.Type, Kind: ir.Local, Pos: old.Pos, Obj: old.Obj}
	rename := func(e ir.Expr) ir.Expr {
		if e == nil {
			return nil
		}
		return ir.Subst(e, old, ir.NewRef(v))
	}
	ir.Walk(f.Body, func(s ir.Stmt) bool { ir.Exprs(s, rename); return true })
	f.While = rename(f.While)
	f.Iter = &ir.Var{Name: "k", Type: types.Typ[types.Int], Kind: ir.Iter}
	f.Begin, f.Cmp, f.Step, f.Form = ir.Int(0), token.LSS, ir.Int(1), ir.ThreeClause
	return v
}

func countInInt(f *ir.For) ir.Stmt {
	begin, down := f.Begin, f.Cmp == token.GTR || f.Cmp == token.GEQ
	t := f.Iter.Type
	if f.Limit != nil {
		f.Limit = trip(f)
	}
	v := newIterator(f)
	i := ir.Add(typed(begin, t), &ir.Convert{X: ir.NewRef(f.Iter), T: t})
	if down {
		i = ir.Sub(typed(begin, t), &ir.Convert{X: ir.NewRef(f.Iter), T: t})
	}
	if f.While != nil { // it may read the iterator: it is evaluated with its own formula
		f.While = ir.Subst(f.While, v, i)
	}
	f.Body.Stmts = append([]ir.Stmt{&ir.Decl{Var: v, Init: i}}, f.Body.Stmts...)
	return f
}

// typed gives an untyped constant the type t.
func typed(e ir.Expr, t types.Type) ir.Expr {
	if c, ok := e.(*ir.Const); ok {
		d := *c
		d.T = t
		return &d
	}
	return e
}

func countByCondition(f *ir.For) []ir.Stmt {
	begin, cmp, limit, step, t := f.Begin, f.Cmp, f.Limit, f.Step, f.Iter.Type
	v := newIterator(f)
	f.Limit = nil
	cond := ir.Bin(cmp, ir.NewRef(v), typed(limit, t))
	if f.While != nil {
		cond = ir.Bin(token.LAND, cond, f.While)
	}
	f.While = cond
	next := &ir.Reduce{Op: token.ADD, Dst: ir.NewRef(v), Src: typed(step, t)}
	if n, ok := ir.IntVal(step); ok && n < 0 {
		next.Op, next.Src = token.SUB, typed(ir.Int(-n), t)
	}
	f.Body.Stmts = append(f.Body.Stmts, next)
	return []ir.Stmt{&ir.Decl{Var: v, Init: typed(begin, t)}, f}
}
