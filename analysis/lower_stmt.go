package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A step is what lowering does next: a statement, or a choice that is made from one. A choice is
// kept apart from its syntax because the statements after it may have to move into it.
type step struct {
	stmt   ast.Stmt
	choice *choice
	do     func() // what is neither, and does not jump
}

// A choice is an if, or one clause of a switch with the clauses after it as its else.
type choice struct {
	meta  ir.Meta
	cond  func() ir.Expr
	expr  ast.Expr // the condition as it is written, nil if it is not
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
	saved, noisy := l.cur, l.noisy
	defer func() { l.cur, l.noisy = saved, noisy }()
	if s.choice != nil {
		l.cur = s.choice.meta
		return l.choose(s.choice, rest)
	}
	if s.do != nil {
		s.do()
		return false
	}
	l.cur = l.metaOf(s.stmt)
	if k := l.keptNow(s.stmt); k != nil && !isDefer(s.stmt) {
		return l.keepStmt(s.stmt, k, rest)
	}
	defer l.attempts(attempt{stmt: s.stmt})()
	l.noisy = l.lastNoisy(s.stmt)
	switch s := s.stmt.(type) {
	case *ast.ReturnStmt:
		l.ret(s)
		return true
	case *ast.BlockStmt:
		if exits(stepsOf(s.List)) {
			l.list(concat(stepsOf(s.List), rest))
			return true
		}
		l.emit(l.in(func() { l.list(stepsOf(s.List)) }))
	case *ast.IfStmt:
		if s.Init != nil {
			l.step(step{stmt: s.Init}, nil)
		}
		return l.choose(l.ifChoice(s), rest)
	case *ast.BranchStmt:
		l.branch(s)
		return true
	case *ast.LabeledStmt:
		m := l.metaOf(s.Stmt)
		l.cur.Pos, l.cur.Src = m.Pos, m.Src
		return l.labelled(s.Stmt, s.Label.Name, rest)
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return l.labelled(s, "", rest)
	case *ast.ExprStmt:
		if call := l.builtinCall(s.X, "panic"); call != nil {
			l.emit(&ir.Panic{X: l.panicValue(call.Args[0])})
			return true
		}
		l.exprStmt(s)
	case *ast.DeferStmt:
		l.deferStmt(s)
	default:
		l.plainStmt(s)
	}
	return false
}

// labelled lowers a statement that a label may stand before.
func (l *lowerer) labelled(s ast.Stmt, label string, rest []step) bool {
	switch s := s.(type) {
	case *ast.ForStmt:
		return l.loop(s, label, func() { l.forStmt(s, label) }, rest)
	case *ast.RangeStmt:
		return l.loop(s, label, func() { l.rangeStmt(s, label) }, rest)
	case *ast.SwitchStmt:
		return l.switchStmt(s, label, rest)
	case *ast.TypeSwitchStmt:
		return l.typeSwitch(s, label, rest)
	case *ast.SelectStmt:
		return l.selectStmt(s, label, rest)
	}
	return l.step(step{stmt: s}, rest) // nothing but goto can use the label
}

// loop lowers a loop with the given label (or none), which may leave the scope around it.
func (l *lowerer) loop(s ast.Stmt, label string, f func(), rest []step) bool {
	if label != "" { // jumps to it from loops inside stay in it
		s = &ast.LabeledStmt{Label: &ast.Ident{Name: label}, Stmt: s}
	}
	if !exits([]step{{stmt: s}}) {
		f()
		return false
	}
	l.guarded(f, rest)
	return true
}

func (l *lowerer) ifChoice(s *ast.IfStmt) *choice {
	c := &choice{meta: l.cur, then: stepsOf(s.Body.List), cond: func() ir.Expr { return l.scalar(s.Cond) }, expr: s.Cond}
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		c.other = stepsOf(e.List)
	case *ast.IfStmt:
		c.other = []step{{stmt: e}}
	}
	return c
}

// choose lowers a choice. If a branch leaves the list, the rest is executed by the other one only; if both
// may go on and one may leave, a flag says whether the rest is executed. Of a choice that is known only
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
	if !exits(c.then) && !exits(c.other) {
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
	}
	l.guarded(func() { l.emitIf(c, cond, c.then, c.other) }, rest)
	return true
}

// condition lowers the condition of a choice.
func (l *lowerer) condition(c *choice) ir.Expr {
	saved := l.cur
	defer func() { l.cur = saved }()
	l.cur = c.meta
	return c.cond()
}

func (l *lowerer) emitIf(c *choice, cond ir.Expr, then, other []step) {
	s := &ir.If{Meta: c.meta, Cond: cond}
	before := l.fr.deferred
	s.Then = l.in(func() {
		l.knows(c.expr, true)
		l.list(then)
	})
	deferred := l.fr.deferred[len(before):]
	l.fr.deferred = slices.Clip(before) // the other branch has deferred nothing of that
	defer func() { l.fr.deferred = slices.Concat(before, deferred, l.fr.deferred[len(before):]) }()
	if len(other) > 0 {
		s.Else = l.in(func() {
			l.knows(c.expr, false)
			l.list(other)
		})
		if len(s.Else.Stmts) == 0 {
			s.Else = nil
		}
	}
	l.emit(s)
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
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
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
	if l.fr.Pkg.Standard {
		m.Call = l.users(s.Pos())
	}
	if d := l.fr.Pkg.Above(s.Pos()); d != nil {
		m.Hints = ir.Hints{Store: d.Store, Recompute: d.Recompute, NonDiff: d.NonDiff, Serial: d.Serial}
	}
	return m
}

// ret assigns the results. In a function whose only return this is, an inlined helper, it
// hands the values over as they are.
func (l *lowerer) ret(s *ast.ReturnStmt) {
	if len(s.Results) == 1 {
		l.noteReuse(nil, s.Results[0])
	}
	vals := l.returned(l.grownFirst(s))
	if l.fr.tail {
		l.fr.out = vals
		return
	}
	var dst, src []*node
	for i, v := range vals {
		switch place := l.fr.results[i]; {
		case place == v:
		case l.fr.parent == nil:
			dst, src = append(dst, place), append(src, v)
		default:
			pairs := l.pairs(nil, varKey{obj: l.fr.Fn.Signature().Results().At(i)}, place, v)
			if place.null != nil {
				pairs = l.returnPointer(i, place, v, s)
			}
			for _, p := range pairs {
				if !l.returnSlice(p) {
					dst, src = append(dst, p.dst), append(src, p.src)
				}
			}
		}
	}
	l.assign(dst, src, s.Pos())
	l.runDeferred()
	l.leave(nil, true)
}

// returned are the values of a return statement; for a bare one those of the named results.
func (l *lowerer) returned(s *ast.ReturnStmt) []*node {
	sig := l.fr.Fn.Signature()
	if len(s.Results) == 0 {
		var vals []*node
		for i := range sig.Results().Len() {
			if n := l.fr.env.get(sig.Results().At(i)); n != nil {
				vals = append(vals, l.settled(n))
			} else {
				vals = append(vals, l.fr.results[i]) // named _, still zero
			}
		}
		return vals
	}
	var want []types.Type
	for i := range sig.Results().Len() {
		want = append(want, l.typ(sig.Results().At(i).Type()))
	}
	return l.values(s.Results, want)
}

// settled is the value of a named result at a return: a slice that got no value is nil, one that got it
// in an inner block that is over is refused by its use.
func (l *lowerer) settled(n *node) *node {
	switch {
	case n.pending:
		l.noteRead(n)
		return &node{typ: n.typ, isNil: true}
	case n.parts != nil:
		c := &node{typ: n.typ}
		for _, p := range n.parts {
			c.parts = append(c.parts, l.settled(p))
		}
		return c
	case n.block != nil && !l.visible(n.block):
		if key, ok := l.resultKey(n); ok && l.planInner(key, n.typ) {
			return l.dummy(n.typ)
		}
		l.refuse(l.cur.Pos, "result "+types.TypeString(n.typ, l.qualify), "it gets its memory in an inner block", "give it its memory before the block")
		return l.dummy(n.typ)
	}
	return n
}
