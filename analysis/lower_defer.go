package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Defer, of calls in which floats have no part. In the function that is differentiated it stands in the generated function as it
// is: what is deferred is called when the gradient is there, so that a lock is held until then. In a function that is inlined
// the call is executed where that function returns, and where a panic leaves it, by a call that the generated function defers.
// That one stands before the loops around the inlined function, in which deferred calls would pile up, and before its
// conditions. A variable says whether the call waits; it has nothing to do after a return. What it uses must be there by then,
// and it must stand in no loop of the inlined function.

// deferStmt lowers a defer.
func (l *lowerer) deferStmt(s *ast.DeferStmt) {
	k := l.asIs[s]
	if k == nil {
		k = &kept{why: refusedStmts["defer"].text()}
		l.asIs[s] = k
	}
	callable := l.fr.lit == nil && l.fr.parent != nil && l.asIs[l.fr.Fn] == nil && l.mayCall(l.fr.Fn)
	switch {
	case callable: // the function is called as it is then
		l.refuseStmt(s)
	case l.recovers(s.Call):
		l.refuse(s.Pos(), "recover", "what the function has done before a panic, and what it has not, is not known", "return an error instead of the panic")
	case k.failed:
		l.refuseStmt(s)
	case l.fr.parent == nil:
		l.keepStmt(s, k, nil)
	case inLoop(l.fr.Decl.Body, s):
		l.refuseWaiting(s)
	default:
		l.deferInlined(s, k)
	}
}

func (l *lowerer) refuseWaiting(s *ast.DeferStmt) {
	l.refuse(s.Pos(), "defer", "in a loop, deferred calls would wait for each other until the function that is differentiated returns", "write the statement at the end, or let the function that is differentiated defer it")
}

func isDefer(s ast.Stmt) bool {
	_, ok := s.(*ast.DeferStmt)
	return ok
}

// recovers says whether a deferred call may end a panic: only the function itself that is deferred can.
func (l *lowerer) recovers(call *ast.CallExpr) bool {
	body, info := (*ast.BlockStmt)(nil), l.info()
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if fn := l.callee(call); fn != nil {
		if s := l.src.Source(fn); s != nil && s.Decl.Body != nil {
			body, info = s.Decl.Body, s.Pkg.Info
		}
	} else if b, ok := info.Uses[calleeName(call.Fun)].(*types.Builtin); ok {
		return b.Name() == "recover"
	}
	if body == nil {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		b, ok := info.Uses[id].(*types.Builtin)
		found = found || ok && b.Name() == "recover"
		return !found
	})
	return found
}

// inLoop says whether s stands in a loop of body.
func inLoop(body *ast.BlockStmt, s ast.Stmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = found || n.Pos() <= s.Pos() && s.End() <= n.End()
		}
		return !found
	})
	return found
}

// deferInlined lowers a defer in an inlined function.
func (l *lowerer) deferInlined(s *ast.DeferStmt, k *kept) {
	depth := len(l.fr.entry)
	if len(l.loops) > 0 {
		depth = min(depth, l.outside)
	}
	always := slices.Contains(l.fr.Decl.Body.List, ast.Stmt(s))
	waits := l.mutableTemp("waits", types.Typ[types.Bool])
	text := func(body int, parts ...string) *texter {
		x := &texter{l: l, around: s, impure: true, why: k.why, later: 1, inlined: body + 1}
		for i, p := range parts {
			switch x.text(p); i {
			case len(parts) - 1:
			case len(parts) - 2:
				x.callInStmt(s.Call, false)
			default:
				x.arg(ir.NewRef(waits))
			}
		}
		return x
	}
	set := func(define, to bool) {
		value := boolConst(to, waits.Type)
		l.emit(&ir.Exec{Define: define, Results: []*ir.Ref{ir.NewRef(waits)}, X: &ir.Opaque{Parts: []string{value.Text}, T: waits.Type}})
	}
	fits := true
	l.emitting(l.blocks[depth-1], func() {
		defer l.attempts(attempt{stmt: s, text: true})()
		if set(true, false); l.replanned {
			return
		}
		x := text(1, "defer func() {\nif ", " {\n", "\n}\n}()")
		for _, a := range x.args {
			ir.WalkExpr(a, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok && r.Var != waits {
					fits = fits && declaredAround(r.Base().Var, l.blocks[:depth])
				}
				return true
			})
		}
		if fits {
			l.emit(&ir.Exec{X: x.statement(s.Pos())})
		}
	})
	if !fits {
		l.refuseWaiting(s)
		return
	}
	set(false, true)
	l.fr.deferred = append(l.fr.deferred, func() {
		defer l.attempts(attempt{stmt: s, text: true})()
		x := (*texter)(nil)
		if always {
			x = text(0, "", " = false\n", "")
		} else {
			x = text(0, "if ", " {\n", " = false\n", "\n}")
		}
		x.sets = append(x.sets, ir.NewRef(waits))
		l.emit(&ir.Exec{X: x.statement(s.Pos())})
	})
}

// emitting has f emit its statements to b, a block around the one at hand, before the statement of it that is being lowered.
func (l *lowerer) emitting(b *ir.Block, f func()) {
	outer := l.blk
	l.blk = b
	f()
	l.blk = outer
}

// defers says whether a function defers calls.
func defers(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}

// runDeferred executes what the function at hand has deferred, the last first.
func (l *lowerer) runDeferred() {
	for _, call := range slices.Backward(l.fr.deferred) {
		call()
	}
}
