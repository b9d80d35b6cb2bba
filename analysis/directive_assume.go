package analysis

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// factArgs are the facts that are written as calls, with the number of their arguments.
var factArgs = map[string]int{"monotone": 1, "injective": 1, "within": 3, "disjoint": 2}

// assume reads the words of //pardiff:assume.
func (p *directiveParser) assume(d *directive) {
	if len(d.args) == 0 {
		p.errorf(d.Slash, "//pardiff:assume needs a fact, like monotone(rowptr) or n>=2")
		return
	}
	params := namesOf(d.fn.Decl).params
	for _, a := range d.args {
		if p.fact(a, params) {
			d.fn.Assume = append(d.fn.Assume, Fact{Pos: a.pos, Text: a.key})
		}
	}
	p.unsupported(d.Slash, "//pardiff:assume")
}

// fact verifies one word: a call of factArgs, a comparison, or unchecked.
func (p *directiveParser) fact(a argument, params []string) bool {
	if a.key == "unchecked" {
		return true
	}
	e, err := parser.ParseExpr(a.key)
	if err != nil {
		p.errorf(a.pos, "%q is not a fact; a fact is one word without spaces, like within(idx,0,n) or n>=2", a.key)
		return false
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		id, _ := e.Fun.(*ast.Ident)
		if id == nil || factArgs[id.Name] == 0 {
			break
		}
		if n := factArgs[id.Name]; len(e.Args) != n {
			p.errorf(a.pos, "%s takes %d argument(s), not %d", id.Name, n, len(e.Args))
			return false
		}
		return p.factNames(a, e.Args, params)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return p.factNames(a, []ast.Expr{e.X, e.Y}, params)
		}
	}
	p.errorf(a.pos, "%q is not a fact; known are monotone(a), injective(a), within(a,lo,hi), disjoint(a,b), comparisons, and unchecked", a.key)
	return false
}

// factNames verifies that a fact speaks of parameters only.
func (p *directiveParser) factNames(a argument, exprs []ast.Expr, params []string) bool {
	ok := true
	for _, e := range exprs {
		ast.Inspect(e, func(n ast.Node) bool {
			if sel, is := n.(*ast.SelectorExpr); is {
				n = root(sel.X)
			}
			if id, is := n.(*ast.Ident); is && id != nil && id.Name != "len" && !slices.Contains(params, id.Name) {
				p.errorf(a.pos, "%s speaks of %s, which is no parameter", a.key, id.Name)
				ok = false
			}
			_, isIdent := n.(*ast.Ident)
			return !isIdent
		})
	}
	return ok
}
