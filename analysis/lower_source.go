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
	switch c := l.class(t); {
	case c == classScalar || c == classOpaque:
		x.T = t
		return leaf(x)
	case c == classStruct && plainData(t):
		x.T = t
		return l.partsOf(l.save("r", x), t)
	case c == classSlice && !carriesFloats(t) && (l.returnsNew(e) || l.ranged == e):
		x.T = t
		list := l.save("list", x)
		none := l.save("none", &ir.Opaque{Parts: []string{"", " == nil"}, Args: []ir.Expr{list}, Pure: true, T: types.Typ[types.Bool]})
		if len(l.loops) > 0 || l.ranged == e { // others may write what it leads to later
			list = l.ownCopy(list)
		}
		l.textNil[list.Var] = none
		return &node{typ: t, x: list, fresh: true}
	}
	l.refuse(e.Pos(), "call of "+l.head(ast.Unparen(calleeSyntax(e))), "its result "+types.TypeString(t, l.qualify)+" comes from code that is not followed", "pass the value as an argument")
	return l.dummy(t)
}

// partsOf is a struct that source text uses as a whole.
func (l *lowerer) partsOf(r *ir.Ref, t types.Type) *node {
	n := &node{typ: t}
	for f := range t.Underlying().(*types.Struct).Fields() {
		x := &ir.Opaque{Parts: []string{"", "." + f.Name()}, Args: []ir.Expr{r}, Pure: true, T: f.Type()}
		if l.checkName(f); l.class(f.Type()) == classStruct {
			n.parts = append(n.parts, l.partsOf(l.save(f.Name(), x), f.Type()))
		} else {
			n.parts = append(n.parts, leaf(x))
		}
	}
	return n
}

// returnsNew says whether the slice that a call returns is new memory, which nothing else leads to.
func (l *lowerer) returnsNew(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := l.callee(call)
	switch {
	case fn == nil:
		return false
	case l.calling == fn:
		return l.returnsOwn(fn)
	}
	switch fn.FullName() {
	case "slices.Collect", "slices.Sorted", "math/rand.Perm", "(*math/rand.Rand).Perm", "math/rand/v2.Perm", "(*math/rand/v2.Rand).Perm":
		return true
	}
	return false
}

// returnsOwn says whether a function of the module returns memory that it made itself.
func (l *lowerer) returnsOwn(fn *types.Func) bool {
	s := l.src.Source(fn)
	w := &quietWalker{effects: &effects{src: l.src, quiet: map[*types.Func]bool{}}, info: s.Pkg.Info, owned: map[types.Object]bool{}, quiet: true}
	w.findOwned(s.Decl)
	own := true
	ast.Inspect(s.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			own = own && len(n.Results) == fn.Signature().Results().Len()
			for _, e := range n.Results {
				own = own && w.fresh(e)
			}
		}
		return own
	})
	return own
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
	vals := make([]*node, t.Len())
	for i := range vals {
		rt := t.At(i).Type()
		v := l.mutableTemp(names[i], rt)
		switch c := l.class(rt); {
		case c == classScalar || c == classOpaque:
			vals[i] = &node{typ: rt, x: ir.NewRef(v), fresh: true}
		case c == classStruct && plainData(rt):
			v.Name = "v"
		default:
			vals[i] = l.opaqueResult(x, rt, e)
		}
		s.Results = append(s.Results, ir.NewRef(v))
	}
	l.emit(s)
	for i, n := range vals {
		if n == nil {
			vals[i] = l.partsOf(s.Results[i], t.At(i).Type())
		}
	}
	return vals
}

// exprStmt lowers a call for its effect.
func (l *lowerer) exprStmt(s *ast.ExprStmt) {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok { // a receive
		l.expr(s.X)
		return
	}
	fn := l.callee(call)
	if fn != nil && (l.source(call, fn) != nil || l.src.RuleFor(fn) != nil) || l.info().Types[call.Fun].IsBuiltin() || l.funcOf(call.Fun) != nil {
		l.unused(l.call(call), builtinName(l, call) == "copy")
		return
	}
	if fn == nil || !l.refuseSort(call, fn) {
		l.emit(&ir.Exec{X: l.opaque(call)})
	}
}

// unused keeps what the computation of values does that nobody asks for: as the statement that it is, or as _ = f().
func (l *lowerer) unused(vals []*node, statement bool) {
	for _, n := range vals {
		if n == nil || n.lazy != nil || !wholeOnly(n.x) {
			continue
		}
		o, ok := n.x.(*ir.Opaque)
		switch {
		case !ok:
		case statement:
			l.emit(&ir.Exec{X: o})
		default:
			l.save("v", o)
		}
	}
}

// panicValue is the argument of panic.
func (l *lowerer) panicValue(e ast.Expr) ir.Expr {
	tv := l.info().Types[e]
	if tv.Value == nil && l.class(l.typeOf(e)) != classScalar {
		return l.opaque(e)
	}
	x := &texter{l: l}
	if tv.Value != nil {
		x.typedConstant(e, tv)
	} else {
		x.arg(l.scalar(e))
	}
	return x.done(types.Default(l.typeOf(e)))
}

// commaOK lowers v, ok := m[k] and v, ok := x.(T).
func (l *lowerer) commaOK(s *ast.AssignStmt) bool {
	why := ""
	switch e := ast.Unparen(s.Rhs[0]).(type) {
	case *ast.IndexExpr:
	case *ast.TypeAssertExpr:
		why = refusedStmts["typeswitch"].text()
	case *ast.UnaryExpr:
		if e.Op != token.ARROW || !l.mayReceive(e) {
			return false
		}
	default:
		return false
	}
	t, ok := l.rawType(s.Rhs[0]).(*types.Tuple)
	if !ok {
		return false
	}
	x := &texter{l: l, why: why}
	x.expr(ast.Unparen(s.Rhs[0]))
	x.impure = true
	if blank(s.Lhs[0]) {
		ok := l.mutableTemp("ok", types.Typ[types.Bool])
		l.emit(&ir.Exec{Define: true, Results: []*ir.Ref{nil, ir.NewRef(ok)}, X: x.done(t)})
		l.assignMany(s, make([]*node, 2), []*node{nil, {typ: ok.Type, x: ir.NewRef(ok), fresh: true}})
		return true
	}
	if vals := l.structOK(s.Rhs[0], x, t); vals != nil {
		l.assignMany(s, make([]*node, 2), vals)
		return true
	}
	vals := l.execDefine(x.done(t), t, []string{"v", "ok"}, s.Rhs[0])
	l.assignMany(s, make([]*node, len(s.Lhs)), vals)
	return true
}

// changeInMap lowers m[k] op= v, m[k]++ and m[k]--, whose rhs is nil, and the like of elements of other things that source text
// alone uses.
func (l *lowerer) changeInMap(lhs ast.Expr, op token.Token, rhs ast.Expr) bool {
	ix, ok := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok {
		return false
	}
	if l.class(l.typeOf(ix.X)) != classOpaque {
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
	switch {
	case dst.named:
		l.writeNamed(dst, s.Tok, l.scalar(s.Rhs[0]))
		return
	case r == nil:
		l.refuseTarget(dst, s.Lhs[0])
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

// refuseTarget refuses an assignment to an expression whose value is n, unless that has been refused.
func (l *lowerer) refuseTarget(n *node, e ast.Expr) {
	if !n.bad {
		l.refuse(e.Pos(), "assignment", "it is not to a variable", "assign to a variable")
	}
}

// opaqueEqual is the comparison of a switch's tag with a value, neither of them a number.
func (l *lowerer) opaqueEqual(tag ir.Expr, e ast.Expr) ir.Expr {
	x := &texter{l: l}
	x.arg(tag)
	x.text(" " + token.EQL.String() + " ")
	if l.info().Types[e].Value != nil || isNilSyntax(l, e) {
		x.child(e)
	} else {
		x.arg(l.scalar(e))
	}
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
