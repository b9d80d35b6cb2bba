package analysis

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Tables that are names for rows of other tables: rows[1:], parameters that are cut. Such a table shares the slices of
// integers with the other one, and has its own numbers for where it starts and ends. Where the other one grows, Go may give it
// other memory or not, so that this is refused while the name is in use.

// tableView returns the rows lo:hi of a table; name is set for a variable obj that is cut later.
func (l *lowerer) tableView(name string, obj types.Object, t types.Type, tb *table, lo, hi ir.Expr, pos token.Pos) *node {
	if tb.root == nil {
		l.refuse(pos, "slice "+tb.called(), "its rows are assigned later", "assign the rows at the start")
		return l.dummy(t)
	}
	whole := part{root: tb.off}
	if tb.list != nil {
		whole.hi = tb.list.end
		if tb.list.off != nil {
			whole.lo = tb.list.off
		}
	}
	at := whole
	least := int64(0)
	if tb.list != nil {
		least = l.minLen(tb.list)
	}
	if lo != nil || hi != nil {
		if tb.list != nil {
			lo = l.checkStart(tb.list, lo)
		}
		at = whole.slice(lo, hi)
		least = l.checkMove(tb.list, at)
		if tb.list != nil && hi != nil {
			l.withinEnd(tb.list, at.hi)
		}
	}
	number := func(suffix string, x ir.Expr) *ir.Ref {
		if obj != nil {
			return ir.NewRef(l.position(name+suffix, x))
		}
		return l.save(tb.name+suffix, asInt(x))
	}
	v := *tb
	v.obj, v.view = nil, true // what it leads to belongs to tb
	v.list = &cursor{root: tb.off, off: number("First", at.start()), end: number("Len", at.end()), grows: true, obj: obj}
	if tb.list != nil && obj == nil {
		v.list.key, v.list.null = tb.list.key, l.pin("none", tb.list.null)
	}
	l.begins(v.list, least)
	l.noteAlias(tb.off, v.list.off.Var) // which all that names a row of it reads
	return &node{typ: t, table: &v}
}
