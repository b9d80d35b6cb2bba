package analysis

import (
	"bytes"
	"go/ast"
	"go/printer"
	"strings"
)

// head is the text of a statement or an expression on one line. Of statements with a body
// only the head is given.
func (l *lowerer) head(n ast.Node) string {
	switch s := n.(type) {
	case *ast.ForStmt:
		c := *s
		c.Body = &ast.BlockStmt{}
		return cutBody(l.oneLine(&c))
	case *ast.RangeStmt:
		c := *s
		c.Body = &ast.BlockStmt{}
		return cutBody(l.oneLine(&c))
	case *ast.IfStmt:
		c := *s
		c.Body, c.Else = &ast.BlockStmt{}, nil
		return cutBody(l.oneLine(&c))
	case *ast.SwitchStmt:
		c := *s
		c.Body = &ast.BlockStmt{}
		return cutBody(l.oneLine(&c))
	case *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.BlockStmt, *ast.LabeledStmt:
		return ""
	case *ast.CaseClause:
		c := *s
		c.Body = nil
		return l.oneLine(&c)
	}
	return l.oneLine(n)
}

func cutBody(s string) string { return strings.TrimSpace(strings.TrimSuffix(s, "{ }")) }

func (l *lowerer) oneLine(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, l.fset, n); err != nil {
		return ""
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
