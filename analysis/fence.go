package analysis

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// refuse reports a construct that cannot be differentiated, with the reason and the way out. All
// refusals go through here.
func (l *lowerer) refuse(pos token.Pos, construct, reason, wayOut string) {
	if l.keepInstead(refusal{construct, reason, wayOut}.text()) {
		return
	}
	l.refused = true
	l.diags.Add(l.fset, l.users(pos), "cannot differentiate: %s (%s); %s", construct, reason, wayOut)
}

// users is pos, or that of the call by which the user got there: what stands for a function of the standard library is not the user's.
func (l *lowerer) users(pos token.Pos) token.Pos {
	fr := l.fr
	if l.entering != nil {
		fr = l.entering
	}
	for ; fr != nil && fr.Pkg.Standard; fr = fr.parent {
		pos = fr.call
	}
	return pos
}

// refuseStmt reports a statement that is not accepted.
func (l *lowerer) refuseStmt(s ast.Stmt) {
	if g, ok := s.(*ast.GoStmt); ok && l.refuseBeside(g) {
		return
	}
	r, ok := refusedStmts[stmtKind(s)]
	if !ok {
		r = refusal{"statement", "it is not supported", "write it otherwise"}
	}
	l.refuse(s.Pos(), r.construct, r.reason, r.wayOut)
}

// refuseBeside reports a number of the function that a goroutine assigns, and says whether it does.
func (l *lowerer) refuseBeside(s *ast.GoStmt) bool {
	lit, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit)
	if !ok {
		return false
	}
	x, found := &texter{l: l, around: lit}, ast.Expr(nil)
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		assigned(l.info(), n, func(e ast.Expr) {
			if v := x.outer(e); v != nil && found == nil && !carriesFloats(l.typeOf(e)) {
				found = e
			}
		})
		return true
	})
	if found != nil {
		l.refuse(found.Pos(), "assignment to "+l.head(found), "a goroutine assigns it, and when that happens is not known", "let the goroutine send the value, or move all of that into a function of its own, which returns it")
	}
	return found != nil
}

// refuseSort reports a call of a sort with a function literal that is not followed, and says whether e is one.
func (l *lowerer) refuseSort(e *ast.CallExpr, fn *types.Func) bool {
	reason, ok := refusedSorts[fn.FullName()]
	if !ok || !slices.ContainsFunc(e.Args, func(x ast.Expr) bool { _, is := ast.Unparen(x).(*ast.FuncLit); return is }) {
		return false
	}
	l.refuse(e.Pos(), "call of "+fn.FullName(), reason, "use slices.SortStableFunc")
	return true
}

// refuseCompare reports functions that compare elements for a sort, which e calls, and that do more than that: Go leaves
// open how often they are called, and in which order.
func (l *lowerer) refuseCompare(e *ast.CallExpr) bool {
	for _, x := range e.Args {
		f := l.funcOf(x)
		if f == nil || f.lit != nil && l.quietLit(f) || f.lit == nil && l.quietFunc(f.fn) {
			continue
		}
		l.refuse(x.Pos(), "comparison of a sort", "it writes memory, and how often a sort calls it is left open", "let it compare, and nothing else")
		return true
	}
	return false
}

var refusedSorts = map[string]string{
	"sort.Slice":       "Go leaves the order of equal elements open",
	"slices.SortFunc":  "Go leaves the order of equal elements open",
	"sort.SliceStable": "it takes the slice as an interface",
}

func (l *lowerer) refuseClosure(e *ast.FuncLit) {
	l.refuse(e.Pos(), "function literal", "it is passed to code that is not followed", "call it in this function, or declare a function")
}

// refuseSelf reports a function literal that calls the variable that it is assigned to, and says whether it is one.
func (l *lowerer) refuseSelf(lhs, rhs ast.Expr) bool {
	id, isIdent := ast.Unparen(lhs).(*ast.Ident)
	lit, isLit := ast.Unparen(rhs).(*ast.FuncLit)
	if !isIdent || !isLit {
		return false
	}
	obj, found := l.info().ObjectOf(id), false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		use, ok := n.(*ast.Ident)
		found = found || ok && l.info().Uses[use] == obj
		return !found
	})
	if found {
		l.refuse(lhs.Pos(), "function literal "+id.Name, "it calls itself, through a variable that may hold another function by then", "declare a function, and pass it the variables that it uses")
		l.fr.env.set(obj, l.dummy(l.typ(obj.Type())))
	}
	return found
}

// refusePointers reports a literal of a slice or an array of pointers, and says whether e is one.
func (l *lowerer) refusePointers(e *ast.CompositeLit, t types.Type) bool {
	if len(e.Elts) == 0 || l.class(ir.ElemType(t)) != classPointer {
		return false
	}
	l.refuse(e.Pos(), "literal of pointers", "which variable each element points to must be known when the code is generated", "make a slice of the values, as []T{a, b}, and point to its elements, as p := &list[i]")
	return true
}

type refusal struct{ construct, reason, wayOut string }

// text is what is reported, without its beginning.
func (r refusal) text() string { return fmt.Sprintf("%s (%s); %s", r.construct, r.reason, r.wayOut) }

var refusedStmts = map[string]refusal{
	"go":         {"goroutine", "concurrent writes cannot be followed", "call the function; generated code is parallel by itself"},
	"defer":      {"defer", "its statement would run after the results are known", "write the statement at the end"},
	"select":     {"select", "channels cannot be followed", "pass the value as an argument"},
	"send":       {"channel send", "channels cannot be followed", "return the value"},
	"goto":       {"goto", "the order of statements must be known", "use a loop or an if"},
	"typeswitch": {"type switch", "values in interfaces cannot be followed", "write a function for each type"},
}

func stmtKind(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.GoStmt:
		return "go"
	case *ast.DeferStmt:
		return "defer"
	case *ast.SelectStmt:
		return "select"
	case *ast.SendStmt:
		return "send"
	case *ast.TypeSwitchStmt:
		return "typeswitch"
	case *ast.BranchStmt:
		switch s.Tok {
		case token.GOTO:
			return "goto"
		}
	}
	return ""
}
