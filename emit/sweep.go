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

// body prints the statements of a gradient with the bindings around them and a return.
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
	b := s.bind(p)
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

// clears sets the adjoints of all parameters to zero, but those that the sweep overwrites.
func (s *sig) clears(p *printer) []code {
	var out []code
	for _, a := range s.grad.Slots() {
		if slices.Contains(s.grad.Overwritten, a) {
			continue
		}
		t := a.Of.Type
		if !refers(t) {
			t = types.NewPointer(t)
		}
		out = append(out, p.clear(t, at(text(s.ident(p, a))), 0)...)
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
