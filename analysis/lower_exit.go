package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A scope is a list of statements that may be left before its end: the body of a function, of a
// loop, or the cases of a switch. There are no jumps in the IR: after a statement that may leave its
// scope, the rest of the list goes into the branch that does not, or is executed only where a flag
// says so; a loop that is left early has a flag that ends it.
type scope struct {
	outer *scope
	label string
	kind  scopeKind
	// done is the flag that is set when the scope is left, while there is code that depends on it.
	done *ir.Var
	// stop is the flag that ends a loop, nil where nothing leaves it early.
	stop *ir.Var
}

type scopeKind uint8

const (
	funcScope scopeKind = iota
	loopScope
	switchScope
)

// inScope lowers steps in a new scope.
func (l *lowerer) inScope(s *scope, steps []step) {
	s.outer = l.fr.scope
	l.fr.scope = s
	l.list(steps)
	l.fr.scope = s.outer
}

// branch lowers break and continue.
func (l *lowerer) branch(s *ast.BranchStmt) {
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		l.refuseStmt(s)
		return
	}
	target := l.fr.scope
	for target != nil && !target.meant(s) {
		target = target.outer
	}
	if target != nil { // it was refused otherwise
		l.leave(target, s.Tok == token.BREAK)
	}
}

// meant says whether s leaves the scope.
func (s *scope) meant(b *ast.BranchStmt) bool {
	switch {
	case s.kind == funcScope:
		return false
	case b.Label != nil:
		return s.label == b.Label.Name
	}
	return s.kind == loopScope || b.Tok == token.BREAK
}

// leave sets the flags that make control leave all scopes up to target; a loop that is the target ends
// if this is a break.
func (l *lowerer) leave(target *scope, ends bool) {
	set := func(v *ir.Var) {
		if v != nil {
			l.emit(&ir.Store{Dst: ir.NewRef(v), Src: boolConst(true, v.Type)})
		}
	}
	for s := l.fr.scope; s != nil; s = s.outer {
		if s != target || ends {
			set(s.stop)
		}
		set(s.done)
		if s == target {
			return
		}
	}
}

// guarded lowers f, which may leave the scope, and rest for where it does not.
func (l *lowerer) guarded(f func(), rest []step) {
	if len(rest) == 0 {
		f()
		return
	}
	s := l.fr.scope
	outer := s.done
	if outer == nil {
		s.done = l.flag("done")
	}
	flag := s.done
	f()
	s.done = outer
	l.emit(&ir.If{Cond: not(flag), Then: l.in(func() { l.list(rest) })})
}

// flag declares a bool that is false.
func (l *lowerer) flag(name string) *ir.Var {
	v := l.mutableTemp(name, types.Typ[types.Bool])
	l.emit(&ir.Decl{Var: v, Init: boolConst(false, v.Type)})
	return v
}

func not(v *ir.Var) ir.Expr { return &ir.Unary{Op: token.NOT, X: ir.NewRef(v)} }

// exits says whether control may leave steps other than at their end.
func exits(steps []step) bool {
	for _, s := range steps {
		if s.choice != nil && (exits(s.choice.then) || exits(s.choice.other)) ||
			s.stmt != nil && anyJump([]ast.Stmt{s.stmt}, func(*ast.BranchStmt) bool { return true }) {
			return true
		}
	}
	return false
}

// endsEarly says whether a statement in the body of a loop with the given label (or none) ends the loop.
func endsEarly(body *ast.BlockStmt, label string) bool {
	return anyJump(body.List, func(b *ast.BranchStmt) bool { return b == nil || b.Tok == token.BREAK || !own(b, label) })
}

// own says whether b, which is not bound to a statement further inside, is meant for the statement
// with the given label.
func own(b *ast.BranchStmt, label string) bool { return b.Label == nil || b.Label.Name == label }

// anyJump says whether f is true for a return (nil) in list, or for a break or continue that is meant for a
// statement outside of list.
func anyJump(list []ast.Stmt, f func(*ast.BranchStmt) bool) bool {
	j := &jumps{visit: f}
	for _, s := range list {
		ast.Walk(j, s)
	}
	return j.found
}

// A jumps is an [ast.Visitor] that knows what break and continue mean where it is.
type jumps struct {
	visit         func(*ast.BranchStmt) bool
	each          func(s ast.Stmt, breaks int) // gets the statements for which visit is true; nil for none
	labels        []string                     // of the statements around
	loops, breaks int                          // statements around that continue and break may mean
	parent        *jumps
	found         bool
}

// Visit implements [ast.Visitor].
func (j *jumps) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncLit:
		return nil
	case *ast.ReturnStmt:
		j.report(n, nil)
	case *ast.BranchStmt:
		if !j.bound(n) {
			j.report(n, n)
		}
	case *ast.LabeledStmt:
		c := j.child()
		c.labels = append(c.labels, n.Label.Name)
		return c
	case *ast.ForStmt, *ast.RangeStmt:
		c := j.child()
		c.loops++
		c.breaks++
		return c
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		c := j.child()
		c.breaks++
		return c
	}
	return j
}

func (j *jumps) child() *jumps {
	return &jumps{visit: j.visit, each: j.each, labels: slices.Clone(j.labels), loops: j.loops, breaks: j.breaks, parent: j}
}

// report notes s, which is b where that is no return.
func (j *jumps) report(s ast.Stmt, b *ast.BranchStmt) {
	if j.visit(b) {
		if j.each != nil {
			j.each(s, j.breaks)
		}
		for p := j; p != nil; p = p.parent {
			p.found = true
		}
	}
}

func (j *jumps) bound(b *ast.BranchStmt) bool {
	switch {
	case b.Tok == token.GOTO || b.Tok == token.FALLTHROUGH:
		return true
	case b.Label != nil:
		return slices.Contains(j.labels, b.Label.Name)
	case b.Tok == token.BREAK:
		return j.breaks > 0
	}
	return j.loops > 0
}
