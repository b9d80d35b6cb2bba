package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// ruleCall lowers a call of a function with a rule: it is called as it is.
func (l *lowerer) ruleCall(e *ast.CallExpr, fn *types.Func, rule *Rule) []*node {
	return l.asItIs(e, &ir.Call{Fn: fn, Rule: rule.Fn, ReadOnly: l.writesNothing(fn)}, fn.Signature())
}

// asItIs completes and emits c, the call e of a function that is not inlined; sig is its signature as the
// caller sees it.
func (l *lowerer) asItIs(e *ast.CallExpr, c *ir.Call, sig *types.Signature) []*node {
	fn := c.Fn
	recv, args, pos := l.operands(e, sig)
	if recv != nil {
		a, ok := l.ruleArg(recv, sig.Recv().Type(), "receiver", pos)
		if !ok {
			return l.dummies(sig.Results())
		}
		if a.Addr {
			l.refuse(pos, "method "+fn.Name()+" on a variable's address", "it is not supported yet", "make it a function")
		}
		c.Recv = a.X
	}
	fine := true
	for i, n := range args {
		a, ok := l.ruleArg(n, sig.Params().At(i).Type(), "argument", e.Args[min(i, len(e.Args)-1)].Pos())
		fine = fine && ok
		c.Args = append(c.Args, a)
	}
	if !fine {
		return l.dummies(sig.Results())
	}
	var vals []*node
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		if k := l.class(r.Type()); k != classScalar && k != classOpaque {
			l.refuse(e.Pos(), "call of "+fn.Name(), "a function that is not inlined must return numbers", "return the floats one by one")
			return l.dummies(sig.Results())
		}
		v := l.mutableTemp(callResultName(r, fn), r.Type())
		l.emit(&ir.Decl{Var: v})
		c.Results = append(c.Results, ir.NewRef(v))
		vals = append(vals, &node{typ: r.Type(), x: ir.NewRef(v), fresh: true})
	}
	l.emit(c)
	return vals
}

func callResultName(r *types.Var, fn *types.Func) string {
	if r.Name() != "" && r.Name() != "_" {
		return r.Name()
	}
	return "r"
}

// ruleArg is an argument, or what else role says, as it is passed to a function with a rule.
func (l *lowerer) ruleArg(n *node, t types.Type, role string, pos token.Pos) (ir.Arg, bool) {
	switch l.class(t) {
	case classScalar, classOpaque:
		return ir.Arg{X: n.force().x}, n.x != nil
	case classSlice:
		return ir.Arg{X: ir.NewRef(l.sliceVar(n, "arg"))}, true
	case classPointer:
		to := l.target(n, pos)
		if r := to.ref(); r != nil {
			if _, ok := r.T.Underlying().(*types.Pointer); ok {
				return ir.Arg{X: r}, true
			}
			return ir.Arg{X: r, Addr: true}, true
		}
	}
	l.refuse(pos, role+" of type "+types.TypeString(t, l.qualify), "a function with a rule, or one that calls itself, takes numbers, slices and pointers to numbers", "pass the fields one by one")
	return ir.Arg{}, false
}

func (l *lowerer) dummies(t *types.Tuple) []*node {
	var vals []*node
	for v := range t.Variables() {
		vals = append(vals, l.dummy(l.typ(v.Type())))
	}
	return vals
}
