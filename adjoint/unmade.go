package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// refuseUnmade refuses to ask for the length of a row that may be made later. The reverse sweep takes it that the lengths of
// rows do not change, and such a row is empty first.
func (d *deriver) refuseUnmade() {
	u := &unmade{deriver: d, tables: map[*ir.Var]bool{}, deep: map[*ir.Decl]int{}}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if a, ok := s.(*ir.Alloc); ok && len(a.Dst.Elems) > 0 && a.Dst.Base().Var.Kind == ir.Local {
			u.makes = append(u.makes, a)
			u.tables[a.Dst.Base().Var] = true
		}
		return true
	})
	if len(u.makes) == 0 {
		return
	}
	u.ask(d.body)
	u.test()
	u.remove(d.body)
}

type unmade struct {
	*deriver
	makes  []*ir.Alloc
	tables map[*ir.Var]bool
	// asks read, each, an element of a row before a statement that asks for its length; deep says how many subscripts lead to
	// the row.
	asks []*ir.Decl
	deep map[*ir.Decl]int
}

// ask puts reads of elements before statements that ask for lengths.
func (u *unmade) ask(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		ir.Inner(s, u.ask)
		var found []ir.Stmt
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if n, ok := e.(*ir.Len); ok && u.tables[n.X.Base().Var] && len(n.X.Base().Elems) > 0 {
					found = append(found, u.read(n.X.Base(), s))
				}
				return true
			})
		})
		out = append(append(out, found...), s)
		if f, ok := s.(*ir.For); ok && f.While != nil {
			for _, s := range found {
				again := *s.(*ir.Decl)
				u.asks, u.deep[&again] = append(u.asks, &again), u.deep[s.(*ir.Decl)]
				f.Body.Stmts = append([]ir.Stmt{&again}, f.Body.Stmts...)
			}
		}
	}
	b.Stmts = out
}

func (u *unmade) read(r *ir.Ref, s ir.Stmt) ir.Stmt {
	deep := len(r.Elems)
	for ir.ElemType(r.T) != nil {
		r = r.At(ir.Int(0))
	}
	p := &ir.Decl{Meta: *s.Info(), Var: newLocal("ask", r.T), Init: r}
	u.asks, u.deep[p] = append(u.asks, p), deep
	return p
}

// test refuses the reads that come before the making of what they read.
func (u *unmade) test() {
	idx := depend.Index(u.body)
	refused := map[*ir.Var]bool{}
	for _, p := range u.asks {
		for _, a := range u.makes {
			root := a.Dst.Base().Var
			if len(a.Dst.Base().Elems) <= u.deep[p] && !refused[root] && u.before(idx, p, a, root) {
				refused[root] = true
				u.problem(p.Pos, "cannot differentiate: the length of a row of %s is asked for where the row may be made later; make all rows in a loop of their own", root.UserName())
			}
		}
	}
}

// before says whether p may read what a makes afterwards, in one life of the table.
func (u *unmade) before(idx *depend.Accesses, p *ir.Decl, a *ir.Alloc, root *ir.Var) bool {
	of := func(s ir.Stmt) *depend.Access {
		list := idx.Of(s)
		if i := slices.IndexFunc(list, func(x *depend.Access) bool { return x.Ref.Var == root && (x.Write || s == ir.Stmt(p)) }); i >= 0 {
			return list[i]
		}
		return nil
	}
	read, made := of(p), of(a)
	return read != nil && made != nil && idx.OverwrittenWithin(read, made, min(u.around(root), depend.Common(read, made)))
}

// around returns the number of loops around the statement that makes the table root.
func (u *unmade) around(root *ir.Var) int {
	depth := 0
	var visit func(b *ir.Block, n int)
	visit = func(b *ir.Block, n int) {
		for _, s := range b.Stmts {
			if a, ok := s.(*ir.Alloc); ok && len(a.Dst.Elems) == 0 && a.Dst.Var == root {
				depth = n
			}
			m := n
			if _, loop := s.(*ir.For); loop {
				m++
			}
			ir.Inner(s, func(b *ir.Block) { visit(b, m) })
		}
	}
	visit(u.body, 0)
	return depth
}

// remove takes the reads away.
func (u *unmade) remove(b *ir.Block) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return ok && slices.Contains(u.asks, d)
	})
	for _, s := range b.Stmts {
		ir.Inner(s, u.remove)
	}
}
