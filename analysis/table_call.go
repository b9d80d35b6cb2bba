package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// tableArg is a table as an argument of c, a call that is not inlined: a slice of slices with copies of the rows, which nobody
// has after the call. The function must write nothing, and not ask which rows have memory.
func (l *lowerer) tableArg(tb *table, t types.Type, c *ir.Call, pos token.Pos) *node {
	construct, wayOut := "slice "+tb.called()+" as an argument of "+c.Fn.Name(), "pass its rows one by one, or make one slice for all rows"
	switch {
	case !c.ReadOnly:
		l.refuse(pos, construct, "its rows are parts of one memory, and "+c.Fn.Name()+" may write them", wayOut)
	case l.asksNil(c.Fn, map[*types.Func]bool{}):
		l.refuse(pos, construct, "its rows are parts of one memory, and "+c.Fn.Name()+" compares slices with nil", "compare their lengths with 0")
	default:
		known := len(l.rowCopies)
		n := l.rowsOf(tb, t, pos)
		l.rowCopies = l.rowCopies[:known] // one name for the copies, until the call returns
		return n
	}
	return l.dummy(t)
}

// asksNil says whether fn, or something that it calls, compares a slice with nil.
func (l *lowerer) asksNil(fn *types.Func, seen map[*types.Func]bool) bool {
	s := l.src.Source(fn)
	if s == nil || s.Decl.Body == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	found := false
	ast.Inspect(s.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			for _, pair := range [][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
				_, slice := s.Pkg.Info.TypeOf(pair[0]).Underlying().(*types.Slice)
				found = found || slice && s.Pkg.Info.Types[pair[1]].IsNil()
			}
		case *ast.Ident:
			if called, ok := s.Pkg.Info.Uses[n].(*types.Func); ok {
				found = found || l.asksNil(called.Origin(), seen)
			}
		}
		return !found
	})
	return found
}
