package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A lengths turns lengths of slices into polynomials of what does not change, so that equal ones are
// recognised: those of a[i*n:(i+1)*n] and make([]float64, n).
type lengths struct {
	l    *lowerer
	syms []ir.Expr
}

// copyLen is the number of elements that copy(dst, src) moves.
func (l *lowerer) copyLen(dst, src *ir.Ref) ir.Expr {
	s := &lengths{l: l}
	a, b := s.poly(s.lenOf(dst)), s.poly(s.lenOf(src))
	if !a.Equal(b) {
		return &ir.Intrinsic{Fn: "min", Args: []ir.Expr{lengthOf(dst), lengthOf(src)}, T: types.Typ[types.Int]}
	}
	if len(a.Monos) == 1 && a.Monos[0].Coef > 0 && len(a.Monos[0].Syms) <= 1 {
		return s.expr(a.Monos[0])
	}
	return lengthOf(dst)
}

// lenOf is the length of r in terms of the bounds of the view, or of the allocation, that it is.
func (s *lengths) lenOf(r *ir.Ref) ir.Expr {
	if len(r.Elems) > 0 {
		return lengthOf(r)
	}
	switch v := r.Var.View.(type) {
	case *ir.Slice:
		hi, lo := v.Hi, v.Lo
		if hi == nil {
			hi = s.lenOf(v.X)
		}
		if lo == nil {
			return hi
		}
		return &ir.Binary{Op: token.SUB, X: hi, Y: lo, T: types.Typ[types.Int]}
	case *ir.Ref:
		return s.lenOf(v)
	}
	if n := s.l.allocLen[r.Var]; n != nil && s.l.assumeHeader(r) {
		return n
	}
	return lengthOf(r)
}

// poly reads an integer expression.
func (s *lengths) poly(e ir.Expr) affine.Poly {
	if n, ok := ir.IntVal(e); ok {
		return affine.PolyConst(n)
	}
	switch e := e.(type) {
	case *ir.Binary:
		if !types.Identical(e.T, types.Typ[types.Int]) {
			break
		}
		switch e.Op {
		case token.ADD:
			return s.poly(e.X).Add(s.poly(e.Y))
		case token.SUB:
			return s.poly(e.X).Sub(s.poly(e.Y))
		case token.MUL:
			return s.poly(e.X).Mul(s.poly(e.Y))
		}
	case *ir.Len:
		if len(e.X.Elems) > 0 {
			break
		}
		if n := s.lenOf(e.X); !ir.Equal(n, e) {
			return s.poly(n)
		}
	case *ir.Ref:
		if x := s.l.initOf[e.Var]; x != nil && len(e.Elems) == 0 && s.l.stable(e) {
			return s.poly(x)
		}
	}
	return s.symbol(e)
}

// symbol stands for a value that is not understood. Values that may change get a new one each time.
func (s *lengths) symbol(e ir.Expr) affine.Poly {
	if s.l.stable(e) {
		for i, x := range s.syms {
			if ir.Equal(x, e) {
				return affine.PolySym(affine.Sym(i))
			}
		}
	}
	s.syms = append(s.syms, e)
	return affine.PolySym(affine.Sym(len(s.syms) - 1))
}

func (s *lengths) expr(m affine.Mono) ir.Expr {
	if len(m.Syms) == 0 {
		return ir.Int(m.Coef)
	}
	return ir.Mul(ir.Int(m.Coef), s.syms[m.Syms[0]])
}

// opaqueLength is the length of something that only source text uses. That of a map changes, and so does that of
// a string or a slice in a variable that is assigned again.
func (l *lowerer) opaqueLength(e *ast.CallExpr) ir.Expr {
	n := l.value(e.Args[0]).force()
	switch x := n.x.(type) {
	case *ir.Ref:
		switch x.T.Underlying().(type) {
		case *types.Slice, *types.Basic:
			if l.fixed(x) {
				return &ir.Len{X: x}
			}
		}
	case *ir.Opaque:
		c := *x
		c.Parts, c.T, c.Pure = slices.Clone(x.Parts), types.Typ[types.Int], false
		c.Parts[0] = "len(" + c.Parts[0]
		c.Parts[len(c.Parts)-1] += ")"
		return &c
	case nil:
		return l.opaque(e)
	}
	return &ir.Opaque{Parts: []string{"len(", ")"}, Args: []ir.Expr{n.x}, T: types.Typ[types.Int]} // which changes
}

// lengthOf is the length of a slice or an array.
func lengthOf(r *ir.Ref) ir.Expr {
	switch arrayType(r.T).Underlying().(type) {
	case *types.Array:
		return ir.Int(arrayLen(r.T))
	}
	return &ir.Len{X: r}
}

func (l *lowerer) length(e *ast.CallExpr) *node {
	x := e.Args[0]
	t := l.typeOf(x)
	switch l.class(t) {
	case classOpaque:
		return leaf(l.opaqueLength(e))
	case classPointer, classArray:
		c := ir.Int(arrayLen(t))
		return leaf(c)
	}
	if l.inOpaque(x) {
		return leaf(l.opaque(e))
	}
	n := l.expr(x)
	if s, ok := n.force().x.(*ir.Slice); ok {
		return leaf(l.sliceLen(s))
	}
	if n.table != nil {
		return leaf(n.table.length())
	}
	if n.isNil || n.pending {
		return leaf(ir.Int(0))
	}
	return leaf(&ir.Len{X: l.sliceRef(n, x.Pos())})
}

// fixed says whether r is a parameter that is not assigned.
func (l *lowerer) fixed(r *ir.Ref) bool {
	obj := r.Var.Obj
	return r.Var.Kind == ir.Param && len(r.Elems) == 0 && obj != nil && !l.changed(obj)
}

// sliceLen is the length of x[lo:hi].
func (l *lowerer) sliceLen(s *ir.Slice) ir.Expr {
	hi := s.Hi
	if hi == nil {
		hi = lengthOf(s.X)
	}
	if s.Lo == nil {
		return hi
	}
	return sub(hi, l.constAs(s.Lo, hi.Type()))
}
