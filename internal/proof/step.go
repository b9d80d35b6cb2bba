package proof

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// steps_ are the changes, the frequent ones several times.
var steps_ = []func(*program) []edit{
	insertSnippet, insertSnippet, insertSnippet, insertSnippet, insertSnippet, insertSnippet,
	replaceFloat, replaceFloat, replaceFloat, wrapFloat, changeOperator, changeSubscript, changeSubscript,
	changeInt, duplicate, duplicate, remove, exchange, wrapStatement, wrapStatement, changeAssign, changeAssign, changeLoop, changeLoop, reuseStatement,
}

// signature returns that of the function whose body is being changed.
func (p *program) signature() *types.Signature {
	for _, d := range p.file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body == p.body {
			if fn, ok := p.info.Defs[d.Name].(*types.Func); ok {
				return fn.Signature()
			}
		}
	}
	return nil
}

// A slot is a place between statements.
type slot struct {
	pos  token.Pos
	next ast.Stmt // nil at the end of a list
}

func (p *program) slots() []slot {
	var out []slot
	lists(p.body, func(b ast.Node, list []ast.Stmt) {
		for _, s := range list {
			out = append(out, slot{s.Pos(), s})
		}
		switch b := b.(type) {
		case *ast.BlockStmt:
			if b != p.body { // a function ends with a return, most often
				out = append(out, slot{b.Rbrace, nil})
			}
		}
	})
	return out
}

func (p *program) statements() []ast.Stmt {
	var out []ast.Stmt
	lists(p.body, func(_ ast.Node, list []ast.Stmt) { out = append(out, list...) })
	return out
}

// find returns the nodes of one kind below the body.
func find[T ast.Node](p *program, ok func(T) bool) []T {
	var out []T
	ast.Inspect(p.body, func(n ast.Node) bool {
		if x, is := n.(T); is && ok(x) {
			out = append(out, x)
		}
		return true
	})
	return out
}

func insertSnippet(p *program) []edit {
	list := p.slots()
	if len(list) == 0 {
		return nil
	}
	at := choose(p.choices, list)
	return []edit{{at.pos, at.pos, p.fill(choose(p.choices, snippets), at.pos, 1) + "\n"}}
}

// floats returns the expressions of type float64 that are no constants.
func (p *program) floats() []ast.Expr {
	lhs := map[ast.Expr]bool{}
	for _, s := range find(p, func(*ast.AssignStmt) bool { return true }) {
		for _, x := range s.Lhs {
			lhs[x] = true
		}
	}
	return find(p, func(e ast.Expr) bool {
		tv := p.info.Types[e]
		return tv.IsValue() && tv.Value == nil && !lhs[e] && isBasic(types.Float64)(tv.Type)
	})
}

func replaceFloat(p *program) []edit {
	list := p.floats()
	if len(list) == 0 {
		return nil
	}
	e := choose(p.choices, list)
	return []edit{{e.Pos(), e.End(), "(" + p.float(e.Pos(), 2) + ")"}}
}

func wrapFloat(p *program) []edit {
	list := p.floats()
	if len(list) == 0 {
		return nil
	}
	e := choose(p.choices, list)
	form := strings.Replace(choose(p.choices, floatForms), "$f", p.text(e), 1)
	return []edit{{e.Pos(), e.End(), "(" + p.fill(form, e.Pos(), 1) + ")"}}
}

var operators = [][]token.Token{
	{token.ADD, token.SUB, token.MUL, token.QUO},
	{token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ},
	{token.LAND, token.LOR},
}

func changeOperator(p *program) []edit {
	list := find(p, func(*ast.BinaryExpr) bool { return true })
	if len(list) == 0 {
		return nil
	}
	e := choose(p.choices, list)
	for _, class := range operators {
		for _, op := range class {
			if op == e.Op {
				return []edit{{e.OpPos, e.OpPos + token.Pos(len(op.String())), " " + choose(p.choices, class).String() + " "}}
			}
		}
	}
	return nil
}

func changeSubscript(p *program) []edit {
	list := find(p, func(e *ast.IndexExpr) bool { return p.info.Types[e.Index].IsValue() })
	if len(list) == 0 {
		return nil
	}
	e := choose(p.choices, list)
	i, x := p.text(e.Index), p.text(e.X)
	forms := []string{i + "-1", i + "+1", "0", "len(" + x + ")-1-(" + i + ")", "(" + i + "+1)%len(" + x + ")", p.int(e.Pos(), 1), i + "/2", "(" + i + ")*2%len(" + x + ")"}
	return []edit{{e.Index.Pos(), e.Index.End(), choose(p.choices, forms)}}
}

func changeInt(p *program) []edit {
	list := find(p, func(e ast.Expr) bool {
		tv := p.info.Types[e]
		return tv.IsValue() && isBasic(types.Int)(tv.Type)
	})
	if len(list) == 0 {
		return nil
	}
	e := choose(p.choices, list)
	return []edit{{e.Pos(), e.End(), choose(p.choices, []string{p.text(e) + "-1", p.text(e) + "+1", p.int(e.Pos(), 1)})}}
}

func duplicate(p *program) []edit {
	list, where := p.statements(), p.slots()
	if len(list) == 0 {
		return nil
	}
	s, at := choose(p.choices, list), choose(p.choices, where)
	if p.intn(2) == 0 { // next to itself
		at = slot{pos: s.Pos()}
	}
	return []edit{{at.pos, at.pos, p.text(s) + "\n"}}
}

// reuseStatement moves a statement.
func reuseStatement(p *program) []edit {
	list, where := p.statements(), p.slots()
	if len(list) == 0 {
		return nil
	}
	s, at := choose(p.choices, list), choose(p.choices, where)
	if s.Pos() <= at.pos && at.pos <= s.End() {
		return nil
	}
	return []edit{{at.pos, at.pos, p.text(s) + "\n"}, {s.Pos(), s.End(), ""}}
}

func remove(p *program) []edit {
	list := p.statements()
	if len(list) == 0 {
		return nil
	}
	s := choose(p.choices, list)
	return []edit{{s.Pos(), s.End(), ""}}
}

func exchange(p *program) []edit {
	var pairs [][2]ast.Stmt
	lists(p.body, func(_ ast.Node, list []ast.Stmt) {
		for i := 1; i < len(list); i++ {
			pairs = append(pairs, [2]ast.Stmt{list[i-1], list[i]})
		}
	})
	if len(pairs) == 0 {
		return nil
	}
	s := choose(p.choices, pairs)
	return []edit{{s[0].Pos(), s[0].End(), p.text(s[1])}, {s[1].Pos(), s[1].End(), p.text(s[0])}}
}

func wrapStatement(p *program) []edit {
	list := p.statements()
	if len(list) == 0 {
		return nil
	}
	s := choose(p.choices, list)
	form := p.fill(choose(p.choices, wrappers), s.Pos(), 1)
	return []edit{{s.Pos(), s.End(), strings.ReplaceAll(form, "@", p.text(s))}}
}

func changeAssign(p *program) []edit {
	list := find(p, func(s *ast.AssignStmt) bool {
		return s.Tok != token.DEFINE && len(s.Lhs) == 1 && p.info.Types[s.Lhs[0]].Type != nil && isBasic(types.Float64)(p.info.Types[s.Lhs[0]].Type)
	})
	if len(list) == 0 {
		return nil
	}
	s := choose(p.choices, list)
	op := choose(p.choices, []string{"=", "+=", "-=", "*=", "/= 1.5 +"})
	return []edit{{s.TokPos, s.TokPos + token.Pos(len(s.Tok.String())), op}}
}

// changeLoop changes the head of a loop, or adds to the start or end of its body.
func changeLoop(p *program) []edit {
	var bodies []*ast.BlockStmt
	fors := find(p, func(*ast.ForStmt) bool { return true })
	for _, s := range fors {
		bodies = append(bodies, s.Body)
	}
	for _, s := range find(p, func(*ast.RangeStmt) bool { return true }) {
		bodies = append(bodies, s.Body)
	}
	if len(bodies) == 0 {
		return nil
	}
	if len(fors) > 0 && p.intn(2) == 0 {
		s := choose(p.choices, fors)
		if s.Cond != nil && p.intn(2) == 0 {
			return []edit{{s.Cond.End(), s.Cond.End(), choose(p.choices, []string{"-1", "+1", " && " + p.cond(s.Cond.Pos(), 1), " || " + p.cond(s.Cond.Pos(), 0)})}}
		}
		if s.Post != nil {
			if i, ok := s.Post.(*ast.IncDecStmt); ok {
				x := p.text(i.X)
				return []edit{{i.Pos(), i.End(), choose(p.choices, []string{x + " += 2", x + " -= 1", x + " += 1+" + x + "%2", x + "--", x + " *= 2", x + ", _ = " + x + "+1, 0"})}}
			}
		}
		return nil
	}
	b := choose(p.choices, bodies)
	pos := b.Lbrace + 1
	if p.intn(2) == 0 {
		pos = b.Rbrace
	}
	return []edit{{pos, pos, "\n" + p.fill(choose(p.choices, loopSnippets), pos, 1) + "\n"}}
}
