package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// active says whether the body of fn is being lowered: a call of it is a recursion.
func (l *lowerer) active(fn *types.Func) bool {
	for fr := l.fr; fr != nil; fr = fr.parent {
		if fr.Fn == fn {
			return true
		}
	}
	return false
}

// recursiveCall lowers the call of a function whose body is being lowered: it is called as it is, and its
// adjoint is a call of the VJP that is generated for it, its tangent one of the JVP.
func (l *lowerer) recursiveCall(e *ast.CallExpr, s *load.Source, inst substitution) []*node {
	sig := l.substitute(s.Fn.Signature(), inst).(*types.Signature)
	refuse := func(reason, wayOut string) []*node {
		l.refuse(e.Pos(), "recursive call of "+s.Fn.Name(), reason, wayOut)
		return l.dummies(sig.Results())
	}
	switch {
	case s.Fn.Signature().RecvTypeParams().Len() > 0:
		return refuse("it is a method of a generic type", "make it a function")
	case !l.nameable(s.Fn):
		return refuse("package "+s.Fn.Pkg().Name()+" does not export it, so generated code cannot call it", "export it")
	case !l.writesArguments(s.Fn):
		return refuse("it may do more than write its arguments, and its gradient calls it more than once", "keep to the arguments, or use a loop")
	case sig.Variadic():
		return refuse("it is variadic", "pass a slice")
	}
	for _, v := range load.Inputs(sig) {
		if (v.Name() == "" || v.Name() == "_") && load.HoldsFloats(v.Type()) {
			return refuse("it has a parameter without a name", "name its parameters")
		}
	}
	c := &ir.Call{Fn: s.Fn, ReadOnly: l.writesNothing(s.Fn)}
	for p := range s.Fn.Signature().TypeParams().TypeParams() {
		c.TypeArgs = append(c.TypeArgs, inst[p])
	}
	if passesFloats(sig, !c.ReadOnly) {
		if !l.deriveCall(c) {
			return refuse("it is in another package than the function that calls it", "move it, or declare a //pardiff:rule for it")
		}
	}
	return l.asItIs(e, c, sig)
}

// deriveCall has c call what is generated for its function in the directions at hand; false if there is no place for it.
func (l *lowerer) deriveCall(c *ir.Call) bool {
	if l.sweeps.Reverse {
		vjp := l.src.DerivativeOf(c.Fn, l.home, load.VJP)
		if vjp == nil {
			return false
		}
		c.Rule, c.Work = vjp.Fn, vjp.Work
	}
	if l.sweeps.Forward {
		jvp := l.src.DerivativeOf(c.Fn, l.home, load.JVP)
		if jvp == nil {
			return false
		}
		c.JVP = jvp.Fn
	}
	return true
}

// passesFloats says whether a function may have a derivative: floats go in and come out, as results or in
// what it writes.
func passesFloats(sig *types.Signature, writes bool) bool {
	in, out := false, false
	for _, v := range load.Inputs(sig) {
		in = in || load.HoldsFloats(v.Type())
		out = out || writes && load.HoldsFloats(v.Type()) && load.IsByRef(v.Type())
	}
	for v := range sig.Results().Variables() {
		out = out || load.HoldsFloats(v.Type())
	}
	return in && out
}
