package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A counter is a three-clause loop taken apart.
type counter struct {
	obj    types.Object // the variable that counts
	id     *ast.Ident
	begin  ast.Expr // nil: the variable's value before the loop
	define bool     // the loop declares the variable
	cmp    token.Token
	limit  ast.Expr
	shift  ast.Expr // the condition compares i + shift (or i - shift where minus)
	minus  bool
	step   ast.Expr // nil: 1
	down   bool
}

// forStmt lowers a three-clause loop that counts.
func (l *lowerer) forStmt(s *ast.ForStmt) {
	c, ok := l.counter(s)
	if !ok {
		l.refusedLoop(s)
		return
	}
	meta := l.cur
	iter := &ir.Var{Name: c.id.Name, Type: c.obj.Type(), Kind: ir.Iter, Pos: c.obj.Pos(), Obj: c.obj}
	f := &ir.For{Meta: meta, Iter: iter}
	outer := l.fr.env[c.obj]
	if !c.define && c.begin != nil {
		l.assignOne(c.id, c.begin, false)
	}
	switch {
	case c.define:
		f.Begin = l.constAs(l.scalar(c.begin), iter.Type)
	default:
		if outer.ref() == nil {
			return
		}
		f.Begin = outer.x
	}
	head := len(l.blk.Stmts)
	if !l.limits(f, c) {
		return
	}
	limit := l.blk.Stmts[head:]
	l.fr.env[c.obj] = leaf(ir.NewRef(iter))
	f.Body = l.in(func() { l.loopBody(s.Body.List) })
	l.fr.env[c.obj] = outer
	if !l.keepBounds(f, limit, c.limit.Pos()) {
		return
	}
	if !c.define && !types.Identical(f.Begin.Type(), iter.Type) {
		return
	}
	l.emit(f)
	if !c.define {
		l.finalValue(f, outer.ref())
	}
}

// refusedLoop looks for further refusals in the body of a loop that is refused itself.
func (l *lowerer) refusedLoop(s *ast.ForStmt) {
	if a, ok := s.Init.(*ast.AssignStmt); ok {
		for _, e := range a.Lhs {
			if obj := l.defined(e); obj != nil {
				l.fr.env[obj] = l.dummyPlace(obj.Type())
			}
		}
	}
	l.loopBody(s.Body.List)
}

// loopBody lowers statements inside a loop.
func (l *lowerer) loopBody(list []ast.Stmt) {
	done := l.fr.done
	l.fr.loops++
	l.list(stepsOf(list))
	l.fr.loops--
	l.fr.done = done
}

// constAs gives a constant the type that its loop variable has.
func (l *lowerer) constAs(x ir.Expr, t types.Type) ir.Expr {
	if c, ok := x.(*ir.Const); ok && !types.Identical(c.T, t) {
		k := *c
		k.T = t
		return &k
	}
	return x
}

// counter takes a loop apart, or refuses it.
func (l *lowerer) counter(s *ast.ForStmt) (*counter, bool) {
	if s.Cond == nil {
		l.refuse(s.Pos(), "loop without a condition", "loops that are left by break are not supported yet", "count the iterations: for i := 0; i < n; i++")
		return nil, false
	}
	if s.Post == nil {
		l.refuse(s.Pos(), "loop with a condition only", "loops of unknown length are not supported yet", "count the iterations: for i := 0; i < n; i++")
		return nil, false
	}
	c := &counter{}
	if !l.postClause(s.Post, c) || !l.initClause(s.Init, c) || !l.condClause(s.Cond, c) {
		return nil, false
	}
	if b, ok := c.obj.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		l.refuse(c.id.Pos(), "loop variable "+c.id.Name, "it is not an integer, so the iterations cannot be counted", "count with an integer and compute the value from it")
		return nil, false
	}
	return c, !l.assignedIn(s.Body, c)
}

// postClause reads i++, i--, i += c, i -= c, i = i + c and i = i - c.
func (l *lowerer) postClause(s ast.Stmt, c *counter) bool {
	var id ast.Expr
	switch s := s.(type) {
	case *ast.IncDecStmt:
		id, c.down = s.X, s.Tok == token.DEC
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 {
			break
		}
		id = s.Lhs[0]
		switch s.Tok {
		case token.ADD_ASSIGN, token.SUB_ASSIGN:
			c.step, c.down = s.Rhs[0], s.Tok == token.SUB_ASSIGN
		case token.ASSIGN:
			op, other, ok := l.sumWith(id, s.Rhs[0])
			if !ok {
				id = nil
			}
			c.step, c.down = other, op == token.SUB
		default:
			id = nil
		}
	}
	if name, ok := id.(*ast.Ident); ok {
		if v, ok := l.info().ObjectOf(name).(*types.Var); ok {
			c.obj, c.id = v, name
			return true
		}
	}
	l.refuse(s.Pos(), "loop step", "the loop does not count by a fixed step", "use i++, i-- or i += c")
	return false
}

// initClause reads i := a and i = a, or nothing for a variable declared before.
func (l *lowerer) initClause(s ast.Stmt, c *counter) bool {
	if s == nil {
		return true
	}
	a, ok := s.(*ast.AssignStmt)
	if ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 && (a.Tok == token.DEFINE || a.Tok == token.ASSIGN) {
		if id, ok := a.Lhs[0].(*ast.Ident); ok && l.info().ObjectOf(id) == c.obj {
			c.begin, c.define = a.Rhs[0], a.Tok == token.DEFINE
			return true
		}
	}
	if ok && a.Tok == token.DEFINE && len(a.Lhs) == len(a.Rhs) {
		return l.severalInits(a, c)
	}
	l.refuse(s.Pos(), "start of the loop", "it does not set the variable that the step counts", "set other variables before the loop")
	return false
}

// severalInits reads i, n := a, b: all but the counter are declared before the loop.
func (l *lowerer) severalInits(a *ast.AssignStmt, c *counter) bool {
	var vals []*node
	var ids []*ast.Ident
	for i, e := range a.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		if l.info().ObjectOf(id) == c.obj {
			c.begin, c.define = a.Rhs[i], true
			continue
		}
		if id.Name != "_" {
			ids, vals = append(ids, id), append(vals, l.expr(a.Rhs[i]))
		}
	}
	for i, id := range ids {
		l.declareVar(id, l.info().Defs[id], vals[i])
	}
	if c.begin == nil {
		l.refuse(a.Pos(), "start of the loop", "it does not set the variable that the step counts", "set other variables before the loop")
	}
	return c.begin != nil
}

// condClause reads i < n and its kin, with i on either side and a constant beside it.
func (l *lowerer) condClause(e ast.Expr, c *counter) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if ok {
		switch b.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.NEQ:
			c.cmp, c.limit = b.Op, b.Y
			if l.counts(b.X, c) {
				break
			}
			c.cmp, c.limit = mirrored[b.Op], b.X
			ok = l.counts(b.Y, c)
		default:
			ok = false
		}
	}
	if !ok || l.mentions(c.limit, c.obj) {
		l.refuse(e.Pos(), "loop condition", "it does not compare the loop variable with a bound, so the iterations cannot be counted", "use for i := a; i < b; i++")
		return false
	}
	return true
}

var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.NEQ: token.NEQ,
}

// counts reads i, i + c and i - c.
func (l *lowerer) counts(e ast.Expr, c *counter) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return l.info().ObjectOf(e) == c.obj
	case *ast.BinaryExpr:
		if e.Op != token.ADD && e.Op != token.SUB {
			return false
		}
		id, ok := ast.Unparen(e.X).(*ast.Ident)
		if !ok || l.info().ObjectOf(id) != c.obj || l.info().Types[e.Y].Value == nil {
			return false
		}
		c.shift, c.minus = e.Y, e.Op == token.SUB
		return true
	}
	return false
}

func (l *lowerer) mentions(e ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && l.info().ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

// assignedIn refuses a loop whose body changes the variable that counts.
func (l *lowerer) assignedIn(body *ast.BlockStmt, c *counter) bool {
	found := false
	report := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && l.info().ObjectOf(id) == c.obj {
			found = true
			l.refuse(e.Pos(), "change of loop variable "+id.Name, "the iterations cannot be counted", "use another variable in the loop")
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if l.defined(e) == nil {
					report(e)
				}
			}
		case *ast.IncDecStmt:
			report(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				report(n.Key)
				if n.Value != nil {
					report(n.Value)
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				report(n.X)
			}
		}
		return true
	})
	return found
}
