package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Tables and rows that are cut: rows = rows[:len(rows)-1], rows[i] = rows[i][:0]. What they begin with or end at moves, and
// nothing in memory does. What lies behind an end is not followed, so that no slice is made longer again but by append.

// cutTable lowers rows = rows[lo:hi], and rows = nil, for a table whose number of rows changes. Not ok if it is something
// else.
func (l *lowerer) cutTable(lhs, rhs ast.Expr) bool {
	tb := l.tableOf(lhs)
	if tb == nil || tb.list == nil {
		return false
	}
	if l.emptySlice(rhs) {
		var start ir.Expr = ir.Int(0)
		if tb.list.off != nil {
			start = tb.list.off
		}
		l.emit(&ir.Store{Dst: tb.list.end, Src: start})
		if none := tb.list.null; none != nil {
			l.emit(&ir.Store{Dst: none.(*ir.Ref), Src: boolConst(l.isNilSlice(rhs), types.Typ[types.Bool])})
		}
		tb.list.moves++
		return true
	}
	e, ok := ast.Unparen(rhs).(*ast.SliceExpr)
	if !ok || !l.sameSyntax(lhs, e.X) {
		return false
	}
	l.cut(tb.list, e)
	return true
}

// cutRow lowers rows[i] = rows[i][lo:hi] for a table with rows that grow. The row keeps its room. Not ok if it is something
// else.
func (l *lowerer) cutRow(lhs, rhs ast.Expr) bool {
	e, ok := ast.Unparen(rhs).(*ast.SliceExpr)
	ix, isRow := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok || !isRow || !l.sameSyntax(lhs, e.X) || l.hasCall(ix) {
		return false
	}
	tb := l.tableOf(ix.X)
	if tb == nil || tb.room == nil {
		return false
	}
	c := l.row(tb, l.pin("k", asInt(l.scalar(ix.Index))), l.typeOf(lhs)).cur
	c.grows = true
	l.cut(c, e)
	return true
}

// cut makes c the part of it that e says.
func (l *lowerer) cut(c *cursor, e *ast.SliceExpr) {
	value := func(x ast.Expr) ir.Expr {
		if x == nil {
			return nil
		}
		return l.pin("k", asInt(l.scalar(x)))
	}
	lo, hi := value(e.Low), value(e.High)
	whole := part{root: c.root, hi: c.end}
	if c.off != nil {
		whole.lo = c.off
	}
	at := whole.slice(l.checkStart(c, lo), hi)
	if c.off == nil && lo != nil && !ir.IsVal(lo, 0) {
		if !l.planLows(c.key) {
			l.refuse(e.Pos(), "slice that is cut at its start", "it is taken to begin where its memory does", "keep in a variable where it begins")
		}
		return
	}
	least := l.checkMove(c, at)
	if hi != nil {
		l.withinEnd(c, at.hi)
	}
	var dst, src []*node
	set := func(v *ir.Ref, x ir.Expr) {
		if v != nil && !ir.Equal(v, asInt(x)) {
			dst, src = append(dst, leaf(v)), append(src, leaf(asInt(x)))
		}
	}
	set(c.off, at.start())
	set(c.end, at.end())
	if e.Slice3 {
		set(c.top, at.end())
	}
	l.assign(dst, src, e.Pos())
	c.moves++
	l.learn(bound{cur: c, min: least})
}

// planLows plans that the table key, which is assigned as a whole, is cut at its start. Not ok if it is something else.
func (l *lowerer) planLows(key varKey) bool {
	p := l.tables[key]
	switch {
	case l.replanned:
		return true
	case !p.whole || p.lows:
		return false
	}
	p.lows = true
	l.tables[key], l.replanned = p, true
	return true
}

// isTable says whether a variable, declared with the value val, is a table by its plan.
func (l *lowerer) isTable(key varKey, t types.Type, val *node) bool {
	_, planned := l.tables[key]
	return planned && val.fresh && l.class(ir.ElemType(t)) == classSlice && l.copyable(ir.ElemType(t))
}

// permuteRows lowers an exchange of rows of one table whose rows grow: they change places with their room. Not ok if it is
// something else.
func (l *lowerer) permuteRows(at []*node, from []int) bool {
	for _, n := range at {
		if c := n.cur; c == nil || c.table == nil || c.table.room == nil || c.table != at[0].cur.table {
			return false
		}
	}
	offs := make([]*ir.Ref, len(at))
	for i, n := range at {
		offs[i] = n.cur.off
	}
	l.different(offs)
	column := func(f func(c *cursor) *ir.Ref) (dst, src []*node) {
		for i, n := range at {
			dst, src = append(dst, leaf(f(n.cur))), append(src, leaf(f(at[from[i]].cur)))
		}
		return dst, src
	}
	for _, f := range []func(c *cursor) *ir.Ref{
		func(c *cursor) *ir.Ref { return c.off },
		func(c *cursor) *ir.Ref { return c.end },
		func(c *cursor) *ir.Ref { return c.table.room.At(c.off.Elems[0].Index) },
	} {
		dst, src := column(f)
		l.assign(dst, src, l.cur.Pos)
	}
	return true
}
