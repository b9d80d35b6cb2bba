package emit_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/emit"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// A want is a request in a test: a mode and what its directive says.
type want struct {
	mode emit.Mode
	opt  adjoint.Options
}

var (
	grad = want{mode: emit.Grad}
	vjp  = want{mode: emit.VJP}
	jac  = want{mode: emit.Jac, opt: adjoint.Options{Rows: true}}
	jvp  = want{mode: emit.JVP, opt: adjoint.Options{Forward: true}}
)

// A function is a function in a test, "F" or "T.M" for a method, and what is asked of it.
type function struct {
	name  string
	wants []want
}

// generate derives functions of src, the text of one file, and prints the gradients.
func generate(t testing.TB, src string, list ...function) (*emit.Output, *types.Package) {
	t.Helper()
	spec := &emit.FileSpec{Source: "src.go"}
	prog := irtest.Load(t, src)
	for _, fn := range list {
		f := lower(t, prog, fn.name)
		spec.Package = f.Pkg
		spec.Units = append(spec.Units, unit(t, f, fn))
	}
	spec.Taken = taken(spec.Package)
	out, err := emit.File(spec)
	if err != nil {
		t.Fatal(err)
	}
	return out, spec.Package
}

// taken says what a package declares.
func taken(pkg *types.Package) func(string) bool {
	return func(name string) bool { return pkg.Scope().Lookup(name) != nil }
}

func lower(t testing.TB, prog *irtest.Program, name string) *ir.Func {
	t.Helper()
	f, diags := prog.Lower(t, name)
	for _, d := range diags.Sorted() {
		t.Errorf("%s", d.Format(""))
	}
	if f == nil {
		t.Fatalf("%s was not lowered", name)
	}
	return f
}

func unit(t testing.TB, f *ir.Func, fn function) *emit.Unit {
	t.Helper()
	u := &emit.Unit{Primal: f}
	var reverse *adjoint.Gradient // what Grad and VJP without arguments share
	for _, w := range fn.wants {
		plain := w.opt.Wrt == nil && w.opt.Of == nil && !w.opt.Forward && !w.opt.Rows
		g := reverse
		if g == nil || !plain {
			var problems []adjoint.Problem
			g, problems = adjoint.Derive(f, w.opt)
			for _, p := range problems {
				t.Errorf("%s: %s", f.Fset.Position(p.Pos), p.Message)
			}
			if g == nil {
				t.FailNow()
			}
		}
		if plain {
			reverse = g
		}
		u.Requests = append(u.Requests, request(f.Name, fn.name, w.mode, g))
	}
	return u
}

func request(name, fn string, m emit.Mode, g *adjoint.Gradient) *emit.Request {
	r := &emit.Request{Mode: m, Name: name + m.String(), Gradient: g}
	if m != emit.JVP {
		r.Work = strings.ReplaceAll(fn, ".", "") + "Work"
	}
	return r
}
