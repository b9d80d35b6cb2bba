package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// parsePosition reads file:line:col, of which the end may be missing.
func parsePosition(s string) token.Position {
	var p token.Position
	rest, last, _ := cutLast(s)
	if n, err := strconv.Atoi(last); err == nil {
		p.Line = n
		if more, line, _ := cutLast(rest); line != "" {
			if n, err := strconv.Atoi(line); err == nil {
				rest, p.Line, p.Column = more, n, p.Line
			}
		}
		p.Filename = rest
		return p
	}
	p.Filename = strings.TrimSuffix(s, "-")
	return p
}

func cutLast(s string) (before, after string, ok bool) {
	if i := strings.LastIndexByte(s, ':'); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// Recheck type-checks the package as it would be with the given generated files, by absolute path,
// in place of the ones that it has. It returns the errors in these files.
func (p *Package) Recheck(generated map[string][]byte) []Diagnostic {
	if len(generated) == 0 {
		return nil
	}
	fset := token.NewFileSet()
	var files []*ast.File
	var errs []Diagnostic
	add := func(name string, text []byte, ours bool) {
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		var list scanner.ErrorList
		if ours && errors.As(err, &list) {
			errs = append(errs, Diagnostic{list[0].Pos, list[0].Msg})
		}
		if f != nil {
			files = append(files, f)
		}
	}
	for _, f := range p.Files {
		name := p.FileName(f)
		add(name, p.Text(name), false)
	}
	for _, name := range slices.Sorted(maps.Keys(generated)) {
		add(name, generated[name], true)
	}
	if len(errs) > 0 {
		return errs
	}
	cfg := &types.Config{
		Importer: recheckImporter{p}, Sizes: p.root.TypesSizes, GoVersion: goVersion(p.root),
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) {
				return
			}
			if pos := fset.Position(e.Pos); generated[pos.Filename] != nil {
				errs = append(errs, Diagnostic{pos, e.Msg})
			}
		},
	}
	cfg.Check(p.Path, fset, files, nil) // its error is the first of errs, or in another file
	return errs
}

// recheckImporter finds the imports of a package among those that it was loaded with, and, for what
// comes from a helper in another package, among those of the whole load.
type recheckImporter struct{ p *Package }

func (i recheckImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if imp := i.p.root.Imports[path]; imp != nil && imp.Types != nil {
		return imp.Types, nil
	}
	if imp := i.p.imported[path]; imp != nil {
		return imp, nil
	}
	return nil, fmt.Errorf("package %s was not loaded", path)
}
