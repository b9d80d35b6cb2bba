package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An effects says which functions surely write nothing that their arguments or package-level variables
// lead to, from the syntax alone. Functions that call each other are taken to be so until one is found
// that is not, so that an answer is right for the function that was asked about first.
type effects struct {
	src   Sources
	quiet map[*types.Func]bool
	// arguments says that writes of what variables of the function lead to do not count, those of
	// package-level variables do.
	arguments bool
}

// writesNothing says whether a call of fn leaves all memory that existed before it as it was.
func (l *lowerer) writesNothing(fn *types.Func) bool {
	e := &effects{src: l.src, quiet: map[*types.Func]bool{}}
	return e.isQuiet(fn)
}

// writesArguments says whether a call of fn does nothing but give results and write what its arguments lead to.
func (l *lowerer) writesArguments(fn *types.Func) bool {
	e := &effects{src: l.src, quiet: map[*types.Func]bool{}, arguments: true}
	return e.isQuiet(fn)
}

func (e *effects) isQuiet(fn *types.Func) bool {
	if known, ok := e.quiet[fn]; ok {
		return known
	}
	if isInterfaceMethod(fn) {
		return false
	}
	s := e.src.Source(fn)
	if s == nil || s.Decl.Body == nil {
		return e.isPure(fn)
	}
	e.quiet[fn] = true // for recursion; one call that is not quiet makes all of them so
	w := &quietWalker{effects: e, info: s.Pkg.Info, owned: map[types.Object]bool{}, quiet: true}
	w.look(s.Decl)
	e.quiet[fn] = w.quiet
	return w.quiet
}

// isPure says whether a function without a source is known to write nothing.
func (e *effects) isPure(fn *types.Func) bool {
	if isPureCallee(fn) {
		return true
	}
	switch fn.FullName() {
	case "errors.New", "fmt.Sprintf", "fmt.Sprint", "fmt.Errorf":
		return true
	}
	return false
}

// A quietWalker looks for writes in one function. Its owned variables hold slices and pointers to memory
// that the function made itself, at all levels.
type quietWalker struct {
	*effects
	info  *types.Info
	owned map[types.Object]bool
	// within is set for a function literal: the variables around it are not its own.
	within *ast.FuncLit
	quiet  bool
}

// look looks for writes in a function.
func (w *quietWalker) look(d *ast.FuncDecl) {
	w.findOwned(d)
	ast.Inspect(d.Body, func(n ast.Node) bool {
		w.visit(n)
		return w.quiet
	})
}

// findOwned assumes that all local variables are owned and gives up those that are assigned anything else,
// until nothing changes.
func (w *quietWalker) findOwned(d *ast.FuncDecl) {
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := w.info.Defs[id].(*types.Var); ok && !v.IsField() {
				w.owned[v] = true
			}
		}
		return true
	})
	ast.Inspect(d, func(n ast.Node) bool {
		var params []*ast.FieldList
		switch n := n.(type) {
		case *ast.FuncDecl:
			params = []*ast.FieldList{n.Recv, n.Type.Params}
		case *ast.FuncLit:
			params = []*ast.FieldList{n.Type.Params}
		}
		for _, list := range params {
			if list == nil {
				continue
			}
			for _, f := range list.List {
				for _, id := range f.Names {
					delete(w.owned, w.info.Defs[id])
				}
			}
		}
		return true
	})
	for n := -1; n != len(w.owned); {
		n = len(w.owned)
		ast.Inspect(d.Body, func(n ast.Node) bool {
			w.disown(n)
			return true
		})
	}
}

// disown takes the variable of an assignment of other memory off the owned ones.
func (w *quietWalker) disown(n ast.Node) {
	give := func(lhs ast.Expr, fresh bool) {
		if t := w.info.TypeOf(lhs); fresh || t != nil && !holdsRefs(t) {
			return
		}
		if id, ok := ast.Unparen(lhs).(*ast.Ident); ok {
			delete(w.owned, w.info.ObjectOf(id))
			return
		}
		clear(w.owned) // other variables may lead to the place
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			give(lhs, len(n.Lhs) == len(n.Rhs) && w.fresh(n.Rhs[i]))
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if len(n.Values) > 0 {
				give(id, len(n.Names) == len(n.Values) && w.fresh(n.Values[i]))
			}
		}
	case *ast.RangeStmt:
		for _, v := range []ast.Expr{n.Key, n.Value} {
			if v != nil {
				give(v, w.fresh(n.X))
			}
		}
	}
}

// rootOf is the variable that a place or a slice is reached from.
func (w *quietWalker) rootOf(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return w.info.ObjectOf(x)
		case *ast.SelectorExpr:
			if w.info.Selections[x] == nil {
				return w.info.ObjectOf(x.Sel)
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// fresh says whether the memory that the value of e leads to was made by this function, or e is a
// value that leads to none.
func (w *quietWalker) fresh(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := w.info.Types[e]; tv.IsNil() || tv.Value != nil || tv.Type != nil && !holdsRefs(tv.Type) {
		return true
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if !w.fresh(x) {
				return false
			}
		}
		return true
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			if _, lit := ast.Unparen(e.X).(*ast.CompositeLit); lit {
				return w.fresh(e.X)
			}
			return w.own(e.X) && (!holdsRefs(w.info.TypeOf(e.X)) || w.owned[w.rootOf(e.X)])
		}
	case *ast.CallExpr:
		return w.freshCall(e)
	case *ast.FuncLit:
		return true // its body is looked at as a part of this function
	}
	return w.owned[w.rootOf(e)]
}

func (w *quietWalker) freshCall(e *ast.CallExpr) bool {
	if w.info.Types[e.Fun].IsType() {
		return w.fresh(e.Args[0])
	}
	id, _ := ast.Unparen(e.Fun).(*ast.Ident)
	if id == nil {
		return false
	}
	b, _ := w.info.Uses[id].(*types.Builtin)
	switch {
	case b == nil:
		return false
	case b.Name() == "make", b.Name() == "new":
		return true
	case b.Name() == "append":
		for i, a := range e.Args {
			last := e.Ellipsis.IsValid() && i == len(e.Args)-1
			if !w.fresh(a) && !(last && !holdsRefs(elemOf(w.info.TypeOf(a)))) {
				return false
			}
		}
		return true
	}
	return false
}

func elemOf(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return t
}

// own says whether a write of e changes memory of this function alone.
func (w *quietWalker) own(e ast.Expr) bool {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && id.Name == "_" {
		return true
	}
	if obj, _ := ownRoot(w.info, ast.Unparen(e)); obj != nil {
		v, ok := obj.(*types.Var)
		if w.within != nil && (obj.Pos() < w.within.Pos() || obj.Pos() >= w.within.End()) {
			return false
		}
		return ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
	}
	return w.owned[w.rootOf(e)]
}

func (w *quietWalker) write(e ast.Expr) {
	w.quiet = w.quiet && (e == nil || w.own(e) || w.arguments && w.local(e))
}

// local says whether e is reached from a variable of the function.
func (w *quietWalker) local(e ast.Expr) bool {
	v, ok := w.rootOf(e).(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}

func (w *quietWalker) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.RangeStmt:
		assigned(w.info, n, w.write)
	case *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt:
		w.quiet = false
	case *ast.CallExpr:
		w.quiet = w.quiet && w.quietCall(n)
	}
}

// quietCall says whether a call writes owned memory alone.
func (w *quietWalker) quietCall(e *ast.CallExpr) bool {
	if w.info.Types[e.Fun].IsType() {
		return true
	}
	var fn *types.Func
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		switch obj := w.info.Uses[f].(type) {
		case *types.Builtin:
			return w.quietBuiltin(e, obj.Name())
		case *types.Func:
			fn = obj
		case *types.Var:
			return w.owned[obj] // a closure of this function
		}
	case *ast.SelectorExpr:
		fn, _ = w.info.Uses[f.Sel].(*types.Func)
	case *ast.IndexExpr:
		if id, ok := f.X.(*ast.Ident); ok {
			fn, _ = w.info.Uses[id].(*types.Func)
		}
	case *ast.FuncLit:
		return true
	}
	if fn == nil {
		return false
	}
	return w.isQuiet(fn.Origin())
}

func (w *quietWalker) quietBuiltin(e *ast.CallExpr, name string) bool {
	switch name {
	case "copy", "clear", "delete":
		return w.owned[w.rootOf(e.Args[0])] || w.arguments && w.local(e.Args[0])
	case "append":
		return w.fresh(e.Args[0]) || w.arguments && w.local(e.Args[0])
	case "close", "print", "println":
		return false
	}
	return true
}

// holdsRefs says whether a value of type t leads to memory that is shared when it is copied.
func holdsRefs(t types.Type) bool { return holdsRefsAt(t, 0) }

func holdsRefsAt(t types.Type, depth int) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return depth > 8 || holdsRefsAt(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if depth > 8 || holdsRefsAt(f.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Interface:
		return !isErrorLike(t)
	}
	return true
}

// isErrorLike says whether t is error: nothing is written through one here, as its methods are not
// quiet.
func isErrorLike(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// assigned calls write for each place that a statement itself assigns and does not declare.
func assigned(info *types.Info, s ast.Node, write func(ast.Expr)) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Lhs {
			if id, ok := e.(*ast.Ident); !ok || info.Defs[id] == nil {
				write(e)
			}
		}
	case *ast.IncDecStmt:
		write(s.X)
	case *ast.RangeStmt:
		if s.Tok != token.ASSIGN {
			return
		}
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil {
				write(e)
			}
		}
	}
}
