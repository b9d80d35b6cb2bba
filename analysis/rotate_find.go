package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A rotation is an exchange of slices among places: u, v = v, u and a, b, d = b, d, a, or the same written
// by hand as tmp := u; u = v; v = tmp.
type rotation struct {
	places []ast.Expr
	from   []int      // place i gets what was in place from[i]
	stmts  []ast.Stmt // that say so, next to each other
	// also is what the statement assigns beside, numbers to variables, nil for nothing.
	also *ast.AssignStmt
	// cuts are places that lose elements before they change places, as in cur, next = next, cur[:0].
	cuts []*ast.SliceExpr
}

// rotations are those of one function, by their statements; all statements of one lead to it.
type rotations map[ast.Stmt]*rotation

// rotationsOf returns the rotations in the function of fr.
func (l *lowerer) rotationsOf(fr *frame) rotations {
	if r, ok := l.turns[fr.Decl]; ok {
		return r
	}
	r := rotations{}
	l.turns[fr.Decl] = r
	outer := l.fr
	l.fr = fr
	defer func() { l.fr = outer }()
	byHand := map[types.Object][]*rotation{}
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.AssignStmt:
			if x := l.rotationIn(n); x != nil {
				r[n] = x
			}
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for i := 0; i < len(list); i++ {
			if tmp, x := l.rotationByHand(list[i:]); x != nil {
				byHand[tmp] = append(byHand[tmp], x)
				i += len(x.stmts) - 1
			}
		}
		return true
	})
	for tmp, list := range byHand {
		if l.usedOnlyIn(fr, tmp, list) {
			for _, x := range list {
				for _, s := range x.stmts {
					r[s] = x
				}
			}
		}
	}
	return r
}

// rotationIn returns the rotation that an assignment is, nil if it is none.
func (l *lowerer) rotationIn(s *ast.AssignStmt) *rotation {
	if s.Tok != token.ASSIGN || len(s.Lhs) < 2 || len(s.Lhs) != len(s.Rhs) {
		return nil
	}
	r := &rotation{stmts: []ast.Stmt{s}}
	var rhs []ast.Expr
	also := &ast.AssignStmt{TokPos: s.TokPos, Tok: s.Tok}
	for i, e := range s.Lhs {
		switch _, named := e.(*ast.Ident); {
		case !blank(e) && l.class(l.typeOf(e)) == classSlice && l.onlyReads(e):
			x := s.Rhs[i]
			if cut := l.emptied(x); cut != nil {
				r.cuts, x = append(r.cuts, cut), cut.X
			}
			r.places, rhs = append(r.places, e), append(rhs, x)
		case !named || blank(e) || l.class(l.typeOf(e)) != classScalar:
			return nil
		default:
			also.Lhs, also.Rhs = append(also.Lhs, e), append(also.Rhs, s.Rhs[i])
		}
	}
	if len(also.Lhs) > 0 {
		if r.also = also; slices.ContainsFunc(r.places, hasIndex) {
			return nil
		}
	}
	taken := map[int]bool{}
	for _, e := range rhs {
		k := l.indexOf(r.places, e)
		if k < 0 || taken[k] {
			return nil
		}
		taken[k] = true
		r.from = append(r.from, k)
	}
	if len(r.places) < 2 {
		return nil
	}
	return r
}

// emptied returns x[:0] if e is that, of a variable or a field x, else nil.
func (l *lowerer) emptied(e ast.Expr) *ast.SliceExpr {
	cut, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok || cut.Low != nil || cut.High == nil || cut.Slice3 || !isSliceVariable(cut.X) {
		return nil
	}
	if !l.writtenZero(cut.High) {
		return nil
	}
	return cut
}

// onlyReads says whether e calls no function that may write memory, so that it makes no difference how often e is evaluated.
func (l *lowerer) onlyReads(e ast.Expr) bool {
	quiet := true
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && l.mayHaveEffects(call) {
			fn := l.callee(call)
			quiet = quiet && fn != nil && l.quietFunc(fn)
		}
		return quiet
	})
	return quiet
}

func hasIndex(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.IndexExpr)
		found = found || is
		return !found
	})
	return found
}

// indexOf returns which of list has the same syntax as e, -1 if none has.
func (l *lowerer) indexOf(list []ast.Expr, e ast.Expr) int {
	for i, x := range list {
		if l.sameSyntax(x, e) {
			return i
		}
	}
	return -1
}

// rotationByHand returns the rotation that list begins with, written with the variable tmp, nil if there is
// none.
func (l *lowerer) rotationByHand(list []ast.Stmt) (tmp types.Object, r *rotation) {
	lhs, rhs, ok := singleAssign(list[0])
	id, isIdent := lhs.(*ast.Ident)
	if !ok || !isIdent || l.class(l.typeOf(rhs)) != classSlice {
		return nil, nil
	}
	if tmp = l.info().ObjectOf(id); tmp == nil {
		return nil, nil
	}
	first := rhs
	r = &rotation{places: []ast.Expr{first}}
	for k, s := range list[1:] {
		dst, src, ok := singleAssign(s)
		if !ok || s.(*ast.AssignStmt).Tok != token.ASSIGN || !l.sameSyntax(dst, r.places[k]) || l.hasCall(s) {
			return nil, nil
		}
		r.from = append(r.from, k+1)
		if id, ok := ast.Unparen(src).(*ast.Ident); ok && l.info().ObjectOf(id) == tmp {
			if r.from[k] = 0; k == 0 {
				return nil, nil
			}
			r.stmts = list[:k+2]
			return tmp, r
		}
		if l.indexOf(r.places, src) >= 0 {
			return nil, nil
		}
		r.places = append(r.places, src)
	}
	return nil, nil
}

// singleAssign returns the two sides of an assignment or definition of one value.
func singleAssign(s ast.Stmt) (lhs, rhs ast.Expr, ok bool) {
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 || a.Tok != token.ASSIGN && a.Tok != token.DEFINE {
		return nil, nil, false
	}
	return a.Lhs[0], a.Rhs[0], true
}

// usedOnlyIn says whether a local variable of fr serves nothing but rotations by hand.
func (l *lowerer) usedOnlyIn(fr *frame, tmp types.Object, list []*rotation) bool {
	v, ok := tmp.(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == v.Pkg().Scope() || v.Pos() < fr.body().Pos() {
		return false
	}
	uses := 0
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && l.info().Uses[id] == tmp {
			uses++
		}
		return true
	})
	for _, r := range list {
		uses--
		if r.stmts[0].(*ast.AssignStmt).Tok == token.ASSIGN {
			uses--
		}
	}
	return uses == 0
}
