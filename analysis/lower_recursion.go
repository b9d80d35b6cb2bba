package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// active says whether the body of fn is being lowered: a call of it is a recursion.
func (l *lowerer) active(fn *types.Func) bool {
	for fr := l.fr; fr != nil; {
		if fr.Fn == fn {
			return true
		}
		if fr.lit != nil {
			fr = fr.def
		} else {
			fr = fr.parent
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
	if s.Pkg.Types != l.pkg {
		var named []types.Type
		for _, v := range append(load.Inputs(sig), results(sig)...) {
			named = append(named, v.Type())
		}
		for p := range s.Fn.Signature().TypeParams().TypeParams() {
			named = append(named, p.Constraint())
		}
		for _, t := range named {
			if n := l.unnameable(t); n != nil {
				return refuse("generated code calls a copy of it, and cannot name its type "+n.Name()+": "+l.hidden(n), "export the type, or declare a //pardiff:rule for it")
			}
		}
	}
	c := &ir.Call{Fn: s.Fn, ReadOnly: l.writesNothing(s.Fn)}
	for p := range s.Fn.Signature().TypeParams().TypeParams() {
		c.TypeArgs = append(c.TypeArgs, inst[p])
	}
	if passesFloats(sig, !c.ReadOnly) {
		l.deriveCall(c)
	}
	if s.Pkg.Types != l.pkg && (sig.Recv() != nil || !l.nameable(s.Fn)) {
		c.Fn = l.src.DerivativeOf(s.Fn, l.asked, load.Copy).Fn
	}
	return l.asItIs(e, c, s.Fn, sig)
}

func results(sig *types.Signature) (list []*types.Var) {
	for v := range sig.Results().Variables() {
		list = append(list, v)
	}
	return list
}

// deriveCall has c call what is generated for its function in the directions at hand.
func (l *lowerer) deriveCall(c *ir.Call) {
	if l.sweeps.Reverse {
		vjp := l.src.DerivativeOf(c.Fn, l.asked, load.VJP)
		c.Rule, c.Work = vjp.Fn, vjp.Work
	}
	if l.sweeps.Forward {
		c.JVP = l.src.DerivativeOf(c.Fn, l.asked, load.JVP).Fn
	}
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
