package emit

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/special"
)

//go:embed helpers/*.go
var helperFiles embed.FS

// A SharedOption changes the file of shared helpers.
type SharedOption func(*sharedSpec)

type sharedSpec struct {
	pkgName string
	poison  bool
	small   bool
	tag     string // of a build constraint
	taken   func(string) bool
	decls   []Declaration
}

func newSharedSpec(pkgName string, opts []SharedOption) *sharedSpec {
	s := &sharedSpec{pkgName: pkgName, taken: func(string) bool { return false }}
	for _, o := range opts {
		o(s)
	}
	return s
}

// Taken gives the names that the package declares, as [FileSpec.Taken] does: helpers and imports have
// others, and helpers stand in for builtins that are hidden.
func Taken(taken func(name string) bool) SharedOption {
	return func(s *sharedSpec) { s.taken = taken }
}

// SmallChunks cuts parallel loops into as many chunks as there are iterations, for tests.
func SmallChunks(s *sharedSpec) { s.small = true }

// PoisonTapes fills memory that must be written before it is read with NaN, for tests.
func PoisonTapes(s *sharedSpec) { s.poison = true }

// Shared prints the file of helpers that the generated files of a package share. helpers are the
// names that those files use; each of them must be one that [File] or [DeclaredHelpers] returned. The
// result is nil if there are neither helpers nor declarations.
func Shared(pkgName string, helpers []string, opts ...SharedOption) ([]byte, error) {
	spec := newSharedSpec(pkgName, opts)
	if len(helpers) == 0 && len(spec.decls) == 0 {
		return nil, nil
	}
	l, err := loadHelpers()
	if err != nil {
		return nil, err
	}
	need, err := l.closure(helpers, spec)
	if err != nil {
		return nil, err
	}
	if !spec.poison {
		delete(need, l.find("pardiffPoison"))
	}
	return l.print(spec, need)
}

// DeclaredHelpers returns the names of the helpers that a file printed by [Shared] holds. Names that
// are no helpers (any more) are left out, and so is all of a file that is not Go.
func DeclaredHelpers(src []byte, opts ...SharedOption) []string {
	spec := newSharedSpec("", opts)
	l, err := loadHelpers()
	if err != nil {
		return nil
	}
	old := &library{methods: map[string][]string{}}
	if err := old.parse(src); err != nil {
		return nil
	}
	var out []string
	names := map[string]string{} // of types and functions, by what the package calls them
	for _, h := range l.list {
		if !strings.Contains(h.name, ".") {
			names[freeName(h.name, spec.taken)] = h.name
		}
	}
	for _, h := range old.list {
		typ, method, dot := strings.Cut(h.name, ".")
		name := names[typ]
		if dot {
			name += "." + method
		}
		if l.find(name) != nil && name != "pardiffPoison" {
			out = append(out, name)
		}
	}
	return out
}

// poisonCall is a line that only tests have.
var poisonCall = regexp.MustCompile(`\t+pardiffPoison\(.*\)\n`)

// chunkSize are the constants that make chunks large.
var chunkSize = regexp.MustCompile(`(const (?:pardiffGrain|pardiffCopyCost|pardiffListCost)) = \d+`)

// A helper is a declaration of package helpers.
type helper struct {
	name string // a method is Type.method
	text string
	uses []string // names that it refers to
	pkgs []string // import paths
}

// A library is package helpers, in order.
type library struct {
	list    []*helper
	methods map[string][]string // full names by method name
}

func loadHelpers() (*library, error) {
	l := &library{methods: map[string][]string{}}
	for _, name := range []string{"arena.go", "tape.go", "rows.go", "check.go", "fact.go", "works.go", "builtin.go", "chunk.go", "terms.go", "team.go", "poison.go"} {
		src, err := helperFiles.ReadFile("helpers/" + name)
		if err != nil {
			return nil, err
		}
		if err := l.parse(src); err != nil {
			return nil, err
		}
	}
	for _, name := range special.Names() {
		if err := l.parse(specialFile(name)); err != nil {
			return nil, err
		}
	}
	for _, h := range l.list {
		h.uses = slices.DeleteFunc(h.uses, func(s string) bool {
			return l.find(s) == nil && l.methods[s] == nil && standIns[s] == ""
		})
	}
	return l, nil
}

// specialFile returns a file that declares a special function.
func specialFile(name string) []byte {
	fn, _ := special.Lookup(name)
	src := "package helpers\n\n"
	for _, path := range fn.Imports {
		src += "import " + strconv.Quote(path) + "\n"
	}
	return []byte(src + "\n" + fn.Source + "\n")
}

func (l *library) parse(src []byte) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return err
	}
	paths := map[string]string{}
	for _, i := range file.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		paths[p[strings.LastIndexByte(p, '/')+1:]] = p
	}
	for _, d := range file.Decls {
		h := &helper{}
		start := d.Pos()
		switch d := d.(type) {
		case *ast.FuncDecl:
			h.name = d.Name.Name
			if d.Recv != nil {
				h.name = receiverType(d) + "." + h.name
				l.methods[d.Name.Name] = append(l.methods[d.Name.Name], h.name)
			}
			if d.Doc != nil {
				start = d.Doc.Pos()
			}
		case *ast.GenDecl:
			switch spec := d.Specs[0].(type) {
			case *ast.TypeSpec:
				h.name = spec.Name.Name
			case *ast.ValueSpec: // one a declaration
				h.name = spec.Names[0].Name
			default:
				continue
			}
			if d.Doc != nil {
				start = d.Doc.Pos()
			}
		}
		h.text = string(src[fset.Position(start).Offset:fset.Position(d.End()).Offset])
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				h.uses = append(h.uses, id.Name)
				if p := paths[id.Name]; p != "" && !slices.Contains(h.pkgs, p) {
					h.pkgs = append(h.pkgs, p)
				}
			}
			return true
		})
		l.list = append(l.list, h)
	}
	return nil
}

func receiverType(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func (l *library) find(name string) *helper {
	for _, h := range l.list {
		if h.name == name {
			return h
		}
	}
	return nil
}

// closure returns the helpers that roots need, those included that stand in for hidden builtins.
func (l *library) closure(roots []string, spec *sharedSpec) (map[*helper]bool, error) {
	need := map[*helper]bool{}
	called := map[string]bool{} // names of methods
	var visit func(name string) error
	visit = func(name string) error {
		h := l.find(name)
		if h == nil {
			return fmt.Errorf("emit: no helper %q", name)
		}
		if need[h] {
			return nil
		}
		need[h] = true
		for _, u := range h.uses {
			var names []string
			if called[u] = true; l.find(u) != nil {
				names = []string{u}
			}
			if spec.hides(u) && l.find(standIns[u]) != nil {
				names = append(names, standIns[u])
			}
			for _, n := range names {
				if err := visit(n); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, r := range roots {
		if err := visit(r); err != nil {
			return nil, err
		}
	}
	for before := -1; before < len(need); { // methods of the types that are needed
		before = len(need)
		for name := range called {
			for _, m := range l.methods[name] {
				if typ, _, _ := strings.Cut(m, "."); need[l.find(typ)] {
					if err := visit(m); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	return need, nil
}

func (l *library) print(spec *sharedSpec, need map[*helper]bool) ([]byte, error) {
	var b, body bytes.Buffer
	var pkgs []string
	for _, h := range l.list {
		if !need[h] {
			continue
		}
		text := h.text
		if !spec.poison {
			text = poisonCall.ReplaceAllString(text, "")
		}
		if spec.small {
			text = chunkSize.ReplaceAllString(text, "$1 = 1e-9")
			text = strings.ReplaceAll(text, "const pardiffHaloCost = 16", "const pardiffHaloCost = 2")
		}
		body.WriteString("\n" + text + "\n")
		pkgs = append(pkgs, h.pkgs...)
	}
	for _, d := range spec.decls {
		body.WriteString("\n" + d.Text + "\n")
		pkgs = append(pkgs, d.imports...)
	}
	for i, p := range pkgs {
		pkgs[i] = importSpec(p)
	}
	slices.Sort(pkgs)
	b.WriteString(header(""))
	if spec.tag != "" {
		b.WriteString("//go:build " + spec.tag + "\n\n")
	}
	b.WriteString("package " + spec.pkgName + "\n")
	if pkgs = slices.Compact(pkgs); len(pkgs) > 0 {
		b.WriteString("\nimport (\n")
		for _, p := range pkgs {
			fmt.Fprintf(&b, "\t%s\n", p)
		}
		b.WriteString(")\n")
	}
	b.Write(body.Bytes())
	src, err := l.rename(spec, b.Bytes())
	if err != nil {
		return nil, err
	}
	return format.Source(src)
}
