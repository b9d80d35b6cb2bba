package analysis

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A rowCopy is a row of a slice of slices that has a copy of the elements of the slice that the program assigned,
// where the program has one memory with two names. That makes no difference if the other name is not used any
// more, or if nothing is written by either.
type rowCopy struct {
	pos token.Pos
	src *ir.Ref // the memory that was copied
	dst *ir.Var // the memory that the rows are in
	// appended, if it is not "", is the variable that begins with the copy and grows by append.
	appended string
	moment
}

// A moment is a place in what has been lowered so far.
type moment struct {
	blocks []*ir.Block // from the outermost one that counts to the one at hand then
	end    int         // the number of statements up to there in the last of them
}

// now is the place of the statement that is lowered next.
func (l *lowerer) now() moment { return moment{slices.Clone(l.blocks), len(l.blk.Stmts)} }

// rowInto gives the element at place, which has no memory yet, the elements of the slice val.
func (l *lowerer) rowInto(place *ir.Ref, val *node, pos token.Pos) bool {
	val.force()
	switch {
	case val.bad || val.table != nil || !l.copyable(place.T):
		return false
	case val.isNil || val.pending || l.placeRow(place, val):
		return true
	}
	at, ok := l.part(val, pos)
	if !ok {
		return true // refused
	}
	l.emit(&ir.Alloc{Dst: place, Len: l.pin("n", ir.Sub(at.end(), at.start()))})
	l.copyInto(place, ir.Int(0), at, pos)
	return true
}

// copyInto copies the elements of a slice to dst[from:], memory for a row.
func (l *lowerer) copyInto(dst *ir.Ref, from ir.Expr, at part, pos token.Pos) {
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	n := l.pin("n", ir.Sub(at.end(), at.start()))
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Form: ir.Range}
	src := at.root.At(ir.Add(at.start(), ir.NewRef(i)))
	f.Body = l.in(func() {
		l.assign([]*node{leaf(dst.At(ir.Add(from, ir.NewRef(i))))}, []*node{leaf(src)}, pos)
	})
	l.emit(f)
	l.makesCopies([]ir.Stmt{f})
	l.rowCopies = append(l.rowCopies, rowCopy{pos: l.users(pos), src: at.root.Base(), dst: dst.Base().Var, moment: l.now()})
}

// makesCopies notes that statements write rows to begin with: no name for them has been used before.
func (l *lowerer) makesCopies(list []ir.Stmt) {
	for _, s := range list {
		ir.Walk(s, func(s ir.Stmt) bool {
			l.copying[s] = true
			return true
		})
	}
}

// checkCopies refuses copies of rows that make a difference.
func (l *lowerer) checkCopies(f *ir.Func) {
	if f == nil {
		return
	}
	var refused []rowCopy
	for _, c := range l.rowCopies {
		src := c.src.Base().Var
		copies := l.copiesOf(c.dst.Root())
		switch {
		case src.Kind == ir.Local && !c.usedLater():
		case l.writtenBeside(f, c, copies):
			refused = append(refused, c)
		case src.Kind != ir.Local && l.leaves(copies):
			l.refuse(c.pos, "result", "it aliases argument "+src.UserName(), "return a copy")
		}
	}
	if l.shareAll(refused); l.replanned || l.planParts(refused) {
		return
	}
	if said := slices.DeleteFunc(slices.Clone(refused), rowCopy.madeUp); len(said) > 0 {
		refused = said // what a variable begins with matters only where it is assigned
	}
	for i, c := range refused {
		if !slices.ContainsFunc(refused[:i], func(o rowCopy) bool { return c.saidBy(o) }) {
			l.refuseCopy(c)
		}
	}
}

// madeUp says whether no statement of the user makes c: it is what a parameter that moves begins with.
func (c rowCopy) madeUp() bool { return !c.pos.IsValid() }

// saidBy says whether what is wrong with o, which is refused before, is wrong with c: they are made by one assignment, or one copies
// back what the other has copied.
func (c *rowCopy) saidBy(o rowCopy) bool {
	return c.pos == o.pos || c.src.Base().Var == o.dst.Root() && o.src.Base().Var == c.dst.Root()
}

// refuseCopy says that a copy makes a difference.
func (l *lowerer) refuseCopy(c rowCopy) {
	src, dst := l.ownerOf(c.src.Base().Var), l.ownerOf(c.dst.Root())
	why := "its memory is that of " + src.name + " too, and it is written while both are in use"
	switch {
	case c.appended != "":
		l.refuse(c.pos, "append to "+c.appended, "it begins as a part of other memory, which append may write or may not", "begin with nil or make, and append the elements")
		return
	case strings.HasPrefix(dst.name, resultOf):
		l.refuse(c.pos, dst.name, why, "return a copy from each place, as slices.Clone(v), or assign what lies in the one to the elements of the other")
		return
	case dst.variable:
		l.refuse(c.pos, "slice "+dst.name, why, "give each new slice a name of its own, fill it, and assign it to "+dst.name+" then")
		return
	}
	l.refuse(c.pos, "row of "+dst.name, why, "use "+src.name+" no more once it is a row, or make one slice for all rows and let each be a part of it")
}

// ownerOf says what the user calls the memory v.
func (l *lowerer) ownerOf(v *ir.Var) owner {
	if o, is := l.memories[v]; is {
		return o
	}
	return owner{name: v.UserName()}
}

// copiesOf returns the memory v and that to which rows were copied from it, directly or not.
func (l *lowerer) copiesOf(v *ir.Var) []*ir.Var {
	list := []*ir.Var{v}
	for i := 0; i < len(list); i++ {
		for _, c := range l.rowCopies {
			if dst := c.dst.Root(); c.src.Base().Var == list[i] && !slices.Contains(list, dst) {
				list = append(list, dst)
			}
		}
	}
	return list
}

// leaves says whether a result may refer to one of list.
func (l *lowerer) leaves(list []*ir.Var) bool {
	return slices.ContainsFunc(list, func(v *ir.Var) bool {
		_, is := l.escapes[v]
		return is
	})
}

// usedLater says whether something names the memory that was copied after the copy.
func (c *rowCopy) usedLater() bool {
	src := c.src.Base()
	return c.after(src.Var, nil, func(s ir.Stmt) bool {
		found := false
		ir.Exprs(s, func(e ir.Expr) ir.Expr {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok {
					b := r.Base()
					found = found || b.Var == src.Var && !disjoint(b.Elems, src.Elems)
				}
				return !found && ir.NilTest(e) == nil
			})
			return e
		})
		return found
	})
}

// writtenBeside says whether rows in copies are written, or what was copied is written after the copy.
func (l *lowerer) writtenBeside(f *ir.Func, c rowCopy, copies []*ir.Var) bool {
	src := c.src.Base().Var
	_, grows := l.memories[src] // where rows that are made later are other elements
	if c.after(src, copies, func(s ir.Stmt) bool {
		_, more := s.(*ir.Grow)
		return !(grows && (more || l.copying[s])) && writes(s, src)
	}) {
		return true
	}
	found := false
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Alloc, *ir.Grow: // each row keeps its elements
			return true
		case *ir.Swap:
			if s.A.Base().Var == s.B.Base().Var {
				return true
			}
		}
		found = found || !l.copying[s] && !l.writesFresh(s) && slices.ContainsFunc(copies, func(v *ir.Var) bool { return writes(s, v) })
		return !found
	})
	return found
}

// writesFresh says whether s does no more than store a number into a slice that was made for the variable that s names.
func (l *lowerer) writesFresh(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.Store:
		return l.fresh[s.Dst]
	case *ir.Reduce:
		return l.fresh[s.Dst]
	}
	return false
}

// writes says whether s itself changes the memory v.
func writes(s ir.Stmt, v *ir.Var) bool {
	if g, ok := s.(*ir.Grow); ok && g.Var == v {
		return true
	}
	found, newVars := false, declares(s)
	ir.Writes(s, func(r *ir.Ref) { found = found || r.Base().Var == v && !(newVars && declaredBy(s, r)) })
	return found
}

// after says whether f holds for a statement that is executed after m while src is in scope, if it is not nil, and while
// one of copies is, if there are any.
func (m *moment) after(src *ir.Var, copies []*ir.Var, f func(ir.Stmt) bool) bool {
	any := func(s ir.Stmt) bool {
		found := false
		ir.Walk(s, func(s ir.Stmt) bool {
			found = found || f(s)
			return !found
		})
		return found
	}
	end := m.end
	for k := len(m.blocks) - 1; k >= 0; k-- {
		b := m.blocks[k]
		if slices.ContainsFunc(b.Stmts[end:], any) {
			return true
		}
		gone := func(v *ir.Var) bool {
			return slices.ContainsFunc(m.blocks[k:], func(b *ir.Block) bool { return declaredIn(b, v) })
		}
		if k == 0 || src != nil && gone(src) || len(copies) > 0 && !slices.ContainsFunc(copies, func(v *ir.Var) bool { return !gone(v) }) {
			return false
		}
		end = slices.IndexFunc(m.blocks[k-1].Stmts, func(s ir.Stmt) bool { return holds(s, b) }) + 1
		if end == 0 {
			return true // it is not known what comes after
		}
		if s := m.blocks[k-1].Stmts[end-1]; isLoop(s) && any(s) {
			return true
		}
	}
	return false
}

func isLoop(s ir.Stmt) bool {
	_, ok := s.(*ir.For)
	return ok
}

// holds says whether b is s or a block directly inside it.
func holds(s ir.Stmt, b *ir.Block) bool {
	found := s == ir.Stmt(b)
	ir.Inner(s, func(x *ir.Block) { found = found || x == b })
	return found
}

func declaredIn(b *ir.Block, v *ir.Var) bool {
	return slices.ContainsFunc(b.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		a, isAlloc := s.(*ir.Alloc)
		return ok && d.Var == v || isAlloc && len(a.Dst.Elems) == 0 && a.Dst.Var == v
	})
}
