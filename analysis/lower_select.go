package analysis

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// selectStmt lowers a select: source text finds which clause is taken, and receives and sends; a choice follows that executes
// the statements of the clause. So these may return, and hold active code.
func (l *lowerer) selectStmt(s *ast.SelectStmt, label string, rest []step) bool {
	meta := l.cur
	var bodies []int
	for i, c := range s.Body.List {
		if len(l.commBody(c)) > 0 {
			bodies = append(bodies, i)
		}
	}
	taken := l.mutableTemp("taken", types.Typ[types.Int])
	if len(bodies) == 1 {
		taken.Type = types.Typ[types.Bool]
	}
	if len(bodies) > 0 {
		l.emit(&ir.Decl{Var: taken, Init: zeroConst(taken.Type)})
	}
	x := &texter{l: l, impure: true, why: refusedStmts["select"].text()}
	x.text("select {\n")
	for i, c := range s.Body.List {
		if !l.comm(x, c.(*ast.CommClause)) {
			return false
		}
		for k, b := range bodies {
			if b == i {
				x.sets = append(x.sets, ir.NewRef(taken))
				x.arg(ir.NewRef(taken))
				if len(bodies) == 1 {
					x.text(" = true\n")
				} else {
					x.text(fmt.Sprintf(" = %d\n", k+1))
				}
			}
		}
	}
	x.text("}")
	o := x.done(types.NewTuple())
	o.Pos = s.Pos()
	l.emit(&ir.Exec{X: o})
	var c *choice
	var last []step
	for k := len(bodies) - 1; k >= 0; k-- {
		cond := ir.Expr(ir.NewRef(taken))
		if len(bodies) > 1 {
			cond = ir.Bin(token.EQL, cond, ir.Int(int64(k+1)))
		}
		m := meta
		m.Src = ""
		c = &choice{meta: m, cond: func() ir.Expr { return cond }, then: stepsOf(l.commBody(s.Body.List[bodies[k]])), other: last}
		last = []step{{choice: c}}
	}
	return l.clauses(c, label, rest)
}

// commBody are the statements of a clause without a break at its end.
func (l *lowerer) commBody(c ast.Stmt) []ast.Stmt {
	body := c.(*ast.CommClause).Body
	if n := len(body); n > 0 {
		if b, ok := body[n-1].(*ast.BranchStmt); ok && b.Tok == token.BREAK && b.Label == nil {
			return body[:n-1]
		}
	}
	return body
}

// comm writes the head of a clause. What it receives into is declared before; floats are refused.
func (l *lowerer) comm(x *texter, c *ast.CommClause) bool {
	switch s := c.Comm.(type) {
	case nil:
		x.text("default:\n")
		return true
	case *ast.SendStmt:
		x.text("case ")
		x.child(s.Chan)
		x.text(" <- ")
		x.child(s.Value)
	case *ast.ExprStmt:
		x.text("case ")
		x.expr(ast.Unparen(s.X))
	case *ast.AssignStmt:
		recv := ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
		if !l.mayReceive(recv) {
			return false
		}
		x.text("case ")
		for i, e := range s.Lhs {
			if i > 0 {
				x.text(", ")
			}
			l.received(x, e)
		}
		x.text(" = ")
		x.expr(recv)
	}
	x.text(":\n")
	return true
}

// received writes what a value from a channel is assigned to.
func (l *lowerer) received(x *texter, e ast.Expr) {
	if blank(e) {
		x.text("_")
		return
	}
	if obj := l.defined(e); obj != nil {
		l.declareZero(e.(*ast.Ident), obj)
	}
	r := l.place(e).ref()
	if r == nil || l.class(r.T) != classScalar && l.class(r.T) != classOpaque || !l.writable(r, e.Pos()) {
		l.refuse(e.Pos(), "channel receive", "channels cannot be followed", "pass the value as an argument")
		return
	}
	x.arg(r)
	x.sets = append(x.sets, r)
}
