package depend

import (
	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// An Access is a place in the program that reads or writes memory, once in each iteration of
// its loops. A Reduce is one Access that does both.
type Access struct {
	// Ref is what is accessed, resolved through views: its root is storage. If it is
	// an array, a slice or a row, all of its elements count as accessed.
	Ref *ir.Ref
	// Write says that the memory is written, Reduce that it is so by adding to what it
	// holds.
	Write, Reduce bool
	// Stmt is the statement that accesses it; for a bound or condition, the For or the If.
	Stmt ir.Stmt
	// Loops are the loops around the access, outermost first. The bounds of a For are
	// accessed outside it.
	Loops []*ir.For

	src   *ir.Ref // as it is written, through views
	seq   int     // position in the text; the reads of a statement share one, before its writes
	scope *scope
	path  []step
	// local is the loop that the root is declared in, nil if it is outside all loops.
	local *loop
	// declared says that the root is declared in the block.
	declared bool
	context  []constraint // what holds when the access is executed, linear; see Accesses.contextOf
	ready    bool
}

// Reads says whether the access needs the value that the memory holds.
func (a *Access) Reads() bool { return !a.Write || a.Reduce }

// Accesses are all accesses of a block. Its methods are not for concurrent use: they cache.
type Accesses struct {
	// All holds the accesses in textual order.
	All []*Access

	byStmt map[ir.Stmt][]*Access
	loops  map[*ir.For]*loop
	syms   *symbols
	memo   map[question]answer
	// reaches are those that questions have been about, each once.
	reaches map[string]*reach
	proofs  map[claim]bool
	facts   []knowledge
	on      factSet // the facts that the question at hand may use
	relied  factSet // those that answers rest on
}

// Of returns the accesses of s itself, not of the statements inside it: reads, then writes.
func (x *Accesses) Of(s ir.Stmt) []*Access { return x.byStmt[s] }

// Writes returns the accesses that write to memory of root v.
func (x *Accesses) Writes(v *ir.Var) []*Access {
	var list []*Access
	for _, a := range x.All {
		if a.Write && a.Ref.Var == v {
			list = append(list, a)
		}
	}
	return list
}

// Common returns the number of loops around both a and b.
func Common(a, b *Access) int {
	n := 0
	for n < len(a.Loops) && n < len(b.Loops) && a.Loops[n] == b.Loops[n] {
		n++
	}
	return n
}

// Before says whether a stands before b in the text, so that it is executed first in an iteration of
// their common loops. Reads of a statement stand before its writes. Accesses in
// different arms of an If are never executed both, and neither is before the other.
func Before(a, b *Access) bool { return a.seq < b.seq && !exclusive(a, b) }

func exclusive(a, b *Access) bool {
	p, q := a.scope.arms, b.scope.arms
	for i := 0; i < len(p) && i < len(q) && p[i].If == q[i].If; i++ {
		if p[i].then != q[i].then {
			return true
		}
	}
	return false
}

// A loop is a For with what queries need of it.
type loop struct {
	For   *ir.For
	outer *loop
	depth int // number of loops around it
	iter  affine.Sym
	step  int64 // its absolute value, 1 if it is not constant
	up    bool
	// before understands expressions as they stand before the loop.
	before compiler
}

// inside says whether l is m or inside m; every loop is inside nil.
func (l *loop) inside(m *loop) bool {
	if m == nil {
		return true
	}
	for l != nil && l.depth > m.depth {
		l = l.outer
	}
	return l == m
}

// deeper returns the inner one of two loops of one nest, either of which may be nil.
func deeper(a, b *loop) *loop {
	if a == nil || b != nil && b.depth > a.depth {
		return b
	}
	return a
}

// A scope is where a statement stands. It is immutable and shared.
type scope struct {
	loop  *loop
	loops []*ir.For
	arms  []arm
	facts []fact // bounds of the loops and conditions
}

type arm struct {
	If   *ir.If
	then bool
}

// A fact says that p >= 0, or p == 0, or p != 0. The last is no use by itself: see scope.sharpen.
type fact struct {
	p      affine.Poly
	eq, ne bool
}

// A constraint is a fact with products made into symbols.
type constraint struct {
	f  affine.Form
	eq bool
}

func (k constraint) addTo(sys *affine.System) {
	if k.eq {
		sys.Eq(k.f)
	} else {
		sys.Geq(k.f)
	}
}

func (s *scope) with(facts ...fact) *scope {
	c := *s
	c.facts = append(c.facts[:len(c.facts):len(c.facts)], facts...)
	return &c
}

func (s *scope) in(a arm) *scope {
	c := *s
	c.arms = append(c.arms[:len(c.arms):len(c.arms)], a)
	return &c
}
