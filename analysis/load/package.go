package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// newPackage makes a Package of a loaded one, finds its targets, and indexes its functions.
func (l *loader) newPackage(root *packages.Package) *Package {
	p := &Package{
		Path: root.PkgPath, Name: root.Name, Dir: root.Dir, Fset: l.prog.Fset,
		Types: root.Types, Info: root.TypesInfo, Lines: make(map[LineKey]*LineDirective),
		Diags: new(Diagnostics), root: root, overlay: l.overlay, dir: l.byDir[root.Dir], test: root.ForTest != "",
	}
	d := p.dir
	if i := slices.Index(l.dirs, d); i >= 0 && i < l.matched {
		l.prog.Packages = append(l.prog.Packages, p)
		p.matched = true
	}
	for _, file := range root.Syntax {
		name := p.Fset.File(file.FileStart).Name()
		if own, ok := l.overlay.own[name]; ok && own == 0 {
			continue // generated
		}
		l.trimStubs(p, file)
		p.Files = append(p.Files, file)
		l.indexFuncs(p, file)
		l.addDirectives(p, d, file, name)
	}
	if d != nil {
		p.addGenerated(d)
	}
	return p
}

// owns says whether a file's targets belong to p: the package for tests holds the other files as
// well, but only its test files are its own.
func (p *Package) owns(file string) bool { return p.test == strings.HasSuffix(file, "_test.go") }

// trimStubs takes the stubs off a file, now that their objects exist.
func (l *loader) trimStubs(p *Package, file *ast.File) {
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		at := p.Fset.PositionFor(d.Pos(), false)
		return l.overlay.isStub(at.Filename, at.Offset)
	})
}

func (l *loader) indexFuncs(p *Package, file *ast.File) {
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Body == nil {
			continue
		}
		if fn, ok := p.Info.Defs[d.Name].(*types.Func); ok {
			l.prog.sources[fn] = &Source{Pkg: p, File: file, Decl: d, Fn: fn}
		}
	}
}

// addDirectives reads the directives of a file again, for their positions in the file set of the
// load. What is wrong with them was found when the directory was scanned.
func (l *loader) addDirectives(p *Package, d *sourceDir, file *ast.File, name string) {
	if d == nil {
		return
	}
	i := slices.IndexFunc(d.files, func(f *sourceFile) bool { return f.path == name })
	if i < 0 {
		return
	}
	d.files[i].loaded = true
	dirs := parseDirectives(p.Fset, file, d.files[i].src, new(Diagnostics))
	for line, ld := range dirs.Lines {
		p.Lines[LineKey{name, line}] = ld
	}
	for _, f := range dirs.Funcs {
		fn, ok := p.Info.Defs[f.Decl.Name].(*types.Func)
		if !ok {
			continue
		}
		src := Source{Pkg: p, File: file, Decl: f.Decl, Fn: fn}
		if f.Rule != nil {
			p.ruleDirectives = append(p.ruleDirectives, &typedRule{f.Rule, src})
		}
		if len(f.Requests) > 0 && p.owns(name) {
			p.Targets = append(p.Targets, &Target{Source: src, Requests: f.Requests, Assume: f.Assume})
		}
	}
}

// addGenerated notes the generated files of the package's directory, and the source files with
// requests that the build leaves out.
func (p *Package) addGenerated(d *sourceDir) {
	p.Kernels = d.kernels
	for _, f := range d.files {
		switch {
		case f.generated:
			p.Generated = append(p.Generated, f.path)
		case f.requests() && !f.built:
			p.Excluded = append(p.Excluded, f.path)
		}
	}
}

// Text returns what the user wrote in a file of the package's directory, or nil if there is no
// such file. Positions of the load are positions in it.
func (p *Package) Text(file string) []byte {
	if p.dir != nil {
		for _, f := range p.dir.files {
			if f.path == file {
				return f.src
			}
		}
	}
	return nil
}

// IsStub says whether an object was declared only to stand for what will be generated, so that its
// name is free.
func (p *Package) IsStub(obj types.Object) bool {
	if obj == nil || !obj.Pos().IsValid() {
		return false
	}
	at := p.Fset.PositionFor(obj.Pos(), false)
	return p.overlay.isStub(at.Filename, at.Offset)
}

// Tests says whether the package is that of a directory's tests: the package with its test files, or
// the external test package.
func (p *Package) Tests() bool { return p.test }

// Holds says whether a generated file, given by its path, belongs to the package. The package with
// its test files holds the files of the package as well.
func (p *Package) Holds(generated string) bool {
	if filepath.Dir(generated) != p.Dir {
		return false
	}
	base := filepath.Base(generated)
	test := strings.HasSuffix(base, "_test.go")
	if test && !p.test {
		return false
	}
	for _, f := range p.dir.files {
		if !f.generated && GeneratedName(f.path) == base {
			return f.pkgName() == p.Name
		}
	}
	external := SharedName("_test", true) == base
	return external == strings.HasSuffix(p.Name, "_test")
}

// Declares says whether the user's code declares a name at the package level, in files of the
// package or of its tests.
func (p *Package) Declares(name string) bool {
	if obj := p.Types.Scope().Lookup(name); obj != nil && !p.IsStub(obj) {
		return true
	}
	if p.declared == nil && p.dir != nil {
		p.declared = make(map[string]claim)
		for f := range p.dir.sources {
			f.declared(p.declared)
		}
	}
	_, ok := p.declared[p.Name+":"+name]
	return ok
}

// OtherFiles calls yield for each file of the package that is not part of it in this build: of its tests, or of other
// systems. They have no types; at names a position in one of them.
func (p *Package) OtherFiles(yield func(at func(token.Pos) string, file *ast.File) bool) {
	if p.dir == nil {
		return
	}
	for f := range p.dir.sources {
		loaded := slices.ContainsFunc(p.Files, func(o *ast.File) bool { return p.FileName(o) == f.path })
		if loaded || f.pkgName() != p.Name {
			continue
		}
		at := func(pos token.Pos) string {
			return fmt.Sprintf("%s:%d", filepath.Base(f.path), f.fset.Position(pos).Line)
		}
		if !yield(at, f.syntax) {
			return
		}
	}
}

// InAssembly says whether assembly of the package names a variable.
func (p *Package) InAssembly(name string) bool {
	files, _ := filepath.Glob(filepath.Join(p.Dir, "*.s"))
	symbol := regexp.MustCompile("·" + regexp.QuoteMeta(name) + `\b`)
	for _, f := range files {
		if text, err := os.ReadFile(f); err != nil || symbol.Match(text) {
			return true
		}
	}
	return false
}

// Generates says whether something that is to be generated in the package has a name.
func (p *Package) Generates(name string) bool {
	return slices.ContainsFunc(p.Targets, func(t *Target) bool {
		return slices.ContainsFunc(t.Requests, func(r *Request) bool { return r.Name == name || r.Work == name })
	})
}

// ImportNames returns what a file calls the packages that it imports, by path.
func (p *Package) ImportNames(file *ast.File) map[string]string {
	names := make(map[string]string)
	for _, spec := range file.Imports {
		if name := p.Info.PkgNameOf(spec); name != nil {
			names[name.Imported().Path()] = name.Name()
		}
	}
	return names
}

// FileName returns the absolute path of a file of the package.
func (p *Package) FileName(file *ast.File) string {
	return filepath.Clean(p.Fset.File(file.FileStart).Name())
}
