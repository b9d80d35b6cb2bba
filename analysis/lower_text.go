package analysis

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/types"
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

// printsLoudly says whether printing e may write memory: its type, or one that it is made of, has a method of the module for that,
// which does more than look.
func (l *lowerer) printsLoudly(e ast.Expr) bool {
	return l.leadsToFloats(e) && l.loud(l.typeOf(e), map[types.Type]bool{})
}

func (l *lowerer) loud(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, name := range []string{"String", "Error", "Format", "GoString"} {
		obj, _, _ := types.LookupFieldOrMethod(t, false, l.pkg, name)
		if fn, ok := obj.(*types.Func); ok && l.src.Source(fn) != nil && !l.writesNothing(fn.Origin()) {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return l.loud(u.Elem(), seen)
	case *types.Slice:
		return l.loud(u.Elem(), seen)
	case *types.Array:
		return l.loud(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if l.loud(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}
