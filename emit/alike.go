package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// alike tests that slices of the caller's that change places are equally long: their adjoints stay where they are.
func (s *sig) alike(p *printer, fn string) []code {
	var out []code
	for _, x := range s.fn.Alike {
		l := &lengths{p: p, fn: fn}
		body := l.same(x.A.T, at(text(p.ref(x.B))), at(text(p.ref(x.A))), pairName{ir.SourceText(x.B), ir.SourceText(x.A)}, nil)
		var conds []string
		add := func(list []string) {
			for _, c := range list {
				if !slices.Contains(conds, c) {
					conds = append(conds, c)
				}
			}
		}
		add(p.inRange(x.A))
		for _, e := range x.When {
			add(p.reachable(e))
		}
		for _, e := range x.When {
			c := p.expr(e)
			if b, ok := c.(*ast.BinaryExpr); ok && b.Op == token.LOR {
				c = &ast.ParenExpr{X: c}
			}
			add([]string{text(c)})
		}
		add(p.inRange(x.B))
		if len(conds) > 0 {
			body = []code{p.when(strings.Join(conds, " && "), body)}
		}
		out = append(out, body...)
	}
	return out
}

// same compares the lengths of all slices in two values of type t.
func (l *lengths) same(t types.Type, a, b place, n pairName, subs []string) []code {
	loop := func(elem types.Type) []code {
		if !ir.HoldsSlices(elem) && ir.ElemType(elem) == nil {
			return nil
		}
		i := l.p.counter(len(subs))
		body := l.same(elem, a.index(i), b.index(i), n.add("[#]"), append(subs[:len(subs):len(subs)], i))
		if len(body) == 0 {
			return nil
		}
		return []code{l.p.rangeLoop(i, a, body)}
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return append([]code{l.compare(a, b, n, subs)}, loop(u.Elem())...)
	case *types.Array:
		return loop(u.Elem())
	case *types.Struct:
		var out []code
		l.p.fields(u, func(f *types.Var) {
			out = append(out, l.same(f.Type(), a.field(f), b.field(f), n.add("."+f.Name()), subs)...)
		})
		return out
	}
	return nil
}

// inRange returns the conditions on which r is there: that no pointer that leads to it is nil, and that its subscripts are
// in range. Where they do not hold the function has its own panic, or does not use r.
func (p *printer) inRange(r *ir.Ref) []string {
	out := p.reachable(r)
	for k, e := range r.Elems {
		if e.Index == nil {
			continue
		}
		over := &ir.Ref{Var: r.Var, Elems: r.Elems[:k:k]}
		if k == 0 {
			over.T = r.Var.Type
		}
		n, i := "len("+text(p.ref(over))+")", text(p.expr(e.Index))
		if _, pointer := over.T.Underlying().(*types.Pointer); pointer {
			out = append(out, text(p.ref(over))+" != nil")
		}
		_, constant := e.Index.(*ir.Const)
		if !constant {
			out = append(out, "0 <= "+i)
		}
		if _, slice := over.T.Underlying().(*types.Slice); slice || !constant {
			out = append(out, n+" > "+i)
		}
	}
	return out
}

// alikeText says what is tested before and where slices change places.
func (s *sig) alikeText() []string {
	var out []string
	for _, x := range s.fn.Alike {
		out = append(out, ir.SourceText(x.A)+" and "+ir.SourceText(x.B)+" change places and must be equally long.")
	}
	made := false
	ir.Walk(s.fn.Body, func(st ir.Stmt) bool {
		x, ok := st.(*ir.Panic)
		made = made || ok && x.Made
		return true
	})
	if made {
		out = append(out, "Slices that change places must be equally long: where they are not, it panics when it gets there, with the arguments as they are then.")
	}
	return out
}
