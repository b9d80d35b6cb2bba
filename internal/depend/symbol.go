package depend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/affine"
)

// symbols are the meanings of affine symbols.
type symbols struct {
	list  []symbol
	byKey map[string]affine.Sym
}

// A symbol stands for a value that is fixed by the iterations of dep and the loops around it (nil: it
// does not change in the block).
type symbol struct {
	key   string
	dep   *loop
	facts []fact
	// rules are facts that hold where a condition can be proven.
	rules []rule
	// elem is set for an element of a slice of integers as it was on entry.
	elem *element
}

// A rule says that then holds where cond >= 0.
type rule struct {
	cond affine.Poly
	then fact
}

// intern returns the symbol with the given key; made is true if it is new.
func (t *symbols) intern(key string, dep *loop) (s affine.Sym, made bool) {
	if s, ok := t.byKey[key]; ok {
		return s, false
	}
	s = affine.Sym(len(t.list))
	t.list = append(t.list, symbol{key: key, dep: dep})
	t.byKey[key] = s
	return s, true
}

// fresh returns a symbol equal to no other.
func (t *symbols) fresh(name string, dep *loop) affine.Sym {
	s, _ := t.intern(fmt.Sprintf("%s#%d", name, len(t.list)), dep)
	return s
}

func (t *symbols) dep(s affine.Sym) *loop { return t.list[s].dep }

// depOf returns the innermost loop that p varies with.
func (t *symbols) depOf(p affine.Poly) *loop {
	var l *loop
	p.Syms(func(s affine.Sym) { l = deeper(l, t.dep(s)) })
	return l
}

func (t *symbols) learn(s affine.Sym, facts ...fact) {
	t.list[s].facts = append(t.list[s].facts, facts...)
}

// product returns the symbol that stands for a product of symbols.
func (t *symbols) product(factors []affine.Sym) affine.Sym {
	var key strings.Builder
	var dep *loop
	key.WriteByte('*')
	for _, s := range factors {
		fmt.Fprintf(&key, "%d,", s)
		dep = deeper(dep, t.dep(s))
	}
	s, made := t.intern(key.String(), dep)
	if made && len(factors) == 2 && factors[0] == factors[1] {
		t.learn(s, fact{p: affine.PolySym(s)})
	}
	return s
}

func (t *symbols) linear(p affine.Poly) affine.Form { return p.Linear(t.product) }

func (t *symbols) constraints(facts []fact) []constraint {
	list := make([]constraint, len(facts))
	for i, f := range facts {
		list[i] = constraint{t.linear(f.p), f.eq}
	}
	return list
}

// close adds to list the facts about its symbols and those of more, about their symbols in
// turn, and what follows by rules.
func (t *symbols) close(list []constraint, more ...affine.Form) []constraint {
	e := &closure{symbols: t, list: slices.Clone(list), seen: map[affine.Sym]bool{}}
	for _, c := range list {
		e.visit(c.f)
	}
	for _, f := range more {
		e.visit(f)
	}
	e.apply()
	return e.list
}

// A closure is a list of constraints that grows by what is known of its symbols.
type closure struct {
	*symbols
	list  []constraint
	seen  map[affine.Sym]bool
	rules []rule
}

func (e *closure) visit(f affine.Form) {
	for _, term := range f.Terms {
		if e.seen[term.Sym] {
			continue
		}
		e.seen[term.Sym] = true
		y := e.symbols.list[term.Sym]
		e.rules = append(e.rules, y.rules...)
		for _, k := range y.facts {
			e.put(k)
		}
	}
}

func (e *closure) put(k fact) {
	c := constraint{e.linear(k.p), k.eq}
	e.list = append(e.list, c)
	e.visit(c.f)
}

// apply adds the conclusions of rules, in the order in which their symbols were met. The list of
// rules grows on the way.
func (e *closure) apply() {
	for i := 0; i < len(e.rules); i++ {
		r := e.rules[i]
		sys := &affine.System{}
		for _, k := range e.list {
			k.addTo(sys)
		}
		f := e.linear(r.cond)
		if sys.Implies(f) {
			e.put(r.then)
		}
	}
}
