package depend

import (
	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A reach is a distance between iterations of a loop, n/d for d >= 1.
type reach struct{ n, d affine.Poly }

// Apart says whether the accesses of c, a conflict that loop carries, touch different cells in iterations
// i < j of it wherever d >= 1 and d*(j-i) > n. The integers n and d have the values that they have where the loop begins.
// False is no proof of the contrary. It panics if loop is not in the block, or has a step other than 1.
func (x *Accesses) Apart(c Conflict, loop *ir.For, n, d ir.Expr) bool {
	l := x.loops[loop]
	if l == nil || !ir.IsVal(loop.Step, 1) {
		panic("depend: distance in a loop that is not in the block, or has steps")
	}
	before := l.before // the cache of a compiler is the block's
	r := &reach{before.poly(n), before.poly(d)}
	for _, p := range []affine.Poly{r.n, r.d} {
		fixed := p.Valid()
		p.Syms(func(s affine.Sym) { fixed = fixed && x.sharedSym(s, l.depth) })
		if !fixed {
			return false
		}
	}
	key := r.n.String() + "/" + r.d.String()
	if old := x.reaches[key]; old != nil {
		r = old
	} else {
		x.reaches[key] = r
	}
	return !x.answer(question{a: c.A, b: c.B, level: l.depth, reach: r})
}

// ahead says that the second instance is ahead of the first by more than r in loop l.
func (s *instances) ahead(l *loop, r *reach) {
	by := r.d.Mul(affine.PolySym(l.iter))
	d, n := s.x.syms.linear(r.d), s.x.syms.linear(r.n)
	s.add(s.x.syms.close(nil, d, n), first)
	s.sys.Geq(s.name(d, first).Plus(-1))
	far := s.name(s.x.syms.linear(by), second).Sub(s.name(s.x.syms.linear(by), first))
	s.sys.Geq(far.Sub(s.name(n, first)).Plus(-1))
}
