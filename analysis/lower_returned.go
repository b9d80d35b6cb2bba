package analysis

import (
	"go/ast"
	"go/types"
	"slices"
)

// What return append(s, ...) returns, where s is a variable of the function: nobody reads s after that, so that it is the same as
// s = append(s, ...) and return s.

// growsAtReturn returns the variable s if result i of a return in the function fn, a declaration or a literal, is append(s, ...).
func growsAtReturn(info *types.Info, fn ast.Node, s *ast.ReturnStmt, i int) types.Object {
	call, ok := ast.Unparen(s.Results[i]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	if name, ok := ast.Unparen(call.Fun).(*ast.Ident); !ok || name.Name != "append" || !info.Types[call.Fun].IsBuiltin() {
		return nil
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok || v.Pos() < fn.Pos() || v.Pos() >= fn.End() {
		return nil
	}
	for k, r := range s.Results {
		if k != i && mentions(info, r, v) {
			return nil
		}
	}
	return v
}

// mentions says whether e names the variable v.
func mentions(info *types.Info, e ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && info.Uses[id] == v
		return !found
	})
	return found
}

// eachGrownAtReturn calls f for the variables that returns in the function fn append to, and in the literals in it.
func eachGrownAtReturn(info *types.Info, fn ast.Node, f func(types.Object)) {
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n != fn {
				eachGrownAtReturn(info, n, f)
				return false
			}
		case *ast.ReturnStmt:
			for i := range n.Results {
				if v := growsAtReturn(info, fn, n, i); v != nil {
					f(v)
				}
			}
		}
		return true
	})
}

// node is the syntax of the function of which fr is an activation.
func (fr *frame) node() ast.Node {
	if fr.lit != nil {
		return fr.lit
	}
	return fr.Decl
}

// grownFirst appends to the variables that s returns with more elements, and returns s without that.
func (l *lowerer) grownFirst(s *ast.ReturnStmt) *ast.ReturnStmt {
	if len(s.Results) != len(l.fr.results) {
		return s
	}
	out := *s
	for i, e := range s.Results {
		if growsAtReturn(l.info(), l.fr.node(), s, i) == nil {
			continue
		}
		call := ast.Unparen(e).(*ast.CallExpr)
		if l.appendTo(call.Args[0], call) {
			out.Results = slices.Clone(out.Results)
			out.Results[i] = call.Args[0]
		}
	}
	return &out
}
