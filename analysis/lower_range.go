package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// rangeStmt lowers range loops over integers, slices, arrays and pointers to arrays.
func (l *lowerer) rangeStmt(s *ast.RangeStmt, label string) {
	t := l.typeOf(s.X)
	switch {
	case ir.IsInt(t) && l.class(t) == classScalar:
		l.rangeInt(s, label)
	case l.class(t) == classSlice, l.class(t) == classArray, l.class(t) == classPointer && ir.ElemType(t) != nil, l.ofElements(t):
		l.rangeElems(s, t, label)
	case isString(t) && !l.mayKeep():
		l.rangeString(s, label)
	default:
		what := "range over " + types.TypeString(t, l.qualify)
		if _, ok := t.Underlying().(*types.Slice); ok {
			l.rangeElems(s, t, label)
			return
		}
		l.refuse(s.X.Pos(), what, "only integers, slices and arrays are supported", "put the elements into a slice before")
		l.bindLoopVars(s, nil)
		l.in(func() { l.loopBody(s.Body, label, nil) })
	}
}

func (l *lowerer) rangeInt(s *ast.RangeStmt, label string) {
	n := l.scalar(s.X)
	t := n.Type()
	if obj := l.keyObj(s); obj != nil {
		t = l.typ(obj.Type())
		n = l.constAs(n, t)
	}
	f, iter := l.rangeLoop(s, t)
	f.Limit = n
	stop := l.stopFlag(f, s.Body, label)
	l.inLoop(s, func() {
		f.Body = l.in(func() {
			l.iters[l.blk] = iter
			l.bindLoopVars(s, iter)
			l.loopBody(s.Body, label, stop)
		})
	})
	if writtenIn(f.Body).touches(f.Limit) {
		f.Limit = l.save("n", f.Limit)
	}
	l.emit(f)
}

// rangeLoop makes a loop from 0 and its iterator.
func (l *lowerer) rangeLoop(s *ast.RangeStmt, t types.Type) (*ir.For, *ir.Var) {
	iter := &ir.Var{Name: "i", Type: t, Kind: ir.Iter, Pos: s.Pos()}
	if obj := l.keyObj(s); obj != nil && s.Tok == token.DEFINE && !l.changed(obj) {
		iter.Name, iter.Pos, iter.Obj = obj.Name(), obj.Pos(), obj
	}
	zero, one := l.constAs(ir.Int(0), t), l.constAs(ir.Int(1), t)
	return &ir.For{Meta: l.cur, Iter: iter, Begin: zero, Cmp: token.LSS, Step: one, Form: ir.Range}, iter
}

func (l *lowerer) keyObj(s *ast.RangeStmt) types.Object {
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		return l.info().ObjectOf(id)
	}
	return nil
}

// changed says whether a variable is assigned after its declaration.
func (l *lowerer) changed(obj types.Object) bool {
	for fr := l.fr; fr != nil; fr = fr.parent { // an inlined function uses arguments under their own names
		if fr.writes[obj].any() {
			return true
		}
	}
	return false
}

// bindLoopVars makes the key stand for the iterator, or a copy of it where it is assigned. With a nil
// iterator the variables stand for nothing.
func (l *lowerer) bindLoopVars(s *ast.RangeStmt, iter *ir.Var) {
	if iter == nil {
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil && !blank(e) && l.defined(e) != nil {
				l.fr.env.set(l.defined(e), l.dummyPlace(l.typeOf(e)))
			}
		}
		return
	}
	key := ir.NewRef(iter)
	switch obj := l.keyObj(s); {
	case s.Key == nil || blank(s.Key):
	case s.Tok == token.DEFINE && !l.changed(obj):
		l.fr.env.set(obj, leaf(key))
	case s.Tok == token.DEFINE:
		l.declareVar(s.Key.(*ast.Ident), obj, leaf(key))
	default:
		dst := l.place(s.Key)
		l.assign([]*node{dst}, []*node{leaf(key)}, s.Key.Pos())
	}
}

// rangeElems lowers a loop over the elements of a slice or an array.
func (l *lowerer) rangeElems(s *ast.RangeStmt, t types.Type, label string) {
	n := l.rangedOver(s, t)
	if l.class(t) == classPointer {
		n = l.target(n, s.X.Pos())
	}
	switch n.force(); {
	case n.isNil || n.pending: // no iterations
	case n.unsure():
		some := ir.Bin(token.GTR, l.sliceLen(n.x.(*ir.Slice)), ir.Int(0))
		sure := *n
		sure.cur, sure.of = nil, nil
		l.emit(&ir.If{Cond: some, Then: l.in(func() { l.rangeNode(s, &sure, t, label) })})
	default:
		l.rangeNode(s, n, t, label)
	}
}

// rangeNode lowers a loop over the elements of n, a slice or an array of type t.
func (l *lowerer) rangeNode(s *ast.RangeStmt, n *node, t types.Type, label string) {
	over := l.rangeOver(s, n, t)
	x, rows := over.x, over.rows
	f, iter := l.rangeLoop(s, types.Typ[types.Int])
	f.Limit = over.length
	changes := l.class(t) == classOpaque && !l.ofElements(t) && !l.fixed(x)
	if changes {
		f.Limit = l.save("n", &ir.Opaque{Parts: []string{"len(", ")"}, Args: []ir.Expr{x}, Pure: true, T: types.Typ[types.Int]})
	}
	stop := l.stopFlag(f, s.Body, label)
	root := x.Base().Var
	valueOf := s.Value != nil && !blank(s.Value)
	_, array := t.Underlying().(*types.Array)
	byValue := (array || changes) && valueOf
	source := x
	if byValue {
		source = ir.NewRef(l.temp(root.Name, x.T)) // stands for a copy until it is known whether it is needed
	}
	l.inLoop(s, func() {
		l.iterates(l.cursorOf(s.X), iter, 0, 0, s.Body)
		f.Body = l.in(func() {
			l.iters[l.blk] = iter
			l.bindLoopVars(s, iter)
			switch {
			case rows != nil && valueOf:
				l.bindValue(s, l.unassigned(l.row(rows, ir.NewRef(iter), ir.ElemType(t)), s.X.Pos()))
			case valueOf:
				l.bindValue(s, leaf(source.At(ir.Add(over.from, ir.NewRef(iter)))))
			}
			l.loopBody(s.Body, label, stop)
		})
	})
	w := writtenIn(f.Body)
	if byValue {
		l.settleCopy(f, source.Var, x, w.roots[root])
	}
	touched := w.touches(f.Limit)
	if touched {
		f.Limit = l.save("n", f.Limit)
	}
	if touched && valueOf && !changes {
		l.reported(x.Var)
		l.refuse(s.X.Pos(), "range over "+l.head(s.X), "the values are those of the slice that it was at the start, and it is another one after a swap or an assignment in the loop", "range over a copy, as slices.Clone("+l.head(s.X)+"), or over the index alone")
	}
	l.emit(f)
}

// A ranged is what a loop goes over: length elements of the slice x, from one on, or the rows of a table.
type ranged struct {
	x            *ir.Ref
	from, length ir.Expr
	rows         *table
}

// rangeOver is what the loop over n ranges over, evaluated once. A variable that has room in memory with others has no name there:
// these may grow meanwhile.
func (l *lowerer) rangeOver(s *ast.RangeStmt, n *node, t types.Type) ranged {
	if n.table != nil {
		return ranged{n.table.off, ir.Int(0), n.table.length(), n.table}
	}
	if p, ok := n.x.(*ir.Slice); ok && p.Lo != nil && n.cur != nil && n.cur.room != nil && p.X.Var == n.cur.root.Var {
		return ranged{x: p.X, from: p.Lo, length: asInt(l.sliceLen(p))}
	}
	x := l.sliceRef(n, s.X.Pos())
	switch {
	case len(x.Elems) == 0:
	case l.class(t) == classSlice && !l.stable(x): // the slice that lies at x and its subscripts are read before the loop
		x = ir.NewRef(l.view("row", x.T, leaf(x)))
	default:
		x = l.pinRef(x)
	}
	return ranged{x: x, from: ir.Int(0), length: lengthOf(x)}
}

// bindValue declares or assigns the value variable at the start of the body.
func (l *lowerer) bindValue(s *ast.RangeStmt, val *node) { l.bindRanged(s, s.Value, val) }

// bindRanged declares or assigns e, the key or the value of s.
func (l *lowerer) bindRanged(s *ast.RangeStmt, e ast.Expr, val *node) {
	if obj := l.defined(e); s.Tok == token.DEFINE && obj != nil {
		l.declareVar(e.(*ast.Ident), obj, val)
		return
	}
	l.assign([]*node{l.place(e)}, []*node{val}, e.Pos())
}

// settleCopy replaces the stand-in for a ranged array, or for a slice that source text alone uses, by a copy of it, or by itself
// if the loop does not write it. The elements of a slice are read when it is their turn.
func (l *lowerer) settleCopy(f *ir.For, standIn *ir.Var, x *ir.Ref, needed bool) {
	switch {
	case needed && l.ofElements(x.T):
		x = l.copyArray(standIn.Name, x)
	case needed:
		x = l.save(standIn.Name, x)
	}
	replaceVar(f.Body, standIn, x)
}
