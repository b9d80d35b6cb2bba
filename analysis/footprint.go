package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A footprint is what a function that is called as it is, or a statement that is kept as text, may write, by the types of
// what is written: in Go a place is reached through fields and types that are its own. What is reached through function values,
// interfaces and functions of other modules is not looked at, as it is not for other calls of such functions.
type footprint struct {
	l *lowerer
	// floats says that floats are read or written other than in local variables.
	floats bool
	fields map[*types.Var]bool // fields that are assigned, other than of local variables
	cells  []types.Type        // types of elements that are assigned, and of what pointers lead to
	stars  []types.Type        // the latter
	global map[*types.Var]bool // package-level variables that are assigned; true is as a whole
	maps   bool                // elements of maps are assigned
	seen   map[*types.Func]bool
}

func (l *lowerer) newFootprint() *footprint {
	return &footprint{l: l, fields: map[*types.Var]bool{}, global: map[*types.Var]bool{}, seen: map[*types.Func]bool{}}
}

// function adds what fn does.
func (f *footprint) function(fn *types.Func) {
	if f.seen[fn] {
		return
	}
	f.seen[fn] = true
	s := f.l.src.Source(fn)
	if s == nil || s.Decl.Body == nil || s.Pkg.Standard {
		return
	}
	own := &quietWalker{effects: &effects{src: f.l.src, quiet: map[*types.Func]bool{}}, info: s.Pkg.Info, owned: map[types.Object]bool{}, quiet: true}
	own.findOwned(s.Decl)
	w := &footprintWalker{footprint: f, info: s.Pkg.Info, own: own, bases: map[ast.Expr]bool{}}
	ast.Inspect(s.Decl.Body, func(n ast.Node) bool {
		w.visit(n)
		return !f.floats
	})
}

// A footprintWalker looks at the statements of one function.
type footprintWalker struct {
	*footprint
	info  *types.Info
	own   *quietWalker
	bases map[ast.Expr]bool // of which a part is read
}

func (w *footprintWalker) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.RangeStmt:
		assigned(w.info, n, w.write)
	case *ast.SelectorExpr:
		w.bases[n.Sel] = true
		if sel := w.info.Selections[n]; sel != nil {
			fn, method := sel.Obj().(*types.Func)
			if !method || w.sourceOf(fn) {
				w.bases[ast.Unparen(n.X)] = true
			}
			if method && !isInterfaceMethod(fn) {
				w.function(fn.Origin())
			}
		}
	case *ast.IndexExpr:
		w.bases[ast.Unparen(n.X)] = w.bases[n]
	case *ast.Ident:
		if fn, ok := w.info.Uses[n].(*types.Func); ok && !isInterfaceMethod(fn) {
			w.function(fn.Origin())
		}
	case *ast.CallExpr:
		w.call(n)
	case *ast.SendStmt:
		w.floats = w.floats || carriesFloats(w.info.TypeOf(n.Value))
	}
	if e, ok := n.(ast.Expr); ok {
		w.value(e)
	}
}

// sourceOf says whether the source of a function is at hand.
func (f *footprint) sourceOf(fn *types.Func) bool {
	return !isInterfaceMethod(fn) && f.l.src.Source(fn.Origin()) != nil
}

// value finds floats that are read from memory other than local variables, and memory with floats that is passed on.
func (w *footprintWalker) value(e ast.Expr) {
	tv, ok := w.info.Types[e]
	if id, isIdent := e.(*ast.Ident); isIdent {
		if obj, isVar := w.info.Uses[id].(*types.Var); isVar {
			tv, ok = types.TypeAndValue{Type: obj.Type()}, true
		}
	}
	if !ok || tv.IsType() || tv.IsVoid() || tv.IsNil() || tv.Value != nil || tv.Type == nil || !carriesFloats(tv.Type) || w.bases[e] {
		return
	}
	if _, isFunc := tv.Type.Underlying().(*types.Signature); isFunc {
		return
	}
	if ir.IsFloat(tv.Type) {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			w.floats = w.floats || w.info.Selections[x] != nil && !w.ownPlace(x)
		case *ast.IndexExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			w.floats = true
		case *ast.UnaryExpr:
			w.floats = w.floats || x.Op == token.ARROW
		}
		return
	}
	if _, paren := e.(*ast.ParenExpr); !paren {
		w.floats = true
	}
}

// ownPlace says whether e lies in a local variable of the function.
func (w *footprintWalker) ownPlace(e ast.Expr) bool {
	obj, _ := ownRoot(w.info, ast.Unparen(e))
	v, ok := obj.(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}

func (w *footprintWalker) write(e ast.Expr) {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok && id.Name == "_" || w.ownPlace(e) || w.own != nil && w.own.owned[w.own.rootOf(e)] {
		return
	}
	if v, ok := w.packageLevel(e); ok {
		_, part := e.(*ast.IndexExpr)
		w.global[v] = w.global[v] || !part
		w.floats = w.floats || carriesFloats(w.info.TypeOf(e))
	}
	w.place(e, w.info.TypeOf(e))
}

// place notes that e, of type t, is assigned.
func (w *footprintWalker) place(e ast.Expr, t types.Type) {
	switch x := e.(type) {
	case *ast.SelectorExpr:
		if sel := w.info.Selections[x]; sel != nil {
			w.field(sel.Obj().(*types.Var))
			return
		}
	case *ast.IndexExpr:
		if _, isMap := w.info.TypeOf(x.X).Underlying().(*types.Map); isMap {
			w.floats, w.maps = w.floats || carriesFloats(t), true
			return
		}
		w.cell(t)
	case *ast.StarExpr:
		w.star(t)
	}
}

// star notes that what a pointer to t leads to is assigned.
func (f *footprint) star(t types.Type) {
	f.stars = append(f.stars, t)
	f.cell(t)
}

func (f *footprint) field(v *types.Var) {
	f.fields[v] = true
	f.within(v.Type())
}

// cell notes that something of type t is assigned, and all that lies in it.
func (f *footprint) cell(t types.Type) {
	if !slices.ContainsFunc(f.cells, func(o types.Type) bool { return types.Identical(o, t) }) {
		f.cells = append(f.cells, t)
	}
	f.within(t)
}

func (f *footprint) within(t types.Type) {
	f.floats = f.floats || carriesFloats(t)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for v := range u.Fields() {
			if !f.fields[v] {
				f.field(v)
			}
		}
	case *types.Array:
		f.cell(u.Elem())
	}
}

// packageLevel returns the package-level variable that e is or is a part of, without going through pointers.
func (w *footprintWalker) packageLevel(e ast.Expr) (*types.Var, bool) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return isPackageLevel(w.info.ObjectOf(x))
		case *ast.SelectorExpr:
			if w.info.Selections[x] == nil {
				return isPackageLevel(w.info.ObjectOf(x.Sel))
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil, false
		}
	}
}

// isPackageLevel returns obj if it is a package-level variable.
func isPackageLevel(obj types.Object) (*types.Var, bool) {
	v, ok := obj.(*types.Var)
	return v, ok && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// call notes what functions outside the module may write, by the types of their arguments.
func (w *footprintWalker) call(e *ast.CallExpr) {
	tv := w.info.Types[e.Fun]
	if tv.IsType() {
		w.floats = w.floats || w.variable(e.Args[0]) && !ir.IsFloat(tv.Type)
		return
	}
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && tv.IsBuiltin() {
		switch id.Name {
		case "len", "cap":
			w.bases[ast.Unparen(e.Args[0])] = true
		case "copy", "clear", "append":
			if !w.own.owned[w.own.rootOf(e.Args[0])] && !w.own.fresh(e.Args[0]) {
				w.passed(w.info.TypeOf(e.Args[0]))
			}
		case "recover":
			return
		}
		return
	}
	var fn *types.Func
	if id := calleeName(e.Fun); id != nil {
		fn, _ = w.info.Uses[id].(*types.Func)
	}
	if sig, ok := w.info.TypeOf(e.Fun).Underlying().(*types.Signature); ok && !onlyLooks(fn) {
		for i, a := range e.Args { // methods of an interface may write what is behind it
			if p, t := paramType(sig, i, e.Ellipsis.IsValid()), w.info.TypeOf(a); p != nil && t != nil && isInterface(p) && !isInterface(t) {
				w.passed(t)
			}
		}
	}
	if fn != nil && isInterfaceMethod(fn) {
		w.floats = w.floats || slices.ContainsFunc(e.Args, w.variable)
		return
	}
	if fn != nil && (w.l.src.Source(fn.Origin()) != nil && !w.l.src.Source(fn.Origin()).Pkg.Standard || onlyLooks(fn)) {
		return
	}
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "math" && fn.Pkg().Path() != "strconv" {
		w.floats = w.floats || slices.ContainsFunc(e.Args, w.variable)
	}
	for _, a := range e.Args {
		if t := w.info.TypeOf(a); t != nil && !(w.own.owned[w.own.rootOf(a)]) {
			w.passed(t)
		}
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && fn != nil && fn.Signature().Recv() != nil {
		w.passed(w.info.TypeOf(sel.X))
	}
}

// passed notes that what a value of type t leads to directly may be written.
func (f *footprint) passed(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		f.cell(u.Elem())
	case *types.Pointer:
		if n, ok := types.Unalias(u.Elem()).(*types.Named); ok && n.Obj().Pkg() != nil && !f.l.inModule(n.Obj().Pkg()) {
			return // what lies in it is not looked at
		}
		f.star(u.Elem())
	}
}

// variable says whether e is a float, and no constant.
func (w *footprintWalker) variable(e ast.Expr) bool {
	tv := w.info.Types[e]
	return tv.Type != nil && tv.Value == nil && ir.IsFloat(tv.Type)
}
