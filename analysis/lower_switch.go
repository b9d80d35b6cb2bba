package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// switchStmt lowers a switch. If a case is left by break before its end the switch is a scope of its
// own, else its cases belong to the scope around it.
func (l *lowerer) switchStmt(s *ast.SwitchStmt, label string, rest []step) bool {
	if s.Init != nil {
		l.step(step{stmt: s.Init}, nil)
	}
	return l.clauses(l.switchChoice(s), label, rest)
}

// clauses lowers a switch as the choice that it is turned into.
func (l *lowerer) clauses(c *choice, label string, rest []step) bool {
	if c == nil {
		return false
	}
	var steps []step
	if c.cond == nil { // only a default
		steps = c.then
	} else {
		steps = []step{{choice: c}}
	}
	if !anyJumpIn(c, func(b *ast.BranchStmt) bool { return b != nil && b.Tok == token.BREAK && own(b, label) }) {
		l.list(concat(steps, rest))
		return true
	}
	inner := func() { l.inScope(&scope{label: label, kind: switchScope}, steps) }
	if !anyJumpIn(c, func(b *ast.BranchStmt) bool { return b == nil || b.Tok == token.CONTINUE || !own(b, label) }) {
		inner()
		return false
	}
	l.guarded(inner, rest)
	return true
}

// anyJumpIn is anyJump for the branches of a choice.
func anyJumpIn(c *choice, f func(*ast.BranchStmt) bool) bool {
	for _, s := range concat(c.then, c.other) {
		if s.choice != nil && anyJumpIn(s.choice, f) || s.stmt != nil && anyJump([]ast.Stmt{s.stmt}, f) {
			return true
		}
	}
	return false
}

// switchChoice turns a switch into a chain of choices, nil if it has no clauses. A switch with nothing
// but a default is a choice without a condition.
func (l *lowerer) switchChoice(s *ast.SwitchStmt) (c *choice) {
	var tag ir.Expr
	if s.Tag != nil {
		tag = l.switchTag(s.Tag)
	}
	meta := l.cur
	var last []step
	var cases []int
	for i, clause := range s.Body.List {
		if clause.(*ast.CaseClause).List == nil {
			last = l.clauseBody(s, i)
		} else {
			cases = append(cases, i)
		}
	}
	for i := len(cases) - 1; i >= 0; i-- {
		clause := s.Body.List[cases[i]].(*ast.CaseClause)
		m := meta
		m.Pos, m.Src = clause.Pos(), l.head(clause)
		if i == 0 {
			m = meta
		}
		c = &choice{meta: m, cond: func() ir.Expr { return l.caseCond(tag, clause.List) }, then: l.clauseBody(s, cases[i]), other: last}
		last = []step{{choice: c}}
	}
	if c == nil && last != nil {
		c = &choice{meta: meta, then: last}
	}
	return c
}

// switchTag lowers the value that the cases are compared with.
func (l *lowerer) switchTag(e ast.Expr) ir.Expr {
	t := l.typeOf(e)
	if c := l.class(t); c != classScalar && c != classOpaque {
		l.refuse(e.Pos(), "switch on a "+types.TypeString(t, l.qualify), "it compares more than numbers and strings", "compare with == in if statements")
		return l.dummy(types.Typ[types.Int]).x
	}
	x := l.scalar(e)
	if r, ok := x.(*ir.Ref); ok && l.ofElements(t) {
		return l.copyArray("tag", r)
	}
	return l.pin("tag", x)
}

// clauseBody returns the statements of clause i without a break at its end; where it falls through,
// those of the next clause follow.
func (l *lowerer) clauseBody(s *ast.SwitchStmt, i int) []step {
	body := s.Body.List[i].(*ast.CaseClause).Body
	n := len(body)
	if n == 0 {
		return nil
	}
	if b, ok := body[n-1].(*ast.BranchStmt); ok {
		switch {
		case b.Tok == token.FALLTHROUGH:
			return concat(stepsOf(body[:n-1]), l.clauseBody(s, i+1))
		case b.Tok == token.BREAK && b.Label == nil:
			body = body[:n-1]
		}
	}
	return stepsOf(body)
}

// caseCond is the condition of a clause: one of the values equals the tag, or holds.
func (l *lowerer) caseCond(tag ir.Expr, list []ast.Expr) ir.Expr {
	one := func(e ast.Expr) ir.Expr {
		if tag == nil {
			return l.scalar(e)
		}
		if l.class(tag.Type()) != classScalar {
			return l.opaqueEqual(tag, e)
		}
		return ir.Bin(token.EQL, tag, l.scalar(e))
	}
	cond := one(list[0])
	for _, e := range list[1:] {
		cond = l.shortCircuit(token.LOR, cond, func() ir.Expr { return one(e) }, types.Typ[types.Bool])
	}
	return cond
}
