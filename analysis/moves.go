package analysis

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A move is the assignment of one leaf. src is nil for a zero array.
type move struct {
	dst *ir.Ref
	src ir.Expr
}

// assign stores values into places as one multiple assignment: all values (and subscripts of
// places) count as read before the first store.
func (l *lowerer) assign(dst, src []*node, pos token.Pos) {
	dst, src, named := l.apartNamed(dst, src)
	defer named()
	var list []move
	faults := l.diags.Len()
	for i := range dst {
		if list = l.moves(list, dst[i], src[i], pos); l.diags.Len() > faults {
			return // one fault of an assignment says enough
		}
	}
	if len(dst) > 1 {
		for _, n := range dst {
			if n.cur != nil {
				n.cur.moves++ // what was learnt of one may be meant for the value that it had before
			}
		}
	}
	for i := range list {
		for _, m := range list[:i] {
			l.guardMove(&list[i], m.dst)
		}
	}
	for _, m := range list {
		if m.src == nil || !ir.Equal(m.dst, m.src) {
			l.store(m)
		}
	}
}

// apartNamed takes the assignments to variables that are written by their names out of a multiple assignment: named does them.
func (l *lowerer) apartNamed(dst, src []*node) (otherDst, otherSrc []*node, named func()) {
	var writes []func()
	for i, d := range dst {
		if !d.force().named || src[i].force().x == nil {
			otherDst, otherSrc = append(otherDst, d), append(otherSrc, src[i])
			continue
		}
		val := src[i].x
		if len(dst) > 1 {
			val = l.save("t", val)
		}
		writes = append(writes, func() { l.writeNamed(d, token.ASSIGN, val) })
	}
	return otherDst, otherSrc, func() {
		for _, w := range writes {
			w()
		}
	}
}

// guardMove takes copies of what m reads if the store to earlier may change it.
func (l *lowerer) guardMove(m *move, earlier *ir.Ref) {
	for i, e := range m.dst.Elems {
		if e.Index != nil && l.mayRead(e.Index, earlier) {
			elems := append([]ir.Elem(nil), m.dst.Elems...)
			elems[i].Index = l.save("k", e.Index)
			m.dst = &ir.Ref{Var: m.dst.Var, Elems: elems, T: m.dst.T}
		}
	}
	if m.src == nil || !l.mayRead(m.src, earlier) {
		return
	}
	if r, ok := m.src.(*ir.Ref); ok && l.ofElements(m.dst.T) {
		m.src = l.copyArray("t", r)
		return
	}
	m.src = l.save("t", m.src)
}

// moves appends the leaf assignments of dst = src.
func (l *lowerer) moves(list []move, dst, src *node, pos token.Pos) []move {
	dst.force()
	src.force()
	if dst.bad || src.bad {
		return list
	}
	if src.fn != nil && src.fn.lit != nil {
		l.refuse(pos, "assignment of a function literal", "it must be known which function a variable holds", "declare the variable with it, or declare a function")
		dst.bad = true
		return list
	}
	switch l.class(dst.typ) {
	case classStruct:
		st := dst.typ.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			if st.Field(i).Name() != "_" {
				list = l.moves(list, l.field(dst, i), l.field(src, i), pos)
			}
		}
		return list
	case classSlice:
		return l.moveSlice(list, dst, src, pos)
	case classPointer:
		if !(src.isNil && dst.isNil) && !sameNode(dst, src) {
			way := "assign through it, or use a variable of its own"
			if r := dst.ref(); r != nil && len(r.Elems) > 0 {
				way = "keep the values themselves there"
			}
			l.refuse(pos, "assignment to a pointer", "what it points to must be known when the code is generated", way)
		}
		return list
	}
	r, ok := dst.x.(*ir.Ref)
	if !ok {
		l.refuse(pos, "assignment", "it is not to a variable", "assign to a variable")
		return list
	}
	if src.zero && src.x == nil {
		return append(list, move{r, nil})
	}
	if src.x == nil {
		return list
	}
	return append(list, move{r, src.x})
}

func sameNode(a, b *node) bool {
	if a == b {
		return true
	}
	if a.force().to != nil && b.force().to != nil {
		return sameNode(a.to, b.to)
	}
	return a.x != nil && b.x != nil && ir.Equal(a.x, b.x)
}

// moveSlice assigns a slice: only a result takes one, and only a local one.
func (l *lowerer) moveSlice(list []move, dst, src *node, pos token.Pos) []move {
	switch {
	case l.given[dst] || dst.pending && dst.cur == nil && (src.isNil || src.pending && src.cur == nil):
		return list
	case dst.table != nil && l.tables[dst.table.key].whole && !dst.table.view:
		return l.moveWhole(list, dst.table, src, pos)
	case dst.table != nil && l.assignedWhole(dst.table), dst.pending && dst.cur != nil && dst.cur.later != nil && src.table != nil:
		return l.moveTable(list, dst, src, pos)
	case dst.cur != nil:
		return l.moveCursor(list, dst, src, pos)
	}
	r, _ := dst.x.(*ir.Ref)
	if src.x != nil && dst.x != nil && ir.Equal(dst.x, src.x) {
		return list
	}
	if r == nil || r.Var.Kind != ir.Result || len(r.Elems) > 0 {
		if r != nil && r.Base().Var.Kind == ir.Param && !swappable(r.Base()) {
			l.refuse(pos, "assignment of a slice", callerSees(ir.ExprString(r), r), "copy the elements")
			return list
		}
		if dst.slot != nil && !dst.pending && !src.bad && !l.plans[*dst.slot].grows && (l.planMoves(*dst.slot, dst, src) || l.planOwn(*dst.slot, dst.typ)) {
			return list
		}
		l.refuse(pos, "assignment of a slice", "slices are bound to their memory once", "declare a new variable, or copy the elements")
		l.unmade[dst] = dst.pending // that is said now
		return list
	}
	if src.isNil {
		return list // the result is nil from the start
	}
	if src.table != nil {
		src = l.rowsOf(src.table, src.typ, pos)
	}
	v := l.sliceVar(src, r.Var.Name)
	root := v.Root()
	if root.Kind != ir.Local || root.Of != nil {
		l.refuse(pos, l.resultText(r.Var), "it aliases an argument or a package-level variable", "return a copy")
		return list
	}
	l.escapes[root] = pos
	return append(list, move{r, ir.NewRef(v)})
}

// store emits one move.
func (l *lowerer) store(m move) {
	if !l.writable(m.dst, l.cur.Pos) {
		return
	}
	if l.ofElements(m.dst.T) {
		l.arrayLoop(m.dst, m.src)
		return
	}
	l.emit(&ir.Store{Dst: m.dst, Src: l.inText(m.src)})
}

// resultText names a result: one without a name by its place among the results.
func (l *lowerer) resultText(v *ir.Var) string {
	for i, r := range l.fn.Results {
		if slices.Contains(r.Leaves, v) && r.Obj.Name() == "" && len(l.fn.Results) > 1 {
			return fmt.Sprintf("result %d", i+1)
		} else if slices.Contains(r.Leaves, v) && r.Obj.Name() == "" {
			return "result"
		}
	}
	return "result " + v.UserName()
}
