package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// assignStmt lowers =, := and op=.
func (l *lowerer) assignStmt(s *ast.AssignStmt) {
	if len(s.Lhs) > 1 && s.Tok == token.ASSIGN && slices.ContainsFunc(s.Lhs, l.refuseGlobal) {
		return
	}
	if l.rotate(s) {
		return
	}
	if len(s.Rhs) == 1 {
		l.noteReuse(s.Lhs, s.Rhs[0])
	}
	switch s.Tok {
	case token.DEFINE, token.ASSIGN:
	default:
		if l.changeInMap(s.Lhs[0], s.Tok, s.Rhs[0]) {
			return
		}
		l.opAssign(s.Lhs[0], opOf[s.Tok], func() ir.Expr { return l.scalar(s.Rhs[0]) }, s)
		return
	}
	if len(s.Lhs) == 1 {
		l.assignOne(s.Lhs[0], s.Rhs[0], s.Tok == token.DEFINE)
		return
	}
	if len(s.Rhs) == 1 && l.commaOK(s) {
		return
	}
	if l.makesAll(s) || l.changesEach(s) {
		for i, e := range s.Lhs {
			l.assignOne(e, s.Rhs[i], false)
		}
		return
	}
	var want []types.Type
	for _, e := range s.Lhs {
		want = append(want, l.lhsType(e))
	}
	dst := make([]*node, len(s.Lhs))
	if len(s.Rhs) > 1 {
		for i, e := range s.Lhs {
			if l.defined(e) == nil && !blank(e) {
				dst[i] = l.place(e)
				l.replan(e, dst[i], s.Rhs[i])
			}
		}
	}
	vals := l.values(s.Rhs, want)
	if len(vals) != len(s.Lhs) {
		return // refused
	}
	l.assignMany(s, dst, vals)
}

// makesAll says whether s gives several places in memory new slices, so that their order does not matter.
func (l *lowerer) makesAll(s *ast.AssignStmt) bool {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return false
	}
	for i, e := range s.Rhs {
		if !hasIndex(s.Lhs[i]) || l.builtinCall(e, "make") == nil || hasIndex(e) || l.class(l.typeOf(e)) != classSlice {
			return false
		}
	}
	return true
}

// changesEach says whether s appends to several slices or cuts them, as S, Y = S[1:], append(Y, y), none of which has a part in what
// another one becomes, so that their order does not matter.
func (l *lowerer) changesEach(s *ast.AssignStmt) bool {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return false
	}
	for i, e := range s.Rhs {
		if !isSliceVariable(s.Lhs[i]) || !l.changeOf(e, s.Lhs[i]) || l.hasCall(e) {
			return false
		}
		for k, other := range s.Lhs {
			if k != i && l.names(e, other) {
				return false
			}
		}
	}
	return true
}

// changeOf says whether e appends to the slice variable v or is a part of it.
func (l *lowerer) changeOf(e, v ast.Expr) bool {
	if call := l.builtinCall(e, "append"); call != nil {
		return l.sameSyntax(v, call.Args[0])
	}
	cut, ok := ast.Unparen(e).(*ast.SliceExpr)
	return ok && l.class(l.typeOf(v)) == classSlice && l.sameSyntax(v, cut.X) && !hasIndex(cut)
}

// names says whether the place is named in e.
func (l *lowerer) names(e, place ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		found = found || ok && l.sameSyntax(x, place)
		return !found
	})
	return found
}

// assignMany ends a multiple assignment: what is declared holds its value before anything is stored.
func (l *lowerer) assignMany(s *ast.AssignStmt, dst, vals []*node) {
	var places []ast.Expr
	var to, from []*node
	allFresh := !slices.ContainsFunc(vals, func(n *node) bool { return n == nil || !n.fresh || l.class(n.typ) != classSlice })
	for i, e := range s.Lhs {
		switch obj := l.defined(e); {
		case blank(e):
		case obj != nil:
			l.declareVar(e.(*ast.Ident), obj, vals[i])
		default:
			if dst[i] == nil {
				dst[i] = l.place(e)
			}
			if l.bindPending(e, dst[i], vals[i]) || allFresh && l.assignRow(e, dst[i], vals[i]) {
				continue
			}
			places, to, from = append(places, e), append(to, dst[i]), append(from, vals[i])
		}
	}
	if l.turned(places, to, from) || l.reassignedAll(places, to, from) {
		return
	}
	l.assign(to, from, s.Pos())
}

var opOf = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

// assignOf are the operators the other way round.
var assignOf = func() map[token.Token]token.Token {
	m := map[token.Token]token.Token{}
	for assign, op := range opOf {
		m[op] = assign
	}
	return m
}()

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// defined returns the variable that e declares on the left of :=, else nil.
func (l *lowerer) defined(e ast.Expr) types.Object {
	id, ok := e.(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	return l.info().Defs[id]
}

func (l *lowerer) lhsType(e ast.Expr) types.Type {
	if obj := l.defined(e); obj != nil {
		return l.typ(obj.Type())
	}
	if blank(e) {
		return nil
	}
	return l.typeOf(e)
}

// looksUp keeps the use of an element for its bounds alone, as _ = x[n-1]: outside of them the gradient panics as the primal
// does. In a loop such a line is for the compiler, and would keep the order of its iterations.
func (l *lowerer) looksUp(n *node) {
	r := n.ref()
	if r == nil || len(r.Elems) == 0 || r.Elems[len(r.Elems)-1].Index == nil || len(l.loops) > 0 {
		return
	}
	l.emit(&ir.Exec{Bounds: true, X: &ir.Opaque{Parts: []string{"_ = ", ""}, Args: []ir.Expr{r}, Looks: true, T: types.NewTuple()}})
}

// assignOne lowers an assignment or definition with one value.
func (l *lowerer) assignOne(lhs, rhs ast.Expr, define bool) {
	if obj := l.defined(lhs); define && obj != nil {
		if l.declareParts(lhs.(*ast.Ident), obj, rhs) {
			return
		}
		l.declareVar(lhs.(*ast.Ident), obj, l.valueAs(rhs, l.typ(obj.Type())))
		return
	}
	if blank(lhs) {
		l.looksUp(l.expr(rhs))
		return
	}
	if l.storeInMap(lhs, rhs) {
		return
	}
	if l.refuseSelf(lhs, rhs) {
		return
	}
	if l.refuseGlobal(lhs) {
		return
	}
	t := l.typeOf(lhs)
	if l.class(t) == classSlice && (l.appendTo(lhs, rhs) || l.allocInto(lhs, rhs)) {
		return
	}
	if op, other, ok := l.sumWith(lhs, rhs); ok {
		l.opAssign(lhs, op, func() ir.Expr { return l.scalar(other) }, nil)
		return
	}
	if l.class(t) == classSlice && l.cutRow(lhs, rhs) {
		return
	}
	dst := l.place(lhs)
	if l.class(t) == classSlice && (l.replan(lhs, dst, rhs) || l.cutTable(lhs, rhs)) {
		return
	}
	src := l.valueAs(rhs, t)
	if l.class(t) == classSlice && l.assignRow(lhs, dst, src) {
		return
	}
	if l.bindPending(lhs, dst, src) || l.class(t) == classSlice && (l.remade(dst, src, lhs.Pos()) || l.reassigned(lhs, dst, src)) {
		return
	}
	l.bindFields(dst, src, lhs.Pos())
	l.assign([]*node{dst}, []*node{src}, lhs.Pos())
	clear(l.given)
}

// sumWith recognises x = x + e, x = e + x and x = x - e for numbers.
func (l *lowerer) sumWith(lhs, rhs ast.Expr) (op token.Token, other ast.Expr, ok bool) {
	t := l.typeOf(lhs)
	b, isBin := ast.Unparen(rhs).(*ast.BinaryExpr)
	if !isBin || !ir.IsFloat(t) && !ir.IsInt(t) || l.hasCall(lhs) {
		return 0, nil, false
	}
	switch {
	case b.Op != token.ADD && b.Op != token.SUB:
	case l.sameSyntax(lhs, b.X):
		return b.Op, b.Y, true
	case b.Op == token.ADD && l.sameSyntax(lhs, b.Y):
		return b.Op, b.X, true
	}
	return 0, nil, false
}

// sameSyntax says whether two expressions name the same place by the same words.
func (l *lowerer) sameSyntax(a, b ast.Expr) bool {
	a, b = ast.Unparen(a), ast.Unparen(b)
	if l.info().Types[a].Value != nil || l.info().Types[b].Value != nil {
		x, y := l.info().Types[a].Value, l.info().Types[b].Value
		return x != nil && y != nil && x.ExactString() == y.ExactString()
	}
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && l.info().ObjectOf(a) == l.info().ObjectOf(b) && l.info().ObjectOf(a) != nil
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && a.Sel.Name == b.Sel.Name && l.sameSyntax(a.X, b.X)
	case *ast.IndexExpr:
		b, ok := b.(*ast.IndexExpr)
		return ok && l.sameSyntax(a.X, b.X) && l.sameSyntax(a.Index, b.Index)
	case *ast.StarExpr:
		b, ok := b.(*ast.StarExpr)
		return ok && l.sameSyntax(a.X, b.X)
	case *ast.BinaryExpr:
		b, ok := b.(*ast.BinaryExpr)
		return ok && a.Op == b.Op && l.sameSyntax(a.X, b.X) && l.sameSyntax(a.Y, b.Y)
	case *ast.CallExpr:
		b, ok := b.(*ast.CallExpr)
		return ok && l.sameCall(a, b)
	}
	return false
}

// sameCall says whether two calls call the same function, by its name, with the same arguments.
func (l *lowerer) sameCall(a, b *ast.CallExpr) bool {
	f, g := calleeName(a.Fun), calleeName(b.Fun)
	if f == nil || g == nil || len(a.Args) != len(b.Args) || !l.sameSyntax(a.Fun, b.Fun) {
		return false
	}
	if _, variable := l.info().ObjectOf(f).(*types.Var); variable {
		return false
	}
	for i := range a.Args {
		if !l.sameSyntax(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// opAssign lowers x op= e. Sums become a Reduce where e does not read x.
func (l *lowerer) opAssign(lhs ast.Expr, op token.Token, rhs func() ir.Expr, s *ast.AssignStmt) {
	t := l.typeOf(lhs)
	if l.class(t) != classScalar {
		if s != nil {
			l.opaqueAssign(s)
		}
		return
	}
	place := l.place(lhs)
	dst, ok := place.force().x.(*ir.Ref)
	switch {
	case place.named:
		l.writeNamed(place, assignOf[op], rhs())
		return
	case !ok:
		l.refuseTarget(place, lhs)
		return
	}
	if !l.writable(dst, lhs.Pos()) {
		return
	}
	x := rhs()
	l.accumulate(dst, op, x)
}

func (l *lowerer) accumulate(dst *ir.Ref, op token.Token, x ir.Expr) {
	if (op == token.ADD || op == token.SUB) && !l.mayRead(x, dst) {
		l.emit(&ir.Reduce{Op: op, Dst: dst, Src: x})
		return
	}
	l.emit(&ir.Store{Dst: dst, Src: &ir.Binary{Op: op, X: dst, Y: x, T: dst.T}})
}

func (l *lowerer) incDec(s *ast.IncDecStmt) {
	if l.changeInMap(s.X, s.Tok, nil) {
		return
	}
	place := l.place(s.X)
	dst, ok := place.force().x.(*ir.Ref)
	switch {
	case place.named:
		l.writeNamed(place, s.Tok, nil)
		return
	case !ok:
		l.refuseTarget(place, s.X)
		return
	case !l.writable(dst, s.X.Pos()):
		return
	}
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	one := ir.Int(1)
	one.T = dst.T
	l.accumulate(dst, op, one)
}

// writable refuses writes of what may not be written.
func (l *lowerer) writable(dst *ir.Ref, pos token.Pos) bool {
	switch v := dst.Base().Var; v.Kind {
	case ir.Global:
		if c := l.class(dst.T); len(dst.Elems) == 0 && v.Copy == nil && !ir.HoldsFloats(dst.T) && (c == classScalar || c == classOpaque) {
			l.readByName(v) // and written so, in the next pass
			return false
		}
		if ir.HoldsFloats(dst.T) {
			l.refuse(pos, "write to package-level variable "+v.UserName(), "its derivative would outlive the call", "pass it as an argument")
		} else {
			l.refuse(pos, "write to package-level variable "+v.UserName(), "it is not supported yet", "pass it as an argument")
		}
		return false
	case ir.Iter:
		l.refuse(pos, "assignment to loop variable "+v.Name, "the loop would not be counted", "use another variable")
		return false
	}
	return true
}
