package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// computeInRows has what goes on the tape as a whole computed there:
//
//	clear(y)                                 y := yTape[j*n : (j+1)*n]
//	for c { y[c] += ... }         becomes    clear(y)
//	yRow := yTape[j*n : (j+1)*n]             for c { y[c] += ... }
//	copy(yRow, y)
//
// y is a local slice of which the statements overwrite all before they read it, and which nothing else knows.
func (d *deriver) computeInRows() {
	var moved []*ir.Alloc
	var visit func(b *ir.Block, loops []*ir.For)
	visit = func(b *ir.Block, loops []*ir.For) {
		for i := 0; i < len(b.Stmts); i++ {
			s := b.Stmts[i]
			if f, ok := s.(*ir.For); ok {
				visit(f.Body, append(loops[:len(loops):len(loops)], f))
			} else {
				ir.Inner(s, func(b *ir.Block) { visit(b, loops) })
			}
			if r := d.rowOf(b, i, loops); r != nil {
				i = r.move()
				if !slices.Contains(moved, r.made) {
					moved = append(moved, r.made)
				}
			}
		}
	}
	visit(d.body, nil)
	for _, a := range moved {
		d.dropMemory(a)
	}
}

// dropMemory removes a if nothing but its length is read.
func (d *deriver) dropMemory(a *ir.Alloc) {
	v := a.Dst.Var
	found := false
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if s != ir.Stmt(a) {
			ir.Reads(s, func(e ir.Expr) { found = found || refersTo(e, v) })
			ir.Writes(s, func(w *ir.Ref) { found = found || w.Var.Root() == v })
		}
		return !found
	})
	if found {
		return
	}
	mapBlock(d.body.Stmts, func(e ir.Expr) ir.Expr {
		if n, ok := e.(*ir.Len); ok && n.X.Var == v {
			return a.Len
		}
		return e
	})
	removeStmts(d.body, map[ir.Stmt]bool{a: true})
}

// A tapeRow is a row of a tape and what is saved in it.
type tapeRow struct {
	saving
	made        *ir.Alloc // of the slice that is saved
	block       *ir.Block
	from, at    int // the statements of the block that overwrite the slice and that save it
	decl, until int // the declaration of the row, and where the slice is overwritten again
}

// rowOf returns the row that statement i of b saves, nil if it does not, or what it saves cannot be computed there. The loops
// are around b.
func (d *deriver) rowOf(b *ir.Block, i int, loops []*ir.For) *tapeRow {
	s := savingOf(b.Stmts[i])
	if s == nil || s.src.View != nil || s.src.Kind != ir.Local || d.swapped(s.src) || d.swapped(s.row) {
		return nil
	}
	m := findMaking(d.body, s.src)
	if m == nil {
		return nil
	}
	made, ok := m.stmt().(*ir.Alloc)
	if !ok || made.Escapes || !d.unchanged(made.Len) {
		return nil
	}
	r := &tapeRow{saving: *s, made: made, block: b, at: i}
	r.decl = slices.IndexFunc(b.Stmts, func(s ir.Stmt) bool { x, ok := s.(*ir.Decl); return ok && x.Var == r.row })
	if r.decl < 0 || r.decl > i || !r.asLong(d) || !d.ownRows(r, loops) || !r.onlyIn(d.body) || !r.spans(d) || !r.apart() {
		return nil
	}
	return r
}

// asLong says whether the row is as long as the slice.
func (r *tapeRow) asLong(d *deriver) bool {
	v, ok := r.row.View.(*ir.Slice)
	if !ok || v.Lo == nil || v.Hi == nil || !d.unchanged(v.Lo) || !d.unchanged(v.Hi) {
		return false
	}
	n, ok := d.constantDifference(v.Hi, ir.Add(v.Lo, r.made.Len))
	return ok && n == 0
}

// ownRows says whether iterations that are executed at the same time, or statement by statement, have rows of their own.
func (d *deriver) ownRows(r *tapeRow, loops []*ir.For) bool {
	tape := findMaking(d.body, r.row.Root())
	if tape == nil {
		return false
	}
	for _, f := range loops {
		inside := findMaking(f.Body, r.row.Root()) != nil
		if (f.Par != nil || f.Jam > 0) && !inside && !mentionsAny(r.row.View.(*ir.Slice).Lo, map[*ir.Var]bool{f.Iter: true}) {
			return false
		}
	}
	return true
}

// onlyIn says whether nothing outside the block mentions the slice, but for its length.
func (r *tapeRow) onlyIn(body *ir.Block) bool {
	inside := map[ir.Stmt]bool{}
	ir.Walk(r.block, func(s ir.Stmt) bool {
		inside[s] = true
		return true
	})
	ok := true
	ir.Walk(body, func(s ir.Stmt) bool {
		if inside[s] || s == ir.Stmt(r.made) {
			return true
		}
		ir.Reads(s, func(e ir.Expr) { ok = ok && !refersTo(e, r.src) })
		ir.Writes(s, func(w *ir.Ref) { ok = ok && w.Var.Root() != r.src })
		return ok
	})
	return ok
}

// spans finds the statements in which the slice is the row. It returns false if they read what was there before.
func (r *tapeRow) spans(d *deriver) bool {
	c := &coverage{v: r.src, length: r.made.Len, values: onceAssigned(d.body), fixed: func(e ir.Expr) bool { return d.unchanged(e) }}
	first := 1 + slices.Index(r.block.Stmts, ir.Stmt(r.made)) // 0 where it is made outside
	if c.block(&ir.Block{Stmts: r.block.Stmts[first:]}, false) <= 0 {
		return false
	}
	overwrites := func(s ir.Stmt) bool { return c.mentioned(s) && c.stmt(s) > 0 }
	r.from = r.at - 1
	for r.from >= first && !overwrites(r.block.Stmts[r.from]) {
		r.from--
	}
	r.until = r.at + 1
	for r.until < len(r.block.Stmts) && !overwrites(r.block.Stmts[r.until]) {
		r.until++
	}
	return r.from >= first
}

// apart says whether nothing else reads or writes the tape up to where the slice is saved, nor the slice changes after that, and
// whether the row may be declared before all that.
func (r *tapeRow) apart() bool {
	tape := r.row.Root()
	for _, s := range r.block.Stmts {
		if x, ok := s.(*ir.Decl); ok && x.Var.View != nil && x.Var.Root() == r.src {
			return false // a part of the slice may be known to several spans
		}
	}
	place := map[*ir.Var]bool{}
	for _, e := range []ir.Expr{r.row.View.(*ir.Slice).Lo, r.row.View.(*ir.Slice).Hi} {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if x, ok := e.(*ir.Ref); ok {
				place[x.Base().Var] = true
			}
			return true
		})
	}
	for k := r.from; k < r.until; k++ {
		if k == r.at || k == r.decl {
			continue
		}
		e := ir.EffectsOf(r.block.Stmts[k])
		if e.Fixed || sumsInto(r.block.Stmts[k], r.src) || k < r.at && (e.Reads[tape] || e.Writes[tape]) || k > r.at && (e.Writes[tape] || e.Writes[r.src]) {
			return false
		}
		for v := range place {
			if k < r.decl && e.Writes[v] {
				return false
			}
		}
	}
	return true
}

// sumsInto says whether chunks of a loop in s have copies of v.
func sumsInto(s ir.Stmt, v *ir.Var) bool {
	found := false
	ir.Walk(s, func(s ir.Stmt) bool {
		f, ok := s.(*ir.For)
		found = found || ok && f.Par != nil && slices.ContainsFunc(f.Par.Sums, func(x *ir.Var) bool { return x.Root() == v })
		return !found
	})
	return found
}

// move has the statements work on the row, which has the name of the slice there. It returns the position of the statement before
// the first that comes after the slice was saved.
func (r *tapeRow) move() int {
	list := r.block.Stmts
	var span []ir.Stmt
	for k := r.from; k < r.until; k++ {
		if k != r.at && k != r.decl {
			span = append(span, list[k])
		}
	}
	to := map[*ir.Var]ir.Expr{r.src: ir.NewRef(r.row)}
	var parts []*ir.Decl // of the slice: they become parts of the row, and the primal's stay what they are
	for _, s := range span {
		ir.Walk(s, func(s ir.Stmt) bool {
			if x, ok := s.(*ir.Decl); ok && x.Var.View != nil && x.Var.Root() == r.src {
				part := *x.Var
				to[x.Var], x.Var = ir.NewRef(&part), &part
				parts = append(parts, x)
			}
			return true
		})
	}
	mapBlock(span, func(e ir.Expr) ir.Expr { return replaceVars(e, to) })
	for _, x := range parts {
		x.Var.View = x.Init
	}
	if r.decl >= r.from {
		span = append([]ir.Stmt{list[r.decl]}, span...)
	}
	r.block.Stmts = slices.Concat(list[:r.from], span, list[r.until:])
	r.row.Name, r.row.Obj = r.src.Name, r.src.Obj
	return r.at - 1
}
