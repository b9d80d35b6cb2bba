// Package irtest lowers functions given as source text, for the tests of the stages that
// work on package ir.
package irtest

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/analysis"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Lower type-checks src, the full text of one file, and lowers its function fn ("F", or
// "T.M" for a method). It fails the test on any error or refusal.
func Lower(t testing.TB, src, fn string) *ir.Func {
	t.Helper()
	f, diags := Try(t, src, fn)
	for _, d := range diags.Sorted() {
		t.Errorf("%s", d.Format(""))
	}
	if f == nil {
		t.Fatalf("%s was not lowered", fn)
	}
	return f
}

// Try is Lower for functions that may be refused: it returns nil and the refusals then.
func Try(t testing.TB, src, fn string) (*ir.Func, *load.Diagnostics) {
	t.Helper()
	return Load(t, src).Lower(t, fn)
}

// Lower lowers the function fn. The result is nil, and the refusals are reported, if it is refused.
func (p *Program) Lower(t testing.TB, fn string) (*ir.Func, *load.Diagnostics) {
	t.Helper()
	s := p.byName[fn]
	if s == nil {
		t.Fatalf("no function %s in the source", fn)
	}
	diags := new(load.Diagnostics)
	facts := load.FactsOf(p.Package, s.File, p.src, s, diags)
	return analysis.Lower(p, &load.Target{Source: *s, Assume: facts}, diags), diags
}

// Names returns the names of the functions and methods, sorted.
func (p *Program) Names() []string { return slices.Sorted(maps.Keys(p.byName)) }

// A Program is one package, loaded from text, as the source of functions for lowering.
type Program struct {
	Package *load.Package
	src     []byte
	byName  map[string]*load.Source
	byFn    map[*types.Func]*load.Source
	rules   map[*types.Func]*load.Rule
	std     *load.Standard
}

// Source returns the source of a function of the package, or what stands for one of the standard library; nil for
// other functions.
func (p *Program) Source(fn *types.Func) *load.Source {
	if s := p.byFn[fn]; s != nil {
		return s
	}
	return p.std.Source(fn)
}

// RuleFor returns the rule for fn that a "//pardiff:rule for=" comment declares.
func (p *Program) RuleFor(fn *types.Func) *load.Rule { return p.rules[fn] }

// DerivativeOf returns a stand-in for the VJP or JVP of fn. It has no body, and no parameters.
func (p *Program) DerivativeOf(fn *types.Func, by *load.Target, mode load.Mode) *load.Generated {
	d := types.NewFunc(token.NoPos, by.Home().Types, fn.Name()+mode.String(), types.NewSignatureType(nil, nil, nil, nil, nil, false))
	return &load.Generated{Fn: d}
}

// Load parses and type-checks src, the full text of one file that imports the standard
// library alone. It fails the test on any error.
func Load(t testing.TB, src string) *Program {
	t.Helper()
	fset := token.NewFileSet()
	p, err := Parse(fset, importer.ForCompiler(fset, "gc", nil), src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Parse is Load with an importer that may be shared. The error is that of the parser or the first of
// the type checker.
func Parse(fset *token.FileSet, imp types.Importer, src string) (*Program, error) {
	file, err := parser.ParseFile(fset, "src.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
		Instances:  map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{Context: types.NewContext(), Importer: imp}
	pkg, err := conf.Check("example.com/src", fset, []*ast.File{file}, info)
	if err != nil {
		return nil, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	p := &Program{
		Package: &load.Package{
			Path: pkg.Path(), Name: pkg.Name(), Dir: dir, Fset: fset,
			Files: []*ast.File{file}, Types: pkg, Info: info,
			Lines: lineDirectives(fset, file), Instances: conf.Context,
		},
		src:    []byte(src),
		byName: map[string]*load.Source{},
		byFn:   map[*types.Func]*load.Source{},
		rules:  map[*types.Func]*load.Rule{},
		std:    load.NewStandard(fset),
	}
	p.index(file)
	return p, nil
}

func (p *Program) index(file *ast.File) {
	for _, d := range file.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn := p.Package.Info.Defs[d.Name].(*types.Func)
		s := &load.Source{Pkg: p.Package, File: file, Decl: d, Fn: fn}
		p.byFn[fn], p.byName[funcName(fn)] = s, s
	}
	for _, s := range p.byFn {
		if s.Decl.Doc == nil {
			continue
		}
		for _, c := range s.Decl.Doc.List {
			name, ok := strings.CutPrefix(c.Text, "//pardiff:rule for=")
			if primal := p.byName[name]; ok && primal != nil {
				p.rules[primal.Fn] = &load.Rule{Pos: c.Pos(), For: primal.Fn, Fn: s.Fn}
			}
		}
	}
}

func funcName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.(*types.Named).Obj().Name() + "." + fn.Name()
}

// lineDirectives finds the directives that stand alone on a line inside a function.
func lineDirectives(fset *token.FileSet, file *ast.File) map[load.LineKey]*load.LineDirective {
	lines := map[load.LineKey]*load.LineDirective{}
	for _, g := range file.Comments {
		p := fset.Position(g.End())
		key := load.LineKey{File: p.Filename, Line: p.Line + 1}
		for _, c := range g.List {
			verb, args, _ := strings.Cut(strings.TrimPrefix(c.Text, "//pardiff:"), " ")
			d := lines[key]
			if d == nil {
				d = &load.LineDirective{Pos: c.Pos()}
			}
			switch verb {
			case "store":
				d.Store = strings.Split(args, ",")
			case "recompute":
				d.Recompute = strings.Split(args, ",")
			case "nondiff":
				d.NonDiff = true
			case "serial":
				d.Serial = true
			default:
				continue
			}
			lines[key] = d
		}
	}
	return lines
}
