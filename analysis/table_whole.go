package analysis

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Slices of slices that are assigned as a whole, what one of several places returns say: a table of which each
// assignment makes all rows anew, as copies of those that are assigned. Which copies make no difference is told as for rows
// that are assigned one by one, see [rowCopy].

// planWhole plans that all rows of what is assigned to a variable are copied. Not ok if that is planned already, or they
// cannot be.
func (l *lowerer) planWhole(key varKey, t types.Type) bool {
	p := l.tables[key]
	switch {
	case l.replanned:
		return true
	case key == (varKey{}) || p.whole || l.class(t) != classSlice || !l.copyable(ir.ElemType(t)):
		return false
	}
	p.own, p.whole, p.subs = true, true, 0
	l.tables[key], l.replanned = p, true
	return true
}

// wholeTable declares a slice of slices that is assigned as a whole.
func (l *lowerer) wholeTable(name string, obj types.Object, key varKey, t types.Type, val *node) *node {
	tb := l.newTable(name, obj, key, t, ir.Int(0))
	tb.list = &cursor{root: tb.off, end: ir.NewRef(l.position(name+"Len", ir.Int(0))), grows: true, obj: obj, key: key}
	if l.tables[key].lows {
		tb.list.off = ir.NewRef(l.position(name+"First", ir.Int(0)))
	}
	l.declareNull(tb.list, name, boolConst(true, types.Typ[types.Bool]))
	l.begins(tb.list, 0)
	n := &node{typ: t, table: tb}
	if !val.pending && !val.isNil {
		pos := l.cur.Pos
		if !pos.IsValid() { // a parameter
			pos = l.declaredAt(obj)
		}
		l.assign([]*node{n}, []*node{val}, pos)
	}
	return n
}

// moveWhole appends the assignments that make tb the slice of slices src, of which it copies the rows.
func (l *lowerer) moveWhole(list []move, tb *table, src *node, pos token.Pos) []move {
	c := tb.list
	c.moves++
	n := l.wholeLength(src)
	l.emit(&ir.Store{Dst: c.end, Src: ir.Int(0)})
	if c.off != nil {
		l.emit(&ir.Store{Dst: c.off, Src: ir.Int(0)})
	}
	if n == nil {
		return l.moveNull(list, c, src, pos)
	}
	row := func(i ir.Expr) *node { return l.row(src.table, i, tb.row) }
	if src.table == nil {
		rows := l.sliceRef(src, pos)
		if src.fresh && len(rows.Elems) == 0 && len(l.keys[rows.Var]) == 0 {
			l.adopt(rows.Var, rows.Var.Name, nil, madeAt(pos))
		}
		row = func(i ir.Expr) *node { return leaf(rows.At(i)) }
	}
	known := len(l.rowCopies)
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	l.emit(l.counted(i, n, func() {
		l.iters[l.blk] = i
		l.appendRow(tb, row(ir.NewRef(i)), pos)
	}))
	for k := known; k < len(l.rowCopies); k++ { // all rows are copied before anything else is done
		copied := &l.rowCopies[k]
		copied.moment, copied.src = l.now(), ir.NewRef(copied.src.Var)
	}
	c.moves++
	return l.moveNull(list, c, src, pos)
}

// wholeLength is the number of rows of n, which does not change when rows are copied; nil if n is nil.
func (l *lowerer) wholeLength(n *node) ir.Expr {
	switch x := n.x.(type) {
	case *ir.Slice:
		return l.pin("n", asInt(l.sliceLen(x)))
	case *ir.Ref:
		return l.pin("n", asInt(lengthOf(x)))
	}
	if n.table != nil {
		return l.pin("n", asInt(n.table.length()))
	}
	return nil
}
