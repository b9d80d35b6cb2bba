package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A step is what lowering does next: a statement, or a choice that is made from one. A choice is
// kept apart from its syntax because the statements after it may have to move into it.
type step struct {
	stmt   ast.Stmt
	choice *choice
}

// A choice is an if, or one clause of a switch with the clauses after it as its else.
type choice struct {
	meta  ir.Meta
	cond  func() ir.Expr
	then  []step
	other []step
}

func stepsOf(list []ast.Stmt) []step {
	steps := make([]step, len(list))
	for i, s := range list {
		steps[i].stmt = s
	}
	return steps
}

func concat(a, b []step) []step { return append(a[:len(a):len(a)], b...) }

// list lowers steps in order. A step that returns takes the steps after it along.
func (l *lowerer) list(steps []step) {
	for k, s := range steps {
		if l.step(s, steps[k+1:]) {
			return
		}
	}
}

// step lowers one step and says whether the rest has been dealt with too.
func (l *lowerer) step(s step, rest []step) bool {
	saved, strict := l.cur, l.strict
	defer func() { l.cur, l.strict = saved, strict }()
	if s.choice != nil {
		l.cur = s.choice.meta
		return l.choose(s.choice, rest)
	}
	l.cur = l.metaOf(s.stmt)
	l.strict = l.ordered(s.stmt)
	switch s := s.stmt.(type) {
	case *ast.ReturnStmt:
		l.ret(s)
		return true
	case *ast.BlockStmt:
		if hasReturn(stepsOf(s.List)) {
			l.list(concat(stepsOf(s.List), rest))
			return true
		}
		l.emit(l.in(func() { l.list(stepsOf(s.List)) }))
	case *ast.IfStmt:
		if s.Init != nil {
			l.step(step{stmt: s.Init}, nil)
		}
		return l.choose(l.ifChoice(s), rest)
	case *ast.SwitchStmt:
		if c, ok := l.switchChoice(s); ok {
			if c == nil {
				return false
			}
			if c.cond == nil { // only a default
				l.list(concat(c.then, rest))
				return true
			}
			return l.choose(c, rest)
		}
	case *ast.ExprStmt:
		if call := l.builtinCall(s.X, "panic"); call != nil {
			l.emit(&ir.Panic{X: l.panicValue(call.Args[0])})
			return true
		}
		l.exprStmt(s)
	default:
		l.plainStmt(s)
	}
	return false
}

func (l *lowerer) ifChoice(s *ast.IfStmt) *choice {
	c := &choice{meta: l.cur, then: stepsOf(s.Body.List), cond: func() ir.Expr { return l.scalar(s.Cond) }}
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		c.other = stepsOf(e.List)
	case *ast.IfStmt:
		c.other = []step{{stmt: e}}
	}
	return c
}

// choose lowers a choice. If a branch returns, the rest is executed by the other one only; if both may
// go on and one may return, a flag says whether the rest is executed. Of a choice that is known only
// the branch that is taken is lowered.
func (l *lowerer) choose(c *choice, rest []step) bool {
	cond := l.condition(c)
	if known, ok := boolVal(cond); ok {
		taken := c.other
		if known {
			taken = c.then
		}
		l.list(concat(taken, rest))
		return true
	}
	if !hasReturn(c.then) && !hasReturn(c.other) {
		l.emitIf(c, cond, c.then, c.other)
		return false
	}
	switch {
	case terminates(c.then):
		l.emitIf(c, cond, c.then, concat(c.other, rest))
		return true
	case terminates(c.other):
		l.emitIf(c, cond, concat(c.then, rest), c.other)
		return true
	case len(rest) == 0:
		l.emitIf(c, cond, c.then, c.other)
		return true
	}
	outer := l.fr.done
	if outer == nil {
		l.fr.done = l.mutableTemp("done", types.Typ[types.Bool])
		l.emit(&ir.Decl{Var: l.fr.done, Init: boolConst(false, l.fr.done.Type)})
	}
	flag := l.fr.done
	l.emitIf(c, cond, c.then, c.other)
	l.fr.done = outer
	l.emit(&ir.If{Cond: &ir.Unary{Op: token.NOT, X: ir.NewRef(flag)}, Then: l.in(func() { l.list(rest) })})
	return true
}

// condition lowers the condition of a choice.
func (l *lowerer) condition(c *choice) ir.Expr {
	saved, strict := l.cur, l.strict
	defer func() { l.cur, l.strict = saved, strict }()
	l.cur = c.meta
	return c.cond()
}

func (l *lowerer) emitIf(c *choice, cond ir.Expr, then, other []step) {
	s := &ir.If{Meta: c.meta, Cond: cond}
	s.Then = l.in(func() { l.list(then) })
	if len(other) > 0 {
		s.Else = l.in(func() { l.list(other) })
		if len(s.Else.Stmts) == 0 {
			s.Else = nil
		}
	}
	l.emit(s)
}

// switchChoice turns a switch into a chain of choices: nil if it has no clauses, not ok if it is
// refused. A switch with nothing but a default is a choice without a condition.
func (l *lowerer) switchChoice(s *ast.SwitchStmt) (c *choice, ok bool) {
	if s.Init != nil {
		l.step(step{stmt: s.Init}, nil)
	}
	var tag ir.Expr
	if s.Tag != nil {
		tag = l.pin("tag", l.scalar(s.Tag))
	}
	meta := l.cur
	var last []step
	var cases []*ast.CaseClause
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		body, fine := l.clauseBody(clause)
		if !fine {
			return nil, false
		}
		if clause.List == nil {
			last = body
			continue
		}
		cases = append(cases, clause)
	}
	for i := len(cases) - 1; i >= 0; i-- {
		clause := cases[i]
		m := meta
		m.Pos, m.Src = clause.Pos(), l.head(clause)
		if i == 0 {
			m = meta
		}
		body, _ := l.clauseBody(clause)
		c = &choice{meta: m, cond: func() ir.Expr { return l.caseCond(tag, s.Tag, clause.List) }, then: body, other: last}
		last = []step{{choice: c}}
	}
	if c == nil && last != nil {
		c = &choice{meta: meta, then: last}
	}
	return c, true
}

// clauseBody returns the statements of a case without a break at its end. Other breaks
// and fallthrough are refused.
func (l *lowerer) clauseBody(c *ast.CaseClause) ([]step, bool) {
	body := c.Body
	if n := len(body); n > 0 {
		if b, ok := body[n-1].(*ast.BranchStmt); ok {
			switch {
			case b.Tok == token.FALLTHROUGH:
				l.refuse(b.Pos(), "fallthrough", "it is not supported yet", "repeat the statements or list both values in one case")
				return nil, false
			case b.Tok == token.BREAK && b.Label == nil:
				body = body[:n-1]
			}
		}
	}
	return stepsOf(body), true
}

// caseCond is the condition of a clause: one of the values equals the tag, or holds.
func (l *lowerer) caseCond(tag ir.Expr, tagSyntax ast.Expr, list []ast.Expr) ir.Expr {
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

// hasReturn says whether one of steps may return from the function, loops apart.
func hasReturn(steps []step) bool {
	for _, s := range steps {
		if s.choice != nil {
			if hasReturn(s.choice.then) || hasReturn(s.choice.other) {
				return true
			}
			continue
		}
		found := false
		ast.Inspect(s.stmt, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ReturnStmt:
				found = true
			case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
				return false
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// terminates says whether no statement after steps is executed, as far as the form tells.
func terminates(steps []step) bool {
	if len(steps) == 0 {
		return false
	}
	s := steps[len(steps)-1]
	if s.choice != nil {
		return terminates(s.choice.then) && terminates(s.choice.other)
	}
	switch s := s.stmt.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BlockStmt:
		return terminates(stepsOf(s.List))
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	case *ast.IfStmt:
		return s.Else != nil && terminates(stepsOf(s.Body.List)) && terminates([]step{{stmt: s.Else}})
	case *ast.SwitchStmt:
		hasDefault := false
		for _, c := range s.Body.List {
			c := c.(*ast.CaseClause)
			hasDefault = hasDefault || c.List == nil
			if !terminates(stepsOf(c.Body)) {
				return false
			}
		}
		return hasDefault
	}
	return false
}

// plainStmt lowers the statements that neither branch nor return.
func (l *lowerer) plainStmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.AssignStmt:
		l.assignStmt(s)
	case *ast.IncDecStmt:
		l.incDec(s)
	case *ast.DeclStmt:
		l.declStmt(s)
	case *ast.ForStmt:
		l.forStmt(s)
	case *ast.RangeStmt:
		l.rangeStmt(s)
	default:
		l.refuseStmt(s)
	}
}

// metaOf says where the statements made from s come from, with the line directives above it.
func (l *lowerer) metaOf(s ast.Stmt) ir.Meta {
	m := ir.Meta{Pos: s.Pos(), Src: l.head(s)}
	if l.fr == nil {
		return m
	}
	p := l.fset.Position(s.Pos())
	if d := l.fr.Pkg.Lines[LineKey{p.Filename, p.Line}]; d != nil {
		d.used = true
		m.Hints = ir.Hints{Store: d.Store, Recompute: d.Recompute, NonDiff: d.NonDiff, Serial: d.Serial}
	}
	return m
}

// ret assigns the results. In a function whose only return this is, an inlined helper, it
// hands the values over as they are.
func (l *lowerer) ret(s *ast.ReturnStmt) {
	if l.fr.loops > 0 {
		l.refuse(s.Pos(), "return inside a loop", "loops that are left early are not supported yet", "set a variable and return after the loop")
		return
	}
	vals := l.returned(s)
	if l.fr.tail {
		l.fr.out = vals
		return
	}
	var dst, src []*node
	for i, v := range vals {
		place := l.fr.results[i]
		if place == v {
			continue
		}
		dst, src = append(dst, place), append(src, v)
	}
	l.assign(dst, src, s.Pos())
	if l.fr.done != nil {
		l.emit(&ir.Store{Dst: ir.NewRef(l.fr.done), Src: boolConst(true, l.fr.done.Type)})
	}
}

// returned are the values of a return statement; for a bare one those of the named results.
func (l *lowerer) returned(s *ast.ReturnStmt) []*node {
	sig := l.fr.Fn.Signature()
	if len(s.Results) == 0 {
		var vals []*node
		for i := range sig.Results().Len() {
			if n := l.fr.env[sig.Results().At(i)]; n != nil {
				vals = append(vals, l.settled(n))
			} else {
				vals = append(vals, l.fr.results[i]) // named _, still zero
			}
		}
		return vals
	}
	var want []types.Type
	for i := range sig.Results().Len() {
		want = append(want, sig.Results().At(i).Type())
	}
	return l.values(s.Results, want)
}

// settled is the value of a named result at a return: a slice that got no value is nil, one that got it
// in an inner block that is over is refused by its use.
func (l *lowerer) settled(n *node) *node {
	switch {
	case n.pending:
		return &node{typ: n.typ, isNil: true}
	case n.parts != nil:
		c := &node{typ: n.typ}
		for _, p := range n.parts {
			c.parts = append(c.parts, l.settled(p))
		}
		return c
	case n.block != nil && !l.visible(n.block):
		l.refuse(l.cur.Pos, "result "+types.TypeString(n.typ, l.qualify), "it gets its memory in an inner block", "give it its memory before the block")
		return l.dummy(n.typ)
	}
	return n
}
