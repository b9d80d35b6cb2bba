package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// ruleCall lowers a call of a function with a rule: it is called as it is.
func (l *lowerer) ruleCall(e *ast.CallExpr, fn *types.Func, rule *load.Rule) []*node {
	return l.asItIs(e, &ir.Call{Fn: fn, Rule: rule.Fn, ReadOnly: l.writesNothing(fn)}, fn, fn.Signature())
}

// asItIs completes and emits c, the call e of fn, or of a copy of it, which is not inlined; sig is its signature as the
// caller sees it. A copy is a function, also of a method.
func (l *lowerer) asItIs(e *ast.CallExpr, c *ir.Call, fn *types.Func, sig *types.Signature) []*node {
	if l.broken[fn] {
		return l.dummies(sig.Results())
	}
	recv, args, pos := l.operands(e, sig)
	ok := true
	add := func(n *node, t types.Type, role string, pos token.Pos) {
		if n.force(); n.table != nil {
			n = l.tableArg(n.table, t, c, pos)
		}
		if l.class(t) == classSlice && l.unsureNil(n) && (l.asksNil(fn, map[*types.Func]bool{}) || c.Rule != nil && l.asksNil(c.Rule, map[*types.Func]bool{})) {
			l.refuse(pos, role+" of "+fn.Name(), "the slice has been assigned again, and "+fn.Name()+" compares slices with nil", "compare its length with 0")
			ok = false
			return
		}
		a, fine := l.ruleArg(n, t, role, pos)
		ok = ok && fine
		c.Args = append(c.Args, a)
	}
	if c.Method = c.Fn.Signature().Recv() != nil; recv != nil {
		add(recv, sig.Recv().Type(), "receiver", pos)
	}
	for i, n := range args {
		add(n, sig.Params().At(i).Type(), "argument", e.Args[min(i, len(e.Args)-1)].Pos())
	}
	if ok && !l.pointersApart(c) {
		l.refuse(e.Pos(), "call of "+fn.Name(), "it gets two pointers to one variable", "pass different variables")
		ok = false
	}
	var vals []*node
	for r := range sig.Results().Variables() {
		if !l.returnable(r.Type()) {
			l.refuse(e.Pos(), "call of "+fn.Name(), "a function with a rule, or one that calls itself, must return numbers, or structs and arrays of them", "give it a parameter for the slice that takes the result")
			l.broken[fn] = true // the next call would say no more
			ok = false
			break
		}
		vals = append(vals, l.callResult(c, callResultName(r, fn), r.Type()))
	}
	if !ok {
		return l.dummies(sig.Results())
	}
	l.emit(c)
	return vals
}

// returnable says whether a result of type t can be taken from a function that is not inlined.
func (l *lowerer) returnable(t types.Type) bool {
	switch l.class(t) {
	case classScalar, classOpaque:
		return true
	case classArray:
		_, ok := l.flatElem(t)
		return ok
	case classStruct:
		for f := range t.Underlying().(*types.Struct).Fields() {
			if f.Name() == "_" || !l.returnable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// flatElem returns the element type of an array, ok if that is a number or an array of numbers.
func (l *lowerer) flatElem(t types.Type) (elem types.Type, ok bool) {
	elem = t.Underlying().(*types.Array).Elem()
	switch l.class(elem) {
	case classScalar:
		return elem, true
	case classArray:
		_, ok = l.flatElem(elem)
	}
	return elem, ok
}

// callResult makes the places for a result of c and returns its value.
func (l *lowerer) callResult(c *ir.Call, name string, t types.Type) *node {
	if l.class(t) == classStruct {
		n := &node{typ: t}
		for f := range t.Underlying().(*types.Struct).Fields() {
			n.parts = append(n.parts, l.callResult(c, ir.Joined(name, f.Name()), f.Type()))
		}
		return n
	}
	v := l.mutableTemp(name, t)
	l.emit(&ir.Decl{Var: v})
	c.Results = append(c.Results, ir.NewRef(v))
	return &node{typ: t, x: ir.NewRef(v), fresh: true}
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
		if n.force(); n.isNil || n.pending {
			return ir.Arg{T: t}, true
		}
		return ir.Arg{X: ir.NewRef(l.sliceVar(n, "arg"))}, true
	case classArray:
		return ir.Arg{X: l.sliceRef(n, pos)}, true
	case classStruct:
		if a, ok := l.structArg(n, t, false, pos); ok {
			return a, true
		}
	case classPointer:
		to := l.target(n, pos)
		if l.class(to.typ) == classStruct {
			a, ok := l.structArg(to, to.typ, true, pos)
			if a.Addr = true; ok {
				return a, true
			}
			break
		}
		if r := to.ref(); r != nil {
			if _, ok := r.T.Underlying().(*types.Pointer); ok {
				return ir.Arg{X: r}, true
			}
			return ir.Arg{X: r, Addr: true}, true
		}
	}
	reason, wayOut := "a function with a rule, or one that calls itself, takes numbers, slices, arrays, and structs of these without pointers", "pass the fields one by one"
	if role == "receiver" {
		reason = "the receiver of a method with a rule, or of one that calls itself, is a number, a slice, an array, or a struct of these without pointers, or a pointer to one"
		wayOut = "make it a function that takes the fields one by one"
	}
	l.refuse(pos, role+" of type "+types.TypeString(t, l.qualify), reason, wayOut)
	return ir.Arg{}, false
}

// structArg is a struct as it is passed to a function with a rule, field by field; the function may write it if
// byRef is set.
func (l *lowerer) structArg(n *node, t types.Type, byRef bool, pos token.Pos) (ir.Arg, bool) {
	a := ir.Arg{T: t, Parts: []ir.Arg{}}
	st := t.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		f := l.field(n, i)
		ft := st.Field(i).Type()
		var part ir.Arg
		ok := true
		switch l.class(ft) {
		case classPointer:
			return a, false
		case classStruct:
			part, ok = l.structArg(f, ft, byRef, pos)
		default:
			part, ok = l.ruleArg(f, ft, "argument", pos)
			_, place := part.X.(*ir.Ref)
			part.Addr = byRef && place && !isReference(ft)
		}
		if !ok {
			return a, false
		}
		a.Parts = append(a.Parts, part)
	}
	return a, true
}

func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer, *types.Map:
		return true
	}
	return false
}

// pointersApart says whether no variable that a call may write is passed to it twice.
func (l *lowerer) pointersApart(c *ir.Call) bool {
	if c.ReadOnly {
		return true
	}
	apart := true
	seen := map[*ir.Var]bool{}
	for i := range c.Args {
		here := map[*ir.Var]bool{}
		c.Args[i].Values(func(a *ir.Arg) {
			if r, ok := a.X.(*ir.Ref); ok && a.Addr && len(r.Elems) == 0 {
				apart = apart && !seen[r.Var]
				here[r.Var] = true
			}
		})
		for v := range here {
			seen[v] = true
		}
	}
	return apart
}

func (l *lowerer) dummies(t *types.Tuple) []*node {
	var vals []*node
	for v := range t.Variables() {
		vals = append(vals, l.dummy(l.typ(v.Type())))
	}
	return vals
}
