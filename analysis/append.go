package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// growing declares a slice variable that grows by append.
func (l *lowerer) growing(name string, obj types.Object, key varKey, t types.Type, val *node, p slicePlan) *node {
	c := &cursor{grows: true, tops: true, obj: obj, key: key}
	var length, room ir.Expr // room is how long it may be made again
	if l.nulls[key] && !val.bad && l.class(ir.ElemType(t)) != classSlice {
		is, why := l.isNil(val, l.cur.Pos)
		if why != "" {
			l.refuse(l.declaredAt(obj), "comparison of "+name+" with nil", why, "compare its length")
			return l.dummy(t)
		}
		l.declareNull(c, name, is)
	}
	switch r := val.ref(); {
	case val.bad:
		return l.dummy(t)
	case l.class(ir.ElemType(t)) == classSlice && l.copyable(ir.ElemType(t)):
		return l.growingTable(name, obj, key, t, val, p)
	case l.class(ir.ElemType(t)) == classSlice || l.class(ir.ElemType(t)) == classPointer:
		l.refuse(l.declaredAt(obj), "slice "+name, "slices and pointers are bound to their memory once, so they cannot be appended", "make the outer slice with its final length")
		return l.dummy(t)
	case val.pending || val.isNil:
		v := l.newVar(name, nil, key, t)
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(0)})
		c.root, length = ir.NewRef(v), ir.Int(0)
	case val.fresh && val.cur != nil && val.cur.grows && val.cur.off == nil:
		val.cur.root.Var.Name = name
		c.root, length = val.cur.root, val.cur.end
		if l.tops[key] {
			room = l.topOf(val.cur)
		}
	case val.fresh && r != nil && len(r.Elems) == 0 && types.Identical(r.Var.Type, t):
		l.adopt(r.Var, name, nil, key)
		if l.tops[key] {
			length, room = l.toCapacity(r.Var)
		}
		if length == nil {
			length = l.allocLen[r.Var]
		}
		if c.root = r; length == nil {
			length = l.madeLength(r.Var)
		}
	default:
		at, ok := l.part(val, l.declaredAt(obj))
		if !ok {
			return l.dummy(t)
		}
		v := l.newVar(name, nil, key, t)
		length = l.pin("n", ir.Sub(at.end(), at.start()))
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: length})
		l.copyInto(ir.NewRef(v), ir.Int(0), at, l.declaredAt(obj))
		if l.entering != nil && l.entering.Pkg.Standard {
			name = "what " + l.entering.Pkg.Name + "." + l.entering.Fn.Name() + " takes"
		}
		l.rowCopies[len(l.rowCopies)-1].appended = name
		c.root = ir.NewRef(v)
	}
	l.mutable[c.root.Var], l.grown[c.root.Var] = true, true
	if p.lows {
		c.off = ir.NewRef(l.position(name+"Off", ir.Int(0)))
	}
	c.end = ir.NewRef(l.position(name+"End", length))
	if l.tops[key] {
		if room == nil {
			room = c.end
		}
		c.top = ir.NewRef(l.position(name+"Top", room))
	}
	least, _ := ir.IntVal(length)
	l.begins(c, least)
	return c.node(t)
}

// declaredAt is the position of a variable, or of the statement that makes a struct with a field.
func (l *lowerer) declaredAt(obj types.Object) token.Pos {
	if obj != nil {
		return obj.Pos()
	}
	return l.cur.Pos
}

// appendTo lowers s = append(s, ...) for a slice that grows.
func (l *lowerer) appendTo(lhs, rhs ast.Expr) bool {
	call := l.builtinCall(rhs, "append")
	if call == nil {
		return false
	}
	var keep *ast.SliceExpr // s[:k] in s = append(s[:k], ...)
	switch first := cutFirst(call); {
	case l.sameSyntax(lhs, call.Args[0]):
	case first != nil && l.sameSyntax(lhs, first):
		keep = ast.Unparen(call.Args[0]).(*ast.SliceExpr)
	default:
		return false
	}
	switch e := ast.Unparen(lhs).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr:
	case *ast.IndexExpr:
		return keep == nil && !l.hasCall(e) && l.appendToRow(e, call)
	default:
		return false
	}
	if tb := l.tableOf(lhs); tb != nil && tb.list != nil {
		if keep != nil {
			return false
		}
		l.appendRows(tb, call)
		return true
	}
	dst := l.place(lhs)
	c := dst.cur
	if l.replan(lhs, dst, rhs) {
		return true
	}
	if c == nil || !c.grows && c.room == nil {
		_, through := ast.Unparen(lhs).(*ast.StarExpr)
		return dst.bad || through && l.planPassed(dst, slicePlan{grows: true})
	}
	end, rest := c.end, call.Args[1:]
	switch {
	case keep != nil && !call.Ellipsis.IsValid():
		l.appendValues(c, keep, rest)
	case len(rest) == 0:
	case call.Ellipsis.IsValid():
		part := l.pinned(l.spread(rest[0]), rest[0].Pos())
		n := l.pin("n", asInt(l.sliceLen(part)))
		if keep != nil {
			part = l.cutTo(c, keep, part, n)
		}
		if c.room != nil {
			l.makeRoom(c, n)
		}
		from := l.save("end", end)
		if c.room == nil {
			l.growTo(c, ir.Add(from, n))
		}
		src := part.X
		if part.Lo != nil || part.Hi != nil {
			src = ir.NewRef(l.view("src", part.T, leaf(part))) // after the growth, as it may be a part of it
		}
		l.elementsFrom(c.root, from, n, src)
		l.emit(&ir.Reduce{Op: token.ADD, Dst: end, Src: n})
		if c.null != nil {
			none := ir.Bin(token.LAND, c.null, ir.Bin(token.EQL, n, ir.Int(0)))
			l.emit(&ir.Store{Dst: c.null.(*ir.Ref), Src: none})
		}
		more, _ := ir.IntVal(n)
		l.learn(bound{cur: c, min: l.minLen(c) + max(more, 0)})
	default:
		k := ir.Int(int64(len(rest)))
		l.reserve(c, k)
		for i, e := range rest {
			l.clearAndSet(c.root.At(ir.Add(end, ir.Int(int64(i)))), e)
		}
		l.emit(&ir.Reduce{Op: token.ADD, Dst: end, Src: k})
		if c.null != nil {
			l.emit(&ir.Store{Dst: c.null.(*ir.Ref), Src: boolConst(false, types.Typ[types.Bool])})
		}
		l.learn(bound{cur: c, min: l.minLen(c) + int64(len(rest))})
	}
	return true
}

// cutFirst returns s of append(s[:k], ...), nil for other calls.
func cutFirst(call *ast.CallExpr) ast.Expr {
	e, ok := ast.Unparen(call.Args[0]).(*ast.SliceExpr)
	if !ok || e.Low != nil || e.High == nil || e.Slice3 {
		return nil
	}
	return e.X
}

// cutTo makes the variable c what e keeps of it. It returns src, n elements that are appended then, or a copy if they might be
// overwritten before they are read.
func (l *lowerer) cutTo(c *cursor, e *ast.SliceExpr, src *ir.Slice, n ir.Expr) *ir.Slice {
	k := l.pin("k", asInt(l.scalar(e.High)))
	to := ir.Add(c.start(), k)
	if x := src.X; x.Var.Root() == c.root.Var && !atOrBehind(partOf(x).slice(src.Lo, src.Hi).start(), to) {
		v := l.mutableTemp("tmp", src.T)
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: n})
		l.elementLoop(n, ir.CopyLoop, ir.NewRef(v), ir.NewRef(l.view("src", src.T, leaf(src))))
		src = &ir.Slice{X: ir.NewRef(v), T: src.T}
	}
	l.cut(c, e)
	return src
}

// atOrBehind says whether a is known to be b or more.
func atOrBehind(a, b ir.Expr) bool {
	x, k := offset(a)
	y, m := offset(b)
	return k >= m && (x == nil && y == nil || x != nil && y != nil && ir.Equal(x, y))
}

// appendValues lowers s = append(s[:k], x, y), where the values may be elements of s.
func (l *lowerer) appendValues(c *cursor, e *ast.SliceExpr, list []ast.Expr) {
	vals := make([]*node, len(list))
	elem := ir.ElemType(c.root.T)
	for i, x := range list {
		vals[i] = l.declareAs("v", nil, madeAt(x.Pos()), l.converted(l.element(x, elem), elem, x.Pos()))
	}
	l.cut(c, e)
	k := ir.Int(int64(len(list)))
	l.reserve(c, k)
	for i, v := range vals {
		l.assign([]*node{leaf(c.root.At(ir.Add(c.end, ir.Int(int64(i)))))}, []*node{v}, list[i].Pos())
	}
	l.emit(&ir.Reduce{Op: token.ADD, Dst: c.end, Src: k})
	if c.null != nil && len(list) > 0 {
		l.emit(&ir.Store{Dst: c.null.(*ir.Ref), Src: boolConst(false, types.Typ[types.Bool])})
	}
	l.learn(bound{cur: c, min: l.minLen(c) + int64(len(list))})
}

// pinned is a slice as it is now.
func (l *lowerer) pinned(n *node, pos token.Pos) *ir.Slice {
	if s, ok := n.force().x.(*ir.Slice); ok {
		return l.pinSlice(s)
	}
	r := l.sliceRef(n, pos)
	return &ir.Slice{X: l.pinRef(r), T: r.T}
}

// clearAndSet stores e into an element whose memory may not be zero.
func (l *lowerer) clearAndSet(place *ir.Ref, e ast.Expr) {
	val := l.converted(l.element(e, place.T), place.T, e.Pos())
	l.assign([]*node{leaf(place)}, []*node{val}, e.Pos())
}

// elementsFrom copies the n elements of src to root[from:], or zeros if src is nil.
func (l *lowerer) elementsFrom(root *ir.Ref, from, n ir.Expr, src *ir.Ref) {
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Form: ir.Range}
	f.Body = l.in(func() {
		to := leaf(root.At(ir.Add(from, ir.NewRef(i))))
		val := l.zeroNode(to.typ)
		if src != nil {
			val = leaf(src.At(ir.NewRef(i)))
		}
		l.assign([]*node{to}, []*node{val}, l.cur.Pos)
	})
	l.emit(f)
}

// appended is the value of append(nil, ...) and the like: new memory.
func (l *lowerer) appended(e *ast.CallExpr) *node {
	t := l.typeOf(e)
	elem := ir.ElemType(t)
	switch {
	case l.class(t) != classSlice:
		return leaf(l.opaque(e))
	case l.class(elem) == classSlice || l.class(elem) == classPointer:
		l.refuse(e.Pos(), "append of slices or pointers", "they are bound to their memory once", "make the outer slice with its final length")
		return l.dummy(t)
	case !l.emptySlice(e.Args[0]):
		return l.appendedTo(e, t)
	}
	rest := e.Args[1:]
	if e.Ellipsis.IsValid() {
		n := l.cloned(t, rest[0])
		if r := n.ref(); r != nil {
			l.hollow[r.Var] = l.hollowOf(e.Args[0])
		}
		return n
	}
	v := l.mutableTemp("s", t)
	if len(rest) == 0 {
		l.hollow[v] = l.hollowOf(e.Args[0])
	}
	l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(int64(len(rest)))})
	for i, x := range rest {
		l.elementInto(ir.NewRef(v).At(ir.Int(int64(i))), x)
	}
	return &node{typ: t, x: ir.NewRef(v), fresh: true}
}

// appendedTo is the value of append(x, ...) where nothing but this call names x: new memory with the elements of both.
func (l *lowerer) appendedTo(e *ast.CallExpr, t types.Type) *node {
	first := l.expr(e.Args[0]).force()
	x := first.ref()
	switch {
	case first.bad:
		return l.dummy(t)
	case !first.fresh || first.cur != nil || x == nil || len(x.Elems) > 0:
		name := l.head(ast.Unparen(e.Args[0]))
		l.refuse(e.Pos(), "append", "the result may share memory with "+name+" or not", "for new memory write slices.Concat("+name+", ...); for a local slice s, or an element of one made by make, s = append(s, ...)")
		return l.dummy(t)
	}
	rest := e.Args[1:]
	n := l.pin("n", asInt(lengthOf(x)))
	if k := l.allocLen[x.Var]; k != nil {
		n = asInt(k)
	}
	var src *ir.Ref
	more := ir.Expr(ir.Int(int64(len(rest))))
	if e.Ellipsis.IsValid() {
		src = l.sliceRef(l.bound(l.spread(rest[0]), "src"), rest[0].Pos())
		more = l.pin("n", asInt(lengthOf(src)))
	}
	v := l.mutableTemp("s", t)
	l.hollow[v] = l.hollow[x.Var]
	l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Add(n, more)})
	l.elementLoop(n, ir.CopyLoop, ir.NewRef(v), x)
	if src != nil {
		l.elementsFrom(ir.NewRef(v), n, more, src)
	} else {
		for i, y := range rest {
			l.elementInto(ir.NewRef(v).At(ir.Add(n, ir.Int(int64(i)))), y)
		}
	}
	return &node{typ: t, x: ir.NewRef(v), fresh: true}
}

// spread is what e... stands for in an append, or what a copy reads: the bytes of a text are a slice of their own.
func (l *lowerer) spread(e ast.Expr) *node {
	if !isString(l.typeOf(e)) {
		return l.expr(e)
	}
	bytes := types.NewSlice(types.Typ[types.Byte])
	x := &texter{l: l, impure: true} // a new slice each time
	x.text("[]byte(")
	x.child(e)
	x.text(")")
	return &node{typ: bytes, x: l.save("text", x.done(bytes)), fresh: true}
}

// cloned is a copy of the slice x in new memory.
func (l *lowerer) cloned(t types.Type, x ast.Expr) *node {
	src := l.sliceRef(l.bound(l.spread(x), "src"), x.Pos())
	v := l.mutableTemp("s", t)
	s := &lengths{l: l}
	n := s.lenOf(src)
	if _, ok := n.(*ir.Len); !ok {
		n = l.pin("n", lengthOf(src))
	}
	l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: n})
	l.elementLoop(n, ir.CopyLoop, ir.NewRef(v), src)
	return &node{typ: t, x: ir.NewRef(v), fresh: true}
}

// isNilSlice says whether e is written as nil, or a conversion of that.
func (l *lowerer) isNilSlice(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && l.info().Types[call.Fun].IsType() && len(call.Args) == 1 {
		e = ast.Unparen(call.Args[0])
	}
	return l.info().Types[e].IsNil()
}

// emptySlice says whether e is written as a slice without elements and capacity.
func (l *lowerer) emptySlice(e ast.Expr) bool {
	e = ast.Unparen(e)
	if l.isNilSlice(e) {
		return true
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.SliceExpr: // x[:0:0]
		return e.Slice3 && l.writtenZero(e.High) && l.writtenZero(e.Max)
	}
	return false
}

// writtenZero says whether e is a constant 0.
func (l *lowerer) writtenZero(e ast.Expr) bool {
	v := l.info().Types[e].Value
	return v != nil && v.ExactString() == "0"
}
