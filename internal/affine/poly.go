package affine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Mono is Coef times the product of Syms, which are in increasing order; a symbol stands as
// often as its power. No Syms is a constant.
type Mono struct {
	Coef int64
	Syms []Sym
}

// A Poly is a polynomial: monomials with different Syms, none with coefficient 0, larger ones
// first (by degree, then by symbols; an order that multiplication respects). It is
// immutable; the zero value is 0.
type Poly struct {
	Monos    []Mono
	overflow bool
}

// PolyConst returns the polynomial c.
func PolyConst(c int64) Poly {
	if c == 0 {
		return Poly{}
	}
	return Poly{Monos: []Mono{{Coef: c}}}
}

// PolySym returns the polynomial s.
func PolySym(s Sym) Poly { return Poly{Monos: []Mono{{Coef: 1, Syms: []Sym{s}}}} }

// Valid is false for the result of an operation that overflowed, whose other contents are
// meaningless.
func (p Poly) Valid() bool { return !p.overflow }

// IsZero says whether p is 0.
func (p Poly) IsZero() bool { return p.Valid() && len(p.Monos) == 0 }

// Const returns the value of p if it is a constant.
func (p Poly) Const() (int64, bool) {
	switch {
	case p.overflow || len(p.Monos) > 1:
		return 0, false
	case len(p.Monos) == 0:
		return 0, true
	}
	return p.Monos[0].Coef, len(p.Monos[0].Syms) == 0
}

// order compares products of symbols, the larger one first.
func order(a, b []Sym) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return slices.Compare(a, b)
}

// Add returns p + q.
func (p Poly) Add(q Poly) Poly { return p.combine(1, q) }

// Sub returns p - q.
func (p Poly) Sub(q Poly) Poly { return p.combine(-1, q) }

// Scale returns k*p.
func (p Poly) Scale(k int64) Poly { return Poly{}.combine(k, p) }

// Plus returns p + c.
func (p Poly) Plus(c int64) Poly { return p.combine(1, PolyConst(c)) }

func (p Poly) combine(k int64, q Poly) Poly {
	if p.overflow || q.overflow {
		return Poly{overflow: true}
	}
	monos := slices.Clone(p.Monos)
	for _, m := range q.Monos {
		c, ok := mul(k, m.Coef)
		if !ok {
			return Poly{overflow: true}
		}
		monos = append(monos, Mono{c, m.Syms})
	}
	return collect(monos)
}

// Mul returns p * q.
func (p Poly) Mul(q Poly) Poly {
	if p.overflow || q.overflow {
		return Poly{overflow: true}
	}
	var monos []Mono
	for _, a := range p.Monos {
		for _, b := range q.Monos {
			c, ok := mul(a.Coef, b.Coef)
			if !ok {
				return Poly{overflow: true}
			}
			syms := append(slices.Clone(a.Syms), b.Syms...)
			slices.Sort(syms)
			monos = append(monos, Mono{c, syms})
		}
	}
	return collect(monos)
}

// collect sorts monos in place and adds up those with equal symbols.
func collect(monos []Mono) Poly {
	slices.SortStableFunc(monos, func(a, b Mono) int { return order(a.Syms, b.Syms) })
	out := monos[:0]
	for _, m := range monos {
		if n := len(out); n > 0 && slices.Equal(out[n-1].Syms, m.Syms) {
			c, ok := add(out[n-1].Coef, m.Coef)
			if !ok {
				return Poly{overflow: true}
			}
			if out[n-1].Coef = c; c == 0 {
				out = out[:n-1]
			}
		} else if m.Coef != 0 {
			out = append(out, m)
		}
	}
	return Poly{Monos: out}
}

// Coef returns the polynomial c with p = c*s + r, where no monomial of r contains s; c may
// contain s again.
func (p Poly) Coef(s Sym) Poly {
	if p.overflow {
		return p
	}
	var monos []Mono
	for _, m := range p.Monos {
		if i := slices.Index(m.Syms, s); i >= 0 {
			monos = append(monos, Mono{m.Coef, slices.Delete(slices.Clone(m.Syms), i, i+1)})
		}
	}
	return collect(monos)
}

// Subst returns p with s replaced by q.
func (p Poly) Subst(s Sym, q Poly) Poly {
	out := Poly{overflow: p.overflow}
	for _, m := range p.Monos {
		t := PolyConst(m.Coef)
		for _, f := range m.Syms {
			if f == s {
				t = t.Mul(q)
			} else {
				t = t.Mul(PolySym(f))
			}
		}
		out = out.Add(t)
	}
	return out
}

// Div divides p by d != 0 with remainder: p = q*d + r, where no monomial of r is divisible by
// the largest monomial of d (its coefficient included, so that all stays integral). It
// panics if d is 0.
func (p Poly) Div(d Poly) (q, r Poly) {
	if p.overflow || d.overflow {
		return Poly{overflow: true}, Poly{overflow: true}
	}
	lead := d.Monos[0]
	for len(p.Monos) > 0 {
		m := p.Monos[0]
		if t, ok := m.quo(lead); ok {
			f := Poly{Monos: []Mono{t}}
			q, p = q.Add(f), p.Sub(f.Mul(d))
		} else {
			head := Poly{Monos: []Mono{m}}
			r, p = r.Add(head), p.Sub(head)
		}
		if p.overflow || q.overflow {
			return Poly{overflow: true}, Poly{overflow: true}
		}
	}
	return q, r
}

// quo returns m/d if it is a monomial.
func (m Mono) quo(d Mono) (Mono, bool) {
	if m.Coef%d.Coef != 0 {
		return Mono{}, false
	}
	syms := slices.Clone(m.Syms)
	for _, s := range d.Syms {
		i := slices.Index(syms, s)
		if i < 0 {
			return Mono{}, false
		}
		syms = slices.Delete(syms, i, i+1)
	}
	return Mono{m.Coef / d.Coef, syms}, true
}

// Content returns the greatest common divisor of the coefficients, 0 for 0.
func (p Poly) Content() int64 {
	g := int64(0)
	for _, m := range p.Monos {
		g = gcd(g, m.Coef)
	}
	return g
}

// Equal says whether p and q are the same polynomial and valid.
func (p Poly) Equal(q Poly) bool { return p.Sub(q).IsZero() }

// Compare orders polynomials, larger monomials first; it is 0 exactly for equal ones.
func (p Poly) Compare(q Poly) int {
	return slices.CompareFunc(p.Monos, q.Monos, func(a, b Mono) int {
		if c := order(a.Syms, b.Syms); c != 0 {
			return c
		}
		return cmp.Compare(b.Coef, a.Coef)
	})
}

// Syms calls f for each symbol of p, once for each occurrence in a monomial.
func (p Poly) Syms(f func(Sym)) {
	for _, m := range p.Monos {
		for _, s := range m.Syms {
			f(s)
		}
	}
}

// Linear returns p as a form; product supplies the symbol that stands for a product of two
// or more symbols. The slice that it gets must not be changed.
func (p Poly) Linear(product func([]Sym) Sym) Form {
	if p.overflow {
		return Form{overflow: true}
	}
	var terms []Term
	c := int64(0)
	for _, m := range p.Monos {
		switch len(m.Syms) {
		case 0:
			c = m.Coef
		case 1:
			terms = append(terms, Term{m.Syms[0], m.Coef})
		default:
			terms = append(terms, Term{product(m.Syms), m.Coef})
		}
	}
	return sum(terms, c)
}

// String prints p with symbols as x0, x1, ...
func (p Poly) String() string {
	if p.overflow {
		return "overflow"
	}
	var b strings.Builder
	for _, m := range p.Monos {
		if len(m.Syms) == 0 {
			fmt.Fprintf(&b, "%+d", m.Coef)
			continue
		}
		switch m.Coef {
		case 1:
			b.WriteString("+")
		case -1:
			b.WriteString("-")
		default:
			fmt.Fprintf(&b, "%+d*", m.Coef)
		}
		for i, s := range m.Syms {
			if i > 0 {
				b.WriteString("*")
			}
			fmt.Fprintf(&b, "x%d", s)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return strings.TrimPrefix(b.String(), "+")
}
