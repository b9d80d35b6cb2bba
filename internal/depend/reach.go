package depend

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A reach is a distance between iterations of a loop, n over the product of per, each of which is positive.
type reach struct {
	n   affine.Poly
	per []affine.Poly
}

// Apart says whether the accesses of c, a conflict that loop carries, touch different cells in iterations
// i < j of it wherever each of per is positive and their product times j-i is more than n. These integers have the values that
// they have where the loop begins. False is no proof of the contrary. It panics if loop is not in the block, or has a step
// other than 1.
func (x *Accesses) Apart(c Conflict, loop *ir.For, n ir.Expr, per ...ir.Expr) bool {
	l := x.loops[loop]
	if l == nil || !ir.IsVal(loop.Step, 1) {
		panic("depend: distance in a loop that is not in the block, or has steps")
	}
	before := l.before // the cache of a compiler is the block's
	r := &reach{n: before.poly(n)}
	for _, e := range per {
		r.per = append(r.per, before.poly(e))
	}
	key := ""
	for _, p := range append(r.per, r.n) {
		fixed := p.Valid()
		p.Syms(func(s affine.Sym) { fixed = fixed && x.sharedSym(s, l.depth) })
		if !fixed {
			return false
		}
		key += p.String() + "/"
	}
	if old := x.reaches[key]; old != nil {
		r = old
	} else {
		x.reaches[key] = r
	}
	return !x.answer(question{a: c.A, b: c.B, level: l.depth, reach: r})
}

// ahead says that the second instance is ahead of the first by more than r in loop l. a and b are their accesses.
func (s *instances) ahead(l *loop, r *reach, a, b *Access) {
	by := affine.PolySym(l.iter)
	for _, f := range r.per {
		s.sys.Geq(s.name(s.known(f), first).Plus(-1))
		by = by.Mul(f)
		s.scale(a, f, first)
		s.scale(b, f, second)
	}
	far := s.name(s.x.syms.linear(by), second).Sub(s.name(s.x.syms.linear(by), first))
	s.sys.Geq(far.Sub(s.name(s.known(r.n), first)).Plus(-1))
}

// known returns p, which is the same in both instances, and adds what is known of it.
func (s *instances) known(p affine.Poly) affine.Form {
	f := s.x.syms.linear(p)
	s.add(s.x.syms.close(nil, f), first)
	return f
}

// scale adds the bounds of symbols that stand beside f in products of the subscripts of a, times f, which is positive: with
// k < n and rows k*f, k*f <= (n-1)*f.
func (s *instances) scale(a *Access, f affine.Poly, which affine.Sym) {
	factor := map[affine.Sym]bool{}
	f.Syms(func(y affine.Sym) { factor[y] = true })
	beside := map[affine.Sym]bool{}
	for _, p := range a.path {
		for _, m := range p.index.Monos {
			if p.isIndex() && slices.ContainsFunc(m.Syms, func(y affine.Sym) bool { return factor[y] }) {
				for _, y := range m.Syms {
					beside[y] = beside[y] || !factor[y]
				}
			}
		}
	}
	for _, k := range a.scope.facts {
		found := false
		k.p.Syms(func(y affine.Sym) { found = found || beside[y] })
		if p := k.p.Mul(f); found && !k.eq && !k.ne && p.Valid() {
			s.sys.Geq(s.name(s.x.syms.linear(p), which))
		}
	}
}
