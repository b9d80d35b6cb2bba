package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// unknownCall lowers a call of something whose source is not at hand. Whether active values reach it is
// for the activity analysis to find.
func (l *lowerer) unknownCall(e *ast.CallExpr) []*node {
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && l.info().Types[e.Fun].IsBuiltin() && slices.ContainsFunc(e.Args, l.leadsToFloats) {
		l.refuse(e.Pos(), "call of unsafe."+sel.Sel.Name, "memory that is reached through unsafe cannot be followed", "use the variable itself")
		return []*node{l.dummy(l.typeOf(e))}
	}
	x := l.opaque(e)
	t, ok := l.rawType(e).(*types.Tuple)
	if !ok {
		return []*node{l.opaqueResult(x, l.typeOf(e), e)}
	}
	if t.Len() == 0 {
		l.emit(&ir.Exec{X: x})
		return nil
	}
	return l.execDefine(x, t, l.resultNames(e, t.Len()), e)
}

// opaqueResult is a value of type t that an opaque call returns: what holds floats behind references is refused,
// since its memory is not known.
func (l *lowerer) opaqueResult(x *ir.Opaque, t types.Type, e ast.Expr) *node {
	switch l.class(t) {
	case classScalar, classOpaque:
		x.T = t
		return leaf(x)
	}
	l.refuse(e.Pos(), "call of "+l.head(ast.Unparen(calleeSyntax(e))), "its result "+types.TypeString(t, l.qualify)+" comes from code that is not followed", "pass the value as an argument")
	return l.dummy(t)
}

func calleeSyntax(e ast.Expr) ast.Expr {
	if c, ok := e.(*ast.CallExpr); ok {
		return c.Fun
	}
	return e
}

func (l *lowerer) resultNames(e *ast.CallExpr, n int) []string {
	names := make([]string, n)
	var res *types.Tuple
	if sig, ok := l.typeOf(e.Fun).Underlying().(*types.Signature); ok {
		res = sig.Results()
	}
	for i := range names {
		names[i] = "r"
		if res != nil && res.At(i).Name() != "" && res.At(i).Name() != "_" {
			names[i] = res.At(i).Name()
		}
	}
	return names
}

// execDefine declares Vars for the results of a call that is kept as text.
func (l *lowerer) execDefine(x *ir.Opaque, t *types.Tuple, names []string, e ast.Expr) []*node {
	s := &ir.Exec{Define: true, X: x}
	var vals []*node
	for i := range t.Len() {
		rt := t.At(i).Type()
		if c := l.class(rt); c != classScalar && c != classOpaque {
			vals = append(vals, l.opaqueResult(x, rt, e))
			continue
		}
		v := l.mutableTemp(names[i], rt)
		s.Results = append(s.Results, ir.NewRef(v))
		vals = append(vals, &node{typ: rt, x: ir.NewRef(v), fresh: true})
	}
	l.emit(s)
	return vals
}

// exprStmt lowers a call for its effect.
func (l *lowerer) exprStmt(s *ast.ExprStmt) {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok {
		l.refuseStmt(s)
		return
	}
	fn := l.callee(call)
	if fn != nil && (l.source(call, fn) != nil || l.src.RuleFor(fn) != nil) || l.info().Types[call.Fun].IsBuiltin() || l.funcOf(call.Fun) != nil {
		l.call(call)
		return
	}
	if fn == nil || !l.refuseSort(call, fn) {
		l.emit(&ir.Exec{X: l.opaque(call)})
	}
}

// panicValue is the argument of panic.
func (l *lowerer) panicValue(e ast.Expr) ir.Expr {
	if tv := l.info().Types[e]; tv.Value != nil {
		c := l.constant(e, tv)
		return c
	}
	if l.class(l.typeOf(e)) == classScalar {
		return l.scalar(e)
	}
	return l.opaque(e)
}

// commaOK lowers v, ok := m[k] and v, ok := x.(T).
func (l *lowerer) commaOK(s *ast.AssignStmt) bool {
	switch ast.Unparen(s.Rhs[0]).(type) {
	case *ast.IndexExpr, *ast.TypeAssertExpr:
	default:
		return false
	}
	t, ok := l.rawType(s.Rhs[0]).(*types.Tuple)
	if !ok {
		return false
	}
	x := &texter{l: l}
	x.expr(ast.Unparen(s.Rhs[0]))
	x.impure = true
	vals := l.execDefine(x.done(t), t, []string{"v", "ok"}, s.Rhs[0])
	l.assignMany(s, make([]*node, len(s.Lhs)), vals)
	return true
}

// changeInMap lowers m[k] op= v, m[k]++ and m[k]--, whose rhs is nil.
func (l *lowerer) changeInMap(lhs ast.Expr, op token.Token, rhs ast.Expr) bool {
	ix, ok := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok {
		return false
	}
	if _, ok := l.typeOf(ix.X).Underlying().(*types.Map); !ok {
		return false
	}
	x := &texter{l: l, impure: true}
	x.expr(ix)
	if x.text(" " + op.String() + " "); rhs != nil {
		x.child(rhs)
	}
	l.emit(&ir.Exec{X: x.done(types.NewTuple())})
	return true
}

// storeInMap lowers m[k] = v.
func (l *lowerer) storeInMap(lhs, rhs ast.Expr) bool {
	ix, ok := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok || l.class(l.typeOf(ix.X)) != classOpaque {
		return false
	}
	x := &texter{l: l}
	x.expr(ix)
	x.text(" = ")
	x.child(rhs)
	x.impure = true
	l.emit(&ir.Exec{X: x.done(types.NewTuple())})
	return true
}

// opaqueAssign lowers x op= y for strings.
func (l *lowerer) opaqueAssign(s *ast.AssignStmt) {
	dst := l.place(s.Lhs[0])
	r := dst.ref()
	if r == nil {
		return
	}
	x := &texter{l: l}
	x.arg(r)
	x.text(" " + opOf[s.Tok].String() + " ")
	x.child(s.Rhs[0])
	if l.writable(r, s.Pos()) {
		l.emit(&ir.Store{Dst: r, Src: x.done(r.T)})
	}
}

// opaqueEqual is the comparison of a switch's tag with a value, neither of them a number.
func (l *lowerer) opaqueEqual(tag ir.Expr, e ast.Expr) ir.Expr {
	x := &texter{l: l}
	x.arg(tag)
	x.text(" " + token.EQL.String() + " ")
	x.child(e)
	return x.done(types.Typ[types.Bool])
}

// qualify writes package names as generated code does.
func (l *lowerer) qualify(p *types.Package) string {
	if p == l.pkg {
		return ""
	}
	return p.Name()
}

// importsOf are the packages that the text of a type names.
func (l *lowerer) importsOf(t types.Type) []*types.Package {
	var pkgs []*types.Package
	types.TypeString(t, func(p *types.Package) string {
		if p != l.pkg && !slices.Contains(pkgs, p) {
			pkgs = append(pkgs, p)
		}
		return ""
	})
	return pkgs
}
