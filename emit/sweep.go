package emit

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// bindResults says how the results are printed in the body, and makes them the named results of its
// function.
func (s *sig) bindResults(p *printer) {
	for _, r := range s.fn.Results {
		paths := leafPaths(r.Type, len(r.Leaves))
		for i, v := range r.Leaves {
			p.places[v] = func() ast.Expr { return selectAll(p.id(r, resultName(r), s.resultRank(r)), paths[i]) }
		}
	}
}

func (s *sig) resultRank(r *ir.ResultDecl) rank {
	if userNamed(r) {
		return rankParam
	}
	return rankExtra
}

// body prints the statements of a gradient with the bindings around them. Nothing follows on a panic.
func (s *sig) body(p *printer) []code {
	s.bindLeaves(p)
	s.bindResults(p)
	if s.mode != JVP {
		s.bindSeeds(p)
	}
	ir.Walk(s.grad.Body, func(st ir.Stmt) bool {
		if g, ok := st.(*ir.Grow); ok {
			p.grows[g.Var] = true
		}
		return true
	})
	body := clean(s.grad.Body)
	p.findUnread(body)
	p.findOnlySet(body)
	main := p.block(body)
	b := s.bind(p, ir.Ends(s.grad.Body))
	out := append(b.before, main...)
	return append(out, b.after...)
}

// bindSeeds has the seed of a slice result looked at when the result is known: its length is
// compared, and nil counts as zero.
func (s *sig) bindSeeds(p *printer) {
	for _, seed := range s.grad.Seeds {
		paths := leafPaths(seed.Result.Type, len(seed.Adj))
		for i, v := range seed.Result.Leaves {
			adj := seed.Adj[i]
			if adj == nil || !hasSlices(v.Type) {
				continue
			}
			p.after[v] = func() []code {
				x := text(selectAll(s.ident(p, seed.Result), paths[i]))
				res := text(p.variable(v))
				name := pairName{s.extra[seed.Result], resultName(seed.Result)}
				for _, f := range paths[i] {
					name = name.add("." + f)
				}
				l := &lengths{p: p, fn: quote(s.name)}
				out := l.visit(v.Type, at(x), at(res), name, nil)
				b := &bindings{p: p, sig: s, lost: true}
				return append(out, b.scratch(adj.Type, at(x), at(res), nil, 0)...)
			}
		}
	}
}

// clears sets the adjoints of all parameters to zero, but those that the sweep, which uses the given Vars, overwrites.
func (s *sig) clears(p *printer, used map[any]bool) []code {
	var out []code
	for _, a := range s.grad.Slots() {
		if slices.Contains(s.grad.Overwritten, a) {
			continue
		}
		t := a.Of.Type
		if !refers(t) {
			t = types.NewPointer(t)
		}
		c := &clearing{p: p}
		for _, l := range s.grad.Leaves {
			if s.mode == Jac && l.Slot() == a && used[l.Adj] && !refers(l.Primal.Type) && !reaches(l.Primal.Type) {
				c.assigned = append(c.assigned, l.Primal.Home.Path)
			}
		}
		out = append(out, c.visit(t, at(text(s.ident(p, a))), nil)...)
	}
	return out
}

// A clearing sets what lies in an adjoint to zero, but for the parts that are assigned later.
type clearing struct {
	p        *printer
	assigned [][]*types.Var // the paths to them
}

// visit clears x, of type t, to which path leads.
func (c *clearing) visit(t types.Type, x place, path []*types.Var) []code {
	inside := func(o []*types.Var) bool { return len(o) >= len(path) && slices.Equal(o[:len(path)], path) }
	if !slices.ContainsFunc(c.assigned, inside) {
		return c.p.clear(t, x, 0)
	}
	var out []code
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if body := c.visit(u.Elem(), x.behind(t), path); len(body) > 0 {
			out = append(out, c.p.when(x.path+" != nil", body))
		}
	case *types.Struct:
		if slices.ContainsFunc(c.assigned, func(o []*types.Var) bool { return slices.Equal(o, path) }) {
			return nil // as a whole
		}
		c.p.fields(u, func(f *types.Var) {
			out = append(out, c.visit(f.Type(), x.field(f), append(path[:len(path):len(path)], f))...)
		})
	}
	return out
}

// function prints a function or method. head is what stands between func and the parameters.
func (f *file) function(doc []string, head string, params, results []field, body []code) []code {
	out := comments(doc)
	fn := jen.Func().Add(f.code(head + "(" + list(params) + ")" + resultList(results))).Block(body...)
	return append(out, fn, jen.Line())
}

func comments(doc []string) []code {
	var out []code
	for _, l := range doc {
		out = append(out, jen.Comment(strings.TrimRight("// "+l, " ")))
	}
	return out
}
