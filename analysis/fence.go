package analysis

import (
	"go/ast"
	"go/token"
)

// refuse reports a construct that cannot be differentiated, with the reason and the way out. All
// refusals go through here.
func (l *lowerer) refuse(pos token.Pos, construct, reason, wayOut string) {
	l.refused = true
	l.diags.Add(l.fset, pos, "cannot differentiate: %s (%s); %s", construct, reason, wayOut)
}

// refuseStmt reports a statement that is not accepted.
func (l *lowerer) refuseStmt(s ast.Stmt) {
	r, ok := refusedStmts[stmtKind(s)]
	if !ok {
		r = refusal{"statement", "it is not supported", "write it otherwise"}
	}
	l.refuse(s.Pos(), r.construct, r.reason, r.wayOut)
}

func (l *lowerer) refuseClosure(e *ast.FuncLit) {
	l.refuse(e.Pos(), "function literal", "it is passed to code that is not followed", "call it in this function, or declare a function")
}

type refusal struct{ construct, reason, wayOut string }

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
