package analysis

import (
	"go/ast"
	"go/types"

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
	i := l.allocOf(l.blk, r.Var)
	if i < 0 || l.planOf(l.fr, obj).grows {
		return val
	}
	made := l.blk.Stmts[i].(*ir.Alloc)
	whole := &ir.Alloc{Meta: made.Meta, Dst: made.Dst, Len: l.caps[r.Var]}
	length := l.pin("n", asInt(made.Len))
	l.blk.Stmts = append(append(l.blk.Stmts[:i:i], l.blk.Stmts[i+1:]...), whole) // behind its capacity
	l.adopt(r.Var, joined(obj.Name(), "mem"), nil, madeAt(obj.Pos()))
	delete(l.allocLen, r.Var)
	delete(l.caps, r.Var) // its length now
	return &node{typ: val.typ, x: &ir.Slice{X: r, Hi: length, T: val.typ}}
}

// sliced says whether the variable obj, or what it is assigned, is sliced up to some element.
func (l *lowerer) sliced(obj types.Object) bool {
	found := false
	ast.Inspect(l.fr.body(), func(n ast.Node) bool {
		if e, ok := n.(*ast.SliceExpr); ok && e.High != nil {
			id, ok := ast.Unparen(e.X).(*ast.Ident)
			found = found || ok && l.info().ObjectOf(id) == obj
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
