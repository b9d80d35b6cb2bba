package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A vector counts iterations: one number for each loop of a nest, outermost first.
type vector []int64

// A subscript is a sum of the iterators of a nest, each with a coefficient that does not change in it, and of a rest
// that the iterators do not occur in.
type subscript struct {
	coef []*polynomial
	rest *polynomial
}

func newPolynomial() *polynomial { return &polynomial{terms: map[string]*term{}} }

// at returns the coefficient of the product with the given key.
func (p *polynomial) at(key string) int64 {
	if t := p.terms[key]; t != nil {
		return t.coef
	}
	return 0
}

// subscript takes e apart. It returns false where e is not linear in the iterators, or where the rest may differ
// between iterations.
func (n *nest) subscript(e ir.Expr) (*subscript, bool) {
	list, ok := products(n.inline(e))
	if !ok {
		return nil, false
	}
	s := &subscript{rest: newPolynomial()}
	for range n.dims {
		s.coef = append(s.coef, newPolynomial())
	}
	for _, t := range list {
		dim := -1
		var others []ir.Expr
		for _, a := range t.atoms {
			switch m := n.iterator(a); {
			case m < 0 && n.varies(a), m >= 0 && dim >= 0:
				return nil, false
			case m >= 0:
				dim = m
			default:
				others = append(others, a)
			}
		}
		to := s.rest
		if dim >= 0 {
			to = s.coef[dim]
		}
		to.addTerm(term{t.coef, others}, 1)
	}
	return s, true
}

// iterator returns the loop whose iterator e is, -1 if it is none.
func (n *nest) iterator(e ir.Expr) int {
	r, ok := e.(*ir.Ref)
	if !ok || len(r.Elems) > 0 {
		return -1
	}
	return slices.IndexFunc(n.dims, func(d dim) bool { return d.iter == r.Var })
}

// varies says whether e may have another value in another iteration of the nest, the iterators of loops inside its
// body apart.
func (n *nest) varies(e ir.Expr) bool {
	if _, opaque := e.(*ir.Opaque); opaque {
		return true
	}
	return mentionsAny(e, n.changing) || readRoot(e, n.written) != nil
}

// inline replaces the integers that the nest declares by their values.
func (n *nest) inline(e ir.Expr) ir.Expr {
	for range 8 {
		x := ir.MapExpr(e, func(e ir.Expr) ir.Expr {
			if r, ok := e.(*ir.Ref); ok && len(r.Elems) == 0 && n.values[r.Var] != nil {
				return n.values[r.Var]
			}
			return e
		})
		if x == e {
			break
		}
		e = x
	}
	return e
}

// A place is what a sum of a nest adds to: a root, fields, and subscripts.
type place struct {
	cell cell
	subs []*subscript
}

func (n *nest) place(r *ir.Ref) (place, bool) {
	p := place{cell: cellOf(r)}
	base := r.Base()
	for _, e := range base.Elems {
		if e.Deref {
			return p, false
		}
		if e.Index == nil {
			continue
		}
		s, ok := n.subscript(e.Index)
		if !ok {
			return p, false
		}
		p.subs = append(p.subs, s)
	}
	return p, true
}

// shift returns by how many iterations q is ahead of p: q in iteration I is p in iteration I+shift, for all I.
func (p place) shift(q place, dims int) (vector, bool) {
	if p.cell != q.cell || len(p.subs) != len(q.subs) {
		return nil, false
	}
	var eqs []equation
	for i, s := range p.subs {
		t := q.subs[i]
		keys := map[string]bool{}
		for _, list := range [][]*polynomial{s.coef, t.coef, {s.rest, t.rest}} {
			for _, x := range list {
				for k := range x.terms {
					keys[k] = true
				}
			}
		}
		var order []string
		for k := range keys {
			order = append(order, k)
		}
		slices.Sort(order)
		for _, k := range order {
			eq := equation{value: t.rest.at(k) - s.rest.at(k)}
			for m := range dims {
				if s.coef[m].at(k) != t.coef[m].at(k) {
					return nil, false
				}
				eq.coef = append(eq.coef, s.coef[m].at(k))
			}
			eqs = append(eqs, eq)
		}
	}
	return solve(eqs, dims)
}

// An equation says that the scalar product of coef and the solution is value.
type equation struct {
	coef  []int64
	value int64
}

// solve returns a small integer solution. Where several unknowns are left in each equation, the one with the largest
// coefficient takes what is nearest, as with the digits of a number.
func solve(eqs []equation, dims int) (vector, bool) {
	v, known := make(vector, dims), make([]bool, dims)
	for {
		eq, m := choose(eqs, known)
		if m < 0 {
			break
		}
		v[m], known[m] = nearest(eq.left(v), eq.coef[m]), true
	}
	for _, eq := range eqs {
		if eq.left(v) != 0 {
			return nil, false
		}
	}
	return v, true
}

// left returns what is left of the value.
func (e equation) left(v vector) int64 {
	n := e.value
	for m, c := range e.coef {
		n -= c * v[m]
	}
	return n
}

// choose returns the equation with the fewest unknowns, and that with the largest coefficient in it.
func choose(eqs []equation, known []bool) (best equation, unknown int) {
	unknown = -1
	fewest := 0
	for _, eq := range eqs {
		count, large := 0, -1
		for m, c := range eq.coef {
			if c == 0 || known[m] {
				continue
			}
			count++
			if large < 0 || magnitude(c) > magnitude(eq.coef[large]) {
				large = m
			}
		}
		if count > 0 && (unknown < 0 || count < fewest) {
			best, unknown, fewest = eq, large, count
		}
	}
	return best, unknown
}

func magnitude(n int64) int64 { return max(n, -n) }

// nearest returns the integer nearest to a/b.
func nearest(a, b int64) int64 {
	if b < 0 {
		a, b = -a, -b
	}
	if a < 0 {
		return -((-2*a + b - 1) / (2 * b))
	}
	return (2*a + b - 1) / (2 * b)
}
