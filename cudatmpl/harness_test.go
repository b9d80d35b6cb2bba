package cudatmpl_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/cudatmpl"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// generate is generateFor without atomics.
func generate(t *testing.T, src string, names ...string) (*cudatmpl.Output, []cudatmpl.Refusal, []*ir.Func) {
	t.Helper()
	return generateFor(t, src, false, names...)
}

// generateFor prints CUDA for functions of src, the text of one file: Grad where a function returns a float and VJP
// where it does not.
func generateFor(t *testing.T, src string, atomic bool, names ...string) (*cudatmpl.Output, []cudatmpl.Refusal, []*ir.Func) {
	t.Helper()
	prog := irtest.Load(t, src)
	spec := &cudatmpl.FileSpec{Source: "src.go", Kernels: "src_grad.cu", Package: prog.Package.Types}
	var fns []*ir.Func
	for _, name := range names {
		fn, diags := prog.Lower(t, name)
		for _, d := range diags.Sorted() {
			t.Errorf("%s", d.Format(""))
		}
		g, problems := adjoint.Derive(fn, adjoint.Options{Kernels: true, Untested: true})
		for _, p := range problems {
			t.Errorf("%s: %s", fn.Fset.Position(p.Pos), p.Message)
		}
		if t.Failed() {
			t.FailNow()
		}
		r := &cudatmpl.Request{Name: name + "Grad", Work: name + "Work", Launcher: name + "CUDA", Constructor: "New" + name + "CUDA", Gradient: g, Atomic: atomic}
		if len(g.Seeds) == 0 {
			r.VJP, r.Name = true, name+"VJP"
		}
		spec.Units = append(spec.Units, &cudatmpl.Unit{Primal: fn, Requests: []*cudatmpl.Request{r}})
		fns = append(fns, fn)
	}
	out, refused, err := cudatmpl.File(spec)
	if err != nil {
		t.Fatal(err)
	}
	return out, refused, fns
}
