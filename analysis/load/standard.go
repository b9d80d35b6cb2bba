package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/internal/std"
)

// A Standard holds the source of functions of the standard library that gradients look into, see package std. Each of its
// packages is parsed and checked when it is first asked for.
type Standard struct {
	fset *token.FileSet
	pkgs map[string]map[string]*Source // by import path and name
}

// NewStandard returns a Standard whose positions are in fset.
func NewStandard(fset *token.FileSet) *Standard {
	return &Standard{fset: fset, pkgs: map[string]map[string]*Source{}}
}

// Source returns the source of what stands for fn, nil if there is none. Its type parameters and its results are as those
// of fn.
func (s *Standard) Source(fn *types.Func) *Source {
	if fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return nil
	}
	path := fn.Pkg().Path()
	funcs, ok := s.pkgs[path]
	if !ok {
		funcs = s.load(path)
		s.pkgs[path] = funcs
	}
	return funcs[fn.Name()]
}

// load returns the exported functions of what stands for the package with the path, by name.
func (s *Standard) load(path string) map[string]*Source {
	texts := std.Files(path)
	if texts == nil {
		return nil
	}
	p := &Package{
		Path: path, Name: path, Fset: s.fset, Standard: true,
		Lines: map[LineKey]*LineDirective{}, Diags: new(Diagnostics), Info: newInfo(),
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		f, err := parser.ParseFile(s.fset, name, texts[name], parser.SkipObjectResolution)
		if err != nil {
			panic(err) // it compiles
		}
		p.Files = append(p.Files, f)
	}
	var err error
	if p.Types, err = new(types.Config).Check(path, s.fset, p.Files, p.Info); err != nil {
		panic(err) // it compiles
	}
	funcs := map[string]*Source{}
	for _, f := range p.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				funcs[d.Name.Name] = &Source{p, f, d, p.Info.Defs[d.Name].(*types.Func)}
			}
		}
	}
	return funcs
}
