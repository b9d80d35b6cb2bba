package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// gathered returns the sums of n with each term moved to the iteration in which its group's place is the one that it adds
// to. In the outer loops, where not all terms have something to add, those that have are done one after the
// other; the ends of the innermost loop are peeled off. It needs as many iterations of that as shifts differ, see enough.
//
//	for x in the union of the shifted ranges {           runs in parallel: each iteration owns what it adds to
//		if all terms have something to add {
//			for y ... { ... }
//		} else {
//			if the terms with shift 1 have { for y { as it was, in iteration x-1 } }
//			...
//		}
//	}
func (n *nest) gathered() []ir.Stmt { return n.level(0, n.terms, make([]ir.Expr, len(n.dims))) }

// level returns loop m and those inside it, for terms that all have something to add in the iterations of the loops outside.
func (n *nest) level(m int, terms []*sumTerm, at []ir.Expr) []ir.Stmt {
	if m == len(n.dims) {
		return n.cell(terms, at, m, n.reset != nil)
	}
	d := n.dims[m]
	low, high := bounds(terms, m)
	core := n.loop(m, shifted(d.begin, high), shifted(d.end, low), n.level(m+1, terms, at))
	switch {
	case low == high:
		return []ir.Stmt{core}
	case m == len(n.dims)-1:
		var out []ir.Stmt
		for t := low; t < high; t++ {
			out = append(out, n.cell(where(terms, m, func(s int64) bool { return s <= t }), with(at, m, shifted(d.begin, t)), m+1, n.reset != nil && t >= n.reset.first[m])...)
		}
		out = append(out, core)
		for t := low; t < high; t++ {
			out = append(out, n.cell(where(terms, m, func(s int64) bool { return s > t }), with(at, m, shifted(d.end, t)), m+1, n.reset != nil && t < n.reset.end[m])...)
		}
		return out
	}
	i := ir.Expr(ir.NewRef(d.iter))
	border := &ir.Block{Stmts: n.zeros(m, at)}
	for s := low; s <= high; s++ {
		some := where(terms, m, func(t int64) bool { return t == s })
		if len(some) == 0 {
			continue
		}
		var cond ir.Expr
		switch { // the union begins with the range shifted least, and ends with that shifted most
		case s == low:
			cond = compare(i, token.LSS, shifted(d.end, s))
		case s == high:
			cond = compare(i, token.GEQ, shifted(d.begin, s))
		default:
			cond = between(i, shifted(d.begin, s), shifted(d.end, s))
		}
		border.Stmts = append(border.Stmts, &ir.If{Cond: cond, Then: &ir.Block{Stmts: n.apart(m+1, some, at, m+1)}})
	}
	body := &ir.If{Cond: between(i, shifted(d.begin, high), shifted(d.end, low)), Then: core.Body, Else: border}
	return []ir.Stmt{n.loop(m, shifted(d.begin, low), shifted(d.end, high), []ir.Stmt{body})}
}

// zeros sets what iteration at of loop m owns to zero, where that is to be done.
func (n *nest) zeros(m int, at []ir.Expr) []ir.Stmt {
	if n.reset == nil {
		return nil
	}
	d := n.dims[m]
	body := n.cell(nil, at, len(n.dims), true)
	for k := len(n.dims) - 1; k > m; k-- {
		body = []ir.Stmt{n.loop(k, shifted(n.dims[k].begin, n.reset.first[k]), shifted(n.dims[k].end, n.reset.end[k]), body)}
	}
	cond := between(ir.NewRef(d.iter), shifted(d.begin, n.reset.first[m]), shifted(d.end, n.reset.end[m]))
	return []ir.Stmt{&ir.If{Cond: cond, Then: &ir.Block{Stmts: body}}}
}

// apart returns loop m and those inside it as they were: only the loops before level have terms moved.
func (n *nest) apart(m int, terms []*sumTerm, at []ir.Expr, level int) []ir.Stmt {
	if m == len(n.dims) {
		return n.cell(terms, at, level, false)
	}
	return []ir.Stmt{n.loop(m, n.dims[m].begin, n.dims[m].end, n.apart(m+1, terms, at, level))}
}

func (n *nest) loop(m int, begin, end ir.Expr, body []ir.Stmt) *ir.For {
	f := &ir.For{Iter: n.dims[m].iter, Begin: begin, Cmp: token.LSS, Limit: end, Step: ir.Int(1), Body: &ir.Block{Stmts: body}}
	if ir.IsVal(begin, 0) {
		f.Form = ir.Range
	}
	return f
}

func shifted(e ir.Expr, by int64) ir.Expr { return ir.Add(e, ir.Int(by)) }

// where returns the terms whose shift in loop m is as wanted.
func where(terms []*sumTerm, m int, wanted func(int64) bool) []*sumTerm {
	var list []*sumTerm
	for _, t := range terms {
		if wanted(t.shift[m]) {
			list = append(list, t)
		}
	}
	return list
}

// with returns at with e in place m.
func with(at []ir.Expr, m int, e ir.Expr) []ir.Expr {
	c := slices.Clone(at)
	c[m] = e
	return c
}

func compare(x ir.Expr, op token.Token, y ir.Expr) ir.Expr {
	return &ir.Binary{Op: op, X: x, Y: y, T: types.Typ[types.Bool]}
}

// between returns lo <= i && i < hi.
func between(i, lo, hi ir.Expr) ir.Expr {
	return compare(compare(i, token.GEQ, lo), token.LAND, compare(i, token.LSS, hi))
}

// enough says that the innermost loop has the iterations that its peeled ends need, nil if it always has.
func (n *nest) enough() ir.Expr {
	m := len(n.dims) - 1
	low, high := bounds(n.terms, m)
	if low == high {
		return nil
	}
	d := n.dims[m]
	return compare(intDifference(d.end, d.begin), token.GEQ, ir.Int(high-low))
}

// cell returns what adds to the places that iteration at of the nest owns: each term as it is in the iteration from which its
// shift leads there, in the loops before level. An iterator is itself where at is nil. With first, what the group of
// the reset adds to is assigned.
func (n *nest) cell(terms []*sumTerm, at []ir.Expr, level int, first bool) []ir.Stmt {
	c := &cellBuilder{nest: n, at: make([]ir.Expr, len(at)), names: map[*ir.Var]*ir.Var{}, places: map[*ir.Reduce]placeKey{}, level: level}
	for m, e := range at {
		if c.at[m] = e; e == nil {
			c.at[m] = ir.NewRef(n.dims[m].iter)
		}
	}
	c.indices()
	var order []vector
	parts := map[int][]*sumTerm{}
	for _, t := range terms {
		v := make(vector, len(at))
		copy(v, t.shift[:level])
		k := slices.IndexFunc(order, func(o vector) bool { return slices.Equal(o, v) })
		if k < 0 {
			k = len(order)
			order = append(order, v)
		}
		parts[k] = append(parts[k], t)
	}
	for k, v := range order {
		c.part(parts[k], v)
	}
	c.join()
	if first {
		c.assign()
	}
	c.prune()
	return c.out
}
