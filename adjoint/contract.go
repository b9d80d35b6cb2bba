package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// contract makes numbers of the slices that nothing but the body of f, which stands in b, touches, and that only at the
// element of the iteration, which it stores first.
func (d *deriver) contract(b *ir.Block, f *ir.For) {
	limit := d.canonical(f.Limit)
	for _, s := range slices.Clone(b.Stmts) {
		a, ok := s.(*ir.Alloc)
		if !ok || a.Escapes || a.Like != nil || len(a.Dst.Elems) > 0 || a.Dst.Var.Kind != ir.Local {
			continue
		}
		v := a.Dst.Var
		elem, size := ir.ElemType(v.Type), d.canonical(a.Len)
		_, length := size.(*ir.Len) // it is not negative
		if n, ok := ir.IntVal(size); ok && n >= 0 {
			length = true
		}
		if !length || !ir.Equal(limit, size) || !ir.IsFloat(elem) && !ir.IsInt(elem) && !ir.IsBool(elem) || !storesEach(f, v) || d.usedBeside(f, v) {
			continue
		}
		if begin, ok := ir.IntVal(f.Begin); !ok || begin < 0 {
			continue
		}
		f.Limit = limit
		scalar(f, v, &ir.Var{Name: v.Name, Type: elem, Kind: ir.Local, Obj: v.Obj, Pos: v.Pos})
		b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool { return s == ir.Stmt(a) })
	}
}

// usedBeside says whether anything but elements in the body of f uses slice v, apart from its length in the limit of f.
func (d *deriver) usedBeside(f *ir.For, v *ir.Var) bool {
	inside := map[ir.Stmt]bool{}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		inside[s] = true
		return true
	})
	found := false
	ir.Walk(d.body, func(s ir.Stmt) bool {
		see := func(e ir.Expr) { found = found || names(e, v, inside[s]) }
		switch x := s.(type) {
		case *ir.Alloc:
			if x.Dst.Var == v {
				return true
			}
		case *ir.For:
			if x == f {
				see(f.Begin)
				return true
			}
		}
		ir.Reads(s, see)
		ir.Writes(s, func(r *ir.Ref) { see(r) })
		return !found
	})
	return found
}

// names says whether e mentions v, other than by elements of it if those are allowed.
func names(e ir.Expr, v *ir.Var, elements bool) bool {
	found := false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			found = found || n.X.Var.Root() == v
		case *ir.Ref:
			found = found || n.Var.Root() == v && !(elements && n.Var == v && len(n.Elems) > 0)
		}
		return !found
	})
	return found
}

// scalar puts number w in the place of the element of v that each iteration of f stores before all else.
func scalar(f *ir.For, v, w *ir.Var) {
	put := func(e ir.Expr) ir.Expr {
		return ir.MapExpr(e, func(n ir.Expr) ir.Expr {
			if r, ok := n.(*ir.Ref); ok && r.Var == v {
				return ir.NewRef(w)
			}
			return n
		})
	}
	declared := false
	for i, s := range f.Body.Stmts {
		if st, ok := s.(*ir.Store); ok && !declared && st.Dst.Var == v {
			declared = true
			f.Body.Stmts[i] = &ir.Decl{Meta: st.Meta, Var: w, Init: st.Src}
			continue
		}
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Exprs(s, put)
			return true
		})
	}
}
