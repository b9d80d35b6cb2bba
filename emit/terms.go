package emit

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// minSaved is the number of operations and loads that a family must save.
const minSaved = 4

// rollTerms keeps the values of expressions that the next iteration computes again.
func (r *rows) rollTerms() {
	if !slices.ContainsFunc(r.list, func(x rowSlice) bool { return ir.IsFloat(ir.ElemType(x.v.Type)) }) {
		return
	}
	old := ir.CloneBlock(r.body)
	r.inlineElements()
	rolled := false
	for {
		f := r.bestFamily()
		if f == nil {
			break
		}
		r.rollFamily(f)
		rolled = true
	}
	if !rolled {
		r.body = old
		return
	}
	r.dropRows()
}

// inlineElements puts elements that the loop does not write, and what rolls, in the place of locals that hold nothing else,
// perhaps with a minus.
func (r *rows) inlineElements() {
	written := r.writtenRoots()
	writes := map[*ir.Var]int{}
	ir.Walk(r.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(w *ir.Ref) { writes[w.Var]++ })
		return true
	})
	for i := 0; i < len(r.body.Stmts); i++ {
		d, ok := r.body.Stmts[i].(*ir.Decl)
		if !ok || d.Init == nil || writes[d.Var] != 1 {
			continue
		}
		value := d.Init
		u, negative := value.(*ir.Unary)
		if negative && u.Op == token.SUB {
			value = u.X
		}
		e, ok := value.(*ir.Ref)
		if !ok || negative && (len(e.Elems) > 0 || !r.keeps(e.Var)) {
			continue
		}
		if x := r.rowOf(e); len(e.Elems) > 0 && (x == nil || written[x.v.Root()]) || len(e.Elems) == 0 && !r.keeps(e.Var) {
			continue
		}
		if note := d.Note; note != "" && i+1 < len(r.body.Stmts) && r.body.Stmts[i+1].Info().Note == "" {
			r.body.Stmts[i+1].Info().Note = note
		}
		r.body.Stmts = slices.Delete(r.body.Stmts, i, i+1)
		mapBody(r.body, func(x ir.Expr) ir.Expr {
			if ref, ok := x.(*ir.Ref); ok && ref.Var == d.Var && len(ref.Elems) == 0 {
				return d.Init
			}
			return withoutSigns(x)
		})
		i--
	}
}

// withoutSigns returns the sum or negation e without a minus in front of its operands.
func withoutSigns(e ir.Expr) ir.Expr {
	negated := func(e ir.Expr) *ir.Unary {
		u, ok := e.(*ir.Unary)
		if !ok || u.Op != token.SUB {
			return nil
		}
		return u
	}
	switch x := e.(type) {
	case *ir.Unary:
		if negated(x) != nil && negated(x.X) != nil {
			return ir.Neg(x.X)
		}
	case *ir.Binary:
		switch u, v := negated(x.X), negated(x.Y); {
		case x.Op == token.ADD && v != nil:
			return ir.Sub(x.X, v.X)
		case x.Op == token.ADD && u != nil:
			return ir.Sub(x.Y, u.X)
		case x.Op == token.SUB && v != nil:
			return ir.Add(x.X, v.X)
		}
	}
	return e
}

// keeps says whether v holds what rolls.
func (r *rows) keeps(v *ir.Var) bool {
	return slices.ContainsFunc(r.rolls, func(x roll) bool { return x.next == v || slices.Contains(x.kept, v) })
}

// rowOf returns the row that e is the element of in this iteration.
func (r *rows) rowOf(e *ir.Ref) *rowSlice {
	if len(e.Elems) != 1 {
		return nil
	}
	if i, ok := e.Elems[0].Index.(*ir.Ref); !ok || i.Var != r.index {
		return nil
	}
	for k := range r.list {
		if r.list[k].row == e.Var {
			return &r.list[k]
		}
	}
	return nil
}

// bestFamily returns the family that saves most, nil if none saves enough.
func (r *rows) bestFamily() *family {
	changes := r.changing()
	written := r.writtenRoots()
	var list []*family
	for _, s := range r.body.Stmts {
		switch s.(type) {
		case *ir.Decl, *ir.Store, *ir.Reduce:
		default:
			continue
		}
		ir.Reads(s, func(e ir.Expr) {
			if evaluatesInPart(e) {
				return
			}
			ir.WalkExpr(e, func(e ir.Expr) bool {
				f, at := r.familyOf(e, changes, written)
				if f == nil {
					return true
				}
				list = withMember(list, f, at, e)
				return true
			})
		})
	}
	var best *family
	for _, f := range list {
		if f.saves() >= minSaved && (best == nil || f.saves() > best.saves()) {
			best = f
		}
	}
	return best
}

// changing returns what an iteration declares or assigns.
func (r *rows) changing() map[*ir.Var]bool {
	m := map[*ir.Var]bool{r.index: true}
	if r.iter != nil {
		m[r.iter] = true
	}
	ir.Walk(r.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(w *ir.Ref) { m[w.Var] = true })
		return true
	})
	for _, x := range r.rolls {
		m[x.next] = true
		for _, v := range x.kept {
			m[v] = true
		}
	}
	return m
}

// rollFamily replaces the members of f by variables.
func (r *rows) rollFamily(f *family) {
	low, high := f.ats[0], f.ats[len(f.ats)-1]
	t := f.canon.Type()
	wish := r.nameOf(f)
	local := func(name string) *ir.Var { return &ir.Var{Name: wish + name, Type: t, Kind: ir.Local} }
	x := roll{next: local("Next"), value: r.member(f, high)}
	for i, n := range rollNames(int(high - low)) {
		x.kept = append(x.kept, local(n))
		x.starts = append(x.starts, r.start(f, low+int64(i)))
	}
	changes, written := r.changing(), r.writtenRoots()
	replace := func(e ir.Expr) ir.Expr {
		return mapDown(e, func(e ir.Expr) ir.Expr {
			g, at := r.familyOf(e, changes, written)
			if g == nil || !f.same(g) {
				return nil
			}
			if at == high {
				return ir.NewRef(x.next)
			}
			return ir.NewRef(x.kept[at-low])
		})
	}
	for _, s := range r.body.Stmts {
		switch s.(type) {
		case *ir.Decl, *ir.Store, *ir.Reduce:
			ir.Exprs(s, func(e ir.Expr) ir.Expr {
				if e == nil || evaluatesInPart(e) {
					return e
				}
				return replace(e)
			})
		}
	}
	r.rolls = append(r.rolls, x)
	r.inlineElements()
}

// nameOf returns the name of the local that holds a member of f.
func (r *rows) nameOf(f *family) string {
	for _, s := range r.body.Stmts {
		if d, ok := s.(*ir.Decl); ok && d.Init != nil && d.Var.Name != "g" && slices.Contains(f.exprs, d.Init) {
			return d.Var.Name
		}
	}
	return "term"
}

// mapDown is ir.MapExpr from above: where f returns an expression, that takes the place of the node with all below it.
func mapDown(e ir.Expr, f func(ir.Expr) ir.Expr) ir.Expr {
	if x := f(e); x != nil {
		return x
	}
	switch x := e.(type) {
	case *ir.Unary:
		return &ir.Unary{Op: x.Op, X: mapDown(x.X, f)}
	case *ir.Binary:
		return &ir.Binary{Op: x.Op, X: mapDown(x.X, f), Y: mapDown(x.Y, f), T: x.T}
	case *ir.Intrinsic:
		c := *x
		c.Args = nil
		for _, a := range x.Args {
			c.Args = append(c.Args, mapDown(a, f))
		}
		return &c
	case *ir.Convert:
		return &ir.Convert{X: mapDown(x.X, f), T: x.T, Pos: x.Pos}
	}
	return e
}

// member returns the member of f that is ahead by at, in terms of rows.
func (r *rows) member(f *family, at int64) ir.Expr {
	e := f.canon
	for _, c := range f.cells {
		e = ir.Subst(e, c.name, ir.NewRef(r.row(c.v, ir.Add(c.rest, ir.Int(c.by+at)))).At(ir.NewRef(r.index)))
	}
	return e
}

// start returns the member of f that is ahead by at in the first iteration, in terms of slices; see rows.from.
func (r *rows) start(f *family, at int64) ir.Expr {
	e := f.canon
	for _, c := range f.cells {
		i := ir.Add(c.rest, ir.Int(c.by+at))
		if r.from != nil {
			i = ir.Add(ir.NewRef(r.from), i)
		}
		e = ir.Subst(e, c.name, ir.NewRef(c.v).At(i))
	}
	return e
}

// writtenRoots returns the slices that the loop writes.
func (r *rows) writtenRoots() map[*ir.Var]bool {
	written := map[*ir.Var]bool{}
	ir.Walk(r.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(w *ir.Ref) { written[w.Base().Var] = true })
		return true
	})
	for _, x := range r.list { // a row is written in place of its slice
		if written[x.row] {
			written[x.v.Root()] = true
		}
	}
	return written
}

// dropRows forgets rows that nothing reads or writes.
func (r *rows) dropRows() {
	used := map[*ir.Var]bool{}
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if x, ok := e.(*ir.Ref); ok {
				used[x.Var] = true
			}
			return true
		})
	}
	ir.Walk(r.body, func(s ir.Stmt) bool {
		ir.Reads(s, see)
		ir.Writes(s, func(w *ir.Ref) { see(w) })
		return true
	})
	for _, x := range r.rolls {
		see(x.value)
		used[x.row] = true
	}
	r.list = slices.DeleteFunc(r.list, func(x rowSlice) bool { return !used[x.row] })
}
