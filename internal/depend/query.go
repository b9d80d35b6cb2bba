package depend

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
)

// A question is the argument of MayConflict.
type question struct {
	a, b  *Access
	level int
	// beyond is by how many iterations more than one the loop at level is ahead.
	beyond int64
	// reach is not nil where the loop at level is ahead by more than that.
	reach *reach
}

// MayConflict says whether an instance of a and an instance of b may touch the same cell, where
// the iterations of the outermost level common loops are equal and
//
//   - for level < Common(a, b), the loop at that level executes the iteration of a strictly
//     before that of b;
//   - for level == Common(a, b), no more is asked of the iterations. The order is then that of the
//     text, see [Before], and the caller's business; but accesses in different arms of an If do
//     not conflict.
//
// False is proven. Whether they read or write does not matter. It panics if level is out of range.
func (x *Accesses) MayConflict(a, b *Access, level int) bool {
	c := Common(a, b)
	if level < 0 || level > c {
		panic("depend: level out of range")
	}
	if a.Ref.Var != b.Ref.Var {
		return false
	}
	if level == c && exclusive(a, b) {
		return false
	}
	return x.answer(question{a: a, b: b, level: level})
}

// Overwritten says whether an instance of w may be executed after an instance of a, anywhere later
// in the block, and touch the same cell.
func (x *Accesses) Overwritten(a, w *Access) bool { return x.OverwrittenWithin(a, w, 0) }

// OverwrittenWithin is Overwritten for instances in the same iteration of the outermost k of their
// common loops. It panics if they have fewer.
func (x *Accesses) OverwrittenWithin(a, w *Access, k int) bool {
	c := Common(a, w)
	if k > c {
		panic("depend: fewer common loops")
	}
	for l := k; l < c; l++ {
		if x.MayConflict(a, w, l) {
			return true
		}
	}
	return Before(a, w) && x.MayConflict(a, w, c)
}

func (x *Accesses) conflict(q question, common int) bool {
	pairs, ok := overlap(q.a.path, q.b.path)
	if !ok {
		return false
	}
	s := &instances{x: x, shared: q.level}
	for _, p := range pairs {
		for _, e := range x.equations(q, p[0], p[1]) {
			f := s.name(x.syms.linear(e[0]), first).Sub(s.name(x.syms.linear(e[1]), second))
			if f.IsConst() && f.Const != 0 {
				return false
			}
			s.sys.Eq(f)
		}
	}
	s.add(x.given(), first)
	s.add(x.contextOf(q.a), first)
	s.add(x.contextOf(q.b), second)
	if q.level < common {
		l := x.loops[q.a.Loops[q.level]]
		it := affine.Symbol(l.iter)
		d := s.name(it, second).Sub(s.name(it, first))
		if !l.up {
			d = d.Neg()
		}
		s.sys.Geq(d.Plus(-l.step - q.beyond))
		if q.reach != nil {
			s.ahead(l, q.reach, q.a, q.b)
		}
	}
	s.learn()
	return s.sys.Feasible() != affine.No
}

// instances is the system over an instance of a first access and one of a second. Symbols that
// vary with the shared loops only, or not at all, are the same in both.
type instances struct {
	x      *Accesses
	shared int
	sys    affine.System
	// names are the symbols in the system, each once, if there are facts.
	names []instance
	seen  map[affine.Sym]bool
}

// An instance is a symbol as it stands for the first or the second access.
type instance struct{ sym, which affine.Sym }

// first and second are the distances between a symbol and its copies. Symbols are numbered
// from 0, so the copies do not meet.
const (
	first  affine.Sym = 1 << 24
	second affine.Sym = 2 << 24
)

func (s *instances) name(f affine.Form, which affine.Sym) affine.Form {
	return f.Rename(func(y affine.Sym) affine.Sym { return s.sym(y, which) })
}

func (s *instances) sym(y, which affine.Sym) affine.Sym {
	z := y + which
	if s.x.sharedSym(y, s.shared) {
		z = y
	}
	if s.x.on != 0 && !s.seen[z] {
		if s.seen == nil {
			s.seen = map[affine.Sym]bool{}
		}
		s.seen[z] = true
		s.names = append(s.names, instance{y, which})
	}
	return z
}

// sharedSym says whether y is the same in instances that share the outermost n loops.
func (x *Accesses) sharedSym(y affine.Sym, n int) bool {
	l := x.syms.dep(y)
	return l == nil || l.depth < n
}

func (s *instances) add(list []constraint, which affine.Sym) {
	for _, k := range list {
		constraint{s.name(k.f, which), k.eq}.addTo(&s.sys)
	}
}

// contextOf returns what holds where a is executed: its scope's facts, subscripts in range, and the
// facts about the symbols in all of these.
func (x *Accesses) contextOf(a *Access) []constraint {
	if a.ready {
		return a.context
	}
	list := x.syms.constraints(a.scope.facts)
	for _, p := range a.path {
		if !p.isIndex() {
			continue
		}
		f := x.syms.linear(p.index)
		list = append(list, constraint{f: f})
		if p.size >= 0 {
			list = append(list, constraint{f: f.Neg().Plus(p.size - 1)})
		}
	}
	a.context, a.ready = x.syms.close(list), true
	return a.context
}

// overlap compares two paths from the same root. It returns the pairs of subscripts that are
// equal if they lead to overlapping memory, and false if fields tell them apart.
func overlap(a, b []step) (pairs [][2]affine.Poly, ok bool) {
	n := min(len(a), len(b))
	for i := range n {
		if a[i].field != b[i].field || a[i].deref != b[i].deref {
			// Pointers in different fields may be equal, and a path may go past a pointer.
			return nil, a[i].field == nil || b[i].field == nil || pointers(a[i:]) && pointers(b[i:])
		}
		if a[i].isIndex() {
			pairs = append(pairs, [2]affine.Poly{a[i].index, b[i].index})
		}
		if a[i].deref {
			pairs = nil // different elements may hold the same pointer
		}
	}
	if pointers(a[n:]) || pointers(b[n:]) {
		return nil, true
	}
	return pairs, true
}

func pointers(path []step) bool {
	return slices.ContainsFunc(path, func(s step) bool { return s.deref })
}
