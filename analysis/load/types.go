package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A typeChecker gives the packages of a load their types: those of the module from source, with syntax
// and the overlay, each once; all others from export data. Package packages does the same, but takes
// everything from source once there is an overlay, which makes a run several times slower.
type typeChecker struct {
	fset    *token.FileSet
	overlay *overlay
	module  *packages.Module
	roots   map[string]bool           // IDs
	export  map[string]*types.Package // by path
	begun   map[*packages.Package]bool
	// instances is shared by all packages, so that instances of generic types are unique and their
	// fields are too.
	instances *types.Context
}

func newTypeChecker(fset *token.FileSet, o *overlay, module *packages.Module, roots []*packages.Package) *typeChecker {
	c := &typeChecker{
		fset: fset, overlay: o, module: module, roots: make(map[string]bool),
		export: make(map[string]*types.Package), begun: make(map[*packages.Package]bool),
		instances: types.NewContext(),
	}
	for _, r := range roots {
		c.roots[r.ID] = true
	}
	return c
}

// fromSource says whether a package must be checked from source: the ones that are asked for, and
// variants for tests of other packages of the module, which depend on those.
func (c *typeChecker) fromSource(p *packages.Package) bool {
	return c.roots[p.ID] || c.module != nil && p.Module != nil && p.Module.Path == c.module.Path
}

// check fills in the syntax, the types and the type errors of p.
func (c *typeChecker) check(p *packages.Package) {
	if c.begun[p] {
		return
	}
	c.begun[p] = true
	for _, name := range p.CompiledGoFiles {
		var src any
		if text, ok := c.overlay.files[name]; ok {
			src = text
		}
		f, _ := parser.ParseFile(c.fset, name, src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
		if f != nil { // syntax errors were found when the directory was scanned
			p.Syntax = append(p.Syntax, f)
		}
	}
	p.TypesInfo = newInfo()
	cfg := &types.Config{
		Context: c.instances, Importer: importer{c, p}, Sizes: p.TypesSizes, GoVersion: goVersion(p),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				p.TypeErrors = append(p.TypeErrors, e)
			}
		},
	}
	p.Types, _ = cfg.Check(p.PkgPath, c.fset, p.Syntax, p.TypesInfo) // its error is in TypeErrors
}

// newInfo returns a types.Info that is to hold all that lowering asks for.
func newInfo() *types.Info {
	return &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Instances:  make(map[*ast.Ident]types.Instance),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:     make(map[ast.Node]*types.Scope),
	}
}

func goVersion(p *packages.Package) string {
	if p.Module == nil || p.Module.GoVersion == "" {
		return ""
	}
	return "go" + p.Module.GoVersion
}

// An importer finds what one package imports.
type importer struct {
	c *typeChecker
	p *packages.Package
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := i.p.Imports[path]
	switch {
	case imp == nil:
		return nil, errors.New("not among the imports that go list reports")
	case imp.Types != nil:
		return imp.Types, nil
	case i.c.begun[imp]:
		return nil, errors.New("import cycle")
	case i.c.fromSource(imp) && len(imp.CompiledGoFiles) > 0:
		i.c.check(imp)
		return imp.Types, nil
	}
	pkg, err := i.c.readExport(imp)
	imp.Types = pkg
	return pkg, err
}

// readExport reads the export data of a package, which go list has had compiled.
func (c *typeChecker) readExport(p *packages.Package) (*types.Package, error) {
	if p.ExportFile == "" {
		if len(p.Errors) > 0 {
			msg, _, _ := strings.Cut(p.Errors[0].Msg, "\n")
			return nil, errors.New(strings.TrimSuffix(msg, "; to add it:"))
		}
		return nil, errors.New("it does not compile")
	}
	if pkg := c.export[p.PkgPath]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	f, err := os.Open(p.ExportFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 before Go 1.28, go list -export gives archives, which only NewReader opens
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", p.ExportFile, err)
	}
	return gcexportdata.Read(r, c.fset, c.export, p.PkgPath)
}
