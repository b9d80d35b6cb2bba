package depend

import (
	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A knowledge is one of the facts that hold on entry, given to [Index].
type knowledge struct {
	cond ir.Expr
	// lines are what a comparison says.
	lines []fact
	// rule is the predicate that a fact about the elements of root states, "" for a comparison; lo and hi are
	// the bounds of ir.Within.
	rule   string
	root   *ir.Var
	lo, hi affine.Poly
}

// maxFacts bounds the facts that are looked at.
const maxFacts = 64

// A factSet is a set of facts by their number.
type factSet uint64

func (s factSet) has(i int) bool { return s>>i&1 != 0 }

// know adds a fact. What is not understood says nothing.
func (b *builder) know(cond ir.Expr) {
	if len(b.x.facts) == maxFacts {
		return
	}
	k := knowledge{cond: cond}
	if p := ir.Predicate(cond); p != nil {
		if r, ok := p.Args[0].(*ir.Ref); ok && len(r.Elems) == 0 && r.Var.View == nil {
			k.rule, k.root = p.Fn, r.Var
		}
		if p.Fn == ir.Within {
			k.lo, k.hi = b.poly(p.Args[1]), b.poly(p.Args[2])
		}
	} else {
		k.lines = b.given(&scope{}, b.assume(cond, true)).facts
	}
	b.x.facts = append(b.x.facts, k)
}

// Using calls f and returns those facts, of the ones that Index was given, that answers which f got rest on: without
// them there would have been a conflict.
func (x *Accesses) Using(f func()) []ir.Expr {
	outer := x.relied
	x.relied = 0
	f()
	list := x.Relied()
	x.relied |= outer
	return list
}

// Relied returns the facts that answers have rested on so far.
func (x *Accesses) Relied() []ir.Expr {
	var list []ir.Expr
	for i, k := range x.facts {
		if x.relied.has(i) {
			list = append(list, k.cond)
		}
	}
	return list
}

// An answer says whether there may be a conflict, and if not, which facts exclude it.
type answer struct {
	conflict bool
	by       factSet
}

// answer decides q with as few facts as it takes.
func (x *Accesses) answer(q question) bool {
	r, ok := x.memo[q]
	if !ok {
		r = x.decide(q, Common(q.a, q.b))
		x.memo[q] = r
	}
	x.relied |= r.by
	return r.conflict
}

func (x *Accesses) decide(q question, common int) answer {
	with := func(on factSet) bool {
		x.on = on
		defer func() { x.on = 0 }()
		return x.conflict(q, common)
	}
	all := factSet(1)<<len(x.facts) - 1
	if !with(0) {
		return answer{}
	}
	if all == 0 || with(all) {
		return answer{conflict: true}
	}
	need := all
	for i := range x.facts {
		if less := need &^ (1 << i); !with(less) {
			need = less
		}
	}
	return answer{by: need}
}

// given returns what the comparisons among the facts at hand say.
func (x *Accesses) given() []constraint {
	var list []constraint
	for i, k := range x.facts {
		if x.on.has(i) {
			list = append(list, x.syms.constraints(k.lines)...)
		}
	}
	if list == nil {
		return nil
	}
	return x.syms.close(list)
}

// An element is what a symbol that stands for an element of a slice of integers, as it was on entry, is.
type element struct {
	root  *ir.Var
	index affine.Poly
}

// elementOf returns what r is if it is an element of a slice that nothing on the way can change.
func (c *compiler) elementOf(r *ir.Ref) *element {
	loc := c.locate(r)
	if len(loc.path) != 1 || !loc.path[0].isIndex() || loc.slice {
		return nil
	}
	return &element{loc.root, loc.path[0].index}
}

// A reading is an element as it stands in a system.
type reading struct {
	*element
	value, at affine.Form
}

// learn adds to the system what the facts at hand say of the elements in it.
func (s *instances) learn() {
	if s.x.on == 0 {
		return
	}
	var list []reading
	for i := 0; i < len(s.names); i++ { // subscripts bring more
		n := s.names[i]
		e := s.x.syms.list[n.sym].elem
		if e == nil {
			continue
		}
		f := s.x.syms.linear(e.index)
		s.add(s.x.syms.close(nil, f), n.which)
		list = append(list, reading{e, affine.Symbol(n.sym).Rename(func(y affine.Sym) affine.Sym { return s.sym(y, n.which) }), s.name(f, n.which)})
	}
	for i, k := range s.x.facts {
		if s.x.on.has(i) && k.rule == ir.Within {
			s.bound(k, list)
		}
	}
	for s.compare(list) {
	}
}

// bound says that elements lie within bounds.
func (s *instances) bound(k knowledge, list []reading) {
	lo, hi := s.x.syms.linear(k.lo), s.x.syms.linear(k.hi)
	for _, r := range list {
		if r.root == k.root {
			s.sys.Geq(r.value.Sub(lo))
			s.sys.Geq(hi.Sub(r.value).Plus(-1))
		}
	}
}

// compare adds what follows of pairs of elements, and says whether that is anything new: in a monotone slice that of
// the greater subscript is not less, in an injective one equal elements have equal subscripts.
func (s *instances) compare(list []reading) bool {
	found := false
	for i, k := range s.x.facts {
		if !s.x.on.has(i) || k.rule != ir.Monotone && k.rule != ir.Injective {
			continue
		}
		for _, p := range list {
			for _, q := range list {
				if p.root != k.root || q.root != k.root {
					continue
				}
				if by, up := q.at.Sub(p.at), q.value.Sub(p.value); k.rule == ir.Monotone {
					found = s.infer(by, up) || found
				} else {
					found = s.equate(up, by) || found
				}
			}
		}
	}
	return found
}

// infer adds that then >= 0 if given >= 0 is certain, and says whether that is new.
func (s *instances) infer(given, then affine.Form) bool {
	if then.IsConst() || s.sys.Implies(then) || !s.sys.Implies(given) {
		return false
	}
	s.sys.Geq(then)
	return true
}

// equate adds that then == 0 if given == 0 is certain.
func (s *instances) equate(given, then affine.Form) bool {
	zero := func(f affine.Form) bool { return s.sys.Implies(f) && s.sys.Implies(f.Neg()) }
	if then.IsConst() && then.Const == 0 || zero(then) || !zero(given) {
		return false
	}
	s.sys.Eq(then)
	return true
}
