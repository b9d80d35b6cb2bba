package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// operands lowers the receiver, if there is one, and the arguments of a call of a function with the
// signature sig; pos is that of the receiver. The first argument of a method expression is its receiver.
func (l *lowerer) operands(e *ast.CallExpr, sig *types.Signature) (recv *node, args []*node, pos token.Pos) {
	if sig.Recv() == nil {
		return nil, l.arguments(e, sig), e.Pos()
	}
	if recv := l.receivers[e]; recv != nil {
		return recv, l.arguments(e, sig), e.Pos()
	}
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if s := l.info().Selections[sel]; ok && (s == nil || s.Kind() != types.MethodExpr) {
		recv = l.receiver(sel, sig.Recv().Type())
		return recv, l.arguments(e, sig), sel.X.Pos()
	}
	args = l.arguments(e, l.rawType(e.Fun).(*types.Signature))
	if len(args) == 0 { // refused
		return l.dummy(sig.Recv().Type()), nil, e.Pos()
	}
	pos = e.Args[0].Pos()
	return l.asReceiver(args[0], sig.Recv().Type(), pos), args[1:], pos
}

// receiver lowers the receiver of a method call as the method takes it: t is its type.
func (l *lowerer) receiver(sel *ast.SelectorExpr, t types.Type) *node {
	if s := l.info().Selections[sel]; isPointer(t) && l.class(t) == classOpaque && !isPointer(holder(s)) {
		return l.whole(l.addressText(sel, t))
	}
	n := l.expr(sel.X)
	if s := l.info().Selections[sel]; s != nil {
		path := s.Index()
		n = l.fieldAt(n, path[:len(path)-1], sel.Sel) // through embedded fields
	}
	return l.asReceiver(n, t, sel.X.Pos())
}

// asReceiver is n, or its address, or what it points to, as a method takes it whose receiver has type t.
func (l *lowerer) asReceiver(n *node, t types.Type, pos token.Pos) *node {
	switch has, wants := isPointer(n.typ), isPointer(t); {
	case wants && !has:
		return &node{typ: t, to: l.pinNode(n)}
	case has && !wants && l.class(n.typ) == classPointer:
		return l.target(n, pos)
	case has && !wants && n.force().x != nil:
		return l.whole(leaf(&ir.Opaque{Parts: []string{"*", ""}, Args: []ir.Expr{n.x}, T: t}))
	}
	return n
}

// arguments lowers the arguments of a call, one for each parameter of sig.
func (l *lowerer) arguments(e *ast.CallExpr, sig *types.Signature) []*node {
	np := sig.Params().Len()
	if len(e.Args) == 1 && np != 1 {
		if t, ok := l.rawType(e.Args[0]).(*types.Tuple); ok && !sig.Variadic() && t.Len() == np {
			return l.call(ast.Unparen(e.Args[0]).(*ast.CallExpr))
		}
	}
	fixed := np
	if sig.Variadic() && !e.Ellipsis.IsValid() {
		fixed = np - 1
	}
	var args []*node
	for i := range fixed {
		args = append(args, l.exprAs(e.Args[i], sig.Params().At(i).Type()))
	}
	if fixed < np {
		args = append(args, l.variadic(e.Args[fixed:], sig.Params().At(fixed).Type()))
	}
	return args
}

// variadicText is variadic for a slice that source text alone uses.
func (l *lowerer) variadicText(list []ast.Expr, t types.Type) *node {
	x := &texter{l: l, impure: true} // a new slice each time
	if x.typ(t); len(list) == 0 {
		x.text("(nil)")
		return leaf(x.done(t))
	}
	for i, e := range list {
		x.text([]string{"{", ", "}[min(i, 1)])
		x.argument(e)
	}
	x.text("}")
	return leaf(x.done(t))
}

// variadic makes the slice of the arguments that a "..." parameter takes.
func (l *lowerer) variadic(list []ast.Expr, t types.Type) *node {
	if l.class(t) != classSlice {
		return l.whole(l.variadicText(list, t))
	}
	each := func(f func(int64, ast.Expr)) {
		for i, e := range list {
			f(int64(i), e)
		}
	}
	return l.literal(t, each, func() *ir.Ref {
		v := l.mutableTemp("args", t)
		if len(list) == 0 {
			l.hollow[v] = hollowIfEmpty
		}
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(int64(len(list)))})
		return ir.NewRef(v)
	})
}
