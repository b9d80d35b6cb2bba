package analysis

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A cursor is a slice variable that is assigned again. All its values are parts of one slice, whose memory
// has one name in the IR: the variable is represented by integers that say which part it is. A variable
// that grows by append is the first elements of memory of its own.
type cursor struct {
	root  *ir.Ref // its subscripts are variables
	off   *ir.Ref // where it starts; nil: always at 0
	end   *ir.Ref // where it ends; nil for all of root
	grows bool
	// top is how far its memory reaches that it may be sliced up to again; nil if nobody does, or tops is not set, which says that
	// it may have one.
	top  *ir.Ref
	tops bool
	obj  types.Object // the variable
	// params are parameters of helpers that stand for it.
	params []types.Object
	moves  int     // assignments lowered so far
	table  *table  // of which it is a row, nil for a variable
	mem    *memory // of its own, or of its table's
	// room is where the room of a variable ends that grows in memory of its own.
	room  *ir.Ref
	key   varKey
	null  ir.Expr    // whether the variable is nil, a variable; nil if nobody asks
	later *laterRoot // set for a variable that gets its memory later
	// unsure says that root is a row of a slice that may have no rows where the variable is empty.
	unsure bool
}

// slice is the value of the variable.
func (c *cursor) slice(t types.Type) ir.Expr {
	if c.end == nil {
		return c.root
	}
	s := &ir.Slice{X: c.root, Hi: c.end, T: t}
	if c.off != nil {
		s.Lo = c.off
	}
	return s
}

func (c *cursor) node(t types.Type) *node { return &node{typ: t, x: c.slice(t), cur: c} }

// cursorFor declares a slice variable that is assigned again. Not ok if the assignments can be followed
// without that: swaps, and a single one of a variable without a value.
func (l *lowerer) cursorFor(fr *frame, name string, obj types.Object, key varKey, t types.Type, val *node) (*node, bool) {
	if fr == nil {
		return nil, false
	}
	p := l.plans[key]
	if obj != nil {
		p = l.planOf(fr, obj)
	}
	switch {
	case val.table != nil && p.moves && !p.grows:
		return l.tableView(name, obj, t, val.table, nil, nil, l.cur.Pos), true
	case p.grows && !l.tables[key].grow:
		return l.growing(name, obj, key, t, val, p), true
	case l.tables[key].own && l.copyable(t):
		return l.ownVar(name, obj, key, t, val), true
	case l.tables[key].whole && !val.bad:
		return l.wholeTable(name, obj, key, t, val), true
	case l.isLater(key) && (val.pending || val.isNil):
		return l.rootedLater(name, obj, key, t), true
	case val.pending || val.isNil || val.bad:
		return nil, false
	case p.moves && l.isTable(key, t, val):
		return l.growing(name, obj, key, t, val, p), true
	case l.tables[key].indexed:
		return l.moving(name, obj, key, t, val, slicePlan{moves: true, parts: true, lows: true}), true
	case p.moves || p.swaps && !l.isStorage(val):
		return l.moving(name, obj, key, t, val, p), true
	}
	return nil, false
}

// followParts prepares a parameter or a result of the target for being assigned again.
func (l *lowerer) followParts(v *types.Var) {
	n := l.fr.env.get(v)
	if n == nil || l.class(n.typ) != classSlice {
		l.followFields(v.Name(), n, varKey{obj: v})
		return
	}
	if c, ok := l.cursorFor(l.fr, v.Name(), v, varKey{obj: v}, n.typ, n); ok {
		l.fr.env.set(v, c)
	}
}

// followFields is followParts for the fields of a struct.
func (l *lowerer) followFields(name string, n *node, key varKey) {
	if n == nil || l.class(n.typ) != classStruct || !l.planned(key) {
		return
	}
	n.force()
	for i, p := range n.parts {
		f := n.typ.Underlying().(*types.Struct).Field(i)
		name, key := ir.Joined(name, f.Name()), key.at(f.Name())
		l.followFields(name, p, key)
		if l.class(p.typ) != classSlice {
			continue
		}
		if c, ok := l.cursorFor(l.fr, name, nil, key, p.typ, p); ok {
			*p = *c
			p.slot = &key
		}
	}
}

// planned says whether something below key is assigned in a way that needs a plan.
func (l *lowerer) planned(key varKey) bool {
	for k := range l.plans {
		if k.obj == key.obj && strings.HasPrefix(k.path, key.path) {
			return true
		}
	}
	return false
}

// isStorage says whether the value is all of a slice that a Swap can exchange.
func (l *lowerer) isStorage(val *node) bool {
	r := val.ref()
	return r != nil && len(r.Elems) == 0 && (val.fresh || swappable(r))
}

// moving declares a variable that is different parts of one slice.
func (l *lowerer) moving(name string, obj types.Object, key varKey, t types.Type, val *node, p slicePlan) *node {
	if r := val.ref(); val.fresh && r != nil && len(r.Elems) == 0 && val.cur == nil {
		l.adopt(r.Var, name, nil, key)
		if length, _ := l.toCapacity(r.Var); length != nil {
			val = &node{typ: val.typ, x: &ir.Slice{X: r, Hi: length, T: val.typ}}
		}
	}
	at, ok := l.part(val, l.cur.Pos)
	if !ok {
		return l.dummy(t)
	}
	if l.growsRows(at.root.Var) {
		l.refuseShared(l.cur.Pos, at.root.Var)
		return l.dummy(t)
	}
	c := &cursor{obj: obj, key: key, unsure: val.unsure()}
	l.noteOdd(c, val)
	if l.nulls[key] {
		is, why := l.isNil(val, l.cur.Pos)
		if why != "" {
			l.refuse(l.cur.Pos, "comparison of "+name+" with nil", why, "compare its length")
			return l.dummy(t)
		}
		l.declareNull(c, name, is)
	}
	elems := append([]ir.Elem(nil), at.root.Elems...)
	for i, e := range elems {
		if e.Index != nil {
			elems[i].Index = ir.NewRef(l.position(name+"Row", e.Index))
		}
	}
	c.root = &ir.Ref{Var: at.root.Var, Elems: elems, T: at.root.T}
	if p.parts || at.lo != nil || at.hi != nil {
		least := l.checkMove(nil, at)
		c.off, c.end = ir.NewRef(l.position(name+"Off", at.start())), ir.NewRef(l.position(name+"End", at.end()))
		l.begins(c, least)
	}
	if _, is := l.memories[c.root.Var]; !is { // which grows, and what is in it stays where it is
		l.noteAlias(c.root, nil)
	}
	l.beganAs(c, val)
	return c.node(t)
}

// position declares an integer variable of a cursor.
func (l *lowerer) position(name string, x ir.Expr) *ir.Var {
	v := l.mutableTemp(name, types.Typ[types.Int])
	l.emit(&ir.Decl{Var: v, Init: asInt(x)})
	return v
}

// asInt is x as an int.
func asInt(x ir.Expr) ir.Expr {
	t := types.Typ[types.Int]
	if types.Identical(x.Type(), t) {
		return x
	}
	if c, ok := x.(*ir.Const); ok {
		k := *c
		k.T = t
		return &k
	}
	return &ir.Convert{X: x, T: t}
}

// A part is root[lo:hi], either of which may be nil, with root in storage.
type part struct {
	root   *ir.Ref
	lo, hi ir.Expr
	unsure bool // root is a row that may not exist where the part is empty
}

func (p part) start() ir.Expr {
	if p.lo == nil {
		return ir.Int(0)
	}
	return p.lo
}

func (p part) end() ir.Expr {
	if p.hi == nil {
		return lengthOf(p.root)
	}
	return p.hi
}

// slice is the part lo:hi of p.
func (p part) slice(lo, hi ir.Expr) part {
	q := p
	if n, k := offset(hi); hi != nil && n != nil && ir.Equal(asInt(n), ir.Sub(p.end(), p.start())) {
		q.hi, hi = ir.Add(p.end(), ir.Int(k)), nil
	}
	if lo != nil {
		q.lo = ir.Add(p.start(), asInt(lo))
	}
	if hi != nil {
		q.hi = ir.Add(p.start(), asInt(hi))
	}
	return q
}

// part finds out of which storage a slice is a part.
func (l *lowerer) part(n *node, pos token.Pos) (part, bool) {
	switch x := n.force().x.(type) {
	case *ir.Ref:
		return l.checkPart(partOf(x), pos)
	case *ir.Slice:
		if ir.ElemType(x.X.T) != nil && isArray(x.X.T) {
			l.refuse(pos, "slice of an array", "it is assigned to a variable that changes", "use a variable of its own for it")
			return part{}, false
		}
		at := partOf(x.X).slice(x.Lo, x.Hi)
		at.unsure = n.unsure()
		return l.checkPart(at, pos)
	}
	l.refuse(pos, "assignment of a slice", "it is nil or its memory is not known", "give it its value by make")
	return part{}, false
}

// checkPart refuses memory that is reached through a pointer in memory.
func (l *lowerer) checkPart(p part, pos token.Pos) (part, bool) {
	for _, e := range p.root.Elems {
		if e.Deref {
			l.refuse(pos, "slice behind a pointer", "the variable is assigned again", "use a variable of its own for it")
			return part{}, false
		}
	}
	return p, true
}

func partOf(r *ir.Ref) part {
	if len(r.Elems) > 0 {
		return part{root: r.Base()}
	}
	switch v := r.Var.View.(type) {
	case *ir.Ref:
		return partOf(v)
	case *ir.Slice:
		return partOf(v.X).slice(v.Lo, v.Hi)
	}
	return part{root: r}
}

// moveCursor appends the assignments that make the variable dst the slice src.
func (l *lowerer) moveCursor(list []move, dst, src *node, pos token.Pos) []move {
	c := dst.cur
	if _, asked := c.null.(*ir.Ref); c.null != nil && !asked && l.planOwn(l.ownKey(dst), dst.typ) {
		return list // it was renamed, to the part of other memory that it was copied to
	}
	if c.mem != nil {
		if gave, ok := l.giveRow(list, c, src, pos); ok {
			return gave
		}
	}
	l.noteRead(src)
	if src.isNil || src.pending {
		switch {
		case c.grows && c.table == nil:
			list = append(list, move{c.end, c.start()})
			if c.top != nil {
				list = append(list, move{c.top, c.start()})
			}
			return l.moveNull(list, c, src, pos)
		case c.later != nil:
			return l.moveNull(append(list, c.extent(ir.Int(0), ir.Int(0))...), c, src, pos)
		}
		if l.planOwn(c.key, dst.typ) {
			return list
		}
		l.refuse(pos, "assignment of nil to a slice", "the variable is a part of other memory", "use s = s[:0], or a variable that says whether there is a slice")
		return list
	}
	if src.table != nil && l.planWhole(c.key, dst.typ) {
		return list
	}
	at, ok := l.part(src, pos)
	if !ok {
		return list
	}
	if c.table != nil && c.mem == nil && !l.rowOf(c, at, src, pos) || c.later != nil && c.root == nil && !l.rootNow(dst, at, pos) {
		return list
	}
	if !sameRoot(c.root, at.root) {
		if !c.grows && (l.planOwn(c.key, dst.typ) || l.planWhole(c.key, dst.typ)) {
			return list
		}
		if c.grows {
			whose := "the memory of " + at.root.Var.UserName()
			if src.fresh {
				whose = "new memory"
			}
			l.refuse(pos, "assignment of a slice that grows", "the variable would refer to "+whose+", and its own grows by append", "let them be rows of one table, rows := make([][]T, 2), which may be appended to, emptied and exchanged")
			return list
		}
		l.refuse(pos, "assignment of a slice", "the variable would refer to the memory of "+at.root.Var.UserName()+", and it refers to that of "+c.root.Var.UserName()+" too", "use a variable for each, or copy the elements")
		return list
	}
	if c.table == nil {
		l.noteOdd(c, src)
	}
	set := func(v *ir.Ref, x ir.Expr) {
		if x = asInt(x); !ir.Equal(v, x) {
			list = append(list, move{v, x})
		}
	}
	for i, e := range c.root.Elems {
		if e.Index != nil {
			set(e.Index.(*ir.Ref), at.root.Elems[i].Index)
		}
	}
	least := l.checkMove(c, at)
	if c.grows && c.off == nil && at.lo != nil && !ir.IsVal(at.lo, 0) && l.planPassed(dst, slicePlan{grows: true, lows: true}) {
		return list
	}
	if c.end == nil && (at.lo != nil || at.hi != nil) || c.off == nil && at.lo != nil && !ir.IsVal(at.lo, 0) {
		if !l.planPassed(dst, slicePlan{moves: true, parts: true, lows: true}) {
			l.refuse(pos, "assignment of a part of a slice", "the variable is taken to be all of a slice", "use a variable of its own for the part")
		}
		return list
	}
	if c.off != nil {
		set(c.off, at.start())
	}
	if c.end != nil {
		set(c.end, at.end())
	}
	if c.top != nil && (src.origin() != c || src.full) {
		set(c.top, l.topBy(src, at))
	}
	if c.room != nil {
		o := src.origin()
		if o == nil || o.room == nil || o != c && !l.turning { // it would be another name for what grows
			l.refuseShared(pos, c.root.Var)
			return list
		}
		set(c.room, o.room)
	}
	list = l.moveNull(list, c, src, pos)
	c.moves++
	l.learn(bound{cur: c, min: least})
	return list
}

// start is where a variable starts in its memory.
func (c *cursor) start() ir.Expr {
	if c.off == nil {
		return ir.Int(0)
	}
	return c.off
}

func sameRoot(a, b *ir.Ref) bool {
	if a.Var != b.Var || len(a.Elems) != len(b.Elems) {
		return false
	}
	for i, e := range a.Elems {
		if e.Field != b.Elems[i].Field || (e.Index == nil) != (b.Elems[i].Index == nil) {
			return false
		}
	}
	return true
}
