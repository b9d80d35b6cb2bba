package gen

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/emit"
)

// emitFiles prints the file for each source file with requests.
func emitFiles(j *job) {
	for _, p := range j.pkgs {
		j.files(p, func(file *ast.File, units []*unit) {
			source := p.FileName(file)
			print := func(units ...*unit) (*emit.Output, error) {
				spec := &emit.FileSpec{
					Package: p.Types, Source: filepath.Base(source), Constraint: load.BuildConstraint(file),
					Imports: p.ImportNames(file), Taken: p.Declares, Copies: j.copiesOf(p),
				}
				for _, u := range units {
					spec.Units = append(spec.Units, u.emitUnit())
				}
				return emit.File(spec)
			}
			failing := func(u *unit) bool { _, err := print(u); return err != nil }
			defer j.recoverIn(units, failing)
			out, err := print(units...)
			refusals := emit.Refusals(err)
			placed := func(r *emit.Refusal) bool { return r.Pos.IsValid() }
			if slices.ContainsFunc(refusals, placed) {
				for _, r := range refusals {
					if placed(r) {
						j.diags.Add(j.prog.Fset, r.Pos, "%s", r.Text)
					}
				}
				return
			}
			if err != nil {
				j.diags.Add(j.prog.Fset, culprit(units, failing), "cannot generate %s: %v", load.GeneratedName(source), err)
				return
			}
			j.outputs[j.generated(source)] = out.Source
			j.helpers[p] = append(j.helpers[p], out.Helpers...)
			j.copied[p] = append(j.copied[p], out.Copies...)
			j.checks = append(j.checks, out.Checks...)
		})
	}
}

// copiesOf returns the copies of a package, which are those of its tests too.
func (j *job) copiesOf(p *load.Package) *emit.Copies {
	if j.copies[p.Name] == nil {
		j.copies[p.Name] = emit.NewCopies(func(name string) bool {
			return p.Declares(name) || slices.ContainsFunc(j.pkgs, func(o *load.Package) bool { return o.Name == p.Name && o.Generates(name) })
		})
	}
	return j.copies[p.Name]
}

// A sharedFile is what the generated files of a package have in common.
type sharedFile struct {
	pkg     *load.Package // the first whose files use it
	helpers []string
	copied  []string
	old     []emit.Declaration // that files may need which this run leaves out
}

// emitShared prints the helpers of each package. The tests of a package share the file of the
// package; they have one of their own if only they need helpers.
func emitShared(j *job) {
	files := make(map[string]*sharedFile) // by path
	for _, p := range j.pkgs {
		if len(j.helpers[p]) == 0 && len(j.copied[p]) == 0 {
			continue
		}
		path := filepath.Join(j.dir, load.SharedName(p.Name, p.Tests()))
		plain := filepath.Join(j.dir, load.SharedName(p.Name, false))
		if f := files[plain]; f != nil && f.pkg.Name == p.Name {
			path = plain
		}
		f := files[path]
		if f == nil {
			f = &sharedFile{pkg: p}
			files[path] = f
		}
		if old, err := os.ReadFile(path); err == nil && len(p.Excluded) > 0 {
			// What the files that this run leaves out may need stays.
			f.helpers = append(f.helpers, emit.DeclaredHelpers(old, emit.Taken(p.Declares))...)
			f.old = emit.Declared(old)
		}
		f.helpers = append(f.helpers, j.helpers[p]...)
		f.copied = append(f.copied, j.copied[p]...)
	}
	for path, f := range files {
		slices.Sort(f.helpers)
		decls := j.copiesOf(f.pkg).Declarations(f.copied)
		for _, d := range f.old {
			if !slices.Contains(f.copied, d.Name) {
				decls = append(decls, d)
			}
		}
		text, err := emit.Shared(f.pkg.Name, slices.Compact(f.helpers), emit.Taken(f.pkg.Declares), emit.Declare(decls))
		if err != nil {
			j.diags.AddAt(token.Position{Filename: path}, "internal error: %v", err)
			continue
		}
		j.outputs[path] = text
	}
}

// claimFiles refuses to overwrite files that somebody else wrote.
func claimFiles(j *job) {
	ours := j.existing()
	for _, path := range slices.Sorted(maps.Keys(j.outputs)) {
		if _, err := os.Lstat(path); err == nil && !slices.Contains(ours, path) {
			j.diags.AddAt(token.Position{Filename: path, Line: 1, Column: 1},
				"pardiffgen did not write this file and does not overwrite it; rename it, or delete it to have it generated")
		}
	}
}

// recheck type-checks the output together with the package. What it finds is a fault of
// pardiffgen, and is never written.
func recheck(j *job) {
	for _, p := range j.pkgs {
		files := make(map[string][]byte)
		for path, text := range j.outputs {
			if p.Holds(path) && filepath.Ext(path) == ".go" {
				files[path] = j.launcherStub(path, text)
			}
		}
		for _, e := range p.Recheck(files) {
			j.diags.AddAt(e.Pos, "internal error: generated code does not type-check: %s%s", e.Message, lineAt(j.outputs[e.Pos.Filename], e.Pos.Line))
		}
	}
}

// lineAt quotes a line of a file that does not exist.
func lineAt(text []byte, line int) string {
	lines := strings.Split(string(text), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return fmt.Sprintf(", in %q", strings.TrimSpace(lines[line-1]))
}
