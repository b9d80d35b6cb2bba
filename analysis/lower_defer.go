package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// deferStmt lowers a defer in which floats have no part. In the function that is differentiated it stands in the generated
// function as it is: what is deferred is called when the gradient is there, so that a lock is held until then. In a function
// that is inlined the call is executed where that function returns; where a panic leaves it, by a deferred call, which has
// nothing to do after a return. So it may stand in no loop, where such calls would pile up, and under no condition.
func (l *lowerer) deferStmt(s *ast.DeferStmt) {
	k := l.asIs[s]
	if k == nil {
		k = &kept{why: refusedStmts["defer"].text()}
		l.asIs[s] = k
	}
	switch {
	case k.failed:
		l.refuseStmt(s)
	case l.fr.parent == nil:
		l.keepStmt(s, k, nil)
	case l.fr.lit == nil && l.asIs[l.fr.Fn] == nil && l.mayCall(l.fr.Fn) || !slices.Contains(l.fr.Decl.Body.List, ast.Stmt(s)):
		l.refuseStmt(s) // the function is called as it is then, if that can be
	case l.fr.lit != nil || len(l.loops) > 0:
		l.refuse(s.Pos(), "defer", "in a loop, deferred calls would wait for each other until the function that is differentiated returns", "write the statement at the end, or let the function that is differentiated defer it")
	default:
		l.deferInlined(s, k)
	}
}

func isDefer(s ast.Stmt) bool {
	_, ok := s.(*ast.DeferStmt)
	return ok
}

// deferInlined lowers a defer in an inlined function.
func (l *lowerer) deferInlined(s *ast.DeferStmt, k *kept) {
	waits := l.mutableTemp("waits", types.Typ[types.Bool])
	l.emit(&ir.Exec{Define: true, Results: []*ir.Ref{ir.NewRef(waits)}, X: &ir.Opaque{Parts: []string{"true"}, T: waits.Type}})
	text := func(before, between, after string) {
		defer l.attempts(attempt{stmt: s, text: true})()
		x := &texter{l: l, around: s, impure: true, why: k.why, later: 1, sets: []*ir.Ref{ir.NewRef(waits)}}
		x.text(before)
		x.arg(ir.NewRef(waits))
		x.text(between)
		x.callInStmt(s.Call, false)
		x.text(after)
		l.emit(&ir.Exec{X: x.statement(s.Pos())})
	}
	text("defer func() {\nif ", " {\n", "\n}\n}()")
	l.fr.deferred = append(l.fr.deferred, func() { text("", " = false\n", "") })
}

// defers says whether a function defers calls.
func defers(body *ast.BlockStmt) bool {
	return slices.ContainsFunc(body.List, isDefer)
}

// runDeferred executes what the function at hand has deferred, the last first.
func (l *lowerer) runDeferred() {
	for _, call := range slices.Backward(l.fr.deferred) {
		call()
	}
}
