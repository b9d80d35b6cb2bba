package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Copies are package-level variables of other packages that do not export them, as a package declares them again.
type Copies struct {
	taken func(string) bool
	list  []*copied
}

type copied struct {
	obj  types.Object
	name string
	*ir.Copy
}

// NewCopies returns Copies without any. taken says which names their package declares or has generated.
func NewCopies(taken func(string) bool) *Copies { return &Copies{taken: taken} }

// name returns what the package calls v.
func (c *Copies) name(v *ir.Var) string {
	pkg := v.Obj.Pkg()
	for _, o := range c.list {
		if o.obj.Pkg().Path() == pkg.Path() && o.obj.Name() == v.Obj.Name() {
			return o.name
		}
	}
	name := freeName(ir.Joined(pkg.Name(), v.Obj.Name()), func(s string) bool {
		return c.taken(s) || slices.ContainsFunc(c.list, func(o *copied) bool { return o.name == s })
	})
	c.list = append(c.list, &copied{v.Obj, name, v.Copy})
	return name
}

// A Declaration stands in the file of shared helpers beside them.
type Declaration struct {
	Name, Text string
	imports    []string // as importSpec takes them
}

// Declarations returns the declarations of the copies with names.
func (c *Copies) Declarations(names []string) (list []Declaration) {
	for _, o := range c.list {
		if !slices.Contains(names, o.name) {
			continue
		}
		doc := fmt.Sprintf("%s has the value of %s, a variable of package %s that is never written.", o.name, o.obj.Name(), o.obj.Pkg().Name())
		d := Declaration{Name: o.name, Text: "// " + strings.Join(wrapText(doc), "\n// ") + "\nvar " + o.name + " = " + o.Value}
		for _, p := range o.Imports {
			d.imports = append(d.imports, p.Path()+" "+p.Name())
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b Declaration) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Declare puts declarations beside the helpers.
func Declare(list []Declaration) SharedOption {
	return func(s *sharedSpec) { s.decls = list }
}

// Declared returns the declarations of copies in a file printed by [Shared].
func Declared(src []byte) (list []Declaration) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	paths := map[string]string{}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		paths[name] = path
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR || !strings.Contains(g.Doc.Text(), "a variable of package") || !strings.Contains(g.Doc.Text(), "has the value of") {
			continue
		}
		c := Declaration{Name: g.Specs[0].(*ast.ValueSpec).Names[0].Name}
		c.Text = string(src[fset.Position(g.Doc.Pos()).Offset:fset.Position(g.End()).Offset])
		ast.Inspect(g, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok && paths[id.Name] != "" {
					c.imports = append(c.imports, paths[id.Name]+" "+id.Name)
				}
			}
			return true
		})
		list = append(list, c)
	}
	return list
}

// importSpec is the import of a package, given by its path and, unless it is the end of that, its name.
func importSpec(p string) string {
	path, name, _ := strings.Cut(p, " ")
	if name == "" || strings.HasSuffix("/"+path, "/"+name) {
		return strconv.Quote(path)
	}
	return name + " " + strconv.Quote(path)
}
