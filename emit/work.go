package emit

import (
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A work is the type that holds the memory of gradients, with its methods.
type work struct {
	file *file
	name string
	mem  *arenas
	sigs []*sig // for Grad, VJP and Jac
	// inner counts the functions for innermost loops.
	inner int
}

// A routine is a private method of a Work that Grad and VJP share if they have the same gradient.
type routine struct {
	sig  *sig
	name string
	used map[any]bool
	code []code
	// printer and body are those of a sweep.
	printer *printer
	body    []code
}

func (w *work) print() []code {
	decl, use := w.sigs[0].typeParams()
	var sweeps, checks []*routine
	var public []code
	for _, s := range w.sigs {
		sweep, check := find(sweeps, s.grad), find(checks, s.grad)
		if sweep == nil {
			suffix := ""
			if len(sweeps) > 0 {
				suffix = s.mode.String()
			}
			sweep, check = w.sweep(s, "sweep"+suffix, use), w.check(s, "check"+suffix, use)
			sweeps, checks = append(sweeps, sweep), append(checks, check)
		}
		if w.whole() {
			public, sweep.code = append(public, w.wholeMethod(s, sweep, check, use)...), nil
			continue
		}
		public = append(public, w.method(s, sweep, check, use)...)
	}
	var out []code
	pool := ""
	if w.holds() {
		pool = w.file.global(lowerFirst(w.name) + "s")
	}
	for _, s := range w.sigs {
		out = append(out, w.plain(s, pool, use)...)
	}
	out = append(out, w.typ(pool, decl, use)...)
	out = append(out, public...)
	out = append(out, w.bytes(use)...)
	for i := range sweeps {
		out = append(append(out, checks[i].code...), sweeps[i].code...)
	}
	return out
}

func find(list []*routine, g *adjoint.Gradient) *routine {
	for _, r := range list {
		if r.sig.grad == g {
			return r
		}
	}
	return nil
}

// global returns a name for a package-level variable of the file.
func (f *file) global(wish string) string {
	for n := 0; ; n++ {
		name := numbered(wish, n)
		if !f.taken(name) && !f.globals[name] {
			f.globals[name] = true
			return name
		}
	}
}

// sweep prints the method that holds the body of a gradient.
func (w *work) sweep(s *sig, name, use string) *routine {
	w.mem.touched = map[string]bool{}
	w.file.running = s.name
	for _, o := range w.sigs {
		if o != s && o.grad == s.grad {
			w.file.running = s.fn.Name
		}
	}
	for _, o := range w.sigs { // messages about seeds name VJP, which alone has them
		if o.grad == s.grad && o.mode == VJP {
			s = o
		}
	}
	p := newPrinter(w.file, w.mem)
	decl, _ := s.typeParams()
	p.out = &loopOutput{work: w, sig: s, decl: decl, use: use}
	body := s.body(p)
	var reset []code
	for _, a := range w.mem.list {
		if w.mem.touched[a.field] {
			w.file.helper("pardiffArena.reset")
			reset = append(reset, p.line("%s.%s.reset()", p.recv(), a.field))
		}
	}
	ended := ir.Ends(s.grad.Body)
	if len(reset) > 0 {
		body = slices.Concat([]code{jen.Comment("// A call that panicked may have left memory in use.")}, reset, body)
		if !ended {
			body = append(body, reset...)
		}
	}
	for _, t := range w.mem.tapes {
		if p.grows[t.v] && !ended {
			w.file.helper("pardiffTape.trim")
			body = append(body, p.line("%s.%s.trim()", p.recv(), t.field))
		}
	}
	for _, l := range p.out.types {
		if !ended {
			body = append(body, p.line("%s.%s = %s%s{}", p.recv(), l.field, l.name, use))
		}
	}
	for _, n := range w.mem.nested {
		if w.mem.touched[n.field] {
			own := p.recv().Name + "." + n.field
			body = slices.Concat([]code{
				p.when(own+" == nil", []code{p.line("%s = %s", own, w.file.new(n.typ))}),
				p.line("%s.Workers = %s.Workers", own, p.recv()),
			}, body)
		}
	}
	used := maps.Clone(p.used)
	results := s.results(p, true)
	if len(results) > 0 && !ended {
		body = append(body, p.line("return %s", names(results)))
	}
	doc := wrapText(name + " is " + s.fn.Name + " and its reverse sweep: it " + s.leaves(p) + ".")
	head := w.receiver(p, used["recv"], use) + name
	params := usedOf(s.inner(p), used)
	code := append(w.file.function(doc, head, params, results, body), p.out.loops...)
	return &routine{sig: s, name: name, used: used, code: code, printer: p, body: body}
}

// whole says whether the one method VJP or Jac of a Work that holds no memory is the sweep itself. Such functions are short: it
// would cost them too much to pass all their arguments on.
func (w *work) whole() bool { return len(w.sigs) == 1 && w.sigs[0].mode != Grad && !w.holds() }

// wholeMethod prints that method.
func (w *work) wholeMethod(s *sig, sweep, check *routine, use string) []code {
	p := sweep.printer
	body := w.checkCall(p, s, check)
	if s.mode == Jac {
		body = append(body, s.clears(p, p.used)...)
	}
	body = append(body, sweep.body...)
	code := w.file.function(s.methodDoc(), w.receiver(p, p.used["recv"], use)+s.mode.String(), s.allParams(p), s.results(p, true), body)
	return append(code, p.out.loops...)
}

// checkCall prints the call of the method that tests lengths and overlap, if there is anything to test.
func (w *work) checkCall(p *printer, s *sig, check *routine) []code {
	if check.code == nil {
		return nil
	}
	args := append([]string{quote(s.name)}, s.args(p, check.used)...)
	return []code{p.line("%s.%s(%s)", p.recv(), check.name, strings.Join(args, ", "))}
}

// allParams lists the parameters of a method of the Work.
func (s *sig) allParams(p *printer) []field {
	params := s.all(p, true)
	for i, d := range s.fn.Params {
		if unnamed(d) {
			params[i].name = "_"
		}
	}
	return params
}

// leaves says what the sweep does to the adjoints.
func (s *sig) leaves(p *printer) string {
	if s.mode == Jac {
		return "leaves the gradient of each result in adjoints that are zero before"
	}
	var names []string
	for _, a := range s.grad.Overwritten {
		names = append(names, s.ident(p, a).Name)
	}
	switch len(names) {
	case 0:
		return "adds to the adjoints"
	case len(s.grad.Slots()):
		return "overwrites the adjoints"
	}
	return "overwrites " + strings.Join(names, ", ") + " and adds to the other adjoints"
}

// inner lists all that a private method may take.
func (s *sig) inner(p *printer) []field {
	return append(append(s.params(p, true), s.seeds(p)...), s.adjoints(p)...)
}

// receiver prints the receiver of a method of the Work.
func (w *work) receiver(p *printer, named bool, use string) string {
	if !named {
		return "(*" + w.name + use + ") "
	}
	return "(" + p.recv().Name + " *" + w.name + use + ") "
}

// check prints the method that tests lengths and overlap, nil code if there is nothing to test.
func (w *work) check(s *sig, name, use string) *routine {
	w.mem.touched = map[string]bool{}
	p := newPrinter(w.file, w.mem)
	fn := p.id("fn", "fn", rankMade)
	body := s.checks(p, fn.Name)
	used := maps.Clone(p.used)
	r := &routine{sig: s, name: name, used: used}
	if len(body) == 0 {
		return r
	}
	doc := wrapText(name + " panics, in the name of fn, if lengths do not match or memory overlaps.")
	params := append([]field{{"fn", fn.Name, "string"}}, usedOf(s.inner(p), used)...)
	r.code = w.file.function(doc, w.receiver(p, used["recv"], use)+name, params, nil, body)
	c := Check{Work: w.name, Gradient: s.grad, Name: name}
	for _, f := range params[1:] {
		switch k := f.key.(type) {
		case extraKey:
			of := k.of
			if slot, ok := of.(adjoint.Slot); ok {
				of = slot.Of
			}
			c.Args = append(c.Args, CheckArg{of, true})
		default:
			c.Args = append(c.Args, CheckArg{k, false})
		}
	}
	w.file.checks = append(w.file.checks, c)
	return r
}

// method prints Grad, VJP or Jac of the Work.
func (w *work) method(s *sig, sweep, check *routine, use string) []code {
	p := newPrinter(w.file, w.mem)
	body := w.checkCall(p, s, check)
	if s.mode != VJP {
		body = append(body, s.clears(p, sweep.used)...)
	}
	ret := ""
	if len(s.fn.Results) > 0 {
		ret = "return "
	}
	body = append(body, p.line("%s%s.%s(%s)", ret, p.recv(), sweep.name, strings.Join(s.args(p, sweep.used), ", ")))
	return w.file.function(s.methodDoc(), w.receiver(p, true, use)+s.mode.String(), s.allParams(p), s.results(p, false), body)
}

// args lists what a private method takes.
func (s *sig) args(p *printer, used map[any]bool) []string {
	var out []string
	add := func(list []field, value string) {
		for _, f := range usedOf(list, used) {
			if out = append(out, f.name); value != "" {
				out[len(out)-1] = value
			}
		}
	}
	add(s.params(p, true), "")
	if s.mode == Grad {
		add(s.seeds(p), "1")
	} else {
		add(s.seeds(p), "")
	}
	add(s.adjoints(p), "")
	return out
}
