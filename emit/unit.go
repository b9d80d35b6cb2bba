package emit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// File prints the file that belongs to a source file. An error means that a gradient cannot be
// printed, see [Refusals] for the reasons, or a fault of the generator.
func File(spec *FileSpec) (out *Output, err error) {
	f := newFile(spec)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Refusal:
			out, err = nil, errors.Join(append(f.refused, r)...)
		case fault:
			out, err = nil, fmt.Errorf("emit: %s: %s", spec.Source, string(r))
		default:
			panic(r)
		}
	}()
	for _, name := range needed {
		if f.hides(name) {
			return nil, f.hidden(name)
		}
	}
	for _, u := range spec.Units {
		f.unit(u)
	}
	if len(f.refused) > 0 {
		return nil, errors.Join(f.refused...)
	}
	src, err := f.render()
	if err != nil {
		return nil, err
	}
	return &Output{Source: src, Helpers: f.helpers(), Copies: f.copies(), Checks: f.checks}, nil
}

func (f *file) add(list ...code) {
	for _, c := range list {
		f.jen.Add(c)
	}
}

// unit prints the code of one function: the guard, the functions that the user calls, and the types
// that hold their memory.
func (f *file) unit(u *Unit) {
	if len(u.Requests) == 0 {
		return
	}
	before := len(f.refused)
	for _, r := range u.Requests {
		for _, d := range r.Gradient.Wrt {
			if recursive(d.Type) {
				f.refuse(d.Obj.Pos(), "parameter %s of %s has the recursive type %s; name the other parameters with wrt=", d.Name, u.Primal.Name, d.Type)
			}
		}
	}
	for t := range u.Primal.Obj.Signature().TypeParams().TypeParams() {
		if t.Obj().Name() == u.Primal.Name {
			f.refuse(t.Obj().Pos(), "type parameter %s hides the function %s, which generated code names; rename it", t, t)
		}
	}
	if len(f.refused) > before {
		return
	}
	if guarded := newSig(f, u.Requests[0]); !guarded.hidden() {
		f.add(f.guard(guarded)...)
	}
	for _, r := range u.Requests {
		if r.Mode == JVP {
			f.add(newSig(f, r).forward()...)
		}
	}
	var works []*work
	for _, r := range u.Requests {
		if r.Mode == JVP {
			continue
		}
		var w *work
		for _, o := range works {
			if o.name == r.Work {
				w = o
			}
		}
		if w == nil {
			w = &work{file: f, name: r.Work, mem: &arenas{file: f}}
			works = append(works, w)
		}
		w.sigs = append(w.sigs, newSig(f, r))
	}
	for _, w := range works {
		f.add(w.print()...)
	}
}

// hidden says whether generated code cannot name the function: it is a copy of one of another package.
func (s *sig) hidden() bool {
	return s.foreign() && (!s.fn.Obj.Exported() || s.fn.Obj.Signature().Recv() != nil)
}

// foreign says whether the function is of another package.
func (s *sig) foreign() bool { return s.fn.Obj.Pkg() != s.fn.Pkg }

// copy says whether the function itself is printed, without a derivative.
func (s *sig) copy() bool { return s.mode == JVP && len(s.grad.Wrt) == 0 }

// guard prints the declaration that does not compile once the signature of the function has changed.
func (f *file) guard(s *sig) []code {
	var params, results []string
	name := s.fn.Name
	decl, use := s.typeParams()
	for _, d := range s.fn.Params {
		t := f.typ(d.Type)
		if d.Variadic {
			t = "..." + strings.TrimPrefix(t, "[]")
		}
		if d.Receiver {
			name = t + "." + name
			if strings.HasPrefix(t, "*") {
				name = "(" + t + ")." + s.fn.Name
			}
		}
		params = append(params, t)
	}
	if receiver(s.fn) == nil {
		name += use
	}
	for _, r := range s.fn.Results {
		results = append(results, f.typ(r.Type))
	}
	res := strings.Join(results, ", ")
	if len(results) > 1 {
		res = "(" + res + ")"
	}
	if receiver(s.fn) == nil {
		name = text(f.object(s.fn.Obj.Pkg(), name))
	}
	v := f.code("var _ func(" + strings.Join(params, ", ") + ") " + res + " = " + name)
	if decl != "" {
		return []code{jen.Func().Add(f.code("_" + decl + "()")).Block(v), jen.Line()}
	}
	return []code{v, jen.Line()}
}

// forward prints the function of forward mode.
func (s *sig) forward() []code {
	s.file.running = s.name
	p := newPrinter(s.file, heap{})
	var body []code
	if !s.copy() {
		body = s.checks(p, quote(s.name))
	}
	body = append(body, s.body(p)...)
	head := s.name
	if r := receiver(s.fn); r != nil {
		head = "(" + text(p.param(r)) + " " + s.file.typ(r.Type) + ") " + head
	} else if decl, _ := s.typeParams(); decl != "" {
		head += decl
	}
	params := s.all(p, false)
	results := s.results(p, true)
	if len(results) > 0 && !ir.Ends(s.grad.Body) {
		body = append(body, p.line("return %s", names(results)))
	}
	return s.file.function(s.doc(nil), head, params, results, body)
}
