package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Slices that a function takes, appends to and returns: out = push(out, v). The caller's variable gets another value after the
// call, so that nobody sees what the function makes of it meanwhile: the parameter stands for the variable itself, and
// grows as it does.

// noteReuse notes which arguments of the call rhs are slice variables that it is assigned to, or that are not used after it, if lhs
// is nil.
func (l *lowerer) noteReuse(lhs []ast.Expr, rhs ast.Expr) {
	call, ok := ast.Unparen(rhs).(*ast.CallExpr)
	if !ok || l.info().Types[call.Fun].IsType() || l.info().Types[call.Fun].IsBuiltin() {
		return
	}
	delete(l.reuses, call)
	for i, e := range call.Args {
		again := lhs == nil && l.endsAt(e) || slices.ContainsFunc(lhs, func(x ast.Expr) bool { return l.sameSyntax(x, e) })
		if !again || !isSliceVariable(e) || l.class(l.typeOf(e)) != classSlice {
			continue
		}
		if !l.seenMeanwhile(call, i) {
			l.reuses[call] = append(l.reuses[call], i)
		}
	}
}

// seenMeanwhile says whether the variable that argument i of a call is may be read under its own name while the call is executed, or
// is changed by what is evaluated before it.
func (l *lowerer) seenMeanwhile(call *ast.CallExpr, i int) bool {
	id, isIdent := ast.Unparen(call.Args[i]).(*ast.Ident)
	for k, e := range call.Args {
		if k == i {
			continue
		}
		t := l.typeOf(e)
		if l.hasCall(e) || !isIdent && l.class(t) != classScalar && !(l.class(t) == classSlice && flat(ir.ElemType(t))) {
			return true
		}
	}
	if !isIdent { // a field, which pointers and methods lead to
		fn := l.callee(call)
		return fn == nil || fn.Signature().Recv() != nil
	}
	obj, found := l.info().ObjectOf(id), false
	for fr := l.fr; fr != nil && !found; fr = fr.parent { // function literals that have the variable
		ast.Inspect(fr.body(), func(n ast.Node) bool {
			lit, ok := n.(*ast.FuncLit)
			found = found || ok && !(lit.Pos() <= call.Pos() && call.End() <= lit.End()) && mentions(fr.Pkg.Info, lit.Body, obj)
			return !found
		})
	}
	return found
}

// isSliceVariable says whether e is written as a variable, or a field of one.
func isSliceVariable(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return true
		case *ast.SelectorExpr:
			e = x.X
		default:
			return false
		}
	}
}

// endsAt says whether e is a variable of the function at hand, which is not used after a return that names it.
func (l *lowerer) endsAt(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := l.info().Uses[id].(*types.Var)
	fn := l.fr.node()
	from := fn.Pos()
	if l.fr.parent == nil { // the arguments of the target are the caller's
		from = l.fr.Decl.Body.Pos()
	}
	return ok && from <= v.Pos() && v.Pos() < fn.End()
}

// reusedBy returns the parameters of s that stand for the variables of the caller in the call e.
func (l *lowerer) reusedBy(e *ast.CallExpr, s *load.Source) []types.Object {
	sig := s.Fn.Signature()
	fixed := sig.Params().Len()
	if len(e.Args) > fixed && sig.Recv() != nil && !sig.Variadic() {
		return nil // a method expression
	}
	if sig.Variadic() {
		fixed--
	}
	var list []types.Object
	for _, i := range l.reuses[e] {
		if i < fixed {
			list = append(list, sig.Params().At(i))
		}
	}
	return list
}

// reused is the parameter p of fr as the variable arg of the caller. Not ok if p does not grow, or is no such parameter.
func (l *lowerer) reused(fr *frame, p *types.Var, arg *node) (*node, bool) {
	if !slices.Contains(fr.reused, types.Object(p)) || arg.bad {
		return nil, false
	}
	plan, t := l.planOf(fr, p), l.typ(p.Type())
	c := arg.cur
	if !plan.grows || arg.table != nil || l.class(t) != classSlice || l.class(ir.ElemType(t)) == classSlice {
		return nil, false
	}
	if c != nil && c.grows && c.table == nil && c.mem == nil && (c.off != nil || !plan.lows) {
		c.params = append(c.params, p)
		n := c.node(t)
		n.slot = arg.slot
		return n, true
	}
	l.planPassed(arg, plan)
	return nil, false
}

// planPassed plans that the variable n is assigned as p says, too. Not ok if that is planned already, or n is no variable.
func (l *lowerer) planPassed(n *node, p slicePlan) bool {
	key := l.variableOf(n)
	switch {
	case l.replanned:
		return true
	case key == (varKey{}):
		return false
	}
	plans := l.passed
	if n.slot != nil {
		plans = l.plans
	}
	now := plans[key].with(p)
	if now == plans[key] {
		return false
	}
	plans[key], l.replanned = now, true
	return true
}

// variableOf is the key of the slice variable or the field that n is all of, none if it is something else.
func (l *lowerer) variableOf(n *node) varKey {
	switch {
	case n.slot != nil:
		return *n.slot
	case n.cur != nil:
		return n.cur.key
	case n.ref() != nil && len(n.ref().Elems) == 0 && n.ref().Var.Obj != nil:
		return varKey{obj: n.ref().Var.Obj}
	case n.pending:
		return l.unassignedVariable(n)
	}
	return varKey{}
}

// unassignedVariable is the key of the variable that n is, which has no value yet: that of the outermost function, and declared
// first there.
func (l *lowerer) unassignedVariable(n *node) (key varKey) {
	var found *environment
	for fr := l.fr; fr != nil; fr = fr.parent {
		for env := fr.env; env != nil; env = env.outer {
			for obj, m := range env.vars {
				if m == n && (found == nil || found != env || obj.Pos() < key.obj.Pos()) {
					key.obj, found = obj, env
				}
			}
		}
	}
	return key
}

// with is p for a variable that is also assigned as q says.
func (p slicePlan) with(q slicePlan) slicePlan {
	return slicePlan{swaps: p.swaps, grows: p.grows || q.grows, moves: p.moves || q.moves, parts: p.parts || q.parts, lows: p.lows || q.lows}
}
