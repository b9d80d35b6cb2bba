package emit

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// checks prints the tests that a generated function makes before it writes anything: lengths, then
// overlap. fn is the text of the function's name, a literal or a parameter.
func (s *sig) checks(p *printer, fn string) []code {
	return append(s.lengths(p, fn), s.overlap(p, fn)...)
}

// lengths compares the lengths of adjoints with those of their arguments, at every level.
func (s *sig) lengths(p *printer, fn string) []code {
	var out []code
	for _, d := range s.grad.Wrt {
		if !hasSlices(d.Type) {
			continue
		}
		l := &lengths{p: p, fn: fn}
		adj, arg := at(text(s.ident(p, d))), at(text(p.param(d)))
		names := pairName{s.extra[d], d.Name}
		if _, ptr := d.Type.Underlying().(*types.Pointer); s.mode == JVP || ptr || refers(d.Type) {
			out = append(out, l.visit(d.Type, adj, arg, names, nil)...)
		} else {
			out = append(out, p.when(adj.path+" != nil", l.visit(d.Type, adj, arg, names, nil)))
		}
	}
	return out
}

type lengths struct {
	p  *printer
	fn string
}

// A pairName is how messages call an adjoint and its argument, with a # for each subscript.
type pairName struct{ adj, arg string }

func (n pairName) add(s string) pairName { return pairName{n.adj + s, n.arg + s} }

func (l *lengths) visit(t types.Type, adj, arg place, n pairName, subs []string) []code {
	if !hasSlices(t) {
		return nil
	}
	p := l.p
	loop := func(elem types.Type) []code {
		if !hasSlices(elem) {
			return nil
		}
		i := p.counter(len(subs))
		body := l.visit(elem, adj.index(i), arg.index(i), n.add("[#]"), append(subs[:len(subs):len(subs)], i))
		return []code{p.rangeLoop(i, adj, body)}
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		args := []string{l.fn, quote(n.adj), "len(" + adj.whole + ")", quote(n.arg), "len(" + arg.whole + ")"}
		check := p.line("%s(%s)", p.file.helper("pardiffLen"), strings.Join(append(args, subs...), ", "))
		return []code{p.when(adj.whole+" != nil", append([]code{check}, loop(u.Elem())...))}
	case *types.Pointer:
		body := l.visit(u.Elem(), adj.behind(t), arg.behind(t), n, subs)
		return []code{p.when(adj.path+" != nil && "+arg.path+" != nil", body)}
	case *types.Array:
		return loop(u.Elem())
	case *types.Struct:
		var out []code
		p.fields(u, func(f *types.Var) {
			out = append(out, l.visit(f.Type(), adj.field(f), arg.field(f), n.add("."+f.Name()), subs)...)
		})
		return out
	}
	return nil
}

// A spanList collects the spans of a function. Code for spans that need a condition or a loop goes
// into blocks.
type spanList struct {
	p     *printer
	sig   *sig
	plain []code // entries of a list
	code  []code // statements that append to the list
	n     int    // entries in all, where that is known
	loops bool   // it is not
	write int    // entries that are written
	name  string // of the list
	ints  bool   // memory without floats counts as well
}

// overlap tests that no memory that is written is reached by two arguments.
func (s *sig) overlap(p *printer, fn string) []code {
	w := writtenLeaves(s.fn)
	l := &spanList{p: p, sig: s, name: p.fresh("spans")}
	for _, d := range s.grad.Wrt {
		if s.mode == JVP && !l.reach(d.Type) {
			continue
		}
		write := func(path []*types.Var, whole bool) bool { return s.mode != JVP || w.at(d, path, whole) }
		l.add(d, text(s.ident(p, d)), s.extra[d], s.mode != JVP && !refers(d.Type), write)
	}
	l.ints = w.ints() // not in adjoints: what is no float there may be shared
	for _, pass := range []bool{true, false} {
		for _, d := range s.fn.Params {
			if unnamed(d) || w.any(d) != pass || !l.reach(d.Type) {
				continue
			}
			l.add(d, text(p.param(d)), d.Name, false, func(path []*types.Var, whole bool) bool { return w.at(d, path, whole) })
		}
	}
	if s.mode == VJP {
		for _, seed := range s.grad.Seeds {
			if refers(seed.Result.Type) {
				l.visit(seed.Result.Type, at(text(s.ident(p, seed.Result))), s.extra[seed.Result], nil, nil, readOnly, true)
			}
		}
	}
	if l.write == 0 || l.n < 2 && !l.loops {
		return nil
	}
	return l.print(fn)
}

func readOnly([]*types.Var, bool) bool { return false }

// add adds what a parameter, or its adjoint, reaches. pointer says that it is a pointer to the type of
// the parameter.
func (l *spanList) add(d *ir.ParamDecl, expr, name string, pointer bool, write func([]*types.Var, bool) bool) {
	t := d.Type
	if pointer {
		t = types.NewPointer(t)
	}
	l.visit(t, at(expr), name, nil, nil, write, true)
}

// visit adds what x reaches. path leads from the parameter to x, as far as its leaves tell parts
// apart; outer is false inside slices, where they do not.
func (l *spanList) visit(t types.Type, x place, name string, path []*types.Var, subs []string, write func([]*types.Var, bool) bool, outer bool) {
	if !l.counts(t) {
		return
	}
	p := l.p
	within := func(cond func(body []code) code, loop bool, f func()) {
		saved := *l
		l.plain, l.code = nil, nil
		f()
		body := l.flush()
		l.plain, l.code = saved.plain, saved.code
		if len(body) > 0 {
			l.code = append(l.code, cond(body))
			l.loops = l.loops || loop
		}
	}
	loop := func(elem types.Type) {
		if !l.reach(elem) {
			return
		}
		i := p.counter(len(subs))
		within(func(body []code) code { return p.rangeLoop(i, x, body) }, true, func() {
			l.visit(elem, x.index(i), name+"[#]", path, append(subs[:len(subs):len(subs)], i), write, false)
		})
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if l.direct(u.Elem()) {
			l.entry("pardiffSlice", name, x.whole, subs, write(path, true))
		}
		loop(u.Elem())
	case *types.Pointer:
		if l.direct(u.Elem()) {
			l.entry("pardiffPointer", name, x.whole, subs, write(path, false))
		}
		if l.reach(u.Elem()) {
			within(func(body []code) code { return p.when(x.path+" != nil", body) }, false, func() {
				l.visit(u.Elem(), x.behind(t), name, path, subs, write, outer)
			})
		}
	case *types.Array:
		loop(u.Elem())
	case *types.Struct:
		p.fields(u, func(f *types.Var) {
			next := path
			if outer {
				next = append(path[:len(path):len(path)], f)
			}
			l.visit(f.Type(), x.field(f), name+"."+f.Name(), next, subs, write, outer)
		})
	}
}

func (l *spanList) counts(t types.Type) bool { return l.direct(t) || l.reach(t) }

// direct says whether memory of type t counts by itself, reach whether it leads to such memory.
func (l *spanList) direct(t types.Type) bool { return direct(t) || l.ints && plainInts(t) }

func (l *spanList) reach(t types.Type) bool { return reaches(t) || l.ints && reachesInts(t) }

func (l *spanList) entry(fn, name, expr string, subs []string, write bool) {
	l.n++
	if write {
		l.write++
	}
	args := append([]string{quote(name), strconv.FormatBool(write), expr}, subs...)
	l.p.file.helper(fn)
	l.plain = append(l.plain, l.p.line("%s(%s)", fn, strings.Join(args, ", ")))
}

// flush returns statements that append what was collected.
func (l *spanList) flush() []code {
	var out []code
	if len(l.plain) > 0 {
		out = append(out, jen.Add(l.p.line("%s = append", l.name)).Call(append([]code{jen.Id(l.name)}, l.plain...)...))
	}
	return append(out, l.code...)
}

// print prints the test.
func (l *spanList) print(fn string) []code {
	p := l.p
	check := "pardiffDisjoint"
	if l.loops || l.n > 48 {
		check = "pardiffDisjointRows"
	}
	p.file.helper(check)
	if len(l.code) == 0 {
		spans := jen.Index().Id("pardiffSpan").CustomFunc(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, func(g *jen.Group) {
			for _, c := range l.plain {
				g.Add(c)
			}
		})
		return []code{jen.Id(check).Call(p.line("%s", fn), spans)}
	}
	start := p.line("%s := make([]pardiffSpan, 0, %d)", l.name, l.n)
	var end []code
	if a, ok := p.mem.(*arenas); ok && l.loops {
		a.spans = true
		start = p.line("%s := %s.spans[:0]", l.name, p.recv())
		end = []code{
			p.line("clear(%s)", l.name), // the Work keeps nobody's memory alive
			p.line("%s.spans = %s", p.recv(), l.name),
		}
	}
	out := append([]code{start}, l.flush()...)
	out = append(out, p.line("%s(%s, %s)", check, fn, l.name))
	return append(out, end...)
}

// plainInts says whether t is memory of numbers without floats.
func plainInts(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return plainInts(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if plainInts(f.Type()) {
				return true
			}
		}
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0
	}
	return false
}

// reachesInts says whether memory of type t leads to such memory. A recursive type is not followed.
func reachesInts(t types.Type) bool {
	if recursive(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return plainInts(u.Elem()) || reachesInts(u.Elem())
	case *types.Pointer:
		return plainInts(u.Elem()) || reachesInts(u.Elem())
	case *types.Array:
		return reachesInts(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if reachesInts(f.Type()) {
				return true
			}
		}
	}
	return false
}

// written are the leaves of parameters that a function writes where the caller sees it.
type written []*ir.Var

func writtenLeaves(fn *ir.Func) written {
	var w written
	ir.Walk(fn.Body, func(s ir.Stmt) bool {
		if _, ok := s.(*ir.Decl); ok {
			return true // a view is no write of what it views
		}
		ir.Writes(s, func(r *ir.Ref) {
			v := r.Base().Var
			if v.Kind != ir.Param || v.Home == nil || !v.Home.ByRef() && !reaches(v.Type) {
				return
			}
			for _, o := range w {
				if o == v {
					return
				}
			}
			w = append(w, v)
		})
		return true
	})
	return w
}

func (w written) any(d *ir.ParamDecl) bool {
	for _, v := range w {
		if v.Home.Param == d {
			return true
		}
	}
	return false
}

// ints says whether memory without floats is written.
func (w written) ints() bool {
	for _, v := range w {
		if !ir.HoldsFloats(v.Type) {
			return true
		}
	}
	return false
}

// at says whether the memory at path is written: that of a slice, or that of a struct behind a
// pointer, in which other leaves lie.
func (w written) at(d *ir.ParamDecl, path []*types.Var, slice bool) bool {
	for _, v := range w {
		if v.Home.Param != d || len(v.Home.Path) < len(path) {
			continue
		}
		same := true
		for i, f := range path {
			same = same && v.Home.Path[i] == f
		}
		_, isSlice := v.Type.Underlying().(*types.Slice)
		if same && (slice && len(v.Home.Path) == len(path) || !slice && !isSlice) {
			return true
		}
	}
	return false
}

func quote(s string) string { return strconv.Quote(s) }
