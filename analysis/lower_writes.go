package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// A writeSet says, from the syntax alone, which variables of a function change after their declaration.
type writeSet map[types.Object]*changes

// changes are the ways in which one variable changes.
type changes struct {
	whole int  // assignments
	part  bool // an assignment to a field or an element of an array
	addr  bool // its address is taken, so that it may change elsewhere
}

func (c *changes) any() bool { return c != nil && (c.whole > 0 || c.part || c.addr) }

// writesOf returns the changes in a function.
func (l *lowerer) writesOf(s *load.Source) writeSet {
	if w, ok := l.writes[s.Decl]; ok {
		return w
	}
	w := writeSet{}
	l.writes[s.Decl] = w
	if s.Decl.Body != nil {
		ast.Inspect(s.Decl.Body, func(n ast.Node) bool {
			w.note(s.Pkg.Info, n)
			return true
		})
		eachGrownAtReturn(s.Pkg.Info, s.Decl, func(v types.Object) { w.of(v).whole++ })
	}
	return w
}

func (w writeSet) note(info *types.Info, n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			if id, ok := e.(*ast.Ident); ok && info.Defs[id] != nil {
				continue
			}
			w.assigned(info, e)
		}
	case *ast.IncDecStmt:
		w.assigned(info, n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.assigned(info, n.Key)
			if n.Value != nil {
				w.assigned(info, n.Value)
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			w.addressed(info, n.X)
		}
	case *ast.SliceExpr:
		if _, ok := info.TypeOf(n.X).Underlying().(*types.Array); ok {
			w.addressed(info, n.X)
		}
	case *ast.SelectorExpr:
		if sel := info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal {
			if fn, ok := sel.Obj().(*types.Func); ok && isPointer(fn.Signature().Recv().Type()) && !isPointer(sel.Recv()) {
				w.addressed(info, n.X)
			}
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func (w writeSet) of(obj types.Object) *changes {
	c := w[obj]
	if c == nil {
		c = &changes{}
		w[obj] = c
	}
	return c
}

func (w writeSet) assigned(info *types.Info, e ast.Expr) {
	obj, whole := ownRoot(info, e)
	switch {
	case obj == nil:
	case whole:
		w.of(obj).whole++
	default:
		w.of(obj).part = true
	}
}

func (w writeSet) addressed(info *types.Info, e ast.Expr) {
	if obj, _ := ownRoot(info, e); obj != nil {
		w.of(obj).addr = true
	}
}

// ownRoot returns the variable in whose own storage e lies, nil if it lies behind a pointer or in a
// slice, and whether e is all of the variable.
func ownRoot(info *types.Info, e ast.Expr) (types.Object, bool) {
	whole := true
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.Ident:
			return info.ObjectOf(x), whole
		case *ast.SelectorExpr:
			if t := info.TypeOf(x.X); t != nil && !isPointer(t) && info.Selections[x] != nil {
				e, whole = x.X, false
				continue
			}
		case *ast.IndexExpr:
			if t := info.TypeOf(x.X); t != nil {
				if _, ok := t.Underlying().(*types.Array); ok {
					e, whole = x.X, false
					continue
				}
			}
		}
		return nil, false
	}
}

// hasCall says whether e calls anything but conversions and builtins.
func (l *lowerer) hasCall(e ast.Node) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && l.mayHaveEffects(call) {
			found = true
		}
		return !found
	})
	return found
}

// mayHaveEffects says whether the call itself, arguments apart, may write memory.
func (l *lowerer) mayHaveEffects(call *ast.CallExpr) bool {
	if l.info().Types[call.Fun].IsType() {
		return false
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := l.info().Uses[id].(*types.Builtin); ok {
			return b.Name() == "copy"
		}
	}
	fn := l.callee(call)
	return fn == nil || !l.isSimple(fn) && (fn.Pkg() == nil || fn.Pkg().Path() != "math")
}

// isSimple says whether fn is a function whose body is one return of one number, computed without
// writing memory: its calls can be replaced by that expression.
func (l *lowerer) isSimple(fn *types.Func) bool {
	if known, ok := l.simple[fn]; ok {
		return known
	}
	l.simple[fn] = false // for recursion
	s := l.src.Source(fn)
	if s == nil || s.Decl.Body == nil || l.src.RuleFor(fn) != nil || len(s.Decl.Body.List) != 1 {
		return false
	}
	ret, ok := s.Decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || fn.Signature().Results().Len() != 1 || l.class(fn.Signature().Results().At(0).Type()) != classScalar {
		return false
	}
	outer, inst := l.fr, l.inst
	l.fr, l.inst = &frame{Source: s}, nil // for any instance
	simple := !l.hasCall(ret) && !hasLiteral(ret)
	l.fr, l.inst = outer, inst
	l.simple[fn] = simple
	return simple
}

func hasLiteral(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CompositeLit, *ast.FuncLit:
			found = true
		}
		return !found
	})
	return found
}
