package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// A Fact is one word of an assume directive.
type Fact struct {
	Pos  token.Pos
	Text string // as the user wrote it
	// Word is monotone, injective, within or disjoint, with its arguments in Args; it is "" for a comparison, which is the
	// one element of Args. Their positions are those in the directive.
	Word string
	Args []ast.Expr
	// Unchecked says that it is taken for granted.
	Unchecked bool
}

// factArgs are the facts that are written as calls, with the number of their arguments.
var factArgs = map[string]int{"monotone": 1, "injective": 1, "within": 3, "disjoint": 2}

const factForms = "known are monotone(a), injective(a), within(a,lo,hi), disjoint(a,b), comparisons like n>=2, and unchecked"

// assume reads the words of //pardiff:assume.
func (p *directiveParser) assume(d *directive) {
	unchecked := slices.ContainsFunc(d.args, func(a argument) bool { return a.key == "unchecked" })
	facts := 0
	for _, a := range d.args {
		if a.key == "unchecked" {
			continue
		}
		facts++
		f, ok := p.fact(d, a)
		if !ok {
			continue
		}
		if slices.ContainsFunc(d.fn.Assume, func(g Fact) bool { return g.Text == f.Text }) {
			p.errorf(a.pos, "the fact %s stands twice", f.Text)
			continue
		}
		f.Unchecked = unchecked
		d.fn.Assume = append(d.fn.Assume, f)
	}
	if facts == 0 {
		p.errorf(d.Slash, "//pardiff:assume needs a fact, like monotone(rowptr) or n>=2")
	}
}

// fact reads one word: a call of factArgs or a comparison.
func (p *directiveParser) fact(d *directive, a argument) (f Fact, ok bool) {
	e, err := parser.ParseExpr(a.key)
	if err != nil {
		p.errorf(a.pos, "%q is not a fact; a fact is one word without spaces, like within(idx,0,n) or n>=2", a.key)
		return f, false
	}
	at := a.pos
	if c := p.src[p.offset(at)]; c == '"' || c == '`' {
		at++
	}
	movePositions(e, at-1)
	f = Fact{Pos: a.pos, Text: a.key}
	switch e := e.(type) {
	case *ast.CallExpr:
		if id, _ := e.Fun.(*ast.Ident); id != nil && factArgs[id.Name] != 0 {
			f.Word, f.Args = id.Name, e.Args
			if n := factArgs[id.Name]; len(e.Args) != n || e.Ellipsis != 0 {
				p.errorf(a.pos, "%s takes %d argument(s), not %d", id.Name, n, len(e.Args))
				return f, false
			}
			return f, p.factNames(d, f)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			f.Args = []ast.Expr{e}
			return f, p.factNames(d, f)
		}
	}
	p.errorf(a.pos, "%q is not a fact; %s", a.key, factForms)
	return f, false
}

// movePositions moves an expression, which was parsed by itself, by so much. Nodes that facts do not have may
// keep some of their positions.
func movePositions(e ast.Expr, by token.Pos) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			n.NamePos += by
		case *ast.BasicLit:
			n.ValuePos += by
		case *ast.BinaryExpr:
			n.OpPos += by
		case *ast.UnaryExpr:
			n.OpPos += by
		case *ast.ParenExpr:
			n.Lparen, n.Rparen = n.Lparen+by, n.Rparen+by
		case *ast.CallExpr:
			n.Lparen, n.Rparen = n.Lparen+by, n.Rparen+by
		case *ast.StarExpr:
			n.Star += by
		case *ast.IndexExpr:
			n.Lbrack, n.Rbrack = n.Lbrack+by, n.Rbrack+by
		}
		return true
	})
}

// factNames verifies that a fact is made of parameters, their fields and lengths, and integers.
func (p *directiveParser) factNames(d *directive, f Fact) bool {
	c := &factChecker{p, d, f, namesOf(d.fn.Decl).params}
	if b, ok := f.Args[0].(*ast.BinaryExpr); ok && f.Word == "" {
		return c.number(b.X) && c.number(b.Y)
	}
	for i, e := range f.Args {
		if number := f.Word == "within" && i > 0; number && !c.number(e) || !number && !c.place(e) {
			return false
		}
	}
	return true
}

type factChecker struct {
	*directiveParser
	d      *directive
	f      Fact
	params []string
}

func (c *factChecker) refuse(n ast.Node, format string, args ...any) bool {
	c.errorf(n.Pos(), "%s %s", c.f.Text, fmt.Sprintf(format, args...))
	return false
}

// number verifies an expression that stands for an integer.
func (c *factChecker) number(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.number(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			return c.number(e.X)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL:
			return c.number(e.X) && c.number(e.Y)
		}
	case *ast.BasicLit:
		if e.Kind == token.INT {
			return true
		}
	case *ast.CallExpr:
		if id, _ := e.Fun.(*ast.Ident); id != nil && id.Name == "len" && len(e.Args) == 1 && e.Ellipsis == 0 {
			return c.place(e.Args[0])
		}
	case *ast.Ident, *ast.SelectorExpr:
		return c.place(e)
	}
	return c.refuse(e, "is not made of parameters, their fields, len, integers, +, - and *")
}

// place verifies a parameter or a field of one.
func (c *factChecker) place(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return c.place(e.X)
	case *ast.Ident:
		if slices.Contains(c.params, e.Name) {
			return true
		}
		return c.refuse(e, "speaks of %s, which is no parameter of %s", e.Name, c.d.fn.Decl.Name.Name)
	}
	return c.refuse(e, "is about something that is no parameter and no field of one")
}
