package affine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// eval returns the value of p at the point x, by its definition.
func eval(p Poly, x []int64) int64 {
	v := int64(0)
	for _, m := range p.Monos {
		t := m.Coef
		for _, s := range m.Syms {
			t *= x[s]
		}
		v += t
	}
	return v
}

func randomPoly(r *rand.Rand, syms int) Poly {
	p := PolyConst(int64(r.IntN(9) - 4))
	for range r.IntN(4) {
		t := PolyConst(int64(r.IntN(9) - 4))
		for range 1 + r.IntN(3) {
			t = t.Mul(PolySym(Sym(r.IntN(syms))))
		}
		p = p.Add(t)
	}
	return p
}

// TestPolyIdentities checks the operations at points: a polynomial is what it evaluates to.
func TestPolyIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		p, q, d := randomPoly(r, 3), randomPoly(r, 3), randomPoly(r, 3)
		x := []int64{int64(r.IntN(11) - 5), int64(r.IntN(11) - 5), int64(r.IntN(11) - 5)}
		a, b := eval(p, x), eval(q, x)
		check := func(what string, got Poly, want int64) {
			if v := eval(got, x); v != want || !got.Valid() {
				t.Fatalf("%s of %v and %v at %v is %d, want %d", what, p, q, x, v, want)
			}
		}
		check("sum", p.Add(q), a+b)
		check("difference", p.Sub(q), a-b)
		check("product", p.Mul(q), a*b)
		check("multiple", p.Scale(-3), -3*a)
		check("substitution", p.Subst(1, q), eval(p, []int64{x[0], b, x[2]}))
		c := p.Coef(0)
		check("coefficient", c.Mul(PolySym(0)).Add(p.Subst(0, Poly{})), a)
		if !d.IsZero() {
			quo, rem := p.Div(d)
			check("quotient and remainder", quo.Mul(d).Add(rem), a)
			for _, m := range rem.Monos {
				if _, ok := m.quo(d.Monos[0]); ok {
					t.Fatalf("%v / %v leaves %v", p, d, rem)
				}
			}
		}
		if p.Equal(q) != (p.Compare(q) == 0) {
			t.Fatalf("Equal and Compare disagree on %v and %v", p, q)
		}
	}
}

func TestPolyDivExact(t *testing.T) {
	i, j, n, m := PolySym(0), PolySym(1), PolySym(2), PolySym(3)
	for _, c := range []struct{ p, d, q, r Poly }{
		{i.Mul(n).Add(j), n, i, j},
		{i.Plus(1).Mul(n.Plus(1)).Add(j), n.Plus(1), i.Plus(1), j},
		{i.Mul(m).Add(j).Mul(n).Plus(2), n.Mul(m), i, j.Mul(n).Plus(2)},
		{n.Mul(m).Scale(6), m.Scale(3), n.Scale(2), Poly{}},
		{n.Mul(m), m.Scale(3), Poly{}, n.Mul(m)},
	} {
		if q, r := c.p.Div(c.d); !q.Equal(c.q) || !r.Equal(c.r) {
			t.Errorf("%v / %v = %v rest %v, want %v rest %v", c.p, c.d, q, r, c.q, c.r)
		}
	}
}

func TestStrings(t *testing.T) {
	i, n := PolySym(0), PolySym(1)
	p := n.Mul(i.Plus(-2)).Sub(i).Plus(7)
	if got, want := p.String(), "x0*x1-x0-2*x1+7"; got != want {
		t.Errorf("polynomial prints as %s, want %s", got, want)
	}
	f := p.Linear(func(s []Sym) Sym { return 9 })
	if got, want := f.String(), "-x0-2*x1+x9+7"; got != want {
		t.Errorf("linear form prints as %s, want %s", got, want)
	}
	if got := (Form{}).String() + " " + (Poly{}).String(); got != "0 0" {
		t.Errorf("zeros print as %s", got)
	}
}

// TestOverflowIsMarked checks that no operation returns a wrapped number as valid.
func TestOverflowIsMarked(t *testing.T) {
	big := PolyConst(math.MaxInt64)
	x := PolySym(0)
	for i, p := range []Poly{big.Plus(1), big.Mul(x).Scale(2), big.Mul(x).Add(x), PolyConst(1 << 40).Mul(PolyConst(1 << 40)), big.Plus(1).Sub(x)} {
		if p.Valid() {
			t.Errorf("polynomial %d is valid: %v", i, p)
		}
	}
	f := Symbol(0).Scale(math.MaxInt64)
	for i, f := range []Form{f.Add(Symbol(0)), f.Scale(2), Constant(math.MinInt64 + 1).Plus(-1), f.Add(Symbol(1).Scale(math.MaxInt64)).Rename(func(Sym) Sym { return 5 })} {
		if f.Valid() {
			t.Errorf("form %d is valid: %v", i, f)
		}
	}
}

func TestRenameMerges(t *testing.T) {
	f := Symbol(3).Scale(2).Add(Symbol(4)).Sub(Symbol(5).Scale(3)).Plus(1)
	g := f.Rename(func(Sym) Sym { return 1 })
	if !g.IsConst() || g.Const != 1 {
		t.Errorf("2x+x-3x+1 = %v, want 1", g)
	}
	if h := f.Rename(func(s Sym) Sym { return 10 - s }); h.Coef(7) != 2 || h.Coef(6) != 1 || h.Coef(5) != -3 {
		t.Errorf("renamed to %v", h)
	}
}
