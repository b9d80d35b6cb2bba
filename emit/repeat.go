package emit

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// nameRepeats gives elements that an iteration reads several times, and does not write, names:
//
//	e := row[i]
//
// The compiler loads them again after each store, for all it knows into the same memory.
func (r *rows) nameRepeats() {
	if !storesElements(r.body) {
		return
	}
	written := r.writtenRoots()
	var refs []*ir.Ref
	var times []int
	r.elements(func(x *ir.Ref) ir.Expr {
		if written[r.base(x.Var).Root()] {
			return x
		}
		same := func(y *ir.Ref) bool { return ir.Equal(x, y) }
		if i := slices.IndexFunc(refs, same); i >= 0 {
			times[i]++
		} else {
			refs, times = append(refs, x), append(times, 1)
		}
		return x
	})
	var decls []ir.Stmt
	for i, x := range refs {
		if times[i] < 2 {
			continue
		}
		v := &ir.Var{Name: x.Var.Name, Type: x.T, Kind: ir.Local}
		r.elements(func(y *ir.Ref) ir.Expr {
			if ir.Equal(x, y) {
				return ir.NewRef(v)
			}
			return y
		})
		decls = append(decls, &ir.Decl{Var: v, Init: x})
		r.named = append(r.named, v)
	}
	r.body.Stmts = append(decls, r.body.Stmts...)
}

// elements replaces the numbers in the elements of rows that the iteration at hand reads.
func (r *rows) elements(f func(*ir.Ref) ir.Expr) {
	ir.Walk(r.body, func(s ir.Stmt) bool {
		ir.Exprs(s, func(e ir.Expr) ir.Expr {
			if e == nil {
				return nil
			}
			return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
				if x, ok := e.(*ir.Ref); ok && r.isElement(x) {
					return f(x)
				}
				return e
			})
		})
		return true
	})
}

// isElement says whether x is a number in the element of a row that belongs to the iteration at hand.
func (r *rows) isElement(x *ir.Ref) bool {
	if r.base(x.Var) == nil || !ir.IsFloat(x.T) || len(x.Elems) == 0 || !ir.Equal(x.Elems[0].Index, ir.NewRef(r.index)) {
		return false
	}
	return !slices.ContainsFunc(x.Elems[1:], func(e ir.Elem) bool {
		_, constant := ir.IntVal(e.Index)
		return e.Deref || e.Index != nil && !constant
	})
}

// storesElements says whether b writes elements of slices.
func storesElements(b *ir.Block) bool {
	found := false
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Writes(s, func(w *ir.Ref) { found = found || len(w.Elems) > 0 })
		return !found
	})
	return found
}
