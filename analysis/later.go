package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Variables that are parts of one memory without beginning as one: var u []float64, then u = a[:n] in one branch and u = nil
// or u = a in another, and what a helper returns from several places. The memory becomes known with the first assignment in
// the text; up to there the variable is nil, which is the part 0:0 of any memory. That memory must be there
// where the variable is declared; otherwise the variable gets memory of its own, see [tablePlan].

// Places is what earlier passes have learnt of slice variables that are places in one memory.
type places struct {
	// later has those that get their memory later, with the number of subscripts on the way to it.
	later map[varKey]int
	// parted are those that calls make other parts of their memory.
	parted map[varKey]bool
	// shares leads from variables to others, of which they share the memory.
	shares map[varKey]varKey
}

func newPlaces() *places {
	return &places{later: map[varKey]int{}, parted: map[varKey]bool{}, shares: map[varKey]varKey{}}
}

// A laterRoot is the place of such a variable, where its memory must be known.
type laterRoot struct {
	subs   []*ir.Ref // variables for the subscripts on the way to the memory
	blocks []*ir.Block
}

// sinceIn is now, in the scope of a variable that was declared in the last of blocks.
func (l *lowerer) sinceIn(blocks []*ir.Block) *moment {
	m := l.now()
	m.blocks = m.blocks[len(blocks)-1:]
	return &m
}

// planLater plans that a variable is parts of one memory, which it gets later. Not ok if it is planned
// otherwise already.
func (l *lowerer) planLater(key varKey) bool {
	if l.replanned {
		return true
	}
	if l.isLater(key) || key == (varKey{}) || l.tables[key].own {
		return false
	}
	l.later[key], l.oddly[key], l.replanned = 0, true, true
	return true
}

// isLater says whether it is planned that a variable gets its memory later.
func (l *lowerer) isLater(key varKey) bool {
	_, planned := l.later[key]
	return planned
}

// planInner plans for a variable that gets its value in an inner block and is used outside of it: as parts of one memory, or
// with memory of its own. Not ok if it can be neither.
func (l *lowerer) planInner(key varKey, t types.Type) bool {
	return l.class(t) == classSlice && l.planLater(key) || l.planOwn(key, t) || l.planWhole(key, t)
}

// rootedLater declares a variable that gets its memory later.
func (l *lowerer) rootedLater(name string, obj types.Object, key varKey, t types.Type) *node {
	c := &cursor{obj: obj, key: key, later: &laterRoot{blocks: slices.Clone(l.blocks)}}
	l.declareNull(c, name, boolConst(true, types.Typ[types.Bool]))
	for range l.later[key] {
		c.later.subs = append(c.later.subs, ir.NewRef(l.position(name+"Row", ir.Int(0))))
	}
	c.off, c.end = ir.NewRef(l.position(name+"Off", ir.Int(0))), ir.NewRef(l.position(name+"End", ir.Int(0)))
	l.begins(c, 0)
	n := l.pendingNode(t)
	n.cur = c
	return n
}

// rootNow makes at the memory of dst, a variable that has none yet. Not ok if that is not possible.
func (l *lowerer) rootNow(dst *node, at part, pos token.Pos) bool {
	c := dst.cur
	p := c.later
	switch {
	case l.growsRows(at.root.Var):
		l.refuseShared(pos, at.root.Var)
		return false
	case l.replanned:
		return false
	case l.readBefore(dst) || !declaredAround(at.root.Var, p.blocks):
		l.planCopies(dst, c, pos)
		return false
	case len(at.root.Indices()) < len(p.subs): // as it is in another place, of a function that is inlined in several
		l.planCopies(dst, c, pos)
		return false
	case len(at.root.Indices()) > len(p.subs):
		l.later[c.key], l.replanned = len(at.root.Indices()), true
		return false
	}
	elems, k := slices.Clone(at.root.Elems), 0
	for i, e := range elems {
		if e.Index != nil {
			elems[i].Index = p.subs[k]
			k++
		}
	}
	c.root = &ir.Ref{Var: at.root.Var, Elems: elems, T: at.root.T}
	c.unsure = k > 0
	if _, is := l.memories[c.root.Var]; !is { // which grows, and what is in it stays where it is
		l.lasting = append(l.lasting, alias{root: c.root.Var, through: throughHeader(c.root), since: l.sinceIn(p.blocks)})
	}
	n := c.node(dst.typ)
	n.slot = dst.slot
	*dst = *n
	return true
}

// planCopies plans that what is assigned to dst, the variable c, is copied, or refuses that.
func (l *lowerer) planCopies(dst *node, c *cursor, pos token.Pos) {
	if !l.planOwn(c.key, dst.typ) && !l.planWhole(c.key, dst.typ) {
		l.refuseInner(pos, l.calledBy(c.key, c.name()))
		*dst = *l.dummy(dst.typ)
	}
}

// moveTable appends the assignments that make dst, a slice of slices that gets its memory later, the table src, or nil.
func (l *lowerer) moveTable(list []move, dst, src *node, pos token.Pos) []move {
	c, tb := dst.cur, src.table
	if dst.table != nil {
		c = dst.table.list
	}
	none := src.isNil || src.pending
	switch {
	case none:
		return l.moveNull(append(list, c.extent(ir.Int(0), ir.Int(0))...), c, src, pos)
	case tb == nil || tb.root == nil || dst.table != nil && !sameRoot(c.root, tb.off) || !declaredAround(tb.off.Var, c.later.blocks) || l.readBefore(dst):
		l.planCopies(dst, c, pos)
		return list
	case dst.table == nil:
		c.root, c.grows = tb.off, true
		v := *tb
		v.obj, v.list = nil, c // what it leads to belongs to tb
		*dst = node{typ: dst.typ, slot: dst.slot, table: &v}
		l.lasting = append(l.lasting, alias{root: tb.off.Var, view: c.off.Var, place: tb.off, since: l.sinceIn(c.later.blocks)})
	}
	at := part{root: tb.off}
	if tb.list != nil {
		at.hi = tb.list.end
		if tb.list.off != nil {
			at.lo = tb.list.off
		}
	}
	c.moves++
	return l.moveNull(append(list, c.extent(asInt(at.start()), asInt(at.end()))...), c, src, pos)
}

// declaredAround says whether v is declared in one of blocks, or outside of the function.
func declaredAround(v *ir.Var, blocks []*ir.Block) bool {
	return v.Kind != ir.Local && v.Kind != ir.Iter || slices.ContainsFunc(blocks, func(b *ir.Block) bool { return declaredIn(b, v) })
}

// unsure says whether n is a part of a row that may not exist where n is empty.
func (n *node) unsure() bool {
	c := n.origin()
	return c != nil && c.unsure
}

// rowMoves is the plan of a variable that is such a part: it stands for it by its places in memory alone.
var rowMoves = slicePlan{moves: true, parts: true, lows: true}

// viewUnsure plans memory of its own for the variable that n is a part of, which may have no memory where it is empty, so
// that a view of it could not be taken.
func (l *lowerer) viewUnsure(n *node) {
	if c := n.origin(); !l.planOwn(c.key, n.typ) {
		l.refuse(l.cur.Pos, "slice "+l.calledBy(c.key, c.name()), "it is a row, or nil, and its elements hold slices or pointers", "use its elements one by one")
	}
}

// name is what the user calls the variable.
func (c *cursor) name() string {
	if c.obj != nil && c.obj.Name() != "" {
		return c.obj.Name()
	}
	return "slice"
}

// refuseInner refuses a variable that gets its value in an inner block and can neither have its memory where it is declared, nor
// a copy of it.
func (l *lowerer) refuseInner(pos token.Pos, name string) {
	l.refuse(pos, name, "it gets its memory in an inner block, and its elements hold slices or pointers, which are bound to theirs once", "make it before the block, or before the first return")
}
