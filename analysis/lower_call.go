package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// builtinCall returns e as a call of a builtin function, nil if it is something else.
func (l *lowerer) builtinCall(e ast.Expr, name string) *ast.CallExpr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != name {
		return nil
	}
	if _, ok := l.info().Uses[id].(*types.Builtin); !ok {
		return nil
	}
	return call
}

// call lowers a call and returns its results.
func (l *lowerer) call(e *ast.CallExpr) []*node {
	if tv := l.info().Types[e.Fun]; tv.IsType() {
		return []*node{l.conversion(e, l.typeOf(e))}
	}
	vals := l.calledNow(e)
	if l.early(e) {
		for i, v := range vals {
			vals[i] = l.kept(v)
		}
	}
	return vals
}

// calledNow is call for what is not a conversion. Its results may be expressions that are evaluated later.
func (l *lowerer) calledNow(e *ast.CallExpr) []*node {
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := l.info().Uses[id].(*types.Builtin); ok {
			return l.builtin(e, b.Name())
		}
	}
	if f := l.funcOf(e.Fun); f != nil {
		return l.callValue(e, f)
	}
	if made, ok := ast.Unparen(e.Fun).(*ast.CallExpr); ok && l.follows(made) {
		if vals := l.call(made); len(vals) == 1 && vals[0].fn != nil {
			return l.callValue(e, vals[0].fn)
		} else if len(vals) == 1 && vals[0].bad {
			return l.dummies(l.rawType(made).Underlying().(*types.Signature).Results())
		}
	}
	fn := l.callee(e)
	if fn != nil {
		return l.callFunc(e, fn)
	}
	if l.refusedValue(e.Fun) {
		return l.dummies(l.rawType(e.Fun).Underlying().(*types.Signature).Results())
	}
	return l.unknownCall(e)
}

// refusedValue says whether something was refused of the function value in a variable or a field.
func (l *lowerer) refusedValue(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		n := l.fr.env.get(l.info().ObjectOf(e))
		return n != nil && n.bad
	case *ast.SelectorExpr:
		sel := l.info().Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && l.selector(e).bad
	}
	return false
}

// follows says whether the body of the function that a call calls is at hand.
func (l *lowerer) follows(e *ast.CallExpr) bool {
	if f := l.funcOf(e.Fun); f != nil && f.lit != nil {
		return true
	}
	fn := l.callee(e)
	if fn == nil || l.src.RuleFor(fn) != nil {
		return false
	}
	s := l.source(e, fn)
	return s != nil && s.Decl.Body != nil
}

// source returns the source of fn where e calls it, nil if that is not at hand. A function of the standard library is
// called as it is where floats have no part in it.
func (l *lowerer) source(e *ast.CallExpr, fn *types.Func) *load.Source {
	s := l.src.Source(fn)
	if s == nil || !s.Pkg.Standard || l.fr.Pkg.Standard {
		return s
	}
	if t := l.rawType(e); l.class(t) == classSlice {
		return s
	}
	for _, arg := range e.Args {
		t := l.rawType(arg)
		if _, isFunc := t.Underlying().(*types.Signature); isFunc || load.HoldsFloats(t) {
			return s
		}
	}
	return nil
}

// callFunc lowers a call of a named function.
func (l *lowerer) callFunc(e *ast.CallExpr, fn *types.Func) []*node {
	if fn.Pkg() != nil && fn.Pkg().Path() == "math" && fn.Exported() {
		if vals, ok := l.mathCall(e, fn); ok {
			return vals
		}
	}
	if rule := l.src.RuleFor(fn); rule != nil {
		return l.ruleCall(e, fn, rule)
	}
	if s := l.source(e, fn); s != nil && s.Decl.Body != nil && !isInterfaceMethod(fn) {
		if s.Pkg.Standard && s.Fn.Name() == "SortStableFunc" && l.refuseCompare(e) {
			return nil
		}
		return l.inline(e, s)
	}
	return l.unknownCall(e)
}

// callee is the function or method that e calls, nil for function values and methods of interfaces.
func (l *lowerer) callee(e *ast.CallExpr) *types.Func {
	if fn := l.calleeObject(e); fn != nil {
		return fn.Origin()
	}
	return nil
}

// calleeObject is callee, but for a method of a generic type that of the instance at hand.
func (l *lowerer) calleeObject(e *ast.CallExpr) *types.Func {
	if f, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if sel := l.info().Selections[f]; sel != nil {
			if sel.Kind() == types.FieldVal || sel.Kind() == types.MethodExpr && len(sel.Index()) > 1 {
				return nil
			}
			if fn := l.constrained(sel); fn != nil {
				return fn
			}
		}
	}
	id := calleeName(e.Fun)
	if id == nil {
		return nil
	}
	fn, _ := l.info().Uses[id].(*types.Func)
	if fn == nil || isInterfaceMethod(fn) {
		return nil
	}
	return fn
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// conversion lowers T(x).
func (l *lowerer) conversion(e *ast.CallExpr, t types.Type) *node {
	from := l.typeOf(e.Args[0])
	if isUnsafe(from) && ir.HoldsFloats(t) || isUnsafe(t) && ir.HoldsFloats(from) {
		l.refuse(e.Pos(), "conversion "+l.head(e), "memory that is reached through unsafe cannot be followed", "use the variable itself")
		return l.dummy(t)
	}
	if isComplex(t) || isComplex(from) {
		return l.complexText(e)
	}
	switch {
	case l.class(t) == classScalar && l.class(from) == classScalar:
		if c := l.typedLiteral(e.Args[0], t); c != nil {
			return leaf(c)
		}
		x := l.scalar(e.Args[0])
		if types.Identical(x.Type(), t) {
			return leaf(x)
		}
		if ir.IsBool(t) {
			return leaf(l.opaque(e))
		}
		l.checkType(t)
		return leaf(&ir.Convert{X: x, T: t, Pos: e.Pos()})
	case l.class(t) == classSlice && isString(from):
		x := l.opaque(e)
		x.Pure = false // a new slice each time
		return &node{typ: t, x: l.save("list", x), fresh: true}
	case l.class(t) == classSlice && l.info().Types[e.Args[0]].IsNil():
		return &node{typ: t, isNil: true}
	case l.class(t) == classOpaque || l.class(from) == classOpaque:
		return leaf(l.opaque(e))
	case l.class(t) == classArray && l.class(from) == classSlice:
		return l.arrayOf(e, t)
	case types.Identical(t.Underlying(), from.Underlying()) || l.class(t) == l.class(from):
		n := *l.expr(e.Args[0]).force()
		if l.class(t) == classStruct {
			c := &node{typ: t}
			for i := range t.Underlying().(*types.Struct).NumFields() {
				c.parts = append(c.parts, l.field(&n, i))
			}
			return c
		}
		if l.class(t) == classSlice || l.class(t) == classPointer {
			n.typ = t
			return l.retyped(&n, t)
		}
		n.typ = t
		return &n
	}
	l.refuse(e.Pos(), "conversion to "+types.TypeString(t, l.qualify), "it changes how memory is read", "index the slice itself")
	return l.dummy(t)
}

// retyped gives a slice another type with the same elements. The type is that of a view's Slice,
// so that the variable bound to it has the type that the user gave.
func (l *lowerer) retyped(n *node, t types.Type) *node {
	switch x := n.x.(type) {
	case *ir.Ref:
		if !types.Identical(x.T, t) {
			n.x = &ir.Slice{X: x, T: t}
			n.fresh = false
		}
	case *ir.Slice:
		c := *x
		c.T = t
		n.x = &c
	}
	return n
}

// builtin lowers a call of a builtin function.
func (l *lowerer) builtin(e *ast.CallExpr, name string) []*node {
	switch name {
	case "len":
		return []*node{l.length(e)}
	case "min", "max":
		return []*node{l.minMax(e, name)}
	case "make":
		t := l.typeOf(e)
		if l.class(t) != classSlice {
			return []*node{leaf(l.opaque(e))}
		}
		v := l.temp("buf", t)
		l.made[v] = true
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: l.makeLen(e)})
		if len(e.Args) > 2 {
			l.caps[v] = l.pin("cap", asInt(l.scalar(e.Args[2])))
		}
		return []*node{{typ: t, x: ir.NewRef(v), fresh: true}}
	case "new":
		t := l.typeOf(e)
		if l.class(t) != classPointer {
			return []*node{leaf(l.opaque(e))}
		}
		v := l.declareAs("p", nil, madeAt(e.Pos()), l.newValue(e, t))
		l.markMutable(v)
		l.owned[v] = l.fr
		return []*node{{typ: t, to: v}}
	case "copy":
		return []*node{l.copyCall(e)}
	case "clear":
		l.clearCall(e)
		return nil
	case "panic":
		l.emit(&ir.Panic{X: l.panicValue(e.Args[0])})
		return nil
	case "append":
		return []*node{l.appended(e)}
	case "cap":
		return []*node{l.capacity(e)}
	case "complex", "real", "imag":
		return []*node{l.complexText(e)}
	case "recover":
		l.refuse(e.Pos(), "recover", "panics end the function", "check before")
		return []*node{l.dummy(l.typeOf(e))}
	case "print", "println", "delete", "close":
		l.emit(&ir.Exec{X: l.opaque(e)})
		return nil
	}
	l.refuse(e.Pos(), name, "it is not supported", "write it otherwise")
	return []*node{l.dummy(l.typeOf(e))}
}

// newValue is what new(T) or new(expr) points to at first.
func (l *lowerer) newValue(e *ast.CallExpr, t types.Type) *node {
	elem := t.Underlying().(*types.Pointer).Elem()
	if tv := l.info().Types[e.Args[0]]; !tv.IsType() {
		return l.converted(l.expr(e.Args[0]), elem, e.Args[0].Pos())
	}
	return l.zeroOrPending(elem)
}

func (l *lowerer) minMax(e *ast.CallExpr, name string) *node {
	t := l.typeOf(e)
	if l.class(t) != classScalar {
		return leaf(l.opaque(e))
	}
	var x ir.Expr
	for _, a := range e.Args {
		y := l.scalar(a)
		if x == nil {
			x = y
			continue
		}
		x = &ir.Intrinsic{Fn: name, Args: []ir.Expr{x, y}, T: t}
	}
	return leaf(x)
}

// mathCall lowers a call of a function of package math. Not ok for those that work on bits.
func (l *lowerer) mathCall(e *ast.CallExpr, fn *types.Func) ([]*node, bool) {
	switch fn.Name() {
	case "Float64bits", "Float64frombits", "Float32bits", "Float32frombits":
		return nil, false
	}
	var args []ir.Expr
	for _, a := range e.Args {
		args = append(args, l.scalar(a))
	}
	if len(args) == 0 && fn.Name() != "NaN" {
		return nil, false
	}
	res := fn.Signature().Results()
	name := "math." + fn.Name()
	if res.Len() == 1 {
		return []*node{leaf(&ir.Intrinsic{Fn: name, Args: args, T: res.At(0).Type()})}, true
	}
	for i, a := range args { // it is written once for each result
		if r, ok := a.(*ir.Ref); !ok || len(r.Elems) > 0 {
			args[i] = l.pin("a", a)
		}
	}
	vals := make([]*node, res.Len())
	for i := range vals {
		x := &ir.Intrinsic{Fn: name, Args: args, Result: i, T: res.At(i).Type()}
		vals[i] = &node{typ: x.T, x: l.save(mathResults[fn.Name()][i], x), fresh: true}
	}
	return vals, true
}

// mathResults are the wished names of several results.
var mathResults = map[string][2]string{
	"Frexp": {"frac", "exp"}, "Lgamma": {"lgamma", "sign"}, "Modf": {"whole", "frac"}, "Sincos": {"sin", "cos"},
}
