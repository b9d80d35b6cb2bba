package adjoint

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// checkParallel tests every loop that is marked parallel on the finished body, however it came about, with
// nothing but the conditions that are tested around it. A violation is a fault of the generator, never a race in
// a user's program.
func (d *deriver) checkParallel() {
	plain := depend.Index(d.body)
	index := func(holds []ir.Expr) *depend.Accesses {
		if len(holds) == 0 {
			return plain
		}
		return depend.Index(d.body, holds...)
	}
	check := func(f *ir.For, holds []ir.Expr) {
		checkLoop(&scheduler{idx: index(holds), arrays: true}, f)
		for _, v := range f.Par.Near {
			if !isApart(index(holds), f, v.Root(), f.Par.Reach) {
				panic(fmt.Sprintf("adjoint: iterations of the loop over %s far apart add to the same elements of %s", f.Iter.Name, v.Name))
			}
		}
		for _, o := range f.Par.Own {
			idx := index(slices.Concat(holds, d.conditions(o.If...)))
			if len(idx.SumsInto(f, o.Var.Root())) > 0 {
				panic(fmt.Sprintf("adjoint: iterations of the loop over %s do not have elements of %s for themselves", f.Iter.Name, o.Var.Name))
			}
		}
	}
	var visit func(b *ir.Block, holds []ir.Expr)
	visit = func(b *ir.Block, holds []ir.Expr) {
		for _, st := range b.Stmts {
			switch st := st.(type) {
			case *ir.For:
				if st.Par != nil {
					check(st, append(holds[:len(holds):len(holds)], d.conditions(st.Par.If...)...))
				} else {
					visit(st.Body, holds)
				}
			case *ir.If:
				visit(st.Then, append(holds[:len(holds):len(holds)], d.conditions(st.Cond)...))
				if st.Else != nil {
					visit(st.Else, holds)
				}
			default:
				ir.Inner(st, func(b *ir.Block) { visit(b, holds) })
			}
		}
	}
	var sure []ir.Expr
	for _, f := range d.facts.declared {
		if d.facts.sure[f.Cond] {
			sure = append(sure, f.Cond)
		}
	}
	visit(d.body, sure)
}

// conditions returns what the guards among conds stand for.
func (d *deriver) conditions(conds ...ir.Expr) []ir.Expr {
	var list []ir.Expr
	for _, e := range conds {
		switch e := e.(type) {
		case *ir.Binary:
			if e.Op == token.LAND {
				list = append(list, d.conditions(e.X, e.Y)...)
			}
		case *ir.Ref:
			for _, s := range d.body.Stmts {
				g, ok := s.(*ir.Decl)
				if !ok || g.Init == nil || !ir.IsBool(g.Var.Type) {
					break // what comes later may hold later only
				}
				if g.Var == e.Var && d.assignments(g.Var) == 0 {
					list = append(list, g.Init)
					if p := ir.Predicate(g.Init); p != nil && p.Fn == ir.Holds {
						list[len(list)-1] = p.Args[0]
					}
				}
			}
		}
	}
	return list
}

// checkLoop tests one loop.
func checkLoop(s *scheduler, f *ir.For) {
	par, why := s.schedule(f)
	if par != nil && !covers(f.Par, par) {
		why = "iterations add to the same elements"
	}
	if why != "" {
		panic(fmt.Sprintf("adjoint: the loop over %s cannot run in parallel: %s", f.Iter.Name, why))
	}
	ir.Walk(f.Body, func(st ir.Stmt) bool {
		if g, ok := st.(*ir.For); ok && g.Par != nil {
			panic("adjoint: a parallel loop inside another one")
		}
		return true
	})
}
