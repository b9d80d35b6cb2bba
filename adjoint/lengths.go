package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// nameLengths gives the length of a slice that is swapped with one of another length a variable of its own,
// which is swapped along. All passes after this one take it that the length of a slice variable
// does not change. The variables are returned.
func (d *deriver) nameLengths(b *ir.Block) map[*ir.Var]*ir.Var {
	s := &swapped{group: map[*ir.Var]*ir.Var{}, alloc: map[*ir.Var]ir.Expr{}, init: map[*ir.Var]ir.Expr{}, writes: map[*ir.Var]int{}}
	s.read(b)
	if len(s.group) == 0 {
		return nil
	}
	n := &lengthNames{deriver: d, vars: map[*ir.Var]*ir.Var{}}
	var params []ir.Stmt
	for _, v := range s.order {
		if s.alike(s.find(v)) {
			continue
		}
		n.vars[v] = &ir.Var{Name: v.Name + "Len", Type: types.Typ[types.Int], Kind: ir.Local}
		if v.Kind == ir.Param {
			params = append(params, &ir.Decl{Var: n.vars[v], Init: &ir.Len{X: ir.NewRef(v)}})
		}
	}
	if len(n.vars) == 0 {
		return nil
	}
	n.block(b)
	b.Stmts = append(params, b.Stmts...)
	return n.vars
}

// swapped are the groups of slice variables that are swapped with each other.
type swapped struct {
	order  []*ir.Var
	group  map[*ir.Var]*ir.Var // a step towards the root of the group
	alloc  map[*ir.Var]ir.Expr // lengths of the memory that variables start with
	init   map[*ir.Var]ir.Expr // initial values of integers
	writes map[*ir.Var]int
}

func (s *swapped) read(b *ir.Block) {
	ir.Walk(b, func(st ir.Stmt) bool {
		ir.Writes(st, func(r *ir.Ref) { s.writes[r.Base().Var]++ })
		switch st := st.(type) {
		case *ir.Swap:
			if len(st.A.Elems)+len(st.B.Elems) > 0 || testedSwap(st) {
				break
			}
			for _, v := range []*ir.Var{st.A.Var, st.B.Var} {
				if s.group[v] == nil {
					s.group[v] = v
					s.order = append(s.order, v)
				}
			}
			s.group[s.find(st.A.Var)] = s.find(st.B.Var)
		case *ir.Alloc:
			if len(st.Dst.Elems) == 0 {
				s.alloc[st.Dst.Var] = st.Len
			}
		case *ir.Decl:
			if st.Init != nil && ir.IsInt(st.Var.Type) {
				s.init[st.Var] = st.Init
			}
		}
		return true
	})
}

// testedSwap says whether s exchanges slices of the caller's, which are tested to be equally long.
func testedSwap(s *ir.Swap) bool {
	seen := func(v *ir.Var) bool { return v.Kind == ir.Param && !v.Home.Own() }
	return seen(s.A.Var) && seen(s.B.Var) && (ir.HoldsFloats(s.A.T) || ir.HoldsSlices(s.A.T))
}

func (s *swapped) find(v *ir.Var) *ir.Var {
	for s.group[v] != v {
		v = s.group[v]
	}
	return v
}

// alike says whether all slices of the group of root have the same length, as far as it can be seen.
func (s *swapped) alike(root *ir.Var) bool {
	var first ir.Expr
	for _, v := range s.order {
		if s.find(v) != root {
			continue
		}
		n := s.length(v, root)
		if n == nil || first != nil && !ir.Equal(first, n) {
			return false
		}
		first = n
	}
	return true
}

// length returns the length that v starts with in terms of what does not change, nil where that cannot
// be said. The slices of the group are taken to be as long as its first.
func (s *swapped) length(v, root *ir.Var) ir.Expr {
	e, made := s.alloc[v]
	if !made {
		if s.writes[v] > 0 && s.group[v] == nil {
			return nil
		}
		return &ir.Len{X: ir.NewRef(v)}
	}
	return s.fixed(e, root)
}

// fixed returns e without names for what is computed once, nil if it may change.
func (s *swapped) fixed(e ir.Expr, root *ir.Var) ir.Expr {
	ok := true
	var sub func(e ir.Expr) ir.Expr
	sub = func(e ir.Expr) ir.Expr {
		switch e := e.(type) {
		case *ir.Const:
			return e
		case *ir.Binary:
			return &ir.Binary{Op: e.Op, X: sub(e.X), Y: sub(e.Y), T: e.T}
		case *ir.Convert:
			return &ir.Convert{X: sub(e.X), T: e.T}
		case *ir.Len:
			v := e.X.Var
			if len(e.X.Elems) > 0 || v.View != nil {
				break
			}
			if s.group[v] != nil && s.find(v) != root {
				break
			}
			if s.alloc[v] == nil && v.Kind == ir.Param {
				return e
			}
			if n := s.alloc[v]; n != nil {
				return sub(n)
			}
		case *ir.Ref:
			if len(e.Elems) > 0 || !ir.IsInt(e.T) {
				break
			}
			if init := s.init[e.Var]; init != nil && s.writes[e.Var] == 1 {
				return sub(init)
			}
			if s.writes[e.Var] == 0 && e.Var.Kind == ir.Param {
				return e
			}
		}
		ok = false
		return e
	}
	if e = sub(e); !ok {
		return nil
	}
	return e
}

// lengthNames replaces lengths by variables.
type lengthNames struct {
	*deriver
	vars map[*ir.Var]*ir.Var
}

func (n *lengthNames) block(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		ir.Inner(s, n.block)
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			n.view(d)
		} else {
			ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, n.expr) })
		}
		out = append(out, s)
		switch s := s.(type) {
		case *ir.Alloc:
			if v := n.vars[s.Dst.Var]; v != nil && len(s.Dst.Elems) == 0 {
				out = append(out, &ir.Decl{Var: v, Init: asInt(s.Len)})
			}
		case *ir.Decl:
			if v := n.vars[s.Var]; v != nil {
				out = append(out, &ir.Decl{Var: v, Init: &ir.Len{X: ir.NewRef(s.Var)}})
			}
		case *ir.Swap:
			if a, b := n.vars[s.A.Var], n.vars[s.B.Var]; a != nil && len(s.A.Elems)+len(s.B.Elems) == 0 {
				old := newLocal("n", a.Type)
				out = append(out, &ir.Decl{Var: old, Init: ir.NewRef(a)}, &ir.Store{Dst: ir.NewRef(a), Src: ir.NewRef(b)},
					&ir.Store{Dst: ir.NewRef(b), Src: ir.NewRef(old)})
			}
		}
	}
	b.Stmts = out
}

// view refuses a view whose length depends on one that changes.
func (n *lengthNames) view(d *ir.Decl) {
	refuse := func(v *ir.Var) {
		n.problem(d.Where(), "cannot differentiate: the length of %s depends on len(%s), which changes where %[2]s is swapped with a slice of another length; use a variable for the length", d.Var.UserName(), v.UserName())
	}
	ir.MapExpr(d.Init, func(e ir.Expr) ir.Expr {
		if l, ok := e.(*ir.Len); ok && n.expr(e) != e {
			refuse(l.X.Var)
		}
		return e
	})
	x, ok := d.Init.(*ir.Ref)
	if s, slice := d.Init.(*ir.Slice); slice && s.Hi == nil {
		x, ok = s.X, true
	}
	if ok && len(x.Elems) == 0 && n.vars[x.Var] != nil {
		refuse(x.Var)
	}
}

func (n *lengthNames) expr(e ir.Expr) ir.Expr {
	if l, ok := e.(*ir.Len); ok && len(l.X.Elems) == 0 {
		if v := n.vars[l.X.Var]; v != nil {
			return ir.NewRef(v)
		}
	}
	return e
}
