package analysis

import (
	"go/ast"
	"go/types"
	"path/filepath"
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

// FileName returns the absolute path of a file of the package.
func (p *Package) FileName(file *ast.File) string {
	return filepath.Clean(p.Fset.File(file.FileStart).Name())
}
