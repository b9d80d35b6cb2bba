package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// withCapacity is the value val of the variable obj. A slice that is made with a capacity becomes a part of memory
// that long where obj is sliced, which may make it longer again. Elsewhere a capacity is of no effect, and what
// lies behind a slice that is an argument is not followed at all.
func (l *lowerer) withCapacity(obj types.Object, val *node) *node {
	r := val.ref()
	if obj == nil || r == nil || !val.fresh || len(r.Elems) > 0 || val.cur != nil || l.caps[r.Var] == nil || !l.sliced(obj) {
		return val
	}
	if l.planOf(l.fr, obj).grows {
		return val
	}
	length, _ := l.toCapacity(r.Var)
	if length == nil {
		return val
	}
	l.adopt(r.Var, ir.Joined(obj.Name(), "mem"), nil, madeAt(obj.Pos()))
	return &node{typ: val.typ, x: &ir.Slice{X: r, Hi: length, T: val.typ}}
}

// toCapacity makes the slice v, which make has just made, as long as its capacity, and returns the length and the capacity that
// make was given. The length is nil if that is not possible, or there was no capacity.
func (l *lowerer) toCapacity(v *ir.Var) (length, room ir.Expr) {
	i := l.allocOf(l.blk, v)
	if i < 0 || l.caps[v] == nil {
		return nil, nil
	}
	made := l.blk.Stmts[i].(*ir.Alloc)
	whole := &ir.Alloc{Meta: made.Meta, Dst: made.Dst, Len: l.caps[v]}
	length, room = l.pin("n", asInt(made.Len)), l.caps[v]
	l.blk.Stmts = append(append(l.blk.Stmts[:i:i], l.blk.Stmts[i+1:]...), whole) // behind its capacity
	delete(l.allocLen, v)
	delete(l.caps, v) // its length now
	return length, room
}

// sliced says whether the variable obj, or what it is assigned, is sliced up to some element, or passed to a function that may.
func (l *lowerer) sliced(obj types.Object) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && l.info().ObjectOf(id) == obj
	}
	found := false
	ast.Inspect(l.fr.body(), func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.SliceExpr:
			found = found || e.High != nil && is(e.X)
		case *ast.CallExpr:
			tv := l.info().Types[e.Fun]
			found = found || !tv.IsBuiltin() && !tv.IsType() && slices.ContainsFunc(e.Args, is)
		}
		return !found
	})
	return found
}

// capacity lowers cap(x): what make was given, or the length that it or a literal has, up from where x starts in that. The
// capacities that append chooses are left open by Go, and what lies behind the end of an argument is not followed.
func (l *lowerer) capacity(e *ast.CallExpr) *node {
	x := e.Args[0]
	t := l.typeOf(x)
	switch l.class(t) {
	case classOpaque:
		return leaf(l.opaque(e))
	case classPointer, classArray:
		return leaf(ir.Int(arrayLen(t)))
	}
	l.asksCap = true
	n := l.expr(x).force()
	switch {
	case n.bad:
		return l.dummy(types.Typ[types.Int])
	case n.isNil || n.pending && (n.cur == nil || n.cur.table == nil):
		return leaf(ir.Int(0))
	}
	if room, ok := l.capacityOf(n); ok && !*l.limited {
		return leaf(room)
	}
	l.refuse(e.Pos(), "cap", "the capacity of "+l.head(ast.Unparen(x))+" is not known, as it is of slices that make or a literal gives", "use len, and make a new slice where one is too short")
	return l.dummy(types.Typ[types.Int])
}

// capacityOf is the capacity of a slice. Not ok if it is not known.
func (l *lowerer) capacityOf(n *node) (room ir.Expr, ok bool) {
	if c := n.cur; c != nil && (c.grows || c.mem != nil || c.table != nil) || n.table != nil {
		return nil, false
	}
	var at part
	switch x := n.x.(type) {
	case *ir.Ref:
		at = partOf(x)
	case *ir.Slice:
		at = partOf(x.X).slice(x.Lo, x.Hi)
	default:
		return nil, false
	}
	v := at.root.Var
	if len(at.root.Elems) > 0 || !l.made[v] || l.grown[v] || l.caps[v] != nil || !l.assumeHeader(at.root) {
		return nil, false
	}
	return ir.Sub(lengthOf(at.root), at.start()), true
}
