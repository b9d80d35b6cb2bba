package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A lengthTest is what makes the program panic where two slices that are about to be exchanged differ in length.
type lengthTest struct {
	a, b  *ir.Ref
	stmts []ir.Stmt
}

// An entry knows what a function does not change.
type entry struct {
	written map[*ir.Var]bool
	moved   map[*ir.Var]bool // that change places as a whole
}

// testOnEntry takes the tests of lengths out of the body that can be made before it is run: they stand where every call
// gets, or in a loop there, or where that is known on entry, and tell their slices by what the function does not change. The exchanges before them make no
// difference, as those are tested themselves. A loop of which it is not known on entry whether it runs is taken to run: a
// call that panics with its arguments half written is worse.
func (l *lowerer) testOnEntry(f *ir.Func) {
	if len(l.unlike) == 0 {
		return
	}
	known := &entry{map[*ir.Var]bool{}, map[*ir.Var]bool{}}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if s, ok := s.(*ir.Swap); ok && len(s.A.Elems)+len(s.B.Elems) == 0 {
			known.moved[s.A.Var], known.moved[s.B.Var] = true, true
		}
		ir.Writes(s, func(r *ir.Ref) { known.written[r.Base().Var] = true })
		return true
	})
	var lift func(b *ir.Block, when []ir.Expr)
	lift = func(b *ir.Block, when []ir.Expr) {
		var out []ir.Stmt
		for k := 0; k < len(b.Stmts); k++ {
			s := b.Stmts[k]
			t, ok := l.unlike[s]
			if n := len(t.stmts); ok && k+n <= len(b.Stmts) && slices.Equal(b.Stmts[k:k+n], t.stmts) && known.place(t.a) && known.place(t.b) {
				f.Alike = appendAlike(f.Alike, ir.Alike{A: t.a, B: t.b, When: when})
				k += n - 1
				continue
			}
			switch s := s.(type) {
			case *ir.Block:
				lift(s, when)
			case *ir.For:
				lift(s.Body, append(when[:len(when):len(when)], known.runs(s)...))
			case *ir.If:
				if !known.cond(s.Cond) {
					break
				}
				lift(s.Then, append(when[:len(when):len(when)], s.Cond))
				if s.Else != nil {
					lift(s.Else, append(when[:len(when):len(when)], negated(s.Cond)))
				}
			}
			out = append(out, s)
		}
		b.Stmts = out
	}
	lift(f.Body, nil)
}

// runs returns the condition on which a loop runs, none if that is not known on entry or always so.
func (n *entry) runs(s *ir.For) []ir.Expr {
	if s.Limit == nil || !n.expr(s.Begin) || !n.expr(s.Limit) {
		return nil
	}
	cond := ir.Bin(s.Cmp, s.Begin, s.Limit).(*ir.Binary)
	if _, constant := folded(cond).(*ir.Const); constant {
		return nil
	}
	return []ir.Expr{cond}
}

// cond says whether e is made of comparisons of what is known on entry.
func (n *entry) cond(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Binary:
		switch e.Op {
		case token.LAND, token.LOR:
			return n.cond(e.X) && n.cond(e.Y)
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return isNumeric(e.X.Type()) && n.expr(e.X) && n.expr(e.Y)
		}
	case *ir.Unary:
		return e.Op == token.NOT && n.cond(e.X)
	case *ir.Ref:
		return n.expr(e)
	}
	return false
}

func isNumeric(t types.Type) bool { return ir.IsInt(t) || ir.IsFloat(t) }

// negated is the negation of a condition. That of a comparison of integers is another one.
func negated(e ir.Expr) ir.Expr {
	opposite := map[token.Token]token.Token{
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
	}
	switch e := e.(type) {
	case *ir.Binary:
		if op, ok := opposite[e.Op]; ok && ir.IsInt(e.X.Type()) {
			return &ir.Binary{Op: op, X: e.X, Y: e.Y, T: e.T}
		}
	case *ir.Unary:
		return e.X
	}
	return &ir.Unary{Op: token.NOT, X: e}
}

// place says whether r is a place in an argument that is known when the function is called.
func (n *entry) place(r *ir.Ref) bool {
	ok := r.Var.Kind == ir.Param
	for _, i := range r.Indices() {
		ok = ok && n.expr(i)
	}
	return ok
}

// expr says whether e is made of numbers that are not written, and of lengths of slices that do not change places.
func (n *entry) expr(e ir.Expr) bool {
	ok := e != nil
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Const:
		case *ir.Binary: // a division may panic
			ok = ok && (e.Op == token.ADD || e.Op == token.SUB || e.Op == token.MUL)
		case *ir.Ref:
			ok = ok && e.Var.Kind == ir.Param && len(e.Elems) == 0 && !n.written[e.Var]
		case *ir.Len:
			ok = ok && e.X.Var.Kind == ir.Param && len(e.X.Elems) == 0 && !n.moved[e.X.Var]
			return false
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// appendAlike leaves out what is in the list.
func appendAlike(list []ir.Alike, x ir.Alike) []ir.Alike {
	for _, o := range list {
		same := ir.Equal(o.A, x.A) && ir.Equal(o.B, x.B) || ir.Equal(o.A, x.B) && ir.Equal(o.B, x.A)
		if same && slices.EqualFunc(o.When, x.When, ir.Equal) {
			return list
		}
	}
	return append(list, x)
}
