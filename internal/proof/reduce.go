package proof

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Reduce returns function fn ("F" or "T.M") of a file, with the declarations and imports of the file that it
// needs, as the text of a file of package p. The result is empty if there is no such function.
func Reduce(src, fn string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "src.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	r := &reducer{fset: fset, file: file, src: src, need: map[ast.Node]bool{}, used: map[string]bool{}}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && declName(d) == fn {
			r.add(d)
		}
	}
	if len(r.need) == 0 {
		return ""
	}
	return r.print()
}

// Functions returns the names of the functions and methods of a file, in order.
func Functions(src string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "src.go", src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var out []string
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			out = append(out, declName(d))
		}
	}
	return out
}

// declName is the name of a function, T.M for a method.
func declName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	return receiverName(d) + "." + d.Name.Name
}

func receiverName(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// A reducer finds what a function needs, by name.
type reducer struct {
	fset *token.FileSet
	file *ast.File
	src  string
	need map[ast.Node]bool // declarations; the specs of grouped types and variables
	used map[string]bool
}

func (r *reducer) add(n ast.Node) {
	if r.need[n] {
		return
	}
	r.need[n] = true
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !r.used[id.Name] {
			r.used[id.Name] = true
			r.declared(id.Name)
		}
		return true
	})
}

// declared adds the declarations of a name: its own, and the methods of a type.
func (r *reducer) declared(name string) {
	for _, d := range r.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == name || d.Recv != nil && (receiverName(d) == name && r.used[d.Name.Name] || d.Name.Name == name && r.used[receiverName(d)]) {
				r.add(d)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if slices.Contains(specNames(s), name) {
					if d.Tok == token.CONST { // constants may depend on those before them
						r.add(d)
					} else {
						r.add(s)
					}
				}
			}
		}
	}
}

func specNames(s ast.Spec) []string {
	var out []string
	switch s := s.(type) {
	case *ast.TypeSpec:
		out = append(out, s.Name.Name)
	case *ast.ValueSpec:
		for _, n := range s.Names {
			out = append(out, n.Name)
		}
	}
	return out
}

func (r *reducer) text(n ast.Node) string {
	return r.src[r.fset.Position(n.Pos()).Offset:r.fset.Position(n.End()).Offset]
}

func (r *reducer) print() string {
	var b bytes.Buffer
	b.WriteString("package p\n\n")
	for _, imp := range r.file.Imports {
		path, _ := strconv.Unquote(imp.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if imp.Name != nil {
			name = imp.Name.Name
		}
		if r.used[name] {
			b.WriteString("import " + r.text(imp) + "\n")
		}
	}
	for _, d := range r.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && r.need[f] {
			if f.Doc != nil {
				b.WriteString("\n" + r.text(f.Doc))
			}
			f.Doc = nil
			b.WriteString("\n" + r.text(f) + "\n")
		}
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok == token.IMPORT {
			continue
		}
		if r.need[g] {
			b.WriteString("\n" + r.text(g) + "\n")
			continue
		}
		for _, s := range g.Specs {
			if r.need[s] {
				b.WriteString("\n" + g.Tok.String() + " " + r.text(s) + "\n")
			}
		}
	}
	out, err := format.Source(b.Bytes())
	if err != nil {
		return ""
	}
	return string(out)
}
