package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// typeSwitch lowers a type switch to a choice for each clause. The value is source text, and so is what a clause gets of it.
func (l *lowerer) typeSwitch(s *ast.TypeSwitchStmt, label string, rest []step) bool {
	if s.Init != nil {
		l.step(step{stmt: s.Init}, nil)
	}
	tag := s.Assign
	var assert ast.Expr
	switch a := tag.(type) {
	case *ast.AssignStmt:
		assert = a.Rhs[0]
	case *ast.ExprStmt:
		assert = a.X
	}
	x := l.ofInterface(l.valueOf(ast.Unparen(assert).(*ast.TypeAssertExpr).X))
	if x == nil {
		l.refuseStmt(s)
		return false
	}
	var c *choice
	var last []step
	for _, clause := range s.Body.List {
		if clause := clause.(*ast.CaseClause); clause.List == nil {
			last = l.typeClause(clause, x)
		}
	}
	meta := l.cur
	for i := len(s.Body.List) - 1; i >= 0; i-- {
		clause := s.Body.List[i].(*ast.CaseClause)
		if clause.List == nil {
			continue
		}
		m := meta
		m.Pos, m.Src = clause.Pos(), l.head(clause)
		c = &choice{meta: m, cond: func() ir.Expr { return l.typeCond(x, clause.List) }, then: l.typeClause(clause, x), other: last}
		last = []step{{choice: c}}
	}
	if c == nil && last != nil {
		c = &choice{meta: meta, then: last}
	}
	return l.clauses(c, label, rest)
}

// ofInterface keeps the value of a type switch, nil if it is none.
func (l *lowerer) ofInterface(n *node) *ir.Ref {
	n.force()
	if n.bad || n.x == nil || l.class(n.typ) != classOpaque {
		return nil
	}
	e := n.x
	if o, ok := e.(*ir.Opaque); ok {
		c := *o
		c.Why = refusedStmts["typeswitch"].text()
		e = &c
	}
	if r, ok := e.(*ir.Ref); ok && l.stable(r) {
		return r
	}
	return l.save("v", e)
}

// typeCond is the condition that x has one of the types in list, or is nil.
func (l *lowerer) typeCond(x *ir.Ref, list []ast.Expr) ir.Expr {
	one := func(e ast.Expr) ir.Expr {
		if l.info().Types[e].IsNil() {
			return &ir.Opaque{Parts: []string{"", " == nil"}, Args: []ir.Expr{x}, Pure: true, T: types.Typ[types.Bool]}
		}
		is := l.mutableTemp("is", types.Typ[types.Bool])
		o := l.asserted(x, l.typ(l.info().TypeOf(e)))
		o.Pure = false
		l.emit(&ir.Exec{Define: true, Results: []*ir.Ref{nil, ir.NewRef(is)}, X: o})
		return ir.NewRef(is)
	}
	cond := one(list[0])
	for _, e := range list[1:] {
		cond = l.shortCircuit(token.LOR, cond, func() ir.Expr { return one(e) }, types.Typ[types.Bool])
	}
	return cond
}

// asserted is x.(t).
func (l *lowerer) asserted(x *ir.Ref, t types.Type) *ir.Opaque {
	w := &texter{l: l, impure: true}
	w.arg(x)
	w.text(".(")
	w.typ(t)
	w.text(")")
	return w.done(t)
}

// typeClause are the statements of a clause, after the declaration of its variable.
func (l *lowerer) typeClause(clause *ast.CaseClause, x *ir.Ref) []step {
	body := clause.Body
	if n := len(body); n > 0 {
		if b, ok := body[n-1].(*ast.BranchStmt); ok && b.Tok == token.BREAK && b.Label == nil {
			body = body[:n-1]
		}
	}
	obj := l.info().Implicits[clause]
	if obj == nil || !l.uses(body, obj) {
		return stepsOf(body)
	}
	bind := func() {
		t := l.typ(obj.Type())
		if len(clause.List) != 1 || l.info().Types[clause.List[0]].IsNil() {
			l.fr.env.set(obj, leaf(x))
			return
		}
		l.cur.Pos, l.cur.Src = clause.Pos(), l.head(clause)
		val := l.opaqueValue(l.asserted(x, t), t, clause.List[0])
		l.fr.env.set(obj, l.declareAs(obj.Name(), obj, varKey{obj: obj}, val))
	}
	return concat([]step{{do: bind}}, stepsOf(body))
}

// opaqueValue is opaqueResult for a value in an interface.
func (l *lowerer) opaqueValue(x *ir.Opaque, t types.Type, e ast.Expr) *node {
	if c := l.class(t); c != classScalar && c != classOpaque {
		l.refuse(e.Pos(), "type switch", "values in interfaces cannot be followed", "write a function for each type")
		return l.dummy(t)
	}
	return leaf(x)
}

// uses says whether statements name obj.
func (l *lowerer) uses(list []ast.Stmt, obj types.Object) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && l.info().Uses[id] == obj
			return !found
		})
	}
	return found
}
