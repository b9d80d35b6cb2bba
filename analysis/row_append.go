package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Rows that grow.
//
// A row that append makes longer may or may not be other memory than the one before, as its capacity says. Where a
// row has no other name that makes no difference: in the memory of its table it has room of its own, and when that
// is used up the row moves to the end of the memory. So the rows of such a table are new slices, never
// other memory, nor each other's; and no variable that is a row is in use where one grows.

// appendToRow lowers rows[i] = append(rows[i], ...) for a local table. Not ok if lhs is something else.
func (l *lowerer) appendToRow(lhs *ast.IndexExpr, call *ast.CallExpr) bool {
	tb := l.tableOf(lhs.X)
	if tb == nil || tb.room == nil {
		return l.planGrow(lhs, tb)
	}
	row := l.row(tb, l.pin("k", asInt(l.scalar(lhs.Index))), l.typeOf(lhs))
	c := row.cur
	rest := call.Args[1:]
	if !call.Ellipsis.IsValid() {
		k := ir.Int(int64(len(rest)))
		l.makeRoom(c, k)
		for i, e := range rest {
			l.clearAndSet(c.root.At(ir.Add(c.end, ir.Int(int64(i)))), e)
		}
		l.emit(&ir.Reduce{Op: token.ADD, Dst: c.end, Src: k})
		return true
	}
	part := l.pinned(l.spread(rest[0]), rest[0].Pos())
	n := l.pin("n", asInt(l.sliceLen(part)))
	at := partOf(part.X).slice(part.Lo, part.Hi)
	at.lo, at.hi = l.pin("lo", at.lo), l.pin("hi", at.hi)
	l.makeRoom(c, n) // in which the elements to be appended stay where they are
	from := l.save("from", c.end)
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	l.emit(l.counted(i, n, func() {
		src := at.root.At(ir.Add(at.start(), ir.NewRef(i)))
		l.assign([]*node{leaf(c.root.At(ir.Add(from, ir.NewRef(i))))}, []*node{leaf(src)}, rest[0].Pos())
	}))
	l.emit(&ir.Reduce{Op: token.ADD, Dst: c.end, Src: n})
	return true
}

// counted is a loop over i from 0 to n.
func (l *lowerer) counted(i *ir.Var, n ir.Expr, body func()) *ir.For {
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Form: ir.Range}
	f.Body = l.in(body)
	return f
}

// makeRoom sees to it that k elements have room behind the row c: where that is not so the row moves to the end of the
// memory, with as much room again as it is long.
func (l *lowerer) makeRoom(c *cursor, k ir.Expr) {
	room := c.roomEnd()
	end := l.save("end", ir.Add(c.end, k))
	l.emit(&ir.If{Meta: l.cur, Cond: ir.Bin(token.GTR, end, room), Then: l.in(func() {
		n := l.save("n", ir.Sub(c.end, c.off))
		old, from := l.save("old", c.off), l.save("from", c.mem.used)
		to := l.save("to", ir.Add(ir.Add(from, ir.Mul(ir.Int(2), n)), ir.Add(k, ir.Int(2))))
		l.emit(&ir.Grow{Var: c.mem.root.Var, Len: to})
		i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
		l.emit(l.counted(i, n, func() {
			dst, src := c.root.At(ir.Add(from, ir.NewRef(i))), c.root.At(ir.Add(old, ir.NewRef(i)))
			l.assign([]*node{leaf(dst)}, []*node{leaf(src)}, l.cur.Pos)
		}))
		for _, m := range []move{{c.off, from}, {c.end, ir.Add(from, n)}, {room, to}, {c.mem.used, to}} {
			l.emit(&ir.Store{Dst: m.dst, Src: m.src})
		}
	})})
}

// roomEnd is where the room ends that c has in memory of its own, nil if it does not grow there.
func (c *cursor) roomEnd() *ir.Ref {
	if c.table != nil && c.table.room != nil {
		return c.table.room.At(c.off.Elems[0].Index)
	}
	return c.room
}

// reserve sees to it that there is memory for k more elements behind the end of a variable that grows.
func (l *lowerer) reserve(c *cursor, k ir.Expr) {
	if c.room != nil {
		l.makeRoom(c, k)
		return
	}
	l.growTo(c, ir.Add(c.end, k))
}

// planGrow plans that the slice of slices of which lhs is an element is a table with rows that grow. Not ok if it
// cannot be one.
func (l *lowerer) planGrow(lhs *ast.IndexExpr, tb *table) bool {
	key, row := varKey{}, l.typeOf(lhs)
	if tb != nil {
		key = tb.key
	} else if n := l.known(lhs.X); n == nil {
		return false
	} else if r := n.ref(); r != nil && len(r.Elems) == 0 && r.Var.Kind == ir.Local && r.Var.View == nil && !isArray(r.Var.Type) && r.Var.Obj != nil {
		key.obj = r.Var.Obj
	}
	switch {
	case l.replanned:
		return true
	case key == (varKey{}) || l.tables[key].grow || !l.copyable(row):
		return false
	}
	l.tables[key], l.replanned = tablePlan{own: true, grow: true, whole: l.tables[key].whole}, true
	return true
}

// growsRows says whether v is the memory of a table with rows that grow.
func (l *lowerer) growsRows(v *ir.Var) bool { return l.memories[v].grow }

// refuseShared refuses another name for a slice in the memory v, in which slices grow, or a slice there that is other memory.
func (l *lowerer) refuseShared(pos token.Pos, v *ir.Var) {
	o := l.memories[v]
	what, these := "row of "+o.name, "the rows of "+o.name+" grow by append"
	if o.variable {
		what, these = "slice "+o.name, o.name+" grows by append"
	}
	l.refuse(pos, what, these+", and whether this one and another slice are one memory then depends on its capacity", "copy it, as by append([]T(nil), r...)")
}
