package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// maxWarnings is how many type errors of a package are printed.
const maxWarnings = 3

// report sorts out what is wrong: faults that gradients depend on go to the Diags of their package,
// all others become warnings, and errors that only concern names to be generated are dropped.
func (l *loader) report(all []*Package) {
	for i, d := range l.dirs {
		l.reportDirectives(d, i < l.matched, all)
	}
	reached := make(map[*types.Func]bool)
	for _, p := range l.prog.Packages {
		for _, t := range p.Targets {
			checkTarget(p, t)
			for _, src := range l.reachedFrom(t) {
				reached[src.Fn] = true
				if reportErrors(p, src) || reportInvalid(p, src) {
					t.Broken = true
				}
			}
			t.Broken = t.Broken || p.Diags.within(p.Fset, t.Decl)
		}
		checkNonDiff(p)
		l.reportList(p)
	}
	for _, p := range l.prog.Packages {
		l.warnTypes(p, reached)
	}
}

// reportDirectives reports the directives of a directory that are wrong, its syntax errors, and
// its directives that the load did not reach.
func (l *loader) reportDirectives(d *sourceDir, matched bool, all []*Package) {
	diags := new(Diagnostics)
	i := slices.IndexFunc(all, func(p *Package) bool { return p.dir == d })
	if i >= 0 && matched {
		diags = all[i].Diags
	}
	diags.list = append(diags.list, d.diags.list...)
	for f := range d.sources {
		l.reportSyntax(f, diags)
		has := len(f.directives.Funcs) > 0
		switch {
		case f.loaded || !has || !matched:
		case !f.built:
			l.warn(f.fset.Position(f.directives.Funcs[0].Decl.Pos()), "the build constraints leave this file out, so nothing is generated for it")
		case imports(f.syntax, "C"):
			diags.Add(f.fset, f.directives.Funcs[0].Decl.Pos(), "directives in a file that uses cgo are not supported; move the function to another file")
		case f.err == nil && i >= 0:
			diags.Add(f.fset, f.directives.Funcs[0].Decl.Pos(), "the file is not part of package %s, so its directives cannot be followed", all[i].Name)
		}
	}
	if !matched {
		l.prog.Warnings = append(l.prog.Warnings, diags.list...)
	}
}

// reportSyntax reports the syntax errors of a file. They matter if it may hold directives.
func (l *loader) reportSyntax(f *sourceFile, diags *Diagnostics) {
	var list scanner.ErrorList
	if f.err == nil || !errors.As(f.err, &list) {
		return
	}
	list.RemoveMultiples()
	for _, e := range list {
		if strings.Contains(string(f.src), "//"+toolName+":") {
			diags.AddAt(e.Pos, "%s", e.Msg)
		} else {
			l.warn(e.Pos, "%s", e.Msg)
		}
	}
}

func (l *loader) warn(pos token.Position, format string, args ...any) {
	d := Diagnostic{pos, fmt.Sprintf(format, args...)}
	if !slices.Contains(l.prog.Warnings, d) {
		l.prog.Warnings = append(l.prog.Warnings, d)
	}
}

func imports(f *ast.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"`+path+`"` })
}

// reachedFrom returns the functions that a target reaches: itself and the helpers in the module
// that it calls.
func (l *loader) reachedFrom(t *Target) []*Source {
	seen := make(map[*types.Func]bool)
	var out []*Source
	var visit func(fn *types.Func)
	visit = func(fn *types.Func) {
		src := l.prog.sources[fn.Origin()]
		if src == nil || seen[src.Fn] {
			return
		}
		seen[src.Fn] = true
		out = append(out, src)
		ast.Inspect(src.Decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if callee, ok := src.Pkg.Info.Uses[id].(*types.Func); ok {
					visit(callee)
				}
			}
			return true
		})
	}
	visit(t.Fn)
	return out
}

// within says whether a diagnostic stands in a function or its doc comment.
func (d *Diagnostics) within(fset *token.FileSet, fn *ast.FuncDecl) bool {
	from, to := fset.Position(fn.Pos()), fset.Position(fn.End())
	if fn.Doc != nil {
		from = fset.Position(fn.Doc.Pos())
	}
	return slices.ContainsFunc(d.list, func(d Diagnostic) bool {
		return d.Pos.Filename == from.Filename && from.Line <= d.Pos.Line && d.Pos.Line <= to.Line
	})
}

// reportErrors reports the type errors in a function that p's targets reach, and says whether there
// are any.
func reportErrors(p *Package, src *Source) bool {
	found := false
	for _, e := range src.Pkg.typeErrors() {
		if within(src.Decl, e.Pos) {
			p.Diags.Add(p.Fset, e.Pos, "%s", oneLine(e.Msg))
			found = true
		}
	}
	return found
}

// warnTypes warns of the type errors of p that are in none of the functions that targets reach.
func (l *loader) warnTypes(p *Package, reached map[*types.Func]bool) {
	errs := slices.DeleteFunc(p.typeErrors(), func(e types.Error) bool {
		fn := p.funcAt(e.Pos)
		return fn != nil && reached[fn]
	})
	for i, e := range errs {
		if i == maxWarnings && len(errs) > maxWarnings+1 {
			l.warn(p.Fset.Position(e.Pos), "%d more type errors in package %s; gradients do not depend on them", len(errs)-i, p.Name)
			break
		}
		l.warn(p.Fset.Position(e.Pos), "%s", oneLine(e.Msg))
	}
}

// funcAt returns the function whose declaration holds pos, or nil.
func (p *Package) funcAt(pos token.Pos) *types.Func {
	for _, f := range p.Files {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && within(d, pos) {
				fn, _ := p.Info.Defs[d.Name].(*types.Func)
				return fn
			}
		}
	}
	return nil
}

// oneLine joins the lines of an error message, as in "too many return values: have (int), want ()".
func oneLine(msg string) string {
	return strings.ReplaceAll(strings.Replace(msg, "\n\t", ": ", 1), "\n\t", ", ")
}

// reportInvalid reports the first name in a function that has no type although no type error is
// inside the function: an import failed, or the declaration elsewhere is broken. It says whether
// there is one.
func reportInvalid(p *Package, src *Source) bool {
	done := false
	ast.Inspect(src.Decl, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !done && src.Pkg.unknown(e) {
			p.Diags.Add(p.Fset, e.Pos(), "the type of %s is not known, because of errors elsewhere in the package", types.ExprString(e))
			done = true
		}
		return !done
	})
	return done
}

// unknown says whether a name has no type.
func (p *Package) unknown(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return p.Info.ObjectOf(e.Sel) == nil
	case *ast.Ident:
		switch obj := p.Info.ObjectOf(e).(type) {
		case *types.Var, *types.Const, *types.Func, *types.TypeName:
			return obj.Type() == types.Typ[types.Invalid]
		}
	}
	return false
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// typeErrors returns the type errors in the user's code, without those that only concern names that
// will be generated.
func (p *Package) typeErrors() []types.Error {
	var out []types.Error
	for _, e := range p.root.TypeErrors {
		at := p.Fset.PositionFor(e.Pos, false)
		if p.overlay.isStub(at.Filename, at.Offset) || !p.owns(at.Filename) || p.aboutStub(e.Pos) {
			continue
		}
		out = append(out, e)
	}
	return out
}

// aboutStub says whether the innermost statement or declaration at pos speaks of a stub.
func (p *Package) aboutStub(pos token.Pos) bool {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			var inner ast.Node
			ast.Inspect(f, func(n ast.Node) bool {
				if n == nil || !within(n, pos) {
					return false
				}
				switch n.(type) {
				case ast.Stmt, ast.Spec, *ast.FuncDecl:
					inner = n
				}
				return true
			})
			return inner != nil && p.mentionsStub(inner)
		}
	}
	return false
}

// mentionsStub says whether a node uses a stub, or a value of a type that is one.
func (p *Package) mentionsStub(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			found = p.stubObject(p.Info.ObjectOf(id))
		}
		return !found
	})
	return found
}

func (p *Package) stubObject(obj types.Object) bool {
	if obj == nil {
		return false
	}
	if p.IsStub(obj) {
		return true
	}
	t := obj.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := t.(*types.Named)
	return ok && p.IsStub(named.Obj())
}

// reportList reports what go list found wrong with a package that has targets. Syntax and type
// errors, which it reports as well, are dealt with elsewhere.
func (l *loader) reportList(p *Package) {
	for _, e := range p.root.Errors {
		if e.Kind != packages.ListError && e.Kind != packages.UnknownError || strings.HasPrefix(e.Msg, "# ") {
			continue
		}
		pos := parsePosition(e.Pos)
		if !pos.IsValid() {
			pos = p.position()
		}
		if len(p.Targets) > 0 || len(p.root.CompiledGoFiles) == 0 {
			p.Diags.AddAt(pos, "%s", e.Msg)
		} else {
			l.warn(pos, "%s", e.Msg)
		}
	}
}

// position is where the package is, for what is wrong with it as a whole: its first package clause, that of a file
// that the build leaves out where there is no other, or else its directory.
func (p *Package) position() token.Position {
	if len(p.Files) > 0 {
		return p.Fset.Position(p.Files[0].Package)
	}
	if p.dir != nil {
		for f := range p.dir.sources {
			if f.syntax != nil {
				return f.fset.Position(f.syntax.Package)
			}
		}
	}
	return token.Position{Filename: p.Dir}
}
