package load

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Directives are read from syntax alone, because they are needed before a package can be
// type-checked: the names that they ask for have to be declared first (see overlay.go). What needs
// types is verified later, in directive_check.go.

// A verb is what follows //pardiff: in a directive.
type verb struct {
	inside bool     // stands above a statement, else in the doc comment of a function
	keys   []string // that it takes as key=value or bare words; nil for verbs with their own syntax
	parse  func(*directiveParser, *directive)
}

// verbTable returns the verbs. It is a function because the parsers refer to it.
func verbTable() map[string]verb {
	grad := []string{"wrt", "name", "stop", "par", "cuda", "mem", "size"}
	vjp := []string{"wrt", "of", "name", "stop", "par", "cuda", "mem", "size"}
	return map[string]verb{
		"grad":       {keys: grad, parse: (*directiveParser).request},
		"vjp":        {keys: vjp, parse: (*directiveParser).request},
		"jac":        {keys: vjp, parse: (*directiveParser).request},
		"jvp":        {keys: vjp, parse: (*directiveParser).request},
		"rule":       {keys: []string{"for"}, parse: (*directiveParser).rule},
		"assume":     {parse: (*directiveParser).assume},
		"store":      {inside: true, parse: (*directiveParser).values},
		"recompute":  {inside: true, parse: (*directiveParser).values},
		"checkpoint": {inside: true, keys: []string{"revolve", "sqrt"}, parse: (*directiveParser).checkpoint},
		"serial":     {inside: true, keys: []string{}, parse: (*directiveParser).mark},
		"scatter":    {inside: true, parse: (*directiveParser).scatter},
		"nondiff":    {inside: true, keys: []string{}, parse: (*directiveParser).mark},
	}
}

// fileDirectives are the directives of one file.
type fileDirectives struct {
	Funcs []*funcDirectives      // in order of position
	Lines map[int]*LineDirective // by the line that the statement starts on
}

// funcDirectives are those in the doc comment of one function.
type funcDirectives struct {
	Decl     *ast.FuncDecl
	Requests []*Request
	Rule     *ruleDirective
	Assume   []Fact
}

// A ruleDirective is //pardiff:rule for=For.
type ruleDirective struct {
	Pos    token.Pos
	For    string
	ForPos token.Pos
}

// A directive is one comment together with where it stands.
type directive struct {
	ast.Directive
	args []argument
	fn   *funcDirectives // for those of functions
	stmt ast.Stmt        // for those of statements
	in   *ast.FuncDecl   // the function that stmt is in
	line *LineDirective  // of stmt
}

// directiveParser reads the directives of one file.
type directiveParser struct {
	fset  *token.FileSet
	file  *ast.File
	src   []byte
	verbs map[string]verb
	diags *Diagnostics
	out   *fileDirectives
}

// parseDirectives reads the directives of file, whose text is src, and reports those that are
// wrong, and comments that only look like directives.
func parseDirectives(fset *token.FileSet, file *ast.File, src []byte, diags *Diagnostics) *fileDirectives {
	p := &directiveParser{
		fset: fset, file: file, src: src, verbs: verbTable(), diags: diags,
		out: &fileDirectives{Lines: make(map[int]*LineDirective)},
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			p.comment(group, c)
		}
	}
	slices.SortFunc(p.out.Funcs, func(a, b *funcDirectives) int { return int(a.Decl.Pos() - b.Decl.Pos()) })
	for _, f := range p.out.Funcs {
		nameRequests(f)
		if len(f.Assume) > 0 && len(f.Requests) == 0 {
			p.errorf(f.Assume[0].Pos, "facts about the arguments of %s say nothing without //pardiff:grad or another request beside them; move them to the function that is differentiated", f.Decl.Name.Name)
		}
	}
	return p.out
}

func (p *directiveParser) errorf(pos token.Pos, format string, args ...any) {
	p.diags.Add(p.fset, pos, format, args...)
}

// comment handles one comment of a group.
func (p *directiveParser) comment(group *ast.CommentGroup, c *ast.Comment) {
	d, ok := ast.ParseDirective(c.Slash, c.Text)
	if !ok || d.Tool != toolName {
		if msg := p.nearMiss(c.Text); msg != "" {
			p.errorf(c.Slash, "comment looks like a pardiff directive but is not one: %s", msg)
		} else if strings.HasPrefix(c.Text, "/*") {
			p.block(group, c)
		}
		return
	}
	v, ok := p.verbs[d.Name]
	if !ok {
		pos := c.Slash + token.Pos(len("//"+toolName+":"))
		p.errorf(pos, "unknown directive //pardiff:%s%s", d.Name, suggest(d.Name, slices.Sorted(maps.Keys(p.verbs))))
		return
	}
	dir := &directive{Directive: d}
	if !p.place(dir, v, group, c) || !p.arguments(dir, v) {
		return
	}
	v.parse(p, dir)
}

// place finds the function or the statement that the directive belongs to.
func (p *directiveParser) place(d *directive, v verb, group *ast.CommentGroup, c *ast.Comment) bool {
	if v.inside {
		return p.placeInside(d, group, c)
	}
	for _, decl := range p.file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Doc != group {
			continue
		}
		if d.fn = p.funcOf(fn); fn.Name.Name == "_" {
			p.errorf(d.Slash, "//pardiff:%s stands on a function without a name", d.Name)
			return false
		}
		return true
	}
	p.errorf(d.Slash, "//pardiff:%s is not on a function: it must stand in the doc comment of a function or method declaration%s",
		d.Name, p.blankLineHint(group))
	return false
}

// blankLineHint tells of the usual reason for a doc comment that is none.
func (p *directiveParser) blankLineHint(group *ast.CommentGroup) string {
	for _, decl := range p.file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Pos() < group.End() {
			continue
		}
		between := p.src[p.offset(group.End()):p.offset(fn.Pos())]
		if strings.TrimSpace(string(between)) == "" {
			return "; remove the blank line above " + fn.Name.Name
		}
	}
	return ""
}

// funcOf returns the directives of fn, which this makes if there are none yet.
func (p *directiveParser) funcOf(fn *ast.FuncDecl) *funcDirectives {
	for _, f := range p.out.Funcs {
		if f.Decl == fn {
			return f
		}
	}
	f := &funcDirectives{Decl: fn}
	p.out.Funcs = append(p.out.Funcs, f)
	return f
}

func (p *directiveParser) offset(pos token.Pos) int { return p.fset.File(pos).Offset(pos) }

func (p *directiveParser) lineOf(pos token.Pos) int { return p.fset.File(pos).Line(pos) }
