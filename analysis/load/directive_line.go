package load

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// placeInside finds the statement below the comment group that holds the directive.
func (p *directiveParser) placeInside(d *directive, group *ast.CommentGroup, c *ast.Comment) bool {
	d.in = p.enclosing(c)
	if d.in == nil {
		p.errorf(d.Slash, "//pardiff:%s stands above a statement inside a function", d.Name)
		return false
	}
	if p.afterCode(c) {
		p.errorf(d.Slash, "//pardiff:%s stands behind a statement; put it on the line above", d.Name)
		return false
	}
	below := p.lineOf(group.End()) + 1
	if d.stmt = p.statementAt(d.in, below); d.stmt == nil {
		p.errorf(d.Slash, "//pardiff:%s is not above a statement: none starts on line %d", d.Name, below)
		return false
	}
	line := p.out.Lines[below]
	if line == nil {
		line = &LineDirective{Pos: d.Slash}
		p.out.Lines[below] = line
	}
	d.line = line
	return true
}

// enclosing returns the function whose body holds the comment.
func (p *directiveParser) enclosing(c *ast.Comment) *ast.FuncDecl {
	for _, decl := range p.file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && fn.Body.Pos() < c.Pos() && c.Pos() < fn.Body.End() {
			return fn
		}
	}
	return nil
}

// afterCode says whether something else stands on the comment's line.
func (p *directiveParser) afterCode(c *ast.Comment) bool {
	file := p.fset.File(c.Pos())
	start := file.Offset(file.LineStart(file.Line(c.Pos())))
	return strings.TrimSpace(string(p.src[start:file.Offset(c.Pos())])) != ""
}

// statementAt returns the outermost statement of fn that starts on a line.
func (p *directiveParser) statementAt(fn *ast.FuncDecl, line int) ast.Stmt {
	var found ast.Stmt
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		s, ok := n.(ast.Stmt)
		if ok && found == nil && s != fn.Body && p.lineOf(s.Pos()) == line {
			found = s
		}
		return found == nil
	})
	return found
}

// values reads store and recompute.
func (p *directiveParser) values(d *directive) {
	var words []word
	for _, a := range d.args {
		words = append(words, p.list(a.key, a.pos, d.Name)...)
	}
	if len(words) == 0 {
		p.errorf(d.Slash, "//pardiff:%s needs names of variables", d.Name)
		return
	}
	written := writtenNames(d.stmt)
	here, other, otherName := &d.line.Store, d.line.Recompute, "recompute"
	if d.Name == "recompute" {
		here, other, otherName = &d.line.Recompute, d.line.Store, "store"
	}
	for _, w := range words {
		switch {
		case slices.Contains(other, w.text):
			p.errorf(w.pos, "%s names %s, which %s names above the same statement", d.Name, w.text, otherName)
		case slices.Contains(*here, w.text):
			p.errorf(w.pos, "%s names %s twice", d.Name, w.text)
		case slices.Contains(written, w.text):
			*here = append(*here, w.text)
		case len(written) == 0:
			p.errorf(w.pos, "%s names %s, but the statement below writes no variable", d.Name, w.text)
		default:
			p.errorf(w.pos, "%s names %s, but the statement below writes %s", d.Name, w.text, strings.Join(written, ", "))
		}
	}
}

// writtenNames returns the names of the variables that a statement declares or assigns to, in
// order of the text; a write to an element or a field counts for the variable.
func writtenNames(s ast.Stmt) []string {
	var out []string
	add := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id := root(e); id != nil && id.Name != "_" && !slices.Contains(out, id.Name) {
				out = append(out, id.Name)
			}
		}
	}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			add(n.Lhs...)
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.RangeStmt:
			add(n.Key, n.Value)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.CallExpr: // what a call may write: copy(u, v), f(&y)
			add(n.Args...)
		}
		return true
	})
	return out
}

// root returns the variable that a place lies in, or nil.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}

// mark reads serial and nondiff, which take no arguments.
func (p *directiveParser) mark(d *directive) {
	flag := &d.line.NonDiff
	if d.Name == "serial" {
		if flag = &d.line.Serial; !p.aboveLoop(d) {
			return
		}
	}
	if *flag {
		p.errorf(d.Slash, "//pardiff:%s stands twice above the same statement", d.Name)
	}
	*flag = true
	if d.Name == "nondiff" {
		d.line.nonDiff = d.stmt
	}
}

func (p *directiveParser) aboveLoop(d *directive) bool {
	s := d.stmt
	if l, ok := s.(*ast.LabeledStmt); ok {
		s = l.Stmt
	}
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	p.errorf(d.Slash, "//pardiff:%s must stand above a loop", d.Name)
	return false
}

// checkpoint reads revolve=K or sqrt.
func (p *directiveParser) checkpoint(d *directive) {
	if !p.aboveLoop(d) {
		return
	}
	if len(d.args) != 1 {
		p.errorf(d.Slash, "//pardiff:checkpoint takes revolve=K or sqrt")
		return
	}
	switch a := d.args[0]; a.key {
	case "revolve":
		if k, err := strconv.Atoi(a.value); err != nil || k < 1 {
			p.errorf(a.valuePos, "revolve= takes the number of snapshots, at least 1, not %q", a.value)
			return
		}
	case "sqrt":
		if a.hasValue {
			p.errorf(a.valuePos, "sqrt takes no value")
			return
		}
	}
	p.unsupported(d.Slash, "//pardiff:checkpoint")
}

// schemes are the ways to resolve colliding adjoint sums.
var schemes = []string{"own", "gather", "interchange", "private", "inverse", "split", "block", "serial", "atomic"}

// scatter reads scatter SCHEME.
func (p *directiveParser) scatter(d *directive) {
	switch {
	case len(d.args) != 1:
		p.errorf(d.Slash, "//pardiff:scatter takes one scheme of %s", strings.Join(schemes, ", "))
	case !slices.Contains(schemes, d.args[0].key):
		p.errorf(d.args[0].pos, "no scheme is called %s%s", d.args[0].key, suggest(d.args[0].key, schemes))
	default:
		p.unsupported(d.Slash, "//pardiff:scatter")
	}
}
