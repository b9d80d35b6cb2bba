package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// addressOf lowers &x: a pointer is another name for x.
func (l *lowerer) addressOf(e *ast.UnaryExpr) *node {
	t := l.typeOf(e)
	if l.class(t) != classPointer {
		return leaf(l.opaque(e))
	}
	if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
		v := l.declareAs("p", nil, madeAt(lit.Pos()), l.composite(lit, l.typeOf(lit)))
		l.markMutable(v)
		l.owned[v] = l.fr
		return &node{typ: t, to: v}
	}
	to := l.value(e.X)
	if !to.named {
		to = l.pinNode(l.whole(to))
	}
	if id, ok := ast.Unparen(e.X).(*ast.Ident); ok && l.declaredHere(l.info().ObjectOf(id)) && !l.isParameter(id) {
		l.owned[to] = l.fr
	}
	return &node{typ: t, to: to}
}

// markMutable says that storage without a name may be written.
func (l *lowerer) markMutable(n *node) {
	if n.lazy != nil {
		return
	}
	if r, ok := n.x.(*ir.Ref); ok && r.Var.View == nil {
		l.mutable[r.Var] = true
	}
	for _, p := range n.parts {
		l.markMutable(p)
	}
}

// addressText is the address of the variable of which sel is a method, which is not followed.
func (l *lowerer) addressText(sel *ast.SelectorExpr, t types.Type) *node {
	l.pointTo(t.Underlying().(*types.Pointer).Elem())
	x := &texter{l: l}
	x.text("&")
	if path := l.info().Selections[sel].Index(); len(path) > 1 { // through embedded fields
		x.node(l.fieldAt(l.place(sel.X), path[:len(path)-1], sel.Sel), sel)
	} else {
		x.child(sel.X)
	}
	return leaf(x.done(t))
}

// holder is the type of the value of which s is a method: the last one of the embedded fields on the way, if there are any.
func holder(s *types.Selection) types.Type {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	return t
}
