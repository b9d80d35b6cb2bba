package cudatmpl

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Package math has functions of float64 alone, and so code of float32 numbers calls them as float32(math.F(float64(x))).
// CUDA has them for float32: where the user's code has float64 for such calls and nothing else, what the gradient
// keeps of a call, and computes with it, is float32 as well.
//
//	t := math.Tanh(float64(z))                 float64 t := math.Tanh(z)
//	y := float32(t)                      =>            y := t
//	zAdj += float32(float64(yAdj) * (1 - t*t))         zAdj += yAdj * (1 - t*t)
//
// A variable is changed if all of its values are functions of float32 numbers, and all that is computed with it is
// converted to float32.
type singles struct {
	// vars are the variables that become float32, with what stands for them then.
	vars map[*ir.Var]*ir.Var
}

// useSingles changes the body b of a gradient of f.
func useSingles(f *ir.Func, b *ir.Block) {
	if computesDouble(f) {
		return
	}
	s := &singles{map[*ir.Var]*ir.Var{}}
	ir.Walk(b, func(st ir.Stmt) bool {
		switch st := st.(type) {
		case *ir.Decl:
			s.consider(st.Var)
		case *ir.Alloc:
			if len(st.Dst.Elems) == 0 {
				s.consider(st.Dst.Var)
			}
		}
		return true
	})
	for n := -1; n != len(s.vars); { // until no variable depends on one that stays
		n = len(s.vars)
		ir.Walk(b, func(st ir.Stmt) bool {
			s.test(st)
			return true
		})
	}
	ir.Walk(b, func(st ir.Stmt) bool {
		s.rewrite(st)
		return true
	})
}

// computesDouble says whether f has float64 variables, or arithmetic or comparisons of float64 numbers.
func computesDouble(f *ir.Func) bool {
	found := false
	look := func(v *ir.Var) {
		found = found || double(v.Type) && (v.Obj != nil || v.Home != nil || v.Kind == ir.Result)
	}
	for _, v := range f.Leaves {
		look(v)
	}
	ir.Walk(f.Body, func(st ir.Stmt) bool {
		ir.Writes(st, func(r *ir.Ref) { look(r.Base().Var) })
		ir.Reads(st, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				switch e := e.(type) {
				case *ir.Ref:
					look(e.Base().Var)
				case *ir.Binary:
					found = found || double(e.X.Type())
				case *ir.Unary:
					found = found || double(e.Type())
				}
				return !found
			})
		})
		return !found
	})
	return found
}

// double says whether t is made of float64 numbers.
func double(t types.Type) bool {
	s, ok := flatShape(t)
	return ok && ctype(s.elem) == "double"
}

// consider notes a variable that holds float64 numbers.
func (s *singles) consider(v *ir.Var) {
	if t, ok := singleType(v.Type); ok && v.View == nil {
		s.vars[v] = &ir.Var{Name: v.Name, Type: t, Kind: v.Kind, Pos: v.Pos, Of: v.Of}
	}
}

// singleType is a float64, or a slice of them, with float32 in its place.
func singleType(t types.Type) (types.Type, bool) {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[types.Float32], u.Kind() == types.Float64
	case *types.Slice:
		e, ok := singleType(u.Elem())
		return types.NewSlice(e), ok && !isSlice(e)
	}
	return t, false
}

// test drops the variables that st writes or reads otherwise than float32 numbers can be.
func (s *singles) test(st ir.Stmt) {
	switch st := st.(type) {
	case *ir.Decl:
		if st.Init != nil {
			s.stored(st.Var, st.Init)
		}
	case *ir.Store:
		for _, i := range st.Dst.Indices() {
			s.read(i, false)
		}
		s.stored(st.Dst.Var, st.Src)
	case *ir.Reduce:
		for _, i := range st.Dst.Indices() {
			s.read(i, false)
		}
		s.stored(st.Dst.Var, st.Src)
	case *ir.Alloc:
		ir.Reads(st, func(e ir.Expr) { s.read(e, false) })
	default:
		ir.Writes(st, func(r *ir.Ref) { delete(s.vars, r.Base().Var) })
		ir.Reads(st, func(e ir.Expr) { s.read(e, false) })
	}
}

// stored drops v if src is no function of float32 numbers, and what src reads otherwise.
func (s *singles) stored(v *ir.Var, src ir.Expr) {
	narrow := s.vars[v] != nil && s.single(src)
	if !narrow {
		delete(s.vars, v)
	}
	s.read(src, narrow)
}

// read drops the variables of an expression whose value does not become float32. narrow says that e does.
func (s *singles) read(e ir.Expr, narrow bool) {
	switch e := e.(type) {
	case *ir.Convert:
		if s.narrows(e) {
			s.read(e.X, true)
			return
		}
		narrow = false // it converts from float32
	case *ir.Binary:
		narrow = narrow || s.compares(e)
	case *ir.Ref:
		if !narrow {
			delete(s.vars, e.Var)
			if e.Var.View != nil {
				s.read(e.Var.View, false)
			}
		}
		narrow = false // subscripts
	}
	ir.Children(e, func(c ir.Expr) { s.read(c, narrow) })
}

// narrows says whether e converts to float32 what can be computed in it.
func (s *singles) narrows(e *ir.Convert) bool { return isBasic(e.T, types.Float32) && s.single(e.X) }

// compares says whether e compares numbers that can be computed in float32.
func (s *singles) compares(e *ir.Binary) bool {
	return isBasic(e.T, types.Bool) && double(e.X.Type()) && s.single(e.X) && s.single(e.Y)
}

// single says whether e, a float64, is arithmetic with float32 numbers and functions that CUDA has of them.
func (s *singles) single(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Const:
		return true
	case *ir.Convert:
		return isBasic(e.T, types.Float64) && isBasic(e.X.Type(), types.Float32)
	case *ir.Ref:
		return s.vars[e.Var] != nil
	case *ir.Unary:
		return e.Op == token.SUB && s.single(e.X)
	case *ir.Binary:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO:
			return s.single(e.X) && s.single(e.Y)
		}
	case *ir.Intrinsic:
		ok := cMath[strings.TrimPrefix(e.Fn, "math.")] != "" && e.Result == 0
		for _, a := range e.Args {
			ok = ok && s.single(a)
		}
		return ok
	}
	return false
}

func isBasic(t types.Type, k types.BasicKind) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Kind() == k
}

// rewrite changes a statement.
func (s *singles) rewrite(st ir.Stmt) {
	switch st := st.(type) {
	case *ir.Decl:
		switch w := s.vars[st.Var]; {
		case w == nil && st.Var.View == nil && st.Init != nil:
			st.Init = s.expr(st.Init)
		case w != nil && st.Init != nil:
			st.Var, st.Init = w, s.narrow(s.expr(st.Init))
		case w != nil:
			st.Var = w
		}
	case *ir.Alloc:
		if w := s.vars[st.Dst.Var]; w != nil {
			st.Dst = ir.NewRef(w)
		}
	case *ir.Store:
		st.Src = s.expr(st.Src)
		if s.vars[st.Dst.Var] != nil {
			st.Dst, st.Src = s.element(st.Dst), s.narrow(st.Src)
		}
	case *ir.Reduce:
		st.Src = s.expr(st.Src)
		if s.vars[st.Dst.Var] != nil {
			st.Dst, st.Src = s.element(st.Dst), s.narrow(st.Src)
		}
	case *ir.If:
		st.Cond = s.expr(st.Cond)
	}
}

// element is the place r of one of the variables that are changed.
func (s *singles) element(r *ir.Ref) *ir.Ref {
	return &ir.Ref{Var: s.vars[r.Var], Elems: r.Elems, T: types.Typ[types.Float32]}
}

// expr changes an expression, whose type stays.
func (s *singles) expr(e ir.Expr) ir.Expr { return ir.MapExpr(e, s.replace) }

// replace returns what stands for an expression whose parts are changed.
func (s *singles) replace(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *ir.Ref:
		if s.vars[e.Var] != nil {
			return &ir.Convert{X: s.element(e), T: types.Typ[types.Float64]}
		}
	case *ir.Convert:
		if s.narrows(e) {
			return &ir.Convert{X: s.narrow(e.X), T: e.T, Pos: e.Pos}
		}
	case *ir.Binary:
		if s.compares(e) {
			return &ir.Binary{Op: e.Op, X: s.narrow(e.X), Y: s.narrow(e.Y), T: e.T}
		}
	}
	return e
}

// narrow computes e, which is single, in float32.
func (s *singles) narrow(e ir.Expr) ir.Expr {
	single := types.Typ[types.Float32]
	switch e := e.(type) {
	case *ir.Const:
		c := *e
		c.T = single
		return &c
	case *ir.Convert:
		return e.X
	case *ir.Unary:
		return &ir.Unary{Op: e.Op, X: s.narrow(e.X)}
	case *ir.Binary:
		return &ir.Binary{Op: e.Op, X: s.narrow(e.X), Y: s.narrow(e.Y), T: single}
	case *ir.Intrinsic:
		call := *e
		call.Args = nil
		for _, a := range e.Args {
			call.Args = append(call.Args, &ir.Convert{X: s.narrow(a), T: e.T})
		}
		return &ir.Convert{X: &call, T: single} // as singleCall wants it
	}
	panic("cudatmpl: what is not single is computed in float32")
}
