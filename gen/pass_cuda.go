package gen

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/cudatmpl"
	"github.com/pardiff/pardiffgen/emit"
)

// emitCUDA prints the kernels and the launcher for each source file with requests for CUDA. A function whose
// gradient is no sequence of kernels is refused for CUDA alone.
func emitCUDA(j *job) {
	for _, p := range j.pkgs {
		j.files(p, func(file *ast.File, units []*unit) {
			source := p.FileName(file)
			specOf := func(units ...*unit) *cudatmpl.FileSpec {
				spec := &cudatmpl.FileSpec{
					Package: p.Types, Source: filepath.Base(source), Kernels: load.KernelsName(source),
					Constraint: load.BuildConstraint(file), Imports: p.ImportNames(file), Taken: p.Declares,
				}
				for _, u := range units {
					if c := j.cudaUnit(u); len(c.Requests) > 0 {
						spec.Units = append(spec.Units, c)
					}
				}
				return spec
			}
			failing := func(u *unit) bool {
				s := specOf(u)
				if len(s.Units) == 0 {
					return false
				}
				_, _, err := cudatmpl.File(s)
				return err != nil
			}
			defer j.recoverIn(units, failing)
			spec := specOf(units...)
			if len(spec.Units) == 0 {
				return
			}
			out, refused, err := cudatmpl.File(spec)
			if err != nil {
				j.diags.Add(j.prog.Fset, culprit(units, failing), "internal error: cannot generate %s: %v", load.LauncherName(source), err)
				return
			}
			for _, r := range refused {
				j.noCUDA.Add(j.prog.Fset, r.Pos, "%s", r.Message)
			}
			if out == nil {
				return
			}
			j.outputs[filepath.Join(j.dir, spec.Kernels)] = out.Kernels
			j.outputs[filepath.Join(j.dir, load.LauncherName(source))] = out.Launcher
			j.runtime[p] = append(j.runtime[p], out.Runtime...)
		})
		j.emitRuntime(p)
	}
}

// emitRuntime prints what the launchers of a package share.
func (j *job) emitRuntime(p *load.Package) {
	if len(j.runtime[p]) == 0 {
		return
	}
	slices.Sort(j.runtime[p])
	path := filepath.Join(j.dir, load.SharedCUDAName)
	text, needs, err := emit.SharedCUDA(p.Name, slices.Compact(j.runtime[p]), emit.Taken(p.Declares))
	if err != nil {
		j.diags.AddAt(token.Position{Filename: path}, "internal error: %v", err)
		return
	}
	j.helpers[p] = append(j.helpers[p], needs...)
	j.outputs[path] = text
}

// cudaUnit is the unit as package cudatmpl takes it.
func (j *job) cudaUnit(u *unit) *cudatmpl.Unit {
	out := &cudatmpl.Unit{Primal: u.fn}
	kernels := make(map[*adjoint.Gradient]*adjoint.Gradient) // by what is printed as Go
	for _, r := range u.requests {
		if r.CUDA {
			if kernels[r.gradient] == nil {
				kernels[r.gradient] = u.cudaGradient(r)
			}
			out.Requests = append(out.Requests, &cudatmpl.Request{
				VJP: r.Mode == load.VJP, Name: r.Name, Work: r.Work, Launcher: load.CUDAName(r.Work),
				Constructor: load.ConstructorName(load.CUDAName(r.Work)), Gradient: kernels[r.gradient],
				Check: j.cudaCheck(r.Work, r.gradient), Pos: r.CUDAPos, Atomic: r.Atomic,
			})
		}
	}
	return out
}

// cudaGradient returns the gradient of a request for kernels. It makes no use of facts that are tested: kernels may be
// launched by themselves.
func (u *unit) cudaGradient(r *derived) *adjoint.Gradient {
	opt := r.options()
	opt.Kernels, opt.Untested = true, testsFacts(r.gradient)
	g, _ := adjoint.Derive(u.fn, opt) // what it would refuse has been refused before
	return g
}

// testsFacts says whether a call of the gradient panics where facts do not hold.
func testsFacts(g *adjoint.Gradient) bool {
	return slices.ContainsFunc(g.Facts, func(f adjoint.FactUse) bool { return f.Required })
}

// cudaCheck returns the test that the Go gradient makes of its arguments.
func (j *job) cudaCheck(work string, g *adjoint.Gradient) *cudatmpl.Check {
	for _, c := range j.checks {
		if c.Work == work && c.Gradient == g {
			return &cudatmpl.Check{Name: c.Name, Args: cudaArgs(c.Args), Memory: testsFacts(g)}
		}
	}
	return nil
}

func cudaArgs(args []emit.CheckArg) []cudatmpl.CheckArg {
	var out []cudatmpl.CheckArg
	for _, a := range args {
		out = append(out, cudatmpl.CheckArg(a))
	}
	return out
}

// launcherStub returns what stands for a file in the type check of the output: for the runtime of launchers, which
// needs a package that only builds with the tag have, declarations alone.
func (j *job) launcherStub(path string, text []byte) []byte {
	if filepath.Base(path) != load.SharedCUDAName {
		return text
	}
	stub, err := cudatmpl.RuntimeStub(text)
	if err != nil {
		j.diags.AddAt(token.Position{Filename: path}, "internal error: %v", err)
	}
	return stub
}
