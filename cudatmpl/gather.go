package cudatmpl

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Sums that the iterations of a nest scatter around them, as those of the reverse of a stencil do, are gathered by a nest
// of their own, which goes before what is left of the other:
//
//	for i in [1, n-1) { g := y'[i]; x'[i-1] += a*g; x'[i+1] += b*g; y'[i] = 0 }
//
// becomes
//
//	for i in [0, n) { sum := 0; if i < n-2 { g := y'[i+1]; sum += a*g }; if i >= 2 { g := y'[i-1]; sum += b*g }; x'[i] += sum }
//	for i in [1, n-1) { y'[i] = 0 }
//
// so that one launch, whose neighbouring threads have neighbouring elements, does what took turns before. Each term is
// added once, for the same element: iteration i of the new nest takes the term of iteration i-o of the old one. It is
// allowed where
//
//   - the places of the sums differ by a fixed number of iterations o of each loop;
//   - the nest does nothing else with that memory, and what a term reads is not written before it in its
//     iteration, nor, since the loops run in parallel, in another one;
//   - the dependence test finds the iterations of the new nest independent.
//
// What a term needs of numbers is computed again for it.
type gatherer struct {
	*splitter
	loops []*ir.For // around the sums, each with nothing but the next in it
	body  *ir.Block
	syms  map[any]affine.Sym
	terms []*shiftedTerm
	coef  []affine.Poly // of the loops in the place
	iters []*ir.Var     // of the new nest
}

// A shiftedTerm is a sum, and by how many iterations of each loop its place is ahead of that of the first.
type shiftedTerm struct {
	sum   *ir.Reduce
	place *ir.Ref
	rest  affine.Poly // of the place, without the iterators
	ahead []int64
}

// gather returns the nests that gather the sums of the nest that are scattered, and the sums.
func (s *splitter) gather(f *ir.For, targets []*target) (nests []ir.Stmt, gone map[ir.Stmt]bool) {
	gone = map[ir.Stmt]bool{}
	if s.p.atomics {
		return nil, gone
	}
	for _, root := range s.roots(targets) {
		g := &gatherer{splitter: s, syms: map[any]affine.Sym{}}
		if nest := g.nestOf(f, root, targets); nest != nil {
			nests = append(nests, nest)
			for _, t := range g.terms {
				gone[t.sum] = true
			}
		}
	}
	return nests, gone
}

// roots returns the memory that targets add to, each once.
func (s *splitter) roots(targets []*target) []*ir.Var {
	var list []*ir.Var
	for _, t := range targets {
		if root := t.place(s).Var; !slices.Contains(list, root) {
			list = append(list, root)
		}
	}
	return list
}

// nestOf returns the nest for the sums into root, nil if they stay.
func (g *gatherer) nestOf(f *ir.For, root *ir.Var, targets []*target) ir.Stmt {
	if !g.perfect(f) {
		return nil
	}
	for _, t := range targets {
		if t.place(g.splitter).Var != root {
			continue
		}
		if !g.splits(t) || t.within[len(t.within)-1] != g.body || !g.term(t) {
			return nil
		}
	}
	shifted := slices.ContainsFunc(g.terms, func(t *shiftedTerm) bool { return !slices.Equal(t.ahead, g.terms[0].ahead) })
	if !shifted || !g.unwritten() {
		return nil
	}
	nest := g.build()
	if nest == nil || !g.p.free(nest, len(g.loops)) {
		return nil
	}
	return nest
}

// perfect finds the loops. Each runs in parallel, and has bounds that the launcher knows.
func (g *gatherer) perfect(f *ir.For) bool {
	for {
		par := g.p.sched[f]
		if par == nil || f.While != nil || f.Limit == nil || !ir.IsVal(f.Step, 1) || f.Cmp != token.LSS ||
			!types.Identical(f.Iter.Type, types.Typ[types.Int]) || len(g.loops) == 4 {
			return false
		}
		g.loops, g.body = append(g.loops, f), f.Body
		next, before := onlyLoop(f.Body)
		if next == nil {
			break
		}
		for _, d := range before {
			if d := d.(*ir.Decl); d.Var.View == nil && !ir.IsInt(d.Var.Type) {
				return false
			}
		}
		f = next
	}
	for _, f := range g.loops {
		if begin, limit := g.span(f); mentions(begin, g.names()) || mentions(limit, g.names()) || !g.p.hostExpr(begin) || !g.p.hostExpr(limit) {
			return false
		}
	}
	return true
}

func (g *gatherer) span(f *ir.For) (begin, limit ir.Expr) {
	return g.inline(f.Begin), g.inline(f.Limit)
}

// names are the iterators and what the nest declares.
func (g *gatherer) names() map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	for _, f := range g.loops {
		out[f.Iter] = true
	}
	for v := range g.inside {
		out[v] = true
	}
	return out
}

// term adds a sum to the terms. It says whether its place is that of the first, some iterations ahead.
func (g *gatherer) term(t *target) bool {
	place := t.place(g.splitter)
	shape, flat := flatShape(place.Var.Type)
	at := flatIndex(shape, place)
	if !flat || at == nil || t.sum.Op != token.ADD && t.sum.Op != token.SUB {
		return false
	}
	rest, ok := g.poly(at)
	if !ok {
		return false
	}
	var coef []affine.Poly
	for _, f := range g.loops {
		c := rest.Coef(g.sym(f.Iter))
		if c.IsZero() || g.hasIterator(c) {
			return false
		}
		coef = append(coef, c)
		rest = rest.Subst(g.sym(f.Iter), affine.Poly{})
	}
	s := &shiftedTerm{sum: t.sum, place: place, rest: rest}
	if len(g.terms) == 0 {
		g.coef = coef
	} else if !slices.EqualFunc(coef, g.coef, affine.Poly.Equal) {
		return false
	}
	g.terms = append(g.terms, s)
	s.ahead, ok = g.solve(rest.Sub(g.terms[0].rest))
	return ok
}

// solve returns numbers of iterations that change a place by d.
func (g *gatherer) solve(d affine.Poly) ([]int64, bool) {
	order := make([]int, len(g.coef))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return g.coef[i].Compare(g.coef[j]) })
	ahead := make([]int64, len(g.coef))
	for _, i := range order {
		q, r := d.Div(g.coef[i])
		n, ok := q.Const()
		if !ok || !r.Valid() {
			return nil, false
		}
		ahead[i], d = n, r
	}
	return ahead, d.IsZero()
}

func (g *gatherer) hasIterator(p affine.Poly) bool {
	found := false
	p.Syms(func(s affine.Sym) {
		found = found || slices.ContainsFunc(g.loops, func(f *ir.For) bool { return g.sym(f.Iter) == s })
	})
	return found
}

// sym is the symbol for a number, or for the length of a slice.
func (g *gatherer) sym(key any) affine.Sym {
	s, ok := g.syms[key]
	if !ok {
		s = affine.Sym(len(g.syms))
		g.syms[key] = s
	}
	return s
}

// poly returns e, sums and products of integers that do not change in the nest.
func (g *gatherer) poly(e ir.Expr) (affine.Poly, bool) {
	if n, ok := ir.IntVal(e); ok {
		return affine.PolyConst(n), true
	}
	switch e := e.(type) {
	case *ir.Ref:
		if len(e.Elems) == 0 && !g.inside[e.Var] && ir.IsInt(e.T) && !g.memory[e.Var].stored && !g.memory[e.Var].added {
			return affine.PolySym(g.sym(e.Var)), true
		}
	case *ir.Len:
		if len(e.X.Elems) == 0 && e.X.Var.View == nil {
			return affine.PolySym(g.sym(lenKey{e.X.Var})), true
		}
	case *ir.Binary:
		x, ok1 := g.poly(e.X)
		y, ok2 := g.poly(e.Y)
		if !ok1 || !ok2 {
			break
		}
		switch e.Op {
		case token.ADD:
			return x.Add(y), true
		case token.SUB:
			return x.Sub(y), true
		case token.MUL:
			return x.Mul(y), true
		}
	}
	return affine.Poly{}, false
}

// unwritten says whether what the terms read is as it was before the nest.
func (g *gatherer) unwritten() bool {
	written := map[*ir.Var]bool{}
	needed := map[ir.Stmt]bool{}
	for _, t := range g.terms {
		needed[t.sum] = true
		for _, d := range g.needs(t) {
			needed[d] = true
		}
	}
	for _, st := range g.body.Stmts {
		ok := true
		if needed[st] {
			ir.Reads(st, func(e ir.Expr) {
				ir.WalkExpr(g.inline(e), func(e ir.Expr) bool {
					if r, is := e.(*ir.Ref); is {
						v := r.Base().Var
						ok = ok && !written[v] && (g.inside[v] || !g.memory[v].added)
					}
					return ok
				})
			})
		}
		if !ok {
			return false
		}
		ir.Walk(st, func(st ir.Stmt) bool {
			ir.Writes(st, func(r *ir.Ref) {
				if _, fresh := st.(*ir.Decl); !fresh {
					written[r.Base().Var] = true
				}
			})
			return true
		})
	}
	return true
}

// needs returns the declarations of numbers that a term needs, in order.
func (g *gatherer) needs(t *shiftedTerm) []*ir.Decl {
	var out []*ir.Decl
	need := g.locals(t.sum.Src)
	for _, st := range slices.Backward(g.body.Stmts) {
		if d, ok := st.(*ir.Decl); ok && need[d.Var] {
			out = append(out, d)
			for v := range g.locals(d.Init) {
				need[v] = true
			}
		}
	}
	slices.Reverse(out)
	return out
}

// locals returns what e mentions of what the nest declares.
func (g *gatherer) locals(e ir.Expr) map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	if e != nil {
		ir.WalkExpr(g.inline(e), func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok && g.inside[r.Var] {
				out[r.Var] = true
			}
			return true
		})
	}
	return out
}
