package analysis

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A substitution says what the type parameters of a generic function stand for in one call of it. The
// target's own type parameters stand for themselves.
type substitution map[*types.TypeParam]types.Type

// typ is a type of the function at hand as the target sees it.
func (l *lowerer) typ(t types.Type) types.Type { return l.substitute(t, l.inst) }

// rawType is the type of an expression; a constant may be untyped.
func (l *lowerer) rawType(e ast.Expr) types.Type { return l.typ(l.info().TypeOf(e)) }

// instantiate makes inst hold until the function that it returns is called.
func (l *lowerer) instantiate(inst substitution) (restore func()) {
	if len(inst) == 0 {
		return func() {}
	}
	old := l.inst
	l.inst = maps.Clone(old)
	maps.Copy(l.inst, inst)
	return func() { l.inst = old }
}

// instance returns what the type parameters of s stand for in a call of it.
func (l *lowerer) instance(e *ast.CallExpr, s *load.Source) substitution {
	if f := l.funcOf(e.Fun); f != nil {
		return f.inst
	}
	if fn := l.calleeObject(e); fn != nil {
		return l.instanceOf(s.Fn, fn, calleeName(e.Fun))
	}
	return nil
}

// instanceOf returns what the type parameters of fn stand for where it is called name; inst is fn, or
// the method of an instance that fn is the origin of.
func (l *lowerer) instanceOf(fn, inst *types.Func, name *ast.Ident) substitution {
	sig := fn.Signature()
	params, args := sig.TypeParams(), typeArgs(inst, l.info().Instances[name])
	if sig.Recv() != nil {
		params = sig.RecvTypeParams()
	}
	if params.Len() == 0 || args.Len() != params.Len() {
		return nil
	}
	m := substitution{}
	for i := range params.Len() {
		m[params.At(i)] = l.typ(args.At(i))
	}
	return m
}

// typeArgs are the type arguments of a function, or of the type that it is a method of.
func typeArgs(fn *types.Func, inst types.Instance) *types.TypeList {
	recv := fn.Signature().Recv()
	if recv == nil {
		return inst.TypeArgs
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.TypeArgs()
	}
	return nil
}

// calleeName is the name in a call: f of f(x), of p.f(x), of x.f(y) and of f[T](x).
func calleeName(e ast.Expr) *ast.Ident {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			return x.Sel
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// constrained is the method that a call through a type parameter means, as in x.Norm() for x of
// type T with a constraint that has the method, nil if the type argument does not tell.
func (l *lowerer) constrained(sel *types.Selection) *types.Func {
	if !isTypeParam(sel.Recv()) {
		return nil
	}
	t := l.typ(sel.Recv())
	if isTypeParam(t) || types.IsInterface(t) {
		return nil
	}
	obj, path, _ := types.LookupFieldOrMethod(t, true, sel.Obj().Pkg(), sel.Obj().Name())
	if fn, ok := obj.(*types.Func); ok && len(path) == 1 {
		return fn
	}
	return nil
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// isInterface says whether t is an interface and no type parameter.
func isInterface(t types.Type) bool { return types.IsInterface(t) && !isTypeParam(t) }

// checkTypeParams refuses a target over types of which some are differentiable and others not, or whose
// values cannot be followed for all of them alike.
func (l *lowerer) checkTypeParams(sig *types.Signature) {
	list := sig.TypeParams()
	if sig.Recv() != nil {
		list = sig.RecvTypeParams()
	}
	for p := range list.TypeParams() {
		what := "type parameter " + p.Obj().Name()
		terms, any := termsOf(p)
		switch {
		case p.Obj().Name() == "_":
			l.refuse(p.Obj().Pos(), "type parameter without a name", "the generated functions have the same type parameters", "give it a name")
		case any || ir.IsFloat(p) || !slices.ContainsFunc(terms, ir.HoldsFloats):
		case slices.ContainsFunc(terms, ir.IsFloat):
			l.refuse(p.Obj().Pos(), what, "its constraint allows floats and other types", "constrain it to floats, as in ~float32 | ~float64")
		default:
			l.refuse(p.Obj().Pos(), what, "its values are made of floats, which are not followed through it", "write the type itself, as in []F")
		}
	}
}

// termsOf lists the types that a type parameter may stand for; any says that there is no list.
func termsOf(p *types.TypeParam) (list []types.Type, any bool) {
	return interfaceTerms(p.Constraint().Underlying().(*types.Interface))
}

func interfaceTerms(c *types.Interface) (list []types.Type, any bool) {
	any = true
	for e := range c.EmbeddedTypes() {
		var terms []types.Type
		open := false
		switch e := types.Unalias(e).(type) {
		case *types.Union:
			for t := range e.Terms() {
				if i, ok := t.Type().Underlying().(*types.Interface); ok {
					more, all := interfaceTerms(i)
					terms, open = append(terms, more...), open || all
				} else {
					terms = append(terms, t.Type())
				}
			}
		default:
			if i, ok := e.Underlying().(*types.Interface); ok {
				terms, open = interfaceTerms(i)
			} else {
				terms = []types.Type{e}
			}
		}
		if !open {
			list, any = append(list, terms...), false
		}
	}
	return list, any
}

// followable refuses a call of a generic helper whose parameters, as their syntax has them, hide an
// array or a pointer: what is written through them is found by syntax.
func (l *lowerer) followable(e *ast.CallExpr, s *load.Source) bool {
	sig := s.Fn.Signature()
	list := sig.TypeParams()
	if sig.Recv() != nil {
		list = sig.RecvTypeParams()
	}
	for p := range list.TypeParams() {
		terms, _ := termsOf(p)
		for _, t := range terms {
			switch t.Underlying().(type) {
			case *types.Array, *types.Pointer:
				l.refuse(e.Pos(), "call of the generic function "+s.Fn.Name(), "its type parameter "+p.Obj().Name()+" stands for arrays or pointers", "let it stand for their elements")
				return false
			}
		}
	}
	return true
}

func instancesOf(p *load.Package) *types.Context {
	if p.Instances == nil {
		return types.NewContext()
	}
	return p.Instances
}
