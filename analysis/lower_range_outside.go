package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Loops over slices of numbers and text that code which is not followed gives: elements of maps, what methods of interfaces
// return. Their memory is not known, so the loop goes through a copy. That is as good where nothing writes such elements in the
// loop.

// rangedOver is the value of the operand of s, of type t.
func (l *lowerer) rangedOver(s *ast.RangeStmt, t types.Type) *node {
	if e := ir.ElemType(t); e != nil && isPlain(e) && l.leavesAlone(s.Body, e) {
		outer := l.ranged
		l.ranged = ast.Unparen(s.X)
		defer func() { l.ranged = outer }()
	}
	return l.expr(s.X)
}

// isPlain says whether values of type t are integers, bools or text.
func isPlain(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0
}

// leavesAlone says whether the statements of body write no elements of slices of t, as far as the form tells.
func (l *lowerer) leavesAlone(body *ast.BlockStmt, t types.Type) bool {
	same := func(o types.Type) bool { return o == nil || types.Identical(l.typ(o).Underlying(), t.Underlying()) }
	ok := true
	ast.Inspect(body, func(n ast.Node) bool {
		assigned(l.info(), n, func(e ast.Expr) {
			ok = ok && (blank(e) || !holdsArrays(l.typeOf(e), same))
			switch e := ast.Unparen(e).(type) {
			case *ast.IndexExpr:
				_, isMap := mapOf(l, e)
				ok = ok && (isMap || !same(l.typeOf(e)))
			case *ast.StarExpr:
				ok = ok && !same(l.typeOf(e))
			}
		})
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW && n.Op != token.AND
		case *ast.CallExpr:
			ok = ok && l.callLeavesAlone(n, same)
		}
		return ok
	})
	return ok
}

// holdsArrays says whether values of type t are arrays with such elements, or hold some.
func holdsArrays(t types.Type, same func(types.Type) bool) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return same(u.Elem()) || holdsArrays(u.Elem(), same)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsArrays(f.Type(), same) {
				return true
			}
		}
	}
	return false
}

// callLeavesAlone is leavesAlone for a call.
func (l *lowerer) callLeavesAlone(e *ast.CallExpr, same func(types.Type) bool) bool {
	if l.info().Types[e.Fun].IsType() {
		return true
	}
	switch name := builtinName(l, e); name {
	case "copy", "clear":
		return !same(ir.ElemType(l.typeOf(e.Args[0])))
	case "append": // to a slice of the function, of which no shorter part was taken
		id, ok := ast.Unparen(e.Args[0]).(*ast.Ident)
		return !same(ir.ElemType(l.typeOf(e.Args[0]))) || ok && l.onlyGrows(id)
	case "":
		fn := l.callee(e)
		return fn != nil && (onlyLooks(fn) || l.writesNothing(fn.Origin()) || l.writesOther(fn.Origin(), same))
	}
	return true
}

// writesOther says whether a function of the module writes no elements of which the type is the same.
func (l *lowerer) writesOther(fn *types.Func, same func(types.Type) bool) bool {
	if s := l.src.Source(fn); s == nil || s.Decl.Body == nil || s.Pkg.Standard {
		return false
	}
	f := l.newFootprint()
	f.function(fn)
	return !f.floats && !slices.ContainsFunc(f.cells, same)
}

// onlyGrows says whether a local slice is made by the function, is cut at its start alone, and goes nowhere else.
func (l *lowerer) onlyGrows(id *ast.Ident) bool {
	obj := l.info().ObjectOf(id)
	n := l.fr.env.get(obj)
	if n == nil || n.cur == nil || !n.cur.grows {
		return false
	}
	ok := true
	ast.Inspect(l.fr.body(), func(n ast.Node) bool {
		if s, is := n.(*ast.SliceExpr); is && s.High != nil {
			x, isIdent := ast.Unparen(s.X).(*ast.Ident)
			ok = ok && !(isIdent && l.info().ObjectOf(x) == obj)
		}
		return ok
	})
	return ok
}
