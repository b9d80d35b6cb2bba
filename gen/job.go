package gen

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/emit"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A job is the work on one directory: its package and, if its tests have directives, the packages
// of its tests. Either all of its files are written or none.
type job struct {
	prog    *load.Program
	dir     string
	pkgs    []*load.Package
	diags   *load.Diagnostics
	units   []*unit           // one for each function with requests
	outputs map[string][]byte // the generated files, by absolute path
	// noCUDA tells of functions that have no CUDA. The other files are written nevertheless.
	noCUDA *load.Diagnostics
	// checks are what the Go gradients test their arguments with.
	checks []emit.Check
	// helpers are the shared helpers that the files of a package use.
	helpers map[*load.Package][]string
	// copies are the variables of other packages that the packages, by name, declare again; copied are the names of those that
	// the files of a package use.
	copies map[string]*emit.Copies
	copied map[*load.Package][]string
	// runtime are the parts of the runtime of CUDA launchers that those of a package use.
	runtime map[*load.Package][]string
}

// A unit is one function with requests on its way through the passes.
type unit struct {
	target   *load.Target
	fn       *ir.Func    // nil if refused
	part     *ir.Func    // what of a refused function was translated, or nil
	sweeps   load.Sweeps // for which fn was made
	requests []*derived
}

// A derived is a request with its gradient, nil if refused.
type derived struct {
	*load.Request
	gradient *adjoint.Gradient
}

// newJobs sorts the packages of a program by directory.
func newJobs(prog *load.Program) []*job {
	var jobs []*job
	for _, p := range prog.Packages {
		i := slices.IndexFunc(jobs, func(j *job) bool { return j.dir == p.Dir })
		if i < 0 {
			i = len(jobs)
			jobs = append(jobs, &job{
				prog: prog, dir: p.Dir, diags: new(load.Diagnostics), noCUDA: new(load.Diagnostics),
				outputs: make(map[string][]byte), helpers: make(map[*load.Package][]string), copies: make(map[string]*emit.Copies), copied: make(map[*load.Package][]string), runtime: make(map[*load.Package][]string),
			})
		}
		j := jobs[i]
		j.pkgs = append(j.pkgs, p)
		for _, d := range p.Diags.Sorted() {
			j.diags.AddAt(d.Pos, "%s", d.Message)
		}
		for _, t := range p.Targets {
			j.units = append(j.units, &unit{target: t})
		}
	}
	slices.SortStableFunc(jobs, func(a, b *job) int { return strings.Compare(a.dir, b.dir) })
	return jobs
}

// refused says whether the directory must stay as it is.
func (j *job) refused() bool { return j.diags.Len() > 0 }

// recover turns a panic in a pass into a refusal of the function at pos, so that the others are still
// reported. It is for use with defer.
func (j *job) recover(pos token.Pos) {
	if r := recover(); r != nil {
		j.crashed(pos, r)
	}
}

// recoverIn is recover for a pass over several functions at once, of which failing tells whether one alone fails as well.
func (j *job) recoverIn(units []*unit, failing func(*unit) bool) {
	if r := recover(); r != nil {
		j.crashed(culprit(units, failing), r)
	}
}

func (j *job) crashed(pos token.Pos, r any) {
	j.diags.Add(j.prog.Fset, pos, "internal error: %v; please report it with this function's source\n%s", r, debug.Stack())
}

// culprit returns the position of the first function that fails, or panics, alone. Where none does it is that of the first.
func culprit(units []*unit, failing func(*unit) bool) token.Pos {
	try := func(u *unit) (failed bool) {
		defer func() { failed = failed || recover() != nil }()
		return failing(u)
	}
	i := max(slices.IndexFunc(units, try), 0)
	return units[i].target.Decl.Name.Pos()
}

// generated returns the absolute path of the file that is generated from a source file.
func (j *job) generated(source string) string {
	return filepath.Join(j.dir, load.GeneratedName(source))
}

// files calls yield for each source file of a package with its units, in order of position.
func (j *job) files(p *load.Package, yield func(file *ast.File, units []*unit)) {
	for _, f := range p.Files {
		var units []*unit
		for _, u := range j.units {
			if u.target.Home() == p && u.target.HomeFile() == f {
				units = append(units, u)
			}
		}
		if len(units) > 0 {
			yield(f, units)
		}
	}
}

// emitUnit is the unit as package emit takes it.
func (u *unit) emitUnit() *emit.Unit {
	out := &emit.Unit{Primal: u.fn}
	for _, r := range u.requests {
		out.Requests = append(out.Requests, &emit.Request{
			Mode: emitMode(r.Mode), Name: r.Name, Work: r.Work, Gradient: r.gradient,
		})
	}
	return out
}

// emitMode is the mode of package emit for that of a request. A copy is a tangent of nothing.
func emitMode(m load.Mode) emit.Mode {
	return [...]emit.Mode{load.Grad: emit.Grad, load.VJP: emit.VJP, load.Jac: emit.Jac, load.JVP: emit.JVP, load.Copy: emit.JVP}[m]
}
