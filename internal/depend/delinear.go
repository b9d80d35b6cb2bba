package depend

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
)

// equations returns the equations between two subscripts p and r that hold where they lead to the
// same cell: p == r, or one for each dimension if both can be split into dimensions
// of the same sizes.
//
// What counts as a size is a matter of the level: in a loop over layers the rows of each layer
// have their own length. The sizes that change least are tried first. The sign of a size like w-k+1 is tried
// both as its largest monomial suggests and as it stands in the subscripts.
func (x *Accesses) equations(q question, p, r affine.Poly) [][2]affine.Poly {
	flat := [][2]affine.Poly{{p, r}}
	if !p.Valid() || !r.Valid() {
		return flat
	}
	// A shared offset, like the begin of a matrix in a longer slice, may be in the way.
	bareP, bareR := x.withoutCommon(p, r, q.level)
	if !curved(bareP) && !curved(bareR) {
		return flat
	}
	var tried [][]affine.Poly
	for n := range 4 * (q.level + 1) {
		strides := x.strides(n/4, n%2 == 1, n/2%2 == 1, p, r)
		sizes := radices(strides)
		again := func(s []affine.Poly) bool { return slices.EqualFunc(s, strides, affine.Poly.Equal) }
		if sizes == nil || slices.ContainsFunc(tried, again) {
			continue
		}
		tried = append(tried, strides)
		if e := x.split(q, p, r, strides, sizes); e != nil {
			return e
		}
		if e := x.split(q, bareP, bareR, strides, sizes); e != nil {
			return e
		}
	}
	return flat
}

// curved says whether p has a product.
func curved(p affine.Poly) bool {
	return slices.ContainsFunc(p.Monos, func(m affine.Mono) bool { return len(m.Syms) > 1 })
}

// fixed says whether all syms are the same in instances that share n loops.
func (x *Accesses) fixed(syms []affine.Sym, n int) bool {
	return !slices.ContainsFunc(syms, func(s affine.Sym) bool { return !x.sharedSym(s, n) })
}

// withoutCommon removes from p and r the monomials that are equal in both.
func (x *Accesses) withoutCommon(p, r affine.Poly, n int) (affine.Poly, affine.Poly) {
	var common affine.Poly
	for _, m := range p.Monos {
		same := func(k affine.Mono) bool { return k.Coef == m.Coef && slices.Equal(k.Syms, m.Syms) }
		if len(m.Syms) > 0 && x.fixed(m.Syms, n) && slices.ContainsFunc(r.Monos, same) {
			common = common.Add(affine.Poly{Monos: []affine.Mono{m}})
		}
	}
	return p.Sub(common), r.Sub(common)
}

// split writes both subscripts as digits of a mixed radix system and returns the pairs of digits,
// or nil. With strides s1 > s2 > ... that divide one another, p = q1*s1 + q2*s2 + ... + q0; if
// each digit but the first is proven to lie in [0, s(k-1)/sk), the digits are determined by
// p, so that equal cells have equal digits.
func (x *Accesses) split(q question, p, r affine.Poly, strides, sizes []affine.Poly) [][2]affine.Poly {
	a, b := digits(p, strides), digits(r, strides)
	if !x.carry(q.a, a, sizes) || !x.carry(q.b, b, sizes) {
		return nil
	}
	pairs := make([][2]affine.Poly, len(a))
	for i := range a {
		pairs[i] = [2]affine.Poly{a[i], b[i]}
	}
	return pairs
}

// strides returns the polynomials, not constant, that iterators and other symbols which differ
// between instances that share n loops are multiplied with, largest first; in sums, n+1 of
// i*n + i, or else one by one, n and 1. Those that differ by a factor are
// replaced by the greatest common one. With asIs they keep their signs.
func (x *Accesses) strides(n int, sums, asIs bool, polys ...affine.Poly) []affine.Poly {
	var list []affine.Poly
	for _, p := range polys {
		for _, c := range x.coefficients(p, n, sums) {
			if _, ok := c.Const(); ok || !c.Valid() {
				continue
			}
			if !asIs && c.Monos[0].Coef < 0 {
				c = c.Scale(-1)
			}
			list = addStride(list, c)
		}
	}
	slices.SortFunc(list, affine.Poly.Compare)
	return list
}

// coefficients returns the polynomials in symbols that are the same in instances which share n
// loops that the products of other symbols are multiplied with in p.
func (x *Accesses) coefficients(p affine.Poly, n int, sums bool) []affine.Poly {
	var vars [][]affine.Sym
	var coefs []affine.Poly
	for _, m := range p.Monos {
		var v, c []affine.Sym
		for _, s := range m.Syms {
			if x.sharedSym(s, n) {
				c = append(c, s)
			} else {
				v = append(v, s)
			}
		}
		if len(v) == 0 {
			continue
		}
		i := slices.IndexFunc(vars, func(w []affine.Sym) bool { return slices.Equal(v, w) })
		if i < 0 || !sums {
			i = len(vars)
			vars, coefs = append(vars, v), append(coefs, affine.Poly{})
		}
		coefs[i] = coefs[i].Add(affine.Poly{Monos: []affine.Mono{{Coef: m.Coef, Syms: c}}})
	}
	return coefs
}

// addStride adds the stride c, which is no constant, to list.
func addStride(list []affine.Poly, c affine.Poly) []affine.Poly {
	for i, d := range list {
		k, l := c.Content(), d.Content()
		if c.Scale(l).Equal(d.Scale(k)) {
			// c = k*e and d = l*e: the gcd of k and l times e
			for k != 0 {
				k, l = l%k, k
			}
			list[i], _ = d.Div(affine.PolyConst(d.Content()))
			list[i] = list[i].Scale(l)
			return list
		}
	}
	return append(list, c)
}

// radices returns the sizes of the dimensions below the first: the quotients of the strides. It
// returns nil if there is no stride or one does not divide the one before.
func radices(strides []affine.Poly) []affine.Poly {
	var sizes []affine.Poly
	for i, s := range strides {
		if i+1 == len(strides) {
			return append(sizes, s)
		}
		size, rest := s.Div(strides[i+1])
		if !rest.IsZero() {
			return nil
		}
		sizes = append(sizes, size)
	}
	return nil
}

// digits divides p by the strides in turn; the last digit is the rest.
func digits(p affine.Poly, strides []affine.Poly) []affine.Poly {
	list := make([]affine.Poly, 0, len(strides)+1)
	for _, s := range strides {
		q, r := p.Div(s)
		list, p = append(list, q), r
	}
	return append(list, p)
}

// carry says whether the digits after the first are proven to lie in [0, size) wherever a is executed. Where a
// digit is so only with size added or subtracted, that is done, and taken from the digit before or added
// to it: the last element of row i, (i+1)*n - 1, is [i][n-1].
func (x *Accesses) carry(a *Access, digits, sizes []affine.Poly) bool {
	for i := len(sizes) - 1; i >= 0; i-- {
		d, size := digits[i+1], sizes[i]
		switch {
		case x.inRange(a, d, size):
		case x.inRange(a, d.Add(size), size):
			digits[i+1], digits[i] = d.Add(size), digits[i].Plus(-1)
		case x.inRange(a, d.Sub(size), size):
			digits[i+1], digits[i] = d.Sub(size), digits[i].Plus(1)
		default:
			return false
		}
	}
	return true
}

// inRange says whether d is proven to lie in [0, size) wherever a is executed.
func (x *Accesses) inRange(a *Access, d, size affine.Poly) bool {
	return x.proven(a, d) && x.proven(a, size.Sub(d).Plus(-1))
}

// proven says whether p >= 0 wherever a is executed.
func (x *Accesses) proven(a *Access, p affine.Poly) bool {
	if !p.Valid() {
		return false
	}
	if c, ok := p.Const(); ok {
		return c >= 0
	}
	key := claim{a, p.String(), x.on}
	if r, ok := x.proofs[key]; ok {
		return r
	}
	f := x.syms.linear(p)
	s := &instances{x: x, shared: len(x.loops)}
	s.add(x.given(), first)
	s.add(x.syms.close(x.contextOf(a), f), first)
	s.learn()
	r := s.sys.Implies(f)
	x.proofs[key] = r
	return r
}

// A claim is that a polynomial is not negative where an access is executed.
type claim struct {
	a  *Access
	p  string
	on factSet
}
