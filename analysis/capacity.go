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
