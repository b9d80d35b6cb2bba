package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// What iterations of a loop add to elements that they share with close ones only, as the windows x[i+k] with k < len(w)
// of a sum do, needs no copies: chunks that leave their last iterations for later add to different elements. How
// close is known when the loop runs. A candidate comes from the bounds of the loops inside, and the
// dependence test has the last word.

// maxReaches bounds what is compared before a loop, and the choices between the arguments of minima and maxima.
const maxReaches, maxEnds = 4, 8

// nearSums sets which of the sums of par, a schedule of f, are near.
func (s *scheduler) nearSums(f *ir.For, par *ir.Par) {
	var near []*ir.Var
	var reach []ir.Reach
	for _, v := range par.Sums {
		if _, slice := v.Root().Type.Underlying().(*types.Slice); !slice || ir.ElemType(v.Type) == nil || !aloneIn(par.Sums, v) {
			continue
		}
		if more := s.reachOf(f, v.Root(), reach); more != nil && len(more) <= maxReaches {
			near, reach = append(near, v), more
		}
	}
	if len(near) == 0 || slices.ContainsFunc(par.Scatters, func(x ir.Scatter) bool { return !slices.Contains(near, x.Var) }) {
		return
	}
	for i := 0; i < len(reach); i++ {
		less := slices.Delete(slices.Clone(reach), i, i+1)
		if !slices.ContainsFunc(near, func(v *ir.Var) bool { return !isApart(s.idx, f, v.Root(), less) }) {
			reach = less
			i--
		}
	}
	par.Near, par.Reach, par.Scatters = near, reach, nil
}

// reachOf adds to reach how far apart iterations of f are that add to one element of root. It returns nil if that is not
// known.
func (s *scheduler) reachOf(f *ir.For, root *ir.Var, reach []ir.Reach) []ir.Reach {
	r := &reacher{estimate: estimateOf(f)}
	for _, c := range s.idx.SumsInto(f, root) {
		if areApart(s.idx, f, c, reach) {
			continue
		}
		candidates := r.between(c)
		i := slices.IndexFunc(candidates, func(x ir.Reach) bool { return s.idx.Apart(c, f, x.N, x.Per...) })
		if i < 0 {
			return nil
		}
		reach = append(reach, candidates[i])
	}
	return reach
}

// isApart says whether no iterations of f that are further apart than the largest of reach add to one element of root.
func isApart(idx *depend.Accesses, f *ir.For, root *ir.Var, reach []ir.Reach) bool {
	return !slices.ContainsFunc(idx.SumsInto(f, root), func(c depend.Conflict) bool { return !areApart(idx, f, c, reach) })
}

// areApart says that of the two sums of c.
func areApart(idx *depend.Accesses, f *ir.For, c depend.Conflict, reach []ir.Reach) bool {
	return slices.ContainsFunc(reach, func(x ir.Reach) bool { return idx.Apart(c, f, x.N, x.Per...) })
}

// A reacher finds distances between iterations of a loop.
type reacher struct{ *estimate }

// between returns candidates for how far the iteration of c.A is before that of c.B at most.
func (r *reacher) between(c depend.Conflict) (list []ir.Reach) {
	collect := func(high, low []end, sign int64) {
		for _, h := range high {
			for _, l := range low {
				per := scaledDifference(h.coef, newPolynomial(), sign)
				if len(scaledDifference(h.coef, l.coef, 1).order) == 0 && len(per.order) > 0 && per.order[0].coef > 0 {
					list = append(list, reaches(scaledDifference(h.rest, l.rest, 1), per)...)
				}
			}
		}
	}
	collect(r.ends(c.A, true), r.ends(c.B, false), 1)
	collect(r.ends(c.B, true), r.ends(c.A, false), -1)
	slices.SortStableFunc(list, func(x, y ir.Reach) int { return r.worth(y) - r.worth(x) })
	return list
}

// worth is larger for what is the better choice: not the number of iterations where there is something else, and what
// comes from ends that move with the iterations.
func (r *reacher) worth(x ir.Reach) int {
	worth, all := 0, ir.Expr(ir.Int(1))
	for _, e := range x.Per {
		all = ir.Mul(all, e)
	}
	per, _ := products(all)
	for _, t := range per {
		worth += int(t.coef)
	}
	trips, _ := products(ir.Sub(r.loop.Limit, r.loop.Begin))
	n, _ := products(x.N)
	for _, t := range n {
		if t.coef > 0 && slices.ContainsFunc(trips, func(s term) bool {
			return s.coef > 0 && len(s.atoms) > 0 && slices.EqualFunc(s.atoms, t.atoms, ir.Equal)
		}) {
			worth -= maxFactor
		}
	}
	return worth
}

// An end is an end coef*i + rest of what iteration i touches.
type end struct{ coef, rest *polynomial }

// ends returns candidates for the last element, or the first one, that an iteration touches at a.
func (r *reacher) ends(a *depend.Access, last bool) (list []end) {
	if len(a.Ref.Elems) == 0 || a.Ref.Elems[0].Index == nil {
		return nil
	}
	at := choices(r.inline(a.Ref.Elems[0].Index))
	for _, g := range slices.Backward(a.Loops[slices.Index(a.Loops, r.loop)+1:]) {
		var next []ir.Expr
		for _, e := range at {
			if !mentionsAny(e, map[*ir.Var]bool{g.Iter: true}) {
				next = append(next, e)
				continue
			}
			if bound := boundOf(g, last != falls(e, g.Iter)); bound != nil {
				next = append(next, choices(r.inline(ir.Subst(e, g.Iter, bound)))...)
			}
		}
		if at = next; len(at) > maxEnds {
			return nil
		}
	}
	for _, e := range at {
		if x, ok := r.split(e); ok {
			list = append(list, x)
		}
	}
	return list
}

// boundOf returns the largest value of the iterator of g, or the smallest; nil if that is not known.
func boundOf(g *ir.For, largest bool) ir.Expr {
	switch {
	case largest != rising(g):
		return g.Begin
	case g.Limit == nil:
		return nil
	case g.Cmp == token.LSS:
		return ir.Sub(g.Limit, ir.Int(1))
	case g.Cmp == token.GTR:
		return ir.Add(g.Limit, ir.Int(1))
	}
	return g.Limit
}

// choices returns e with each of the arguments of minima and maxima in place of these.
func choices(e ir.Expr) []ir.Expr {
	var inner *ir.Intrinsic
	ir.WalkExpr(e, func(e ir.Expr) bool {
		if x, ok := e.(*ir.Intrinsic); ok && inner == nil && (x.Fn == "min" || x.Fn == "max") {
			inner = x
		}
		return inner == nil
	})
	if inner == nil {
		return []ir.Expr{e}
	}
	var list []ir.Expr
	for _, a := range inner.Args {
		x := ir.MapExpr(e, func(e ir.Expr) ir.Expr {
			if ir.Equal(e, inner) {
				return a
			}
			return e
		})
		if list = append(list, choices(x)...); len(list) > maxEnds {
			break
		}
	}
	return list
}

// split takes e apart. It returns false where e is not linear in the iterator.
func (r *reacher) split(e ir.Expr) (end, bool) {
	terms, ok := products(e)
	x := end{newPolynomial(), newPolynomial()}
	for _, t := range terms {
		var others []ir.Expr
		for _, a := range t.atoms {
			if v, is := a.(*ir.Ref); !is || v.Var != r.loop.Iter || len(v.Elems) > 0 {
				others = append(others, a)
			}
		}
		switch len(t.atoms) - len(others) {
		case 0:
			x.rest.addTerm(term{t.coef, others}, 1)
		case 1:
			x.coef.addTerm(term{t.coef, others}, 1)
		default:
			ok = false
		}
	}
	return x, ok
}

// reaches returns n/per, and what is left of it where per is a product of sizes: of the rows of a matrix (i+k)*m + j only the
// number counts. The remainder may be as little as -1.
func reaches(n, per *polynomial) (list []ir.Reach) {
	if r, ok := newReach(n, per); ok {
		list = append(list, r)
	}
	for _, a := range per.order[0].atoms {
		less, whole := per.over(a)
		if !whole {
			continue
		}
		rows, _ := n.over(a)
		one := newPolynomial()
		one.addTerm(term{1, nil}, 1)
		list = append(append(list, reaches(scaledDifference(rows, one, 1), less)...), reaches(rows, less)...)
	}
	return list
}

// scaledDifference returns k*(p-q), without terms that cancel.
func scaledDifference(p, q *polynomial, k int64) *polynomial {
	all, out := newPolynomial(), newPolynomial()
	for _, t := range p.order {
		all.addTerm(*t, k)
	}
	for _, t := range q.order {
		all.addTerm(*t, -k)
	}
	for _, t := range all.order {
		if t.coef != 0 {
			out.addTerm(*t, 1)
		}
	}
	return out
}

// over returns the quotient of p and a, and whether nothing is left.
func (p *polynomial) over(a ir.Expr) (q *polynomial, whole bool) {
	q, whole = newPolynomial(), true
	for _, t := range p.order {
		i := slices.IndexFunc(t.atoms, func(b ir.Expr) bool { return ir.Equal(a, b) })
		if i < 0 {
			whole = false
			continue
		}
		q.addTerm(term{t.coef, slices.Delete(slices.Clone(t.atoms), i, i+1)}, 1)
	}
	return q, whole
}

// maxFactor bounds the constants in a Reach: with sizes that are small enough for their products, nothing overflows.
const maxFactor = 256

// newReach returns n/per if that is as ir.Reach wants it.
func newReach(n, per *polynomial) (r ir.Reach, ok bool) {
	if len(per.order) > 1 {
		r.Per = []ir.Expr{per.expr()}
		ok = linear(per.order)
	} else {
		one := per.order[0]
		if r.Per = slices.Clone(one.atoms); one.coef > 1 {
			r.Per = append(r.Per, ir.Int(one.coef))
		}
		ok = one.coef <= maxFactor && len(one.atoms) <= 2 && !slices.ContainsFunc(one.atoms, func(a ir.Expr) bool { return !isSize(a) })
	}
	for _, t := range n.order {
		quotients := 0
		for _, a := range t.atoms {
			if !isSize(a) {
				quotients++
				ok = ok && isShare(a, r.Per)
			}
		}
		ok = ok && len(t.atoms) <= 2 && quotients <= 1 && (len(t.atoms) == 0 && magnitude(t.coef) < 1<<30 || magnitude(t.coef) <= maxFactor)
	}
	r.N = n.expr()
	return r, ok
}

// linear says whether terms are sizes, with small factors, and constants.
func linear(terms []*term) bool {
	return !slices.ContainsFunc(terms, func(t *term) bool {
		return len(t.atoms) > 1 || magnitude(t.coef) > maxFactor || len(t.atoms) > 0 && !isSize(t.atoms[0])
	})
}

// isShare says whether e is the quotient of a few sizes and a positive constant or one of per.
func isShare(e ir.Expr, per []ir.Expr) bool {
	q, ok := e.(*ir.Binary)
	if !ok || q.Op != token.QUO || !types.Identical(q.T, types.Typ[types.Int]) {
		return false
	}
	if k, constant := ir.IntVal(q.Y); !(constant && k > 0) && !slices.ContainsFunc(per, func(f ir.Expr) bool { return ir.Equal(f, q.Y) }) {
		return false
	}
	list, ok := products(q.X)
	return ok && len(list) <= 4 && !slices.ContainsFunc(list, func(t term) bool {
		return len(t.atoms) > 1 || magnitude(t.coef) > 1 && len(t.atoms) > 0 || magnitude(t.coef) > maxFactor || len(t.atoms) > 0 && !isSize(t.atoms[0])
	})
}

// isSize says whether e is an integer variable or a length.
func isSize(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Len:
		return len(e.X.Elems) == 0
	case *ir.Ref:
		return len(e.Elems) == 0 && types.Identical(e.T, types.Typ[types.Int])
	}
	return false
}
