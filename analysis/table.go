package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A table is a local slice of slices whose rows are parts of other memory, all of the same: the rows of a
// buffer, or those of another slice of slices. It is represented by slices of integers that say which part each
// row is, so that its elements are elements of that memory, whatever else is a name for them.
type table struct {
	name     string
	obj      types.Object // nil for a field
	key      varKey
	row      types.Type
	off, end *ir.Ref
	subs     []*ir.Ref // the subscripts on the way to each row
	root     *ir.Ref   // the memory; nil before the first assignment
	// list is set for a table that grows by append: its elements are the starts of the rows.
	list *cursor
	view bool    // it is another name for rows of a table
	mem  *memory // of the table's own, else nil
	room *ir.Ref // where the room of each row ends in that, nil if rows do not grow
	// Where the table is declared: the name for the memory is in use from there on.
	block  *ir.Block
	start  int
	blocks []*ir.Block
}

// called is what the user calls the table.
func (tb *table) called() string { return tb.key.called(tb.name) }

// tableFor declares a slice of slices that is made here as a table, if its rows are assigned as those of one.
func (l *lowerer) tableFor(name string, obj types.Object, key varKey, t types.Type, val *node) *node {
	_, planned := l.tables[key]
	r := val.ref()
	if !planned || !val.fresh || r == nil || len(r.Elems) > 0 || val.cur != nil {
		return nil
	}
	n := l.takeAlloc(r.Var)
	if n == nil {
		return nil // its elements are given already
	}
	return &node{typ: t, table: l.newTable(name, obj, key, t, n)}
}

// newTable declares a table of so many rows.
func (l *lowerer) newTable(name string, obj types.Object, key varKey, t types.Type, length ir.Expr) *table {
	p := l.tables[key]
	slice := func(suffix string, elem types.Type, n ir.Expr) *ir.Ref {
		v := l.mutableTemp(name+suffix, types.NewSlice(elem))
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: n})
		return ir.NewRef(v)
	}
	number := types.Typ[types.Int]
	tb := &table{name: name, obj: obj, key: key, row: ir.ElemType(t), off: slice("Off", number, length), end: slice("End", number, length)}
	for range p.subs {
		tb.subs = append(tb.subs, slice("Row", number, length))
	}
	l.starts[tb.off.Var], l.columns[tb.off.Var] = true, tb.called()
	if p.own {
		tb.mem = l.newMemory(name, key, tb.row, false)
		tb.root = tb.mem.root
	}
	if p.grow {
		tb.room = slice("Room", number, length)
		o := l.memories[tb.root.Var]
		o.grow = true
		l.memories[tb.root.Var] = o
	}
	tb.block, tb.start, tb.blocks = l.blk, len(l.blk.Stmts), slices.Clone(l.blocks)
	return tb
}

// length is the number of rows.
func (tb *table) length() ir.Expr {
	if tb.list != nil {
		return tb.list.length()
	}
	return &ir.Len{X: tb.off}
}

// at is where row i lies in the slices of integers.
func (tb *table) at(i ir.Expr) ir.Expr {
	if tb.list == nil || tb.list.off == nil {
		return i
	}
	return ir.Add(tb.list.off, i)
}

// takeAlloc removes the statement that makes v and returns the length that it gives it, as it was then. It returns nil if
// statements behind it, which are other values of the same assignment most often, name v.
func (l *lowerer) takeAlloc(v *ir.Var) ir.Expr {
	list := l.blk.Stmts
	i := l.allocOf(l.blk, v)
	if i < 0 {
		return nil
	}
	a := list[i].(*ir.Alloc)
	alone := true
	for _, s := range list[i+1:] {
		if names(s, v) {
			return nil
		}
		d, isDecl := s.(*ir.Decl)
		made, isAlloc := s.(*ir.Alloc)
		alone = alone && (isDecl && isInt(d.Init) || isAlloc && len(made.Dst.Elems) == 0)
	}
	if alone {
		l.blk.Stmts = append(list[:i:i], list[i+1:]...)
		return l.pin("n", a.Len)
	}
	n := l.temp("n", types.Typ[types.Int])
	list[i] = &ir.Decl{Meta: a.Meta, Var: n, Init: asInt(a.Len)}
	return ir.NewRef(n)
}

// names says whether something in s is v.
func names(s ir.Stmt, v *ir.Var) bool {
	found := false
	look := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			switch e := e.(type) {
			case *ir.Ref:
				found = found || e.Var == v
			case *ir.Len:
				found = found || e.X.Var == v
			}
			return !found
		})
	}
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Reads(s, look)
		ir.Writes(s, func(r *ir.Ref) { look(r) })
		switch s := s.(type) {
		case *ir.Grow:
			found = found || s.Var == v
		case *ir.Swap:
			look(s.A)
			look(s.B)
		}
		return !found
	})
	return found
}

func isInt(x ir.Expr) bool {
	_, ok := ir.IntVal(x)
	return ok
}

// row is row i of a table. Before any row is assigned it is a place alone.
func (l *lowerer) row(tb *table, i ir.Expr, t types.Type) *node {
	if i = asInt(i); tb.list != nil {
		i = tb.at(l.checkIndex(tb.list, i))
	}
	c := &cursor{table: tb, mem: tb.mem, off: tb.off.At(i), end: tb.end.At(i)}
	if tb.root == nil {
		return &node{typ: t, cur: c, pending: true}
	}
	c.root = tb.rootAt(i)
	return c.node(t)
}

// rowsOf returns a slice of slices that has the rows of a table.
func (l *lowerer) rowsOf(tb *table, t types.Type, pos token.Pos) *node {
	if !l.copyable(tb.row) || tb.root == nil {
		l.refuse(pos, "slice "+tb.called(), "its rows are parts of one memory", "use its rows one by one")
		return l.dummy(t)
	}
	v := l.mutableTemp(tb.name, t)
	n := tb.length()
	l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: n})
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Form: ir.Range}
	f.Body = l.in(func() {
		l.iters[l.blk] = i
		k := tb.at(ir.NewRef(i))
		c := &cursor{table: tb, root: tb.rootAt(k), off: tb.off.At(k), end: tb.end.At(k)}
		l.rowInto(ir.NewRef(v).At(ir.NewRef(i)), c.node(tb.row), pos)
	})
	l.emit(f)
	return &node{typ: t, x: ir.NewRef(v), fresh: true}
}

// tableOf returns the table that e names, nil if it is something else.
func (l *lowerer) tableOf(e ast.Expr) *table {
	if n := l.known(e); n != nil {
		return n.table
	}
	return nil
}

// rootAt is the memory that row i is a part of.
func (tb *table) rootAt(i ir.Expr) *ir.Ref {
	elems, k := slices.Clone(tb.root.Elems), 0
	for j, e := range elems {
		if e.Index != nil {
			elems[j].Index = tb.subs[k].At(i)
			k++
		}
	}
	return &ir.Ref{Var: tb.root.Var, Elems: elems, T: tb.root.T}
}

// unassigned refuses a row that is read before, in the text, a row is assigned.
func (l *lowerer) unassigned(n *node, pos token.Pos) *node {
	if n.cur == nil || n.cur.table == nil || !n.pending {
		return n
	}
	l.refuse(pos, "row of "+n.cur.table.called(), "it is read before a row is assigned", "assign the rows at the start")
	return l.dummy(n.typ)
}

// rowOf makes at the memory of the table of which c is a row, if it has none yet. Not ok if that is not
// possible.
func (l *lowerer) rowOf(c *cursor, at part, src *node, pos token.Pos) bool {
	tb := c.table
	if l.growsRows(at.root.Var) {
		l.refuseShared(pos, at.root.Var)
		return false
	}
	if src.fresh || !l.madeAround(at.root.Var, tb) || tb.root != nil && !sameRoot(tb.root, at.root) {
		if l.planOwn(tb.key, tb.row) {
			return false
		}
		l.refuse(pos, "row of "+tb.called(), "it has memory of its own, and other rows are parts of other memory", "make one slice for all rows, and let each be a part of it")
		return false
	}
	if l.replanned {
		return false
	}
	if tb.root == nil && len(at.root.Indices()) != len(tb.subs) {
		l.tables[tb.key], l.replanned = tablePlan{subs: len(at.root.Indices())}, true
		return false
	}
	if tb.root == nil {
		tb.root = at.root
		if _, is := l.memories[at.root.Var]; is {
			return l.rootedAt(c) // that memory grows, and each row stays where it is in it
		}
		l.lasting = append(l.lasting, alias{root: at.root.Var, through: throughHeader(at.root), block: tb.block, start: tb.start, end: -1})
	}
	return l.rootedAt(c)
}

// rootedAt makes c, a row of a table, a part of the table's memory.
func (l *lowerer) rootedAt(c *cursor) bool {
	c.root = c.table.rootAt(c.off.Elems[0].Index)
	return true
}

// madeAround says whether the memory v is there as long as the table is.
func (l *lowerer) madeAround(v *ir.Var, tb *table) bool {
	if v.Kind != ir.Local {
		return true
	}
	for _, b := range tb.blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Alloc:
				if s.Dst.Var == v && len(s.Dst.Elems) == 0 {
					return true
				}
			case *ir.Decl:
				if s.Var == v {
					return true
				}
			}
		}
	}
	return false
}
