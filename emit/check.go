package emit

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// checks prints the tests that a generated function makes before it writes anything: lengths,
// overlap, then facts. fn is the text of the function's name, a literal or a parameter.
func (s *sig) checks(p *printer, fn string) []code {
	return slices.Concat(s.lengths(p, fn), s.alike(p, fn), s.overlap(p, fn), s.facts(p, fn))
}

// lengths compares the lengths of adjoints with those of their arguments, at every level.
func (s *sig) lengths(p *printer, fn string) []code {
	var out []code
	for _, a := range s.grad.Slots() {
		d := a.Of
		if !hasSlices(d.Type) {
			continue
		}
		l := &lengths{p: p, fn: fn}
		adj, arg := at(text(s.ident(p, a))), at(text(p.param(d)))
		names := pairName{s.extra[a], d.Name}
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
		return []code{p.when(adj.whole+" != nil", append([]code{l.compare(adj, arg, n, subs)}, loop(u.Elem())...))}
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

func (l *lengths) compare(adj, arg place, n pairName, subs []string) code {
	args := []string{l.fn, quote(n.adj), "len(" + adj.whole + ")", quote(n.arg), "len(" + arg.whole + ")"}
	return l.p.line("%s(%s)", l.p.file.helper("pardiffLen"), strings.Join(append(args, subs...), ", "))
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
