package emit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// hides says whether the package hides a builtin that a helper can stand in for.
func (s *sharedSpec) hides(name string) bool { return standIns[name] != "" && s.taken(name) }

// An edit replaces the text from an offset to another.
type edit struct {
	from, to int
	text     string
}

// A renaming collects the edits that fit the text of helpers into a package that declares some of the
// names in it.
type renaming struct {
	spec  *sharedSpec
	fset  *token.FileSet
	edits []edit
	pkgs  map[string]string   // what the file calls its imports, where that is another name
	skip  map[*ast.Ident]bool // selectors and fields, which belong to no scope
}

var helperIdent = regexp.MustCompile(`\bpardiff[A-Z]\w*`)

// rename gives the helpers in src, a file, names that the package does not declare, and has them call
// what the package does not hide.
func (l *library) rename(spec *sharedSpec, src []byte) ([]byte, error) {
	r := &renaming{spec: spec, fset: token.NewFileSet(), pkgs: map[string]string{}, skip: map[*ast.Ident]bool{}}
	file, err := parser.ParseFile(r.fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		if free := freeName(name, spec.taken); free != name {
			r.pkgs[name] = free
			r.replace(i.Pos(), i.Path.Pos(), free+" ")
		}
	}
	ast.Inspect(file, r.visit)
	slices.SortFunc(r.edits, func(a, b edit) int { return a.from - b.from })
	var out []byte
	at := 0
	for _, e := range r.edits {
		out = append(append(out, src[at:e.from]...), e.text...)
		at = e.to
	}
	out = append(out, src[at:]...)
	return helperIdent.ReplaceAllFunc(out, func(name []byte) []byte {
		if l.find(string(name)) == nil {
			return name
		}
		return []byte(freeName(string(name), spec.taken))
	}), nil
}

func (r *renaming) replace(from, to token.Pos, text string) {
	r.edits = append(r.edits, edit{r.fset.Position(from).Offset, r.fset.Position(to).Offset, text})
}

func (r *renaming) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		r.skip[n.Sel] = true
		if id, ok := n.X.(*ast.Ident); ok {
			r.skip[id] = true
			if free := r.pkgs[id.Name]; free != "" {
				r.replace(id.Pos(), id.End(), free)
			}
		}
	case *ast.Field:
		for _, id := range n.Names {
			r.skip[id] = true
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			r.skip[id] = true
		}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && r.spec.hides(id.Name) {
			r.typeArgument(id.Name, n)
		}
	case *ast.FuncDecl:
		r.skip[n.Name] = true
	case *ast.Ident:
		switch {
		case r.skip[n]:
		case n.Name == "any" && r.spec.taken("any"):
			r.replace(n.Pos(), n.End(), "interface{}")
		case r.spec.hides(n.Name):
			r.replace(n.Pos(), n.End(), standIns[n.Name])
		}
	}
	return true
}

// typeArgument makes a type argument of the first argument of make and new.
func (r *renaming) typeArgument(builtin string, c *ast.CallExpr) {
	switch builtin {
	case "make":
		r.replace(c.Lparen, c.Lparen+1, "[")
		r.replace(c.Args[0].End(), c.Args[1].Pos(), "](")
	case "new":
		r.replace(c.Lparen, c.Lparen+1, "[")
		r.replace(c.Rparen, c.Rparen+1, "]()")
	}
}
