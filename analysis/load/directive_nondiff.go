package load

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// checkNonDiff reports the nondiff directives of p above statements in which nothing could need one.
func checkNonDiff(p *Package) {
	for _, line := range p.Lines {
		if line.nonDiff != nil && !mayNeedNonDiff(p.Info, line.nonDiff) {
			p.Diags.Add(p.Fset, line.Pos, "//pardiff:nondiff says nothing here: the statement below converts no float to an integer and calls no function")
		}
	}
}

// mayNeedNonDiff says whether a statement, without those inside it, may lose a derivative: by a conversion to
// an integer, or in code that is not followed.
func mayNeedNonDiff(info *types.Info, s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return n == s || inSwitch(s, n)
		case *ast.CaseClause:
			for _, e := range n.List {
				ast.Inspect(e, func(n ast.Node) bool {
					found = found || losesDerivative(info, n)
					return true
				})
			}
			return false
		}
		found = found || losesDerivative(info, n)
		return !found
	})
	return found
}

// inSwitch says whether b is the list of the clauses of s.
func inSwitch(s ast.Stmt, b *ast.BlockStmt) bool {
	if l, ok := s.(*ast.LabeledStmt); ok {
		s = l.Stmt
	}
	sw, ok := s.(*ast.SwitchStmt)
	return ok && sw.Body == b
}

func losesDerivative(info *types.Info, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.TypeAssertExpr, *ast.SendStmt, *ast.TypeSwitchStmt:
		return true
	case *ast.IndexExpr:
		_, isMap := info.TypeOf(n.X).Underlying().(*types.Map)
		return isMap
	case *ast.CallExpr:
		tv := info.Types[n.Fun]
		if tv.IsType() {
			from := info.TypeOf(n.Args[0])
			return !IsFloat(tv.Type) && from != nil && HoldsFloats(from)
		}
		if tv.IsBuiltin() {
			return false
		}
		if fn := typeutil.StaticCallee(info, n); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math" {
			return fn.Signature().Results().Len() == 1 && !IsFloat(fn.Signature().Results().At(0).Type())
		}
		return true
	}
	return false
}
