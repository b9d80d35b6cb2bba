package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A slicePlan says how a slice variable is assigned after its declaration.
type slicePlan struct {
	swaps bool // u, v = v, u and other rotations
	grows bool // s = append(s, ...)
	moves bool // x = x[1:], x = a[i], x = y
	parts bool // a move other than to all of a row
	lows  bool // x = x[lo:]
}

// planOf returns the plan of the variable obj of a function.
func (l *lowerer) planOf(fr *frame, obj types.Object) slicePlan {
	p := l.passed[varKey{obj: obj}]
	if c := fr.writes[obj]; c == nil || c.whole == 0 {
		return p
	}
	p.swaps = l.rotated[varKey{obj: obj}]
	if l.parted[varKey{obj: obj}] {
		p.moves, p.parts, p.lows = true, true, true
	}
	outer := l.fr
	l.fr = fr
	defer func() { l.fr = outer }()
	turns := l.rotationsOf(fr)
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && l.info().ObjectOf(id) == obj
	}
	eachGrownAtReturn(l.info(), fr.node(), func(v types.Object) { p.grows = p.grows || v == obj })
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
			return true
		}
		swap := turns[s] != nil
		for i, e := range s.Lhs {
			switch {
			case !is(e):
			case swap:
				p.swaps = true
			default:
				l.planAssign(&p, is, s.Rhs[i])
			}
		}
		return true
	})
	return p
}

// replan notes what an assignment of a slice to a field of a struct needs, if the field was not declared for
// that: then lowering starts again, and what it has made so far is of no use.
func (l *lowerer) replan(lhs ast.Expr, dst *node, rhs ast.Expr) bool {
	if dst == nil || dst.slot == nil || dst.pending && l.builtinCall(rhs, "append") == nil {
		return false
	}
	old := l.plans[*dst.slot]
	p := old
	l.planAssign(&p, func(e ast.Expr) bool { return l.sameSyntax(lhs, e) }, rhs)
	if p == old {
		return false
	}
	l.plans[*dst.slot], l.replanned = p, true
	return true
}

// body is the syntax in which all assignments of the variables of fr stand.
func (fr *frame) body() ast.Node { return fr.Decl.Body }

func (l *lowerer) planAssign(p *slicePlan, is func(ast.Expr) bool, rhs ast.Expr) {
	switch e := ast.Unparen(rhs).(type) {
	case *ast.CallExpr:
		if call := l.builtinCall(e, "append"); call != nil && (is(call.Args[0]) || is(cutFirst(call))) {
			p.grows = true
		}
	case *ast.SliceExpr:
		p.moves, p.parts = true, true
		p.lows = p.lows || e.Low != nil || !is(e.X)
	case *ast.IndexExpr:
		p.moves = true
	case *ast.Ident, *ast.SelectorExpr:
		if tv := l.info().Types[rhs]; !tv.IsNil() {
			p.moves, p.parts = true, true
		}
	}
}
