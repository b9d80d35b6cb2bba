package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A tablePlan says how the rows of a table are assigned, or a variable that is a slice. Plans are made when an assignment shows that they
// are needed; then lowering starts again, and what it has made so far is of no use.
type tablePlan struct {
	subs int // the subscripts on the way to the memory that the rows are parts of
	// own says that the table has memory of its own, which grows: rows that are made one by one become parts of
	// it. What such a row holds when it is assigned is copied there; see [rowCopy].
	own bool
	// grow says that rows of it grow by append.
	grow bool
	// indexed says that a variable which stands for a part of such memory is used when that grows.
	indexed bool
	// whole says that the slice of slices is assigned as a whole: all rows are copied then.
	whole bool
	// lows says that such a slice is cut at its start.
	lows bool
	// parts says that the literal with which the table is declared lists parts of one memory.
	parts bool
}

// A memory holds the elements of the slices that are assigned to a table, or to a variable, one behind the other.
type memory struct {
	root *ir.Ref
	used *ir.Ref // how much of it has been given to slices
}

// An owner is the table or the variable that has a memory.
type owner struct {
	key      varKey
	name     string
	variable bool
	grow     bool // rows in it do, by append
}

// newMemory declares the memory of the table or the variable name for slices of type t.
func (l *lowerer) newMemory(name string, key varKey, t types.Type, variable bool) *memory {
	v := l.mutableTemp(name+"Mem", types.NewSlice(ir.ElemType(t)))
	l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(0)})
	v.User = l.calledBy(key, name)
	l.memories[v] = owner{key: key, name: v.User, variable: variable}
	return &memory{ir.NewRef(v), ir.NewRef(l.position(name+"Used", ir.Int(0)))}
}

// memoryOf is the memory of a variable of its own, or what it shares with others.
func (l *lowerer) memoryOf(name string, key varKey, t types.Type) *memory {
	first := l.sharing(key)
	if m := l.memOf[first]; m != nil && declaredAround(m.root.Var, l.blocks) {
		return m
	}
	m := l.newMemory(name, key, t, true)
	l.memOf[first] = m
	return m
}

// planOwn plans memory of its own for the table key. Not ok if it has that already or cannot have it.
func (l *lowerer) planOwn(key varKey, row types.Type) bool {
	switch {
	case l.replanned: // what has been seen since then may be another way in the next pass
		return true
	case key == (varKey{}) || l.tables[key].own || !l.copyable(row):
		return false
	}
	l.tables[key], l.replanned = tablePlan{own: true}, true
	return true
}

// copyable says whether the elements of a row can be copied: they hold no other memory.
func (l *lowerer) copyable(row types.Type) bool {
	return l.class(row) == classSlice && !ir.HoldsSlices(row) && flat(ir.ElemType(row))
}

// flat says whether values of type t are numbers and bools, or arrays and structs of such.
func flat(t types.Type) bool {
	return ir.LeavesAre(t, func(t types.Type) bool { return ir.IsFloat(t) || ir.IsInt(t) || ir.IsBool(t) })
}

// ownVar declares a variable with memory of its own for the slices that are assigned to it.
func (l *lowerer) ownVar(name string, obj types.Object, key varKey, t types.Type, val *node) *node {
	grows := l.tables[key].grow
	c := &cursor{mem: l.memoryOf(name, key, t), obj: obj, key: key, tops: !grows}
	c.root = c.mem.root
	c.off, c.end = ir.NewRef(l.position(name+"Off", ir.Int(0))), ir.NewRef(l.position(name+"End", ir.Int(0)))
	if l.tops[key] && !grows {
		c.top = ir.NewRef(l.position(name+"Top", ir.Int(0)))
	}
	if grows {
		c.room = ir.NewRef(l.position(name+"Room", ir.Int(0)))
		o := l.memories[c.root.Var]
		o.grow = true
		l.memories[c.root.Var] = o
	}
	l.begins(c, 0)
	l.declareNull(c, name, boolConst(true, types.Typ[types.Bool]))
	n := c.node(t)
	if !val.bad {
		pos := l.cur.Pos
		if !pos.IsValid() { // a parameter
			pos = l.declaredAt(obj)
		}
		l.assign([]*node{n}, []*node{val}, pos)
		l.beganAs(c, val)
	}
	return n
}

// indexed plans that the variable which a is stands for a part of growing memory by its subscripts there, if it
// is used in scope, where that memory grows.
func (l *lowerer) indexed(a *alias, scope []ir.Stmt) bool {
	_, is := l.memories[a.root]
	if !is || l.growsRows(a.root) || a.view == nil || len(l.keys[a.view]) == 0 || lastUse(a.view, scope) < 0 {
		return false
	}
	key := l.keys[a.view][0]
	if p := l.tables[key]; !p.indexed {
		p.indexed = true
		l.tables[key], l.replanned = p, true
		return true
	}
	return false
}

// reassigned plans memory of its own for the variable or the field lhs, to which the slice src cannot be assigned
// otherwise.
func (l *lowerer) reassigned(lhs ast.Expr, dst, src *node) bool {
	if dst.cur != nil || dst.bad || src.bad || dst.table != nil && l.assignedWhole(dst.table) {
		return false
	}
	key := varKey{}
	switch e := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		if obj := l.info().ObjectOf(e); l.fr.env.get(obj) != nil && !l.planOf(l.fr, obj).grows {
			key.obj = obj
		}
	case *ast.SelectorExpr:
		if dst.slot != nil && !l.plans[*dst.slot].grows {
			key = *dst.slot
		}
	}
	return l.planMoves(key, dst, src) || l.planOwn(key, dst.typ) || l.planWhole(key, dst.typ)
}

// planMoves plans that a variable is parts of one memory, if dst and src, which it is assigned, are. Not ok if they are not,
// or it is planned otherwise.
func (l *lowerer) planMoves(key varKey, dst, src *node) bool {
	if l.replanned || key == (varKey{}) || l.parted[key] || l.tables[key].own || !partOfRef(dst) || !partOfRef(src) {
		return l.replanned
	}
	a, ok := l.part(dst, l.cur.Pos)
	b, isPart := l.part(src, l.cur.Pos)
	if !ok || !isPart || !sameRoot(a.root, b.root) {
		return false
	}
	l.parted[key], l.replanned = true, true
	return true
}

// partOfRef says whether n is a part of memory that is reached through no pointer that lies in memory.
func partOfRef(n *node) bool {
	var r *ir.Ref
	switch x := n.force().x.(type) {
	case *ir.Ref:
		r = x
	case *ir.Slice:
		if isArray(x.X.T) {
			return false
		}
		r = x.X
	default:
		return false
	}
	return !slices.ContainsFunc(partOf(r).root.Elems, func(e ir.Elem) bool { return e.Deref })
}

// reassignedAll is reassigned for the places of a multiple assignment.
func (l *lowerer) reassignedAll(places []ast.Expr, to, from []*node) bool {
	planned := false
	for i, e := range places {
		n, src := to[i], from[i]
		if l.class(n.typ) != classSlice || n.x != nil && src.x != nil && ir.Equal(n.x, src.x) {
			continue
		}
		planned = l.reassigned(e, n, src) || planned
	}
	return planned
}

// giveRow appends the assignments that make c, a row of a table or a variable with memory of its own, the slice src: a part
// of that memory with the elements that src has. Not ok if src is a part of it already.
func (l *lowerer) giveRow(list []move, c *cursor, src *node, pos token.Pos) ([]move, bool) {
	c.moves++
	if src.isNil || src.pending {
		return l.moveNull(append(list, c.extent(ir.Int(0), ir.Int(0))...), c, src, pos), true
	}
	at, ok := l.part(src, pos)
	switch {
	case ok && c.table != nil && c.table.room != nil && !src.fresh:
		l.refuseShared(pos, c.mem.root.Var)
		return list, true
	case !ok || sameRoot(at.root, c.mem.root):
		return list, !ok
	case c.room != nil && !src.fresh:
		l.refuseShared(pos, c.root.Var)
		return list, true
	}
	gave := l.moveNull(nil, c, src, pos)
	var short ir.Expr // its length, if its capacity is another
	if c.top != nil && src.fresh && at.lo == nil && at.hi == nil && len(at.root.Elems) == 0 {
		short, _ = l.toCapacity(at.root.Var)
	}
	from := l.save("from", c.mem.used)
	to := l.save("to", ir.Add(from, ir.Sub(at.end(), at.start())))
	l.emit(&ir.Grow{Var: c.mem.root.Var, Len: to})
	l.copyInto(c.mem.root, from, at, pos)
	l.emit(&ir.Store{Dst: c.mem.used, Src: to})
	if short != nil {
		return append(append(list, move{c.off, from}, move{c.end, ir.Add(from, short)}, move{c.top, to}), gave...), true
	}
	l.rename(src, at, c.mem.root, from, to)
	if src.fresh && c.table == nil {
		l.learn(bound{cur: c, fresh: true})
	}
	return append(append(list, c.extent(from, to)...), gave...), true
}

// extent are the assignments that make c, a slice in memory of its own, the part from:to of that.
func (c *cursor) extent(from, to ir.Expr) []move {
	list := []move{{c.off, from}, {c.end, to}}
	if room := c.roomEnd(); room != nil {
		list = append(list, move{room, to})
	}
	if c.top != nil {
		list = append(list, move{c.top, to})
	}
	return list
}

// withinRow makes the program panic where base, a row of a table with memory of its own, is sliced beyond its end:
// there is another row.
func (l *lowerer) withinRow(base *node, hi ir.Expr) ir.Expr {
	var length ir.Expr
	switch x := base.x.(type) {
	case *ir.Slice:
		if _, is := l.memories[x.X.Var.Root()]; is {
			length = l.sliceLen(x)
		}
	case *ir.Ref:
		if _, is := l.memories[x.Var.Root()]; is {
			length = lengthOf(x)
		}
	}
	if length == nil || ir.IsVal(hi, 0) {
		return hi
	}
	if c := base.cur; c != nil && c.tops {
		length = ir.Sub(l.topOf(c), c.start())
	}
	hi = l.pin("hi", asInt(hi))
	l.panicIf(ir.Bin(token.GTR, hi, length), "slice bounds out of range")
	return hi
}

// rename makes a variable whose elements were copied to root[from:to] stand for that, where it does so in all that
// follows in its scope.
func (l *lowerer) rename(src *node, at part, root *ir.Ref, from, to ir.Expr) {
	if src.fresh || at.lo != nil || len(at.root.Elems) > 0 || l.allocOf(l.blk, at.root.Var) < 0 {
		return
	}
	if r := src.ref(); src.cur == nil && (r == nil || r.Var != at.root.Var) {
		return
	}
	name := at.root.Var.Name
	c := &cursor{root: root, obj: at.root.Var.Obj}
	if is, why := l.isNil(src, l.cur.Pos); why == "" {
		c.null = l.pin("none", is)
	}
	if src.cur != nil {
		c.obj = src.cur.obj
	}
	c.off, c.end = ir.NewRef(l.position(name+"Off", from)), ir.NewRef(l.position(name+"End", to))
	l.begins(c, 0)
	n := c.node(src.typ)
	n.block, n.slot = src.block, src.slot
	*src = *n
}

// allocOf returns the index of the statement of b that makes v, -1 if there is none.
func (l *lowerer) allocOf(b *ir.Block, v *ir.Var) int {
	for i, s := range b.Stmts {
		if a, ok := s.(*ir.Alloc); ok && len(a.Dst.Elems) == 0 && a.Dst.Var == v {
			return i
		}
	}
	return -1
}

// tableVar returns the variable of the slice of slices of which lhs is an element, if it is a local one that
// can be declared as a table.
func (l *lowerer) tableVar(lhs ast.Expr, dst *node) (key varKey) {
	ix, ok := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok || dst.cur != nil || dst.bad {
		return key
	}
	id, ok := ast.Unparen(ix.X).(*ast.Ident)
	r := dst.ref()
	if !ok || r == nil || len(r.Elems) != 1 || r.Var.Kind != ir.Local || r.Var.View != nil || isArray(r.Var.Type) {
		return key
	}
	obj := l.info().ObjectOf(id)
	own := obj == r.Var.Obj || r.Var.Obj == nil && slices.Contains(l.keys[r.Var], varKey{obj: obj}) // of a variable that moves
	if obj == nil || !own || !ir.HoldsFloats(r.T) {
		return key
	}
	return varKey{obj: obj}
}

// assignRow lowers the assignment of a slice to an element of a local slice of slices or array of slices. The row
// becomes that element; or the slice of slices becomes a table, and lowering starts again.
func (l *lowerer) assignRow(lhs ast.Expr, dst, src *node) bool {
	r := dst.ref()
	if r == nil || dst.cur != nil || dst.bad || src.bad || src.isNil || src.pending || src.table != nil || len(r.Elems) == 0 {
		return false
	}
	root := r.Base().Var
	if root.Kind != ir.Local {
		return false
	}
	at, ok := l.part(src, lhs.Pos())
	if !ok {
		return true // refused
	}
	key := l.tableVar(lhs, dst)
	if l.replanned {
		return true
	}
	if _, planned := l.tables[key]; key.obj != nil && !planned && !src.fresh && l.depth(at.root.Var) <= l.depth(root) {
		l.tables[key], l.replanned = tablePlan{subs: len(at.root.Indices())}, true
		return true
	}
	switch {
	case l.placeRow(r, src):
	case l.planOwn(key, r.T):
	case l.onceFor(r.Base()):
		return l.rowInto(r, src, lhs.Pos())
	default:
		return false
	}
	return true
}

// depth is the number of blocks around that in which v is declared, among those around the statement at hand.
func (l *lowerer) depth(v *ir.Var) int {
	for i, b := range l.blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Alloc:
				if s.Dst.Var == v && len(s.Dst.Elems) == 0 {
					return i
				}
			case *ir.Decl:
				if s.Var == v {
					return i
				}
			}
		}
	}
	return 0
}
