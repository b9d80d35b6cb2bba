package cudatmpl

import (
	"fmt"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A writer collects lines of Go; go/format indents them.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.Builder, format, args...)
	w.WriteByte('\n')
}

// do prints a call that may fail.
func (w *writer) do(format string, args ...any) {
	w.line("if err := "+format+"; err != nil {\nreturn err\n}", args...)
}

// docs prints a doc comment.
func (w *writer) docs(text string) {
	line := "//"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > 80 {
			w.line("%s", line)
			line = "//"
		}
		line += " " + word
	}
	w.line("%s", line)
}

func (l *launcher) method(w *writer, name string, params []goField, result string) {
	w.line("func (%s *%s) %s(%s) %s {", l.Recv, l.Name, name, list(params), result)
}

// all prints Grad or VJP: everything that one call of the Go function does.
func (l *launcher) all(r *Request) string {
	w, p := &writer{}, l.plans[r.Gradient]
	name := "Grad"
	params := l.params()
	var seeds []goField
	if r.VJP {
		name, seeds = "VJP", l.seeds(p)
		params = append(params, seeds...)
	}
	adj := l.adjoints(p)
	params = append(params, adj...)
	results := l.results()
	w.docs(name + " is " + r.Name + " on the device, with its copies to the device and back.")
	l.method(w, name, params, "("+list(results)+")")
	l.check(w, r, name)
	fail := "return " + fieldNames(results)
	w.line("if err = %s.Upload(%s); err != nil {\n%s\n}", l.Recv, fieldNames(l.args()), fail)
	if r.VJP {
		w.line("if err = %s.UploadAdj(%s); err != nil {\n%s\n}", l.Recv, fieldNames(adj), fail)
	}
	w.line("if err = %s.Run%s(%s); err != nil {\n%s\n}", l.Recv, name, fieldNames(seeds), fail)
	if back := l.written(p); back != "" {
		w.line("if err = %s.gpu.do(func() error {\n%sreturn nil\n}); err != nil {\n%s\n}", l.Recv, back, fail)
	}
	w.line("return %s.Download(%s)", l.Recv, fieldNames(adj))
	w.line("}")
	return w.String()
}

// check prints the call of the test that the Go function makes of its arguments.
func (l *launcher) check(w *writer, r *Request, name string) {
	if r.Check == nil {
		return
	}
	args := []string{quote(l.Name + "." + name)}
	for _, a := range r.Check.Args {
		if d, ok := a.Of.(*ir.ParamDecl); ok && !a.Adjoint {
			args = append(args, d.Name)
			continue
		}
		args = append(args, l.extra[a.Of])
	}
	work := "(*" + r.Work + ")(nil)"
	if r.Check.Memory {
		work = "new(" + r.Work + ")"
	}
	w.line("%s.%s(%s)", work, r.Check.Name, strings.Join(args, ", "))
}

// written prints what brings arguments back that the function writes, without those that the caller does not see.
func (l *launcher) written(p *plan) string {
	w := &writer{}
	for _, b := range p.order {
		if b.v.Kind == ir.Param && b.written && b.v.Home.ByRef() {
			w.do("pardiffDown(%s.gpu, %s, &%[1]s.dev.%[3]s)", l.Recv, hostSlice(b, l.argument(b.v.Home)), b.field)
		}
	}
	return w.String()
}

// argument prints a leaf of the primal's parameters.
func (l *launcher) argument(h *ir.Home) string {
	return l.leaf(h, h.Param.Name)
}

// leaf prints the leaf at the place of h under an expression for its parameter.
func (l *launcher) leaf(h *ir.Home, x string) string {
	for _, f := range h.Path {
		x += "." + f.Name()
	}
	return x
}

// hostSlice prints memory of the host as a slice.
func hostSlice(b *buffer, x string) string {
	switch b.kind {
	case arrayBuffer:
		return x + "[:]"
	case cellBuffer:
		return "[]" + b.elem.String() + "{" + x + "}"
	}
	return x
}

// upload prints Upload.
func (l *launcher) upload(p *plan) string {
	w := &writer{}
	w.docs("Upload copies the arguments to the device. They may change afterwards.")
	l.method(w, "Upload", l.params(), "error")
	if l.HasVJP() {
		w.line("%s.ready, %[1]s.adjoint, %[1]s.ran = false, false, false", l.Recv)
	} else {
		w.line("%s.ready, %[1]s.ran = false, false", l.Recv)
	}
	for _, flag := range p.inverted {
		w.line("%s.%s = false", l.Recv, flag)
	}
	for _, d := range l.unit.Primal.Params {
		if !named(d) {
			continue
		}
		if isPointer(d.Type) && !isArray(d.Type) {
			w.line("%s.arg.%s = *%[2]s", l.Recv, d.Name)
		} else {
			w.line("%s.arg.%s = %[2]s", l.Recv, d.Name)
		}
	}
	w.line("return %s.gpu.do(func() error {", l.Recv)
	for _, b := range p.order {
		if b.v.Kind != ir.Param {
			continue
		}
		x := l.argument(b.v.Home)
		if b.kind == cellBuffer && b.v.Home.Deref {
			x = "*" + x
		}
		w.do("pardiffUp(%s.gpu, &%[1]s.dev.%s, %s)", l.Recv, b.field, hostSlice(b, x))
	}
	w.line("%s.ready = true", l.Recv)
	w.line("return nil\n})\n}")
	return w.String()
}

// bytes prints the size of the adjoint of a leaf.
func (l *launcher) bytes(b *buffer) string {
	n := sizeOf(b.elem) * b.flat()
	if b.kind == sliceBuffer {
		return fmt.Sprintf("%d*len(%s)", n, l.leaf(b.primal.Home, l.Recv+".arg."+b.primal.Home.Param.Name))
	}
	return fmt.Sprint(n)
}

// clear prints what makes the adjoints zero.
func (l *launcher) clear(w *writer, p *plan) {
	w.line("run := &pardiffRun{gpu: %s.gpu}", l.Recv)
	for _, leaf := range p.grad.Leaves {
		b := p.buffers[leaf.Adj]
		w.line("run.clear(&%s.dev.%s, %s)", l.Recv, b.field, l.bytes(b))
	}
	w.line("if run.err != nil {\nreturn run.err\n}")
}

// uploadAdj prints UploadAdj.
func (l *launcher) uploadAdj(p *plan) string {
	w := &writer{}
	w.docs("UploadAdj copies the adjoints to the device as they are on entry to VJP; nil stands for zeros. It comes after Upload.")
	l.method(w, "UploadAdj", l.adjoints(p), "error")
	l.needReady(w, "UploadAdj")
	l.lengths(w, p, "UploadAdj")
	w.line("%s.ran = false", l.Recv)
	w.line("return %s.gpu.do(func() error {", l.Recv)
	l.clear(w, p)
	for _, leaf := range p.grad.Leaves {
		if leaf.Cleared {
			continue
		}
		b := p.buffers[leaf.Adj]
		l.whenWanted(w, leaf, func(x string) {
			w.do("pardiffUp(%s.gpu, &%[1]s.dev.%s, %s)", l.Recv, b.field, hostSlice(b, x))
		})
	}
	w.line("%s.adjoint = true", l.Recv)
	w.line("return nil\n})\n}")
	return w.String()
}

// whenWanted prints statements about the adjoint of a leaf among the parameters, where the caller gave one.
func (l *launcher) whenWanted(w *writer, leaf adjoint.Leaf, f func(x string)) {
	h := leaf.Primal.Home
	param := l.extra[h.Param]
	x := l.leaf(h, param)
	conds := []string{param + " != nil"}
	if isSlice(leaf.Primal.Type) && len(h.Path) > 0 {
		conds = append(conds, x+" != nil")
	}
	if h.Deref && len(h.Path) > 0 {
		conds = append(conds, x+" != nil")
	}
	if !isSlice(leaf.Primal.Type) && !isArray(leaf.Primal.Type) && (len(h.Path) == 0 || h.Deref) {
		x = "*" + x
	}
	w.line("if %s {", strings.Join(conds, " && "))
	f(x)
	w.line("}")
}

// lengths prints the test of the lengths of adjoints.
func (l *launcher) lengths(w *writer, p *plan, method string) {
	for _, leaf := range p.grad.Leaves {
		if !isSlice(leaf.Primal.Type) {
			continue
		}
		h := leaf.Primal.Home
		l.whenWanted(w, leaf, func(x string) {
			w.line("pardiffLen(%q, %q, len(%s), %q, len(%s))", l.Name+"."+method, x, x, l.argument(h), l.leaf(h, l.Recv+".arg."+h.Param.Name))
		})
	}
}

func (l *launcher) needReady(w *writer, method string) {
	l.file.imports["errors"] = ""
	w.line("if !%s.ready {\nreturn errors.New(%q)\n}", l.Recv, fmt.Sprintf("pardiffgen: %s.%s: call Upload first", l.Name, method))
}

// runGrad prints RunGrad.
func (l *launcher) runGrad(p *plan) string {
	w := &writer{}
	w.docs("RunGrad computes value and gradient on the device, from what Upload copied there.")
	l.method(w, "RunGrad", nil, "error")
	l.needReady(w, "RunGrad")
	w.line("%s.ran = false", l.Recv)
	w.line("return %s.gpu.do(func() error {", l.Recv)
	l.clear(w, p)
	var ones []string
	for range p.grad.Seeds {
		ones = append(ones, "1")
	}
	l.sweep(w, strings.Join(ones, ", "))
	return w.String()
}

// sweep prints the end of a method that runs a gradient.
func (l *launcher) sweep(w *writer, seeds string) {
	w.do("%s.sweep(%s)", l.Recv, seeds)
	w.line("%s.ran = true", l.Recv)
	w.line("return nil\n})\n}")
}

// runVJP prints RunVJP.
func (l *launcher) runVJP(p *plan) string {
	w := &writer{}
	w.docs("RunVJP takes the adjoints on the device from their final to their initial values. Without UploadAdj they start at zero in each run.")
	l.method(w, "RunVJP", l.seeds(p), "error")
	l.needReady(w, "RunVJP")
	w.line("%s.ran = false", l.Recv)
	w.line("return %s.gpu.do(func() error {", l.Recv)
	w.line("if !%s.adjoint {", l.Recv)
	l.clear(w, p)
	w.line("}")
	l.sweep(w, fieldNames(l.seeds(p)))
	return w.String()
}

// runs names the methods that run a gradient.
func (l *launcher) runs() string {
	switch {
	case !l.HasVJP():
		return "RunGrad"
	case !l.HasGrad():
		return "RunVJP"
	}
	return "RunGrad or RunVJP"
}

// download prints Download.
func (l *launcher) download(p *plan) string {
	w := &writer{}
	results := l.results()
	w.docs("Download copies the adjoints back, those that are not nil, and returns what the function returned. It waits for the device. It comes after a run of what was uploaded.")
	l.method(w, "Download", l.adjoints(p), "("+list(results)+")")
	l.file.imports["errors"] = ""
	for _, need := range []struct{ flag, message string }{
		{"ready", "call Upload first"},
		{"ran", "nothing has run with what was uploaded; call " + l.runs() + " first"},
	} {
		w.line("if !%s.%s {\nerr = errors.New(%q)\nreturn %s\n}", l.Recv, need.flag, fmt.Sprintf("pardiffgen: %s.Download: %s", l.Name, need.message), fieldNames(results))
	}
	l.lengths(w, p, "Download")
	w.line("err = %s.gpu.do(func() error {", l.Recv)
	for _, leaf := range p.grad.Leaves {
		b := p.buffers[leaf.Adj]
		l.whenWanted(w, leaf, func(x string) { l.down(w, b, x) })
	}
	for _, r := range l.unit.Primal.Results {
		for i, v := range r.Leaves {
			b := p.buffers[v]
			if b == nil {
				continue
			}
			x := resultName(r)
			if len(r.Leaves) > 1 || !basicType(r) {
				x += resultPath(r, i)
			}
			l.down(w, b, x)
		}
	}
	w.line("return %s.gpu.sync()\n})", l.Recv)
	w.line("return %s\n}", fieldNames(results))
	return w.String()
}

// down prints the copy of a buffer to the host.
func (l *launcher) down(w *writer, b *buffer, x string) {
	if b.kind != cellBuffer {
		w.do("pardiffDown(%s.gpu, %s, &%[1]s.dev.%[3]s)", l.Recv, hostSlice(b, x), b.field)
		return
	}
	w.line("{\ncell := make([]%s, 1)", l.file.typ(b.elem))
	w.do("pardiffDown(%s.gpu, cell, &%[1]s.dev.%s)", l.Recv, b.field)
	w.line("%s = cell[0]\n}", x)
}
