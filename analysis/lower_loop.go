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
	others []*ast.Ident // declared beside it, with the values inits
	inits  []ast.Expr
}

// forStmt lowers a for loop: as a counted one where it counts, else as one that its condition ends.
func (l *lowerer) forStmt(s *ast.ForStmt, label string) {
	if c, ok := l.counter(s, label); ok {
		aliases, copies, starts := len(l.aliases), len(l.rowCopies), make([]int, len(l.blocks))
		for i, b := range l.blocks {
			starts[i] = len(b.Stmts)
		}
		if l.countedLoop(s, c, label) {
			return
		}
		l.aliases, l.rowCopies = l.aliases[:aliases], l.rowCopies[:copies]
		for i, b := range l.blocks { // there may be deferred calls before loops around this one
			b.Stmts = b.Stmts[:starts[i]]
		}
	}
	l.whileLoop(s, label)
}

// countedLoop lowers a loop that counts. Not ok if its bounds turn out to change in it.
func (l *lowerer) countedLoop(s *ast.ForStmt, c *counter, label string) bool {
	iter := &ir.Var{Name: c.id.Name, Type: l.typ(c.obj.Type()), Kind: ir.Iter, Pos: c.obj.Pos(), Obj: c.obj}
	f := &ir.For{Meta: l.cur, Iter: iter}
	l.otherInits(c)
	outer := l.fr.env.get(c.obj)
	if c.define {
		f.Begin = l.constAs(l.scalar(c.begin), iter.Type)
	} else {
		if c.begin != nil {
			l.assignOne(c.id, c.begin, false)
		}
		r := outer.ref()
		if r == nil || !types.Identical(r.T, iter.Type) {
			return false
		}
		f.Begin = r
	}
	head := len(l.blk.Stmts)
	if !l.limits(f, c) {
		return false
	}
	limit := l.blk.Stmts[head:]
	stop := l.stopFlag(f, s.Body, label)
	l.fr.env.set(c.obj, leaf(ir.NewRef(iter)))
	l.inLoop(s, func() {
		l.countsOver(c, iter, s.Body)
		f.Body = l.in(func() {
			l.iters[l.blk] = iter
			l.loopBody(s.Body, label, stop)
		})
	})
	l.fr.env.set(c.obj, outer)
	if !l.keepBounds(f, limit) {
		return false
	}
	l.emit(f)
	if !c.define {
		l.finalValue(f, outer.ref())
	}
	return true
}

// stopFlag declares the flag that ends f early, if something does.
func (l *lowerer) stopFlag(f *ir.For, body *ast.BlockStmt, label string) *ir.Var {
	if !endsEarly(body, label) {
		return nil
	}
	stop := l.flag("stop")
	f.While = not(stop)
	return stop
}

// loopBody lowers the body of a loop.
func (l *lowerer) loopBody(body *ast.BlockStmt, label string, stop *ir.Var) {
	l.inScope(&scope{label: label, kind: loopScope, stop: stop}, stepsOf(body.List))
}

// whileLoop lowers a loop that is not counted. Its iterator numbers the iterations.
func (l *lowerer) whileLoop(s *ast.ForStmt, label string) {
	meta := l.cur
	if s.Init != nil {
		l.step(step{stmt: s.Init}, nil)
	}
	iter := &ir.Var{Name: "iter", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: s.Pos()}
	f := &ir.For{Meta: meta, Iter: iter, Begin: ir.Int(0), Cmp: token.LSS, Step: ir.Int(1)}
	stop := l.stopFlag(f, s.Body, label)
	var cond ir.Expr
	var more *ir.Var
	l.inLoop(s, func() { cond, more = l.whileCond(s.Cond) })
	switch {
	case cond == nil && stop == nil:
		f.While = boolConst(true, types.Typ[types.Bool])
	case stop == nil:
		f.While = cond
	case cond != nil:
		f.While = ir.Bin(token.LAND, f.While, cond)
	}
	l.inLoop(s, func() {
		f.Body = l.in(func() {
			l.knows(s.Cond, true)
			l.loopBody(s.Body, label, stop)
			next := func() {
				if s.Post != nil {
					l.step(step{stmt: s.Post}, nil)
				}
				if more != nil {
					l.emit(&ir.Store{Dst: ir.NewRef(more), Src: l.scalar(s.Cond)})
				}
			}
			if stop != nil && (s.Post != nil || more != nil) {
				l.emit(&ir.If{Cond: not(stop), Then: l.in(next)})
			} else {
				next()
			}
		})
	})
	l.emit(f)
}

// whileCond lowers the condition of a loop. If it needs statements of its own, they are executed before
// the loop and after each iteration, and the result is in the variable more.
func (l *lowerer) whileCond(e ast.Expr) (cond ir.Expr, more *ir.Var) {
	if e == nil {
		return nil, nil
	}
	before := len(l.blk.Stmts)
	cond = l.scalar(e)
	if len(l.blk.Stmts) == before {
		return cond, nil
	}
	more = l.mutableTemp("more", types.Typ[types.Bool])
	l.emit(&ir.Decl{Var: more, Init: cond})
	return ir.NewRef(more), more
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

// counter takes a loop apart. Not ok if it does not count.
func (l *lowerer) counter(s *ast.ForStmt, label string) (*counter, bool) {
	if s.Cond == nil || s.Post == nil {
		return nil, false
	}
	c := &counter{}
	if !l.postClause(s.Post, c) || !l.initClause(s.Init, c) || !l.condClause(s.Cond, c) {
		return nil, false
	}
	if !ir.IsInt(l.typ(c.obj.Type())) {
		return nil, false
	}
	if l.callsNoisy(c.limit) || c.step != nil && l.callsNoisy(c.step) {
		return nil, false
	}
	if !c.define && endsEarly(s.Body, label) {
		return nil, false // the value after the loop would have to be found
	}
	w := l.writesIn(s.Body)
	if w[c.obj].any() || l.mentionsAny(c.limit, w) || c.step != nil && l.mentionsAny(c.step, w) {
		return nil, false
	}
	return c, true
}

// writesIn are the changes in a part of the function at hand.
func (l *lowerer) writesIn(n ast.Node) writeSet { return writesOf(l.info(), n) }

// writesOf are the changes in a part of a function of the package that info is of.
func writesOf(info *types.Info, n ast.Node) writeSet {
	w := writeSet{}
	ast.Inspect(n, func(n ast.Node) bool {
		w.note(info, n)
		return true
	})
	return w
}

// mentionsAny says whether e names a variable that is changed by w.
func (l *lowerer) mentionsAny(e ast.Expr, w writeSet) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || w[l.info().ObjectOf(id)].any()
		}
		return !found
	})
	return found
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
	return false
}

// severalInits reads i, n := a, b: all but the counter are declared before the loop.
func (l *lowerer) severalInits(a *ast.AssignStmt, c *counter) bool {
	for i, e := range a.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		if l.info().ObjectOf(id) == c.obj {
			c.begin, c.define = a.Rhs[i], true
			continue
		}
		c.others, c.inits = append(c.others, id), append(c.inits, a.Rhs[i])
	}
	return c.begin != nil
}

// otherInits declares what a loop declares beside the variable that counts.
func (l *lowerer) otherInits(c *counter) {
	vals := make([]*node, len(c.inits))
	for i, e := range c.inits {
		vals[i] = l.expr(e)
	}
	for i, id := range c.others {
		if id.Name != "_" {
			l.declareVar(id, l.info().Defs[id], vals[i])
		}
	}
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
