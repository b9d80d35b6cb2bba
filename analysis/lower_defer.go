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

// A waiting is a deferred call of an inlined function.
type waiting struct {
	*lowerer
	stmt *ast.DeferStmt
	kept *kept
	is   *ir.Var // whether it waits; nil if it does where the function returns, and nobody asks
}

// text begins the text of the call, after and before parts of the statement around it; the variable stands between those before
// it. body is the number of literals around the body of a function literal that is called.
func (w *waiting) text(body int, parts ...string) *texter {
	x := &texter{l: w.lowerer, around: w.stmt, impure: true, why: w.kept.why, later: 1, inlined: body + 1}
	for i, p := range parts {
		switch x.text(p); i {
		case len(parts) - 1:
		case len(parts) - 2:
			x.callInStmt(w.stmt.Call, false)
		default:
			x.arg(ir.NewRef(w.is))
		}
	}
	return x
}

// set emits the assignment, or the declaration, of the variable.
func (w *waiting) set(define, to bool) {
	value := boolConst(to, w.is.Type)
	w.emit(&ir.Exec{Define: define, Results: []*ir.Ref{ir.NewRef(w.is)}, X: &ir.Opaque{Parts: []string{value.Text}, T: w.is.Type}})
}

// call emits the call where the function returns. always says that it has been deferred by then.
func (w *waiting) call(always bool) {
	defer w.attempts(attempt{stmt: w.stmt, text: true})()
	var x *texter
	switch {
	case w.is == nil:
		x = w.text(0, "", "")
	case always:
		x = w.text(0, "", " = false\n", "")
	default:
		x = w.text(0, "if ", " {\n", " = false\n", "\n}")
	}
	if w.is != nil {
		x.sets = append(x.sets, ir.NewRef(w.is))
	}
	w.emit(&ir.Exec{X: x.statement(w.stmt.Pos())})
}

// deferInlined lowers a defer in an inlined function.
func (l *lowerer) deferInlined(s *ast.DeferStmt, k *kept) {
	depth := len(l.fr.entry)
	if len(l.loops) > 0 {
		depth = min(depth, l.outside)
	}
	w := &waiting{l, s, k, l.mutableTemp("waits", types.Typ[types.Bool])}
	fits, local := true, false
	l.emitting(l.blocks[depth-1], func() {
		defer l.attempts(attempt{stmt: s, text: true})()
		x := w.text(1, "defer func() {\nif ", " {\n", "\n}\n}()")
		fits, local = l.thereBefore(x.args, w.is, depth)
		if fits && !l.replanned {
			w.set(true, false)
			l.emit(&ir.Exec{X: x.statement(s.Pos())})
		}
	})
	always := slices.Contains(l.fr.Decl.Body.List, ast.Stmt(s))
	switch {
	case fits:
		w.set(false, true)
	case local && always && isUnlock(l.callee(s.Call)):
		w.is = nil
	default:
		l.refuseWaiting(s)
		return
	}
	l.fr.deferred = append(l.fr.deferred, func() { w.call(always) })
}

// thereBefore says whether all that a deferred call uses is there in the blocks up to depth; local is set if what is not is in
// local variables.
func (l *lowerer) thereBefore(args []ir.Expr, waits *ir.Var, depth int) (all, local bool) {
	all, local = true, true
	for _, a := range args {
		ir.WalkExpr(a, func(e ir.Expr) bool {
			r, ok := e.(*ir.Ref)
			if !ok || r.Var == waits || declaredAround(r.Base().Var, l.blocks[:depth]) {
				return true
			}
			all = false
			local = local && r.Var.Kind == ir.Local && r.Var.View == nil && len(r.Elems) == 0
			return true
		})
	}
	return all, local
}

// isUnlock says whether fn frees a lock. After a panic nobody can tell whether one in a local variable is free.
func isUnlock(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock":
		return true
	}
	return false
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
