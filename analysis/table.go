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
	off, end *ir.Ref
	subs     []*ir.Ref // the subscripts on the way to each row
	root     *ir.Ref   // the memory; nil before the first assignment
	// Where the table is declared: the name for the memory is in use from there on.
	block  *ir.Block
	start  int
	blocks []*ir.Block
}

// tableFor declares a slice of slices that is made here as a table, if its rows are assigned as those of one.
func (l *lowerer) tableFor(name string, obj types.Object, t types.Type, val *node) *node {
	n, planned := l.tables[obj]
	r := val.ref()
	if !planned || !val.fresh || r == nil || len(r.Elems) > 0 || val.cur != nil {
		return nil
	}
	made := l.takeAlloc(r.Var)
	if made == nil {
		return nil // its elements are given already
	}
	length := l.pin("n", made.Len)
	ints := func(suffix string) *ir.Ref {
		v := l.mutableTemp(name+suffix, types.NewSlice(types.Typ[types.Int]))
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: length})
		return ir.NewRef(v)
	}
	tb := &table{name: name, off: ints("Off"), end: ints("End")}
	for range n {
		tb.subs = append(tb.subs, ints("Row"))
	}
	l.starts[tb.off.Var] = true
	tb.block, tb.start, tb.blocks = l.blk, len(l.blk.Stmts), slices.Clone(l.blocks)
	return &node{typ: t, table: tb}
}

// takeAlloc removes the statement that makes v, if nothing but other values of the same assignment stands behind
// it.
func (l *lowerer) takeAlloc(v *ir.Var) *ir.Alloc {
	list := l.blk.Stmts
	for i := len(list) - 1; i >= 0; i-- {
		a, ok := list[i].(*ir.Alloc)
		switch {
		case !ok || len(a.Dst.Elems) > 0:
			return nil
		case a.Dst.Var == v:
			l.blk.Stmts = append(list[:i:i], list[i+1:]...)
			return a
		}
	}
	return nil
}

// row is row i of a table. Before any row is assigned it is a place alone.
func (l *lowerer) row(tb *table, i ir.Expr, t types.Type) *node {
	i = asInt(i)
	c := &cursor{table: tb, off: tb.off.At(i), end: tb.end.At(i)}
	if tb.root == nil {
		return &node{typ: t, cur: c, pending: true}
	}
	c.root = tb.rootAt(i)
	return c.node(t)
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
	l.refuse(pos, "row of "+n.cur.table.name, "it is read before a row is assigned", "assign the rows at the start")
	return l.dummy(n.typ)
}

// rowOf makes at the memory of the table of which c is a row, if it has none yet.
func (l *lowerer) rowOf(c *cursor, at part, fresh bool, pos token.Pos) bool {
	tb := c.table
	if fresh {
		l.refuse(pos, "row of "+tb.name, "it has memory of its own, and other rows are parts of other memory", "make one slice for all rows, and let each be a part of it")
		return false
	}
	if tb.root == nil {
		tb.root = at.root
		if !l.madeAround(at.root.Var, tb) {
			l.refuse(pos, "row of "+tb.name, at.root.Var.Name+" is made in an inner block", "make the row where it is stored, as in "+tb.name+"[i] = make(...)")
			return false
		}
		l.aliases = append(l.aliases, alias{at.root.Var, throughHeader(at.root), nil, tb.block, tb.start, -1})
	}
	c.root = tb.rootAt(c.off.Elems[0].Index)
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

// replanTable notes that a row of a local slice of slices is assigned a part of other memory. Then lowering
// starts again, and what it has made so far is of no use.
func (l *lowerer) replanTable(lhs ast.Expr, dst, src *node) bool {
	ix, ok := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok || dst.cur != nil || dst.bad || src.isNil || src.pending || src.bad || src.fresh {
		return false
	}
	id, ok := ast.Unparen(ix.X).(*ast.Ident)
	r := dst.ref()
	if !ok || r == nil || len(r.Elems) != 1 || r.Var.Kind != ir.Local || r.Var.View != nil || isArray(r.Var.Type) {
		return false
	}
	obj := l.info().ObjectOf(id)
	if _, planned := l.tables[obj]; planned || obj == nil {
		return false
	}
	at, ok := l.part(src, lhs.Pos())
	if ok {
		l.tables[obj], l.replanned = len(at.root.Indices()), true
	}
	return true
}
