package emit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// code is a piece of a file.
type code = jen.Code

// A fault is something that cannot be printed; it is thrown from deep inside a tree and becomes the error of
// [File].
type fault string

func faultf(format string, args ...any) fault { return fault(fmt.Sprintf(format, args...)) }

// A file collects what one generated file needs: its placeholders, its packages, and the
// shared helpers that it calls.
type file struct {
	spec *FileSpec
	syms symbols
	jen  *jen.File
	// pkgs are the packages that were mentioned; the number of one is in its placeholder.
	pkgs    []pkgRef
	needs   map[string]bool
	copied  map[string]bool // the names of Copies
	refused []error         // Refusals, of all units
	checks  []Check
	// running is how panics call the function that is printed.
	running string
	// globals are the names that the file gave to variables of the package.
	globals map[string]bool
}

type pkgRef struct{ path, name string }

const pkgPrefix = "pardiffpkg"

func newFile(spec *FileSpec) *file {
	f := &file{spec: spec, needs: map[string]bool{}, copied: map[string]bool{}, globals: map[string]bool{}}
	if spec.Copies == nil {
		spec.Copies = NewCopies(f.taken)
	}
	f.jen = jen.NewFilePathName(spec.Package.Path(), spec.Package.Name())
	f.jen.NoFormat = true
	return f
}

// helper notes that the file calls a function or method of the shared helpers, and returns its
// name.
func (f *file) helper(name string) string {
	f.needs[name] = true
	return f.helperName(name)
}

// helperName returns what a shared helper is called in the package.
func (f *file) helperName(name string) string { return freeName(name, f.taken) }

// freeName returns the first of x, x1, x2, ... that is not taken.
func freeName(wish string, taken func(string) bool) string {
	for n := 0; ; n++ {
		if name := numbered(wish, n); !taken(name) {
			return name
		}
	}
}

// pkg returns the placeholder of a package.
func (f *file) pkg(path, name string) string {
	for i, p := range f.pkgs {
		if p.path == path {
			return pkgPrefix + strconv.Itoa(i)
		}
	}
	f.pkgs = append(f.pkgs, pkgRef{path, name})
	if n := f.importName(path, name); n == name {
		f.jen.ImportName(path, n)
	} else {
		f.jen.ImportAlias(path, n)
	}
	return pkgPrefix + strconv.Itoa(len(f.pkgs)-1)
}

// importName returns what the file calls a package: what the source file calls it, or the
// package's own name, unless the package declares that name or another import has it.
func (f *file) importName(path, name string) string {
	if n := f.spec.Imports[path]; n != "" && n != "." && n != "_" {
		name = n
	}
	for n := 0; ; n++ {
		s := numbered(name, n)
		taken := slices.ContainsFunc(f.pkgs, func(p pkgRef) bool { return p.path != path && p.name == s })
		if !taken && !f.taken(s) && !jen.IsReservedWord(s) && types.Universe.Lookup(s) == nil {
			f.pkgs[len(f.pkgs)-1].name = s
			return s
		}
	}
}

func (f *file) taken(name string) bool { return f.spec.Taken != nil && f.spec.Taken(name) }

// object returns the name of a package-level object, qualified where it has to be.
func (f *file) object(pkg *types.Package, name string) ast.Expr {
	if pkg == nil || pkg.Path() == f.spec.Package.Path() {
		return ast.NewIdent(name)
	}
	return sel(ast.NewIdent(f.pkg(pkg.Path(), pkg.Name())), name)
}

// std returns a name of a package of the standard library.
func (f *file) std(path, name string) ast.Expr {
	return sel(ast.NewIdent(f.pkg(path, path[strings.LastIndexByte(path, '/')+1:])), name)
}

func (p *printer) typ(t types.Type) ast.Expr { return ast.NewIdent(p.file.typ(t)) }

// qualify replaces the names of packages in source text by their placeholders.
func (f *file) qualify(src string, imports []*types.Package) string {
	if len(imports) == 0 {
		return src
	}
	var (
		s    scanner.Scanner
		out  strings.Builder
		from int
		last token.Token
	)
	fset := token.NewFileSet()
	tf := fset.AddFile("", -1, len(src))
	s.Init(tf, []byte(src), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		at := tf.Offset(pos)
		if tok == token.IDENT && last != token.PERIOD && strings.HasPrefix(src[at+len(text):], ".") {
			if p := f.named(text, imports); p != nil {
				out.WriteString(src[from:at])
				out.WriteString(f.pkg(p.Path(), p.Name()))
				from = at + len(text)
			}
		}
		last = tok
	}
	out.WriteString(src[from:])
	return out.String()
}

// named returns the package that the source file calls name.
func (f *file) named(name string, imports []*types.Package) *types.Package {
	for _, p := range imports {
		if p.Name() == name || f.spec.Imports[p.Path()] == name {
			return p
		}
	}
	return nil
}

var qualified = regexp.MustCompile(pkgPrefix + `(\d+)\s*\.\s*([\pL_][\pL\pN_]*)`)

// code turns text into tokens, with a jen.Qual for each qualified name, which imports the
// package.
func (f *file) code(src string) *jen.Statement {
	s := &jen.Statement{}
	for {
		m := qualified.FindStringSubmatchIndex(src)
		if m == nil {
			break
		}
		if m[0] > 0 {
			s.Id(src[:m[0]])
		}
		n, _ := strconv.Atoi(src[m[2]:m[3]])
		s.Qual(f.pkgs[n].path, src[m[4]:m[5]])
		src = src[m[1]:]
	}
	if src != "" {
		s.Id(src)
	}
	return s
}

// codef is code for a format with trees and texts as arguments.
func (f *file) codef(format string, args ...any) *jen.Statement {
	for i, a := range args {
		if x, ok := a.(ast.Expr); ok {
			args[i] = text(x)
		}
	}
	return f.code(fmt.Sprintf(format, args...))
}

// render prints the file: names for placeholders, then gofmt.
func (f *file) render() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(header(f.spec.Source))
	if f.spec.Constraint != "" {
		b.WriteString(f.spec.Constraint + "\n\n")
	}
	if err := f.jen.Render(&b); err != nil {
		return nil, fmt.Errorf("emit: %s: %w", f.spec.Source, err)
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "", b.Bytes(), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("emit: %s: the printed code is not Go: %w\n%s", f.spec.Source, err, b.Bytes())
	}
	scope := f.scope(tree)
	if err := f.syms.resolve(tree, func(n string) bool { return scope[n] || f.taken(n) }); err != nil {
		return nil, err
	}
	b.Reset()
	if err := format.Node(&b, fset, tree); err != nil {
		return nil, fmt.Errorf("emit: %s: %w", f.spec.Source, err)
	}
	return format.Source(b.Bytes())
}

// scope returns the names that the file itself declares or imports.
func (f *file) scope(tree *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, p := range f.pkgs {
		names[p.name] = true
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names[id.Name] = true
					}
				}
			}
		}
	}
	delete(names, "_")
	return names
}

func (f *file) helpers() []string { return slices.Sorted(maps.Keys(f.needs)) }

func (f *file) copies() []string { return slices.Sorted(maps.Keys(f.copied)) }

func header(source string) string {
	if source != "" {
		source = " from " + source
	}
	return "// Code generated by pardiffgen" + source + ". DO NOT EDIT.\n\n"
}
