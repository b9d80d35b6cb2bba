package cudatmpl

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nestBuilder makes the nest for sums in one block.
type nestBuilder struct {
	*splitter
	t    *target // the first of them
	last ir.Stmt // of them
	sums []*placedSum
	// own are the loops whose iterators the place depends on, after which the others are inside.
	own []*ownLoop
	// need are numbers of the nest that the sum needs; keep those of them that are read from memory instead.
	need, keep map[*ir.Var]bool
	// take are the statements that are executed again.
	take map[ir.Stmt]bool
	// subst is what stands for iterators.
	subst map[*ir.Var]ir.Expr
}

// A placedSum is a sum with its place in terms of iterators, and what the innermost statement of the nest adds to.
type placedSum struct {
	sum      *ir.Reduce
	at, into *ir.Ref
}

// An ownLoop is a loop that goes outside. The places that it reaches are those of its iterator, plus those of others
// with the same coefficient: w[i+k] is reached by i and k, and the new iterator stands for i+k.
type ownLoop struct {
	f      *ir.For
	others []*ir.For
	iter   *ir.Var // the new iterator, that of f if there are no others
	coef   ir.Expr
	begin  ir.Expr
	limit  ir.Expr
	guard  bool // iterations outside of the bounds of f are left out
}

// build returns the nest, nil if the sum stays where it is.
func (b *nestBuilder) build() ir.Stmt {
	loops := b.t.loops()
	for _, f := range loops {
		if f.While != nil || f.Limit == nil || !ir.IsVal(f.Step, 1) && !ir.IsVal(f.Step, -1) {
			return nil
		}
	}
	own, ok := b.ownLoops(b.t)
	if b.own = own; !ok || len(own) == 0 {
		return nil
	}
	if len(b.own) == len(loops) && !b.copied() {
		return nil
	}
	if !b.bounds() || !b.values() {
		return nil
	}
	alloc, kept := b.alloc, maps.Clone(b.kept)
	nest := b.print()
	if nest == nil || !b.p.free(nest, len(b.own)) {
		b.alloc, b.splitter.kept = alloc, kept
		return nil
	}
	b.save()
	return nest
}

// copied says whether threads of the nest have copies of the place.
func (b *nestBuilder) copied() bool {
	return slices.ContainsFunc(b.p.sched[b.nest].Sums, func(v *ir.Var) bool { return v.Root() == b.sums[0].at.Var })
}

// ownLoops returns those of the loops around a sum that its place depends on, false if it is not known how.
func (s *splitter) ownLoops(t *target) (own []*ownLoop, ok bool) {
	if !s.splits(t) {
		return nil, false
	}
	place := t.place(s)
	shape, flat := flatShape(place.Var.Type)
	at := flatIndex(shape, place)
	if !flat || at == nil {
		return nil, false
	}
	for _, f := range t.loops() {
		c := coefficient(at, f.Iter)
		if c == nil {
			return nil, false // not linear
		}
		if ir.IsVal(c, 0) {
			continue
		}
		i := slices.IndexFunc(own, func(o *ownLoop) bool { return ir.Equal(o.coef, c) })
		if i < 0 {
			own = append(own, &ownLoop{f: f, coef: c, iter: f.Iter})
			continue
		}
		own[i].others = append(own[i].others, f)
	}
	// The iterator with the smallest coefficient runs fastest: neighbouring threads then have neighbouring places.
	slices.SortStableFunc(own, func(x, y *ownLoop) int { return factors(y.coef) - factors(x.coef) })
	return own, true
}

// flatIndex returns the subscript of r in memory that lies flat, nil if there is none.
func flatIndex(s shape, r *ir.Ref) ir.Expr {
	if s.fields {
		return flatField(r)
	}
	var at ir.Expr
	for i, e := range r.Elems {
		switch {
		case e.Index == nil:
			return nil
		case at == nil:
			at = e.Index
		case i-1 < len(s.dims):
			at = ir.Add(ir.Mul(at, ir.Int(s.dims[i-1])), e.Index)
		default:
			return nil
		}
	}
	return at
}

// coefficient returns the factor of v in e, which may be a product; nil if e is not linear in v.
func coefficient(e ir.Expr, v *ir.Var) ir.Expr {
	if !mentions(e, map[*ir.Var]bool{v: true}) {
		return ir.Int(0)
	}
	switch e := e.(type) {
	case *ir.Ref:
		if e.Var == v && len(e.Elems) == 0 {
			return ir.Int(1)
		}
	case *ir.Binary:
		x, y := coefficient(e.X, v), coefficient(e.Y, v)
		if x == nil || y == nil {
			return nil
		}
		switch e.Op {
		case token.ADD:
			return ir.Add(x, y)
		case token.SUB:
			return ir.Sub(x, y)
		case token.MUL:
			switch {
			case ir.IsVal(x, 0):
				return ir.Mul(e.X, y)
			case ir.IsVal(y, 0):
				return ir.Mul(x, e.Y)
			}
		}
	}
	return nil
}

// factors returns the number of factors in e, by which sizes of coefficients are guessed.
func factors(e ir.Expr) int {
	switch e := e.(type) {
	case *ir.Const:
		if ir.IsVal(e, 1) {
			return 0
		}
	case *ir.Binary:
		return factors(e.X) + factors(e.Y)
	}
	return 1
}

// iterators returns those of all loops of the nest.
func (b *nestBuilder) iterators() map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	for _, f := range b.nestLoops() {
		out[f.Iter] = true
	}
	for v := range b.decls {
		out[v] = true
	}
	return out
}

// span returns the first value of an iterator and the one after the last, from below.
func (b *nestBuilder) span(f *ir.For) (begin, limit ir.Expr) {
	begin, limit = b.inline(f.Begin), b.inline(f.Limit)
	switch f.Cmp {
	case token.LEQ:
		limit = ir.Add(limit, ir.Int(1))
	case token.GTR:
		begin, limit = ir.Add(limit, ir.Int(1)), ir.Add(begin, ir.Int(1))
	case token.GEQ:
		begin, limit = limit, ir.Add(begin, ir.Int(1))
	}
	return begin, limit
}

// bounds finds those of the loops that go outside: they are known to the launcher.
func (b *nestBuilder) bounds() bool {
	its := b.iterators()
	for _, o := range b.own {
		o.begin, o.limit = b.span(o.f)
		if mentions(o.begin, its) || mentions(o.limit, its) {
			if len(o.others) > 0 || !b.hull(o, its) {
				return false
			}
			o.guard = true
		}
		for _, f := range o.others {
			begin, limit := b.span(f)
			if mentions(begin, its) || mentions(limit, its) {
				return false
			}
			o.begin, o.limit = ir.Add(o.begin, begin), ir.Add(o.limit, ir.Sub(limit, ir.Int(1)))
			o.guard = true
		}
		if len(o.others) > 0 {
			o.iter = &ir.Var{Name: o.f.Iter.Name + "At", Type: types.Typ[types.Int], Kind: ir.Iter}
		}
	}
	return true
}

// hull widens the bounds of a loop that depend on iterators to the smallest and largest that they have.
func (b *nestBuilder) hull(o *ownLoop, its map[*ir.Var]bool) bool {
	for _, f := range b.t.loops() {
		if f == o.f || !mentions(o.begin, map[*ir.Var]bool{f.Iter: true}) && !mentions(o.limit, map[*ir.Var]bool{f.Iter: true}) {
			continue
		}
		first, end := b.span(f)
		if mentions(first, its) || mentions(end, its) {
			return false
		}
		last := ir.Sub(end, ir.Int(1))
		begin, limit := extreme(o.begin, f.Iter, first, last), extreme(o.limit, f.Iter, last, first)
		if begin == nil || limit == nil {
			return false
		}
		o.begin, o.limit = begin, limit
	}
	return !mentions(o.begin, its) && !mentions(o.limit, its)
}

// extreme replaces v in e by low where e rises with v and by high where it falls, nil if it is not known which.
func extreme(e ir.Expr, v *ir.Var, low, high ir.Expr) ir.Expr {
	c, ok := intOf(coefficient(e, v))
	switch {
	case !ok:
		return nil
	case c < 0:
		low = high
	}
	return ir.MapExpr(ir.Subst(e, v, low), fold)
}

// free says whether the outermost n loops of nest can be executed in any order without sums into the same places.
func (p *plan) free(nest ir.Stmt, n int) bool {
	var own []*ir.For
	for s := nest; len(own) < n; {
		f := s.(*ir.For)
		own = append(own, f)
		s = f.Body.Stmts[0]
	}
	sizes := &ir.Block{Stmts: append(p.sizes(), nest)}
	return isFree(adjoint.Schedules(p.grad, sizes, own...), own) ||
		isFree(adjoint.Schedules(p.grad, &ir.Block{Stmts: []ir.Stmt{nest}}, own...), own)
}

func isFree(sched map[*ir.For]*ir.Par, loops []*ir.For) bool {
	for _, f := range loops {
		if par := sched[f]; par == nil || len(par.Sums) > 0 || par.Halo > 0 {
			return false
		}
	}
	return true
}

// sizes returns copies of the declarations of integers between the nests, of those that never change.
func (p *plan) sizes() []ir.Stmt {
	writes := map[*ir.Var]int{}
	ir.Walk(p.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { writes[r.Var]++ })
		return true
	})
	var out []ir.Stmt
	for _, s := range p.body.Stmts {
		if d, ok := s.(*ir.Decl); ok && ir.IsInt(d.Var.Type) && d.Init != nil && writes[d.Var] == 1 {
			out = append(out, ir.Clone(d))
		}
	}
	return out
}

// schedules is [adjoint.Schedules], with a second look at the body in which integers between the nests are symbols of
// their own: what is proven of either is proven.
func schedules(g *adjoint.Gradient, body *ir.Block) map[*ir.For]*ir.Par {
	sched := adjoint.Schedules(g, body)
	plain := ir.CloneBlock(body)
	dropSizes(plain)
	other := adjoint.Schedules(g, plain)
	a, b := loopsOf(body), loopsOf(plain)
	for i, f := range a {
		if par := other[b[i]]; par != nil && better(par, sched[f]) {
			sched[f] = par
		}
	}
	return sched
}

// better says whether a needs less than b.
func better(a, b *ir.Par) bool {
	return b == nil || len(a.Sums) < len(b.Sums) || len(a.Sums) == len(b.Sums) && a.Halo < b.Halo
}

// dropSizes removes the declarations of integers that never change from a block that is on the host.
func dropSizes(body *ir.Block) {
	writes := map[*ir.Var]int{}
	ir.Walk(body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { writes[r.Var]++ })
		return true
	})
	body.Stmts = slices.DeleteFunc(body.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return ok && ir.IsInt(d.Var.Type) && d.Init != nil && writes[d.Var] == 1 && isOperation(d.Init)
	})
}

func isOperation(e ir.Expr) bool {
	_, ok := e.(*ir.Binary)
	return ok
}

func loopsOf(b *ir.Block) []*ir.For {
	var out []*ir.For
	ir.Walk(b, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok {
			out = append(out, f)
		}
		return true
	})
	return out
}

// intOf returns the value of a constant, false for nil and other expressions.
func intOf(e ir.Expr) (int64, bool) {
	if e == nil {
		return 0, false
	}
	return ir.IntVal(e)
}
