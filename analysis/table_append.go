package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// growingTable declares a slice of slices that grows by append, as a table whose number of rows changes.
func (l *lowerer) growingTable(name string, obj types.Object, key varKey, t types.Type, val *node, p slicePlan) *node {
	var length ir.Expr
	var given *ir.Ref // rows that it begins with
	least := int64(0)
	switch r := val.ref(); {
	case val.pending || val.isNil:
		length = ir.Int(0)
	case val.table != nil && val.table.list != nil && val.fresh:
		tb := val.table // of a helper that has ended
		if tb.list.obj = obj; p.lows && tb.list.off == nil {
			tb.list.off = ir.NewRef(l.position(name+"First", ir.Int(0)))
		}
		tb.obj, tb.key = obj, key
		return &node{typ: t, table: tb}
	case val.fresh && r != nil && len(r.Elems) == 0 && val.cur == nil:
		if length = l.takeAlloc(r.Var); length != nil {
			least, _ = ir.IntVal(length)
		} else if _, isConst := ir.IntVal(l.allocLen[r.Var]); isConst {
			length, given = ir.Int(0), r
			l.adopt(r.Var, name, nil, madeAt(l.declaredAt(obj)))
		}
	}
	if length == nil {
		l.refuse(l.declaredAt(obj), "append to "+key.called(name), "it begins with rows of which it is not known how they are kept", "begin with nil, make or a literal, and append the rows")
		return l.dummy(t)
	}
	tb := l.newTable(name, obj, key, t, length)
	tb.list = &cursor{root: tb.off, end: ir.NewRef(l.position(name+"Len", length)), grows: true, obj: obj}
	if p.lows {
		tb.list.off = ir.NewRef(l.position(name+"First", ir.Int(0)))
	}
	l.begins(tb.list, least)
	if given != nil {
		n, _ := ir.IntVal(l.allocLen[given.Var])
		for i := range n {
			l.appendRow(tb, leaf(given.At(ir.Int(i))), l.cur.Pos)
		}
	}
	return &node{typ: t, table: tb}
}

// appendRows lowers rows = append(rows, ...) for a table.
func (l *lowerer) appendRows(tb *table, call *ast.CallExpr) {
	if call.Ellipsis.IsValid() {
		l.refuse(call.Args[1].Pos(), "append of all rows of a slice", "rows are followed one by one", "append them in a loop")
		return
	}
	var rows []*node
	for _, e := range call.Args[1:] {
		rows = append(rows, l.converted(l.expr(e), tb.row, e.Pos()))
	}
	for i, row := range rows {
		if len(rows) > 1 && row.cur != nil && row.cur.table != nil { // it is read before the first is appended
			row = leaf(l.pinned(row, call.Args[i+1].Pos()))
			rows[i] = row
		}
	}
	for i, row := range rows {
		if !row.bad {
			l.appendRow(tb, row, call.Args[i+1].Pos())
		}
	}
}

// appendRow makes the slice row the last row of tb.
func (l *lowerer) appendRow(tb *table, row *node, pos token.Pos) {
	next := tb.list.end
	columns := append([]*ir.Ref{tb.off, tb.end}, tb.subs...)
	if tb.room != nil {
		columns = append(columns, tb.room)
	}
	for _, v := range columns {
		l.emit(&ir.Grow{Var: v.Var, Len: ir.Add(next, ir.Int(1))})
	}
	c := &cursor{table: tb, mem: tb.mem, off: tb.off.At(next), end: tb.end.At(next)}
	place := &node{typ: tb.row, cur: c, pending: true}
	if tb.root != nil {
		c.root = tb.rootAt(next)
		place = c.node(tb.row)
	}
	l.assign([]*node{place}, []*node{row}, pos)
	l.emit(&ir.Reduce{Op: token.ADD, Dst: next, Src: ir.Int(1)})
	l.learn(bound{cur: tb.list, min: l.minLen(tb.list) + 1})
}
