package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Order of evaluation. Go evaluates calls from left to right, and gc also the slice expressions and
// the operators && and ||; variables and elements that stand beside calls are read when all calls of the
// statement have returned. In the IR, the statements of inlined functions are executed before the
// statement at hand, and what that one reads is read late. So it is as in Go if the value of each call is
// put into a variable where a call after it may write memory.

// early says whether a call that may write memory follows e in the statement at hand.
func (l *lowerer) early(e ast.Expr) bool { return e.End() < l.noisy }

// lastNoisy returns the end of the last call that may write memory in the expressions that s itself
// evaluates, NoPos if there is none.
func (l *lowerer) lastNoisy(s ast.Stmt) token.Pos {
	last := token.NoPos
	look := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if l.isNoisy(n) {
					last = max(last, n.End())
				}
			}
			return true
		})
	}
	for _, n := range evaluated(s) {
		look(n)
	}
	return last
}

// evaluated are the parts of s that are evaluated with it, not as statements of their own.
func evaluated(s ast.Stmt) []ast.Node {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return evaluated(s.Stmt)
	case *ast.BlockStmt:
		return nil
	case *ast.IfStmt:
		return []ast.Node{s.Cond}
	case *ast.ForStmt:
		var parts []ast.Node
		if s.Init != nil {
			parts = append(parts, s.Init)
		}
		if s.Cond != nil {
			parts = append(parts, s.Cond)
		}
		return parts
	case *ast.SwitchStmt:
		var parts []ast.Node
		if s.Tag != nil {
			parts = append(parts, s.Tag)
		}
		for _, c := range s.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				parts = append(parts, e)
			}
		}
		return parts
	}
	return []ast.Node{s}
}

// callsNoisy says whether e calls something that may write memory.
func (l *lowerer) callsNoisy(e ast.Expr) bool {
	return l.lastNoisy(&ast.ExprStmt{X: e}).IsValid()
}

// isNoisy says whether the call itself, its arguments apart, may write memory that existed before it.
func (l *lowerer) isNoisy(call *ast.CallExpr) bool {
	if l.info().Types[call.Fun].IsType() {
		return false
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := l.info().Uses[id].(*types.Builtin); ok {
			return b.Name() == "copy"
		}
	}
	fn := l.callee(call)
	if f := l.funcOf(call.Fun); f != nil {
		if f.lit != nil {
			return !l.quietLit(f)
		}
		fn = f.fn
	}
	return fn == nil || !l.quietFunc(fn)
}

func (l *lowerer) quietFunc(fn *types.Func) bool {
	if known, ok := l.quiet[fn]; ok {
		return known
	}
	l.quiet[fn] = fn.Pkg() != nil && fn.Pkg().Path() == "math" || l.writesNothing(fn)
	return l.quiet[fn]
}

// quietLit says whether a function literal writes neither what its arguments lead to nor the
// variables around it.
func (l *lowerer) quietLit(f *funcValue) bool {
	if known, ok := l.quiet[f.fn]; ok {
		return known
	}
	e := &effects{src: l.src, quiet: map[*types.Func]bool{}}
	w := &quietWalker{effects: e, info: f.frame.Pkg.Info, owned: map[types.Object]bool{}, within: f.lit, quiet: true}
	w.look(&ast.FuncDecl{Name: ast.NewIdent(f.fn.Name()), Type: f.lit.Type, Body: f.lit.Body})
	l.quiet[f.fn] = w.quiet
	return w.quiet
}

// kept is n with all that it reads put into variables.
func (l *lowerer) kept(n *node) *node {
	n.force()
	if n.bad || n.fresh || n.fn != nil || n.isNil || n.pending || n.cur != nil {
		return n
	}
	switch l.class(n.typ) {
	case classStruct:
		c := &node{typ: n.typ}
		for i := range n.typ.Underlying().(*types.Struct).NumFields() {
			c.parts = append(c.parts, l.kept(l.field(n, i)))
		}
		return c
	case classArray:
		if r := n.ref(); r != nil && !l.stable(r) {
			return &node{typ: n.typ, x: l.copyArray("r", r), fresh: true}
		}
		return n
	case classSlice:
		switch x := n.x.(type) {
		case *ir.Ref:
			return &node{typ: n.typ, x: l.pinRef(x)}
		case *ir.Slice:
			return &node{typ: n.typ, x: l.pinSlice(x), of: n.of}
		}
		return n
	case classPointer:
		return l.pinNode(n)
	}
	if n.x == nil || !wholeOnly(n.x) && l.stable(n.x) {
		return n
	}
	return &node{typ: n.typ, x: l.save(keptName(n.x), n.x), fresh: true}
}

// keptName is the wished name of a variable with the value of a call.
func keptName(x ir.Expr) string {
	if x, ok := x.(*ir.Intrinsic); ok {
		if name, ok := strings.CutPrefix(x.Fn, "math."); ok {
			return strings.ToLower(name[:1]) + name[1:]
		}
	}
	return "r"
}
