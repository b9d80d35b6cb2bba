package emit

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// findOnlySet finds the local variables that source text assigns and nothing reads, which Go would refuse.
func (p *printer) findOnlySet(b *ir.Block) {
	p.onlySet = map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { setsOf(e, func(r *ir.Ref) { p.onlySet[r.Var] = r.Var.Kind == ir.Local }) })
		return true
	})
	if len(p.onlySet) == 0 {
		return
	}
	read := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok {
				delete(p.onlySet, r.Var)
			}
			return true
		})
	}
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) {
			o, ok := e.(*ir.Opaque)
			if !ok || o.Sets == nil {
				read(e)
				return
			}
			for _, a := range o.Args {
				if r, ok := a.(*ir.Ref); !ok || len(r.Elems) > 0 || !slices.ContainsFunc(o.Sets.Refs, func(w *ir.Ref) bool { return w.Var == r.Var }) {
					read(a)
				}
			}
		})
		return true
	})
}

// setsOf calls f for the places that source text e assigns.
func setsOf(e ir.Expr, f func(*ir.Ref)) {
	if o, ok := e.(*ir.Opaque); ok && o.Sets != nil {
		for _, r := range o.Sets.Refs {
			f(r)
		}
	}
}

// usesSet appends to the source text x, which is printed as list, uses of the variables that it alone assigns.
func (p *printer) usesSet(list []code, x *ir.Opaque) []code {
	setsOf(x, func(r *ir.Ref) {
		if p.onlySet[r.Var] {
			delete(p.onlySet, r.Var)
			list = append(list, p.line("_ = %s", p.variable(r.Var)))
		}
	})
	return list
}
