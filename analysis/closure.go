package analysis

import (
	"go/ast"
	"go/types"
	"maps"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// A funcValue is a function that is known when the code is generated: a named one, or a literal with the
// frame whose variables it captures.
type funcValue struct {
	fn    *types.Func // made up for a literal
	lit   *ast.FuncLit
	frame *frame
	inst  substitution // where the literal is
	recv  *node        // of a method value
}

// closure is the value of a function literal.
func (l *lowerer) closure(e *ast.FuncLit) *node {
	sig := l.info().TypeOf(e).(*types.Signature)
	fn := types.NewFunc(e.Pos(), l.fr.Pkg.Types, "the function literal", sig)
	return &node{typ: l.typ(sig), fn: &funcValue{fn: fn, lit: e, frame: l.fr, inst: maps.Clone(l.inst)}}
}

// funcOf returns the function that e is known to be, nil for other function values.
func (l *lowerer) funcOf(e ast.Expr) *funcValue {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return l.closure(e).fn
	case *ast.Ident:
		if v, ok := l.info().Uses[e].(*types.Var); ok {
			if n := l.fr.env.get(v); n != nil {
				return n.fn
			}
		}
	case *ast.SelectorExpr:
		if n := l.known(e); n != nil {
			return n.fn
		}
	}
	return nil
}

// bindFunc makes a variable stand for a function. Not ok if it may be assigned another one.
func (l *lowerer) bindFunc(id *ast.Ident, obj types.Object, val *node) bool {
	switch {
	case val.fn == nil:
		return false
	case !l.changed(obj):
		l.fr.env.set(obj, val)
	case val.fn.lit == nil:
		return false
	default:
		l.refuse(id.Pos(), "function variable "+id.Name, "it is assigned again", "use a variable for each function")
		l.fr.env.set(obj, l.dummy(val.typ))
	}
	return true
}

// keeps says whether the field key of a struct, in a variable, has one value all the time.
func (l *lowerer) keeps(key varKey) bool {
	for _, w := range l.writes { // a parameter is bound before its function is entered
		if w[key.obj].any() {
			return false
		}
	}
	return key.obj != nil && key.path != ""
}

// callValue lowers a call of a function that is known by its value. The body of a literal is inlined in
// the frame of the function around it, whose variables it shares.
func (l *lowerer) callValue(e *ast.CallExpr, f *funcValue) []*node {
	if f.lit == nil {
		if f.recv != nil {
			l.receivers[e] = f.recv
			defer delete(l.receivers, e)
		}
		return l.callFunc(e, f.fn)
	}
	sig := l.substitute(f.fn.Signature(), f.inst).(*types.Signature)
	if l.active(f.fn) || l.inside(f) {
		l.refuse(e.Pos(), "recursive call of a function literal", "it is not supported", "declare a function")
		return l.dummies(sig.Results())
	}
	def := f.frame
	s := &load.Source{Pkg: def.Pkg, File: def.File, Fn: f.fn, Decl: &ast.FuncDecl{Name: ast.NewIdent(f.fn.Name()), Type: f.lit.Type, Body: f.lit.Body}}
	if l.broken[s.Fn] || !l.mayInline(e, s) {
		return l.dummies(sig.Results())
	}
	args := l.arguments(e, sig)
	if len(args) != sig.Params().Len() {
		return l.dummies(sig.Results()) // refused
	}
	reused := l.reusedBy(e, s)
	defer l.instantiate(f.inst)()
	fr := &frame{Source: s, lit: f.lit, def: def, parent: l.fr, call: e.Pos(), reused: reused, env: def.env.within(f.lit), writes: def.writes, scope: &scope{}}
	return l.enter(fr, nil, args)
}

// methodValue is x.m, a function that has a copy of x as its receiver, or T.m, a function that takes the receiver
// first.
func (l *lowerer) methodValue(e *ast.SelectorExpr, sel *types.Selection) *node {
	fn := sel.Obj().(*types.Func)
	if isInterfaceMethod(fn) || sel.Kind() == types.MethodExpr && len(sel.Index()) > 1 {
		l.refuse(e.Pos(), "method value "+e.Sel.Name, "it is not known which method it is", "call the method")
		return l.dummy(l.typeOf(e))
	}
	f := &funcValue{fn: fn.Origin(), inst: l.instanceOf(fn.Origin(), fn, e.Sel)}
	if sel.Kind() == types.MethodVal {
		recv := l.receiver(e, l.typ(fn.Signature().Recv().Type()))
		f.recv = l.declareAs("recv", nil, varKey{}, recv)
		if isPointer(recv.typ) {
			f.recv = l.pinNode(recv)
		}
	}
	return &node{typ: l.typeOf(e), fn: f}
}

// maxNesting limits how many function literals may be called inside each other: one may make another without end.
const maxNesting = 100

// inside says whether the body of f, a literal, is being lowered, with the same variables around it.
func (l *lowerer) inside(f *funcValue) bool {
	depth := 0
	for fr := l.fr; fr != nil; fr = fr.parent {
		if fr.Decl.Body == f.lit.Body && fr.env.outer == f.frame.env {
			return true
		}
		depth++
	}
	return depth > maxNesting
}

// funcNode is the value of e, the function called name or an instance of it.
func (l *lowerer) funcNode(e ast.Expr, name *ast.Ident) *node {
	text := l.opaque(e)
	text.Pure = true
	n := leaf(text)
	if fn, ok := l.info().Uses[name].(*types.Func); ok {
		n.fn = &funcValue{fn: fn, inst: l.instanceOf(fn, fn, name)}
	}
	return n
}
