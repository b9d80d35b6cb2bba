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
					Imports: p.ImportNames(file), Taken: p.Declares,
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
			j.checks = append(j.checks, out.Checks...)
		})
	}
}

// emitShared prints the helpers of each package. The tests of a package share the file of the
// package; they have one of their own if only they need helpers.
func emitShared(j *job) {
	names := make(map[string][]string) // by path
	pkg := make(map[string]string)
	taken := make(map[string]emit.SharedOption)
	for _, p := range j.pkgs {
		if len(j.helpers[p]) == 0 {
			continue
		}
		path := filepath.Join(j.dir, load.SharedName(p.Name, p.Tests()))
		plain := filepath.Join(j.dir, load.SharedName(p.Name, false))
		if names[plain] != nil && pkg[plain] == p.Name {
			path = plain
		}
		if old, err := os.ReadFile(path); err == nil && len(p.Excluded) > 0 {
			// What the files that this run leaves out may need stays.
			names[path] = append(names[path], emit.DeclaredHelpers(old, emit.Taken(p.Declares))...)
		}
		names[path] = append(names[path], j.helpers[p]...)
		pkg[path] = p.Name
		if taken[path] == nil {
			taken[path] = emit.Taken(p.Declares)
		}
	}
	for path, list := range names {
		slices.Sort(list)
		text, err := emit.Shared(pkg[path], slices.Compact(list), taken[path])
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
