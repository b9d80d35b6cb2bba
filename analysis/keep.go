package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Inactive code that lowering cannot follow is kept as it is, where no floats go through it but by value: a function is
// called, a statement is source text. Both are executed once, in the forward sweep, in order with all else that has
// effects, and never in a parallel loop; what they may write is noted with their text, so that nothing that they change is
// computed again later. Active values that reach them are found by the activity analysis, and refused with the words that the
// construct is refused with.
//
// Which code that is turns out when something in it is refused: the innermost function around it that may be called as it is,
// or else the innermost statement, is kept in the next pass. One that cannot be written as text is given up again, and the
// next one around it is tried; where there is none the refusal stands.

// A kept is a function or a statement that is kept as it is.
type kept struct {
	why    string // what was refused in it
	failed bool   // it cannot be written as text
}

// An attempt is a function or a statement that is being lowered, or written as text.
type attempt struct {
	stmt ast.Stmt
	fn   *types.Func // nil for a function literal as well
	text bool
}

func (a attempt) key() any {
	if a.stmt != nil {
		return a.stmt
	}
	return a.fn
}

// attempts notes that a is at hand until the function that it returns is called.
func (l *lowerer) attempts(a attempt) (done func()) {
	l.open = append(l.open, a)
	n := len(l.open)
	return func() { l.open = l.open[:n-1] }
}

// keptNow returns what is known of a statement or a function that is to be kept as it is, nil for others.
func (l *lowerer) keptNow(key any) *kept {
	if k := l.asIs[key]; k != nil && !k.failed {
		return k
	}
	return nil
}

// keepInstead plans to keep what is around the code that is refused because of why, and says whether it did.
func (l *lowerer) keepInstead(why string) bool {
	if l.replanned { // what is refused now may not be in the next pass
		return true
	}
	var stmt, inner ast.Stmt
	for i := len(l.open) - 1; i >= 0; i-- {
		a := l.open[i]
		switch {
		case a.text:
			l.asIs[a.key()].failed, l.replanned = true, true
			return true
		case a.stmt != nil:
			if inner == nil {
				inner = a.stmt
			}
			if stmt == nil && a.stmt.Pos() <= inner.Pos() && inner.End() <= a.stmt.End() && l.keepable(a.stmt, i) {
				stmt = a.stmt
			}
		case a.fn != nil && l.asIs[a.fn] == nil && l.mayCall(a.fn):
			return l.keep(a.fn, why)
		case stmt != nil:
			return l.keep(stmt, why)
		default:
			inner = nil
		}
	}
	return stmt != nil && l.keep(stmt, why)
}

func (l *lowerer) keep(key any, why string) bool {
	l.asIs[key], l.replanned = &kept{why: why}, true
	return true
}

// keepable says whether a statement, number i of those at hand, may be source text as far as its form tells: it is left at its
// end, and declares nothing for what follows it.
func (l *lowerer) keepable(s ast.Stmt, i int) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return false
		}
	case *ast.DeclStmt, *ast.DeferStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.EmptyStmt:
		return false
	}
	if l.asIs[s] != nil || exits([]step{{stmt: s}}) && !mayLeave(s) {
		return false
	}
	inlined := false
	for _, a := range l.open[:i] {
		inlined = inlined || a.stmt == nil
	}
	ok := true
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt: // what an inlined function defers is executed at its end
			ok = ok && !inlined
		case *ast.BranchStmt:
			ok = ok && (n.Tok != token.GOTO || gotoWithin(s, n.Label.Name))
		}
		return ok
	})
	return ok
}

// mayKeep says whether the statement at hand may still turn out to be text, or the function around it one that is called as
// it is.
func (l *lowerer) mayKeep() bool {
	n := len(l.open) - 1
	if s := l.open[n].stmt; s == nil || l.keepable(s, n) {
		return true
	}
	fn := l.fr.Fn
	return l.fr.parent != nil && l.fr.lit == nil && l.asIs[fn] == nil && l.mayCall(fn)
}

// gotoWithin says whether a label stands in s.
func gotoWithin(s ast.Stmt, label string) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		lab, ok := n.(*ast.LabeledStmt)
		found = found || ok && lab.Label.Name == label
		return !found
	})
	return found
}

// keepStmt emits a statement as source text, and says whether it has dealt with what follows it as well.
func (l *lowerer) keepStmt(s ast.Stmt, k *kept, rest []step) bool {
	v := l.keptText(s, k)
	return v != nil && l.leftBy(v, rest)
}

// keptText emits the text of a statement, and returns what leaves it, nil if nothing does.
func (l *lowerer) keptText(s ast.Stmt, k *kept) *leavings {
	defer l.attempts(attempt{stmt: s, text: true})()
	x := &texter{l: l, around: s, impure: true, why: k.why}
	x.left = l.leavingsOf(x, s)
	if l.moveSlices(x, s) {
		return x.left
	}
	x.whole(s)
	l.emit(&ir.Exec{X: x.statement(s.Pos())})
	return x.left
}

// statement ends the text of a statement at pos.
func (x *texter) statement(pos token.Pos) *ir.Opaque {
	if x.of != nil && x.of.floats {
		x.cannot(x.around)
	}
	o := x.done(types.NewTuple())
	o.Pos = pos
	return o
}

// callKept lowers the call of a function that is called as it is; ok says whether it is one.
func (l *lowerer) callKept(e *ast.CallExpr, fn *types.Func) (vals []*node, ok bool) {
	k := l.keptNow(fn)
	if k == nil {
		return nil, false
	}
	defer l.attempts(attempt{fn: fn, text: true})()
	outer := l.calling
	l.calling = fn
	defer func() { l.calling = outer }()
	return l.unknownCall(e), true
}

// A settling is source text of which it is known at the end of a pass what it writes: memory of parameters that it reaches.
type settling struct {
	sets *ir.Places
	args []ir.Expr
	of   *footprint
	key  any
}

// settlePlaces completes what source text writes. What cannot be said of it makes lowering give it up.
func (l *lowerer) settlePlaces() {
	var passed []*ir.Ref // which the functions that got them may have kept
	for _, s := range l.settlings {
		for _, a := range s.args {
			if r, ok := a.(*ir.Ref); ok && ir.ElemType(r.T) != nil {
				passed = append(passed, r)
			}
		}
	}
	for _, s := range l.settlings {
		for _, v := range l.fn.Leaves {
			l.settlePlace(s, ir.NewRef(v))
		}
		for _, v := range l.globals {
			l.settlePlace(s, ir.NewRef(v))
		}
		for _, r := range passed {
			l.settlePlace(s, ir.NewRef(r.Base().Var))
		}
	}
}

func (l *lowerer) settlePlace(s settling, r *ir.Ref) {
	reach := s.of.reaches(r)
	switch {
	case reach == touchNone:
	case reach == touchMoved || ir.HoldsFloats(r.T):
		if k := l.asIs[s.key]; k != nil {
			k.failed, l.replanned = true, true
			return
		}
		l.refuse(l.fn.Pos, "function "+l.fn.Name, "code in it that is not followed may let "+r.Var.UserName()+" refer to other memory", "pass what it assigns as an argument of its own")
	default:
		s.sets.Refs = append(s.sets.Refs, r)
	}
}
