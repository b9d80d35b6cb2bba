package proof

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Mutate changes the function fn of src, the text of a file, by at most n random steps, and returns the text of a
// file that type-checks. script is where its choices come from: the same script gives the same
// program. A step that does not type-check is left out. Mutate returns "" if src itself does
// not.
func Mutate(src, fn string, script []byte, n int) string {
	c := &choices{data: script}
	p := newProgram(src, fn, c)
	if p == nil {
		return ""
	}
	for range n {
		if c.done() {
			break
		}
		if next := p.step(); next != nil {
			p = next
		}
	}
	return p.src
}

// choices are numbers drawn from bytes; when they are used up all are 0.
type choices struct{ data []byte }

func (c *choices) done() bool { return len(c.data) == 0 }

func (c *choices) intn(n int) int {
	if len(c.data) == 0 || n < 2 {
		return 0
	}
	k := int(c.data[0])
	c.data = c.data[1:]
	if n > 256 && len(c.data) > 0 {
		k = k<<8 | int(c.data[0])
		c.data = c.data[1:]
	}
	return k % n
}

func choose[T any](c *choices, list []T) T { return list[c.intn(len(list))] }

// A program is a file that type-checks, and the function of it that is being changed.
type program struct {
	*choices
	src, name string
	fset      *token.FileSet
	file      *ast.File
	info      *types.Info
	pkg       *types.Package
	fn        *ast.FuncDecl
	body      *ast.BlockStmt // of fn, or of a function that it calls
}

func newProgram(src, fn string, c *choices) *program {
	for range 4 {
		src = complete(src)
		prog, err := Load(src)
		if err != nil {
			var e types.Error
			if !errors.As(err, &e) {
				return nil
			}
			fixed, ok := useVariable(src, e)
			if !ok {
				return nil
			}
			src = fixed
			continue
		}
		pkg := prog.Package
		p := &program{choices: c, src: src, name: fn, fset: pkg.Fset, file: pkg.Files[0], info: pkg.Info, pkg: pkg.Types}
		for _, d := range p.file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && declName(d) == fn && d.Body != nil {
				p.fn, p.body = d, d.Body
			}
		}
		if p.fn == nil {
			return nil
		}
		return p
	}
	return nil
}

// step returns the program after one change, nil where that does not type-check.
func (p *program) step() *program {
	p.body = p.fn.Body
	if p.intn(5) == 4 { // now and then a helper
		var list []*ast.FuncDecl
		for _, d := range p.file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				list = append(list, d)
			}
		}
		p.body = choose(p.choices, list).Body
	}
	op := choose(p.choices, steps_)
	e := op(p)
	if e == nil {
		return nil
	}
	return newProgram(p.apply(e), p.name, p.choices)
}

// An edit replaces text.
type edit struct {
	from, to token.Pos
	text     string
}

func (p *program) apply(edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return int(b.from - a.from) })
	src := p.src
	for _, e := range edits {
		i, j := p.offset(e.from), p.offset(e.to)
		src = src[:i] + e.text + src[j:]
	}
	return src
}

func (p *program) offset(pos token.Pos) int { return p.fset.Position(pos).Offset }

func (p *program) text(n ast.Node) string { return p.src[p.offset(n.Pos()):p.offset(n.End())] }

// useVariable adds a use of a variable that e says is not used.
func useVariable(src string, e types.Error) (string, bool) {
	name, ok := strings.CutPrefix(e.Msg, "declared and not used: ")
	if !ok {
		return "", false
	}
	var file *ast.File
	prog, _ := parseOnly(src)
	if file = prog.file; file == nil {
		return "", false
	}
	at := e.Fset.Position(e.Pos).Offset
	p := &program{src: src, fset: prog.fset, file: file}
	var where token.Pos
	lists(file, func(b ast.Node, list []ast.Stmt) {
		for _, s := range list {
			if p.offset(s.Pos()) <= at && at < p.offset(s.End()) {
				where = afterDeclaration(s, func(n ast.Node) bool {
					return p.offset(n.Pos()) <= at && at < p.offset(n.End())
				})
			}
		}
	})
	if !where.IsValid() {
		return "", false
	}
	i := p.offset(where)
	return src[:i] + "\n_ = " + name + "\n" + src[i:], true
}

// afterDeclaration returns where a variable that s declares is in scope.
func afterDeclaration(s ast.Stmt, holds func(ast.Node) bool) token.Pos {
	switch s := s.(type) {
	case *ast.AssignStmt, *ast.DeclStmt:
		return s.End()
	case *ast.ForStmt:
		return s.Body.Lbrace + 1
	case *ast.RangeStmt:
		return s.Body.Lbrace + 1
	case *ast.IfStmt:
		return s.Body.Lbrace + 1
	case *ast.LabeledStmt:
		return afterDeclaration(s.Stmt, holds)
	}
	return token.NoPos
}

// lists calls f for each list of statements below n, outer ones first.
func lists(n ast.Node, f func(b ast.Node, list []ast.Stmt)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch b := n.(type) {
		case *ast.BlockStmt:
			f(b, b.List)
		case *ast.CaseClause:
			f(b, b.Body)
		}
		return true
	})
}
