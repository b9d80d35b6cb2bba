package adjoint

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// mergeLoops makes one loop of two that run over the same iterations one after the other, where an iteration of the
// second needs nothing of the first but what the same iteration of that has done:
//
//	e := make([]float64, len(x))
//	for i := range x { e[i] = math.Exp(x[i]) }
//	for i := range x { s += w[i] * e[i] }
//
// becomes
//
//	for i := range x { e := math.Exp(x[i]); s += w[i] * e }
//
// One pass over memory does for both, here and in the reverse sweep, which is derived of the merged loop; and what leads from
// the one to the other is a local of the iteration, which needs no tape where the loop is fused with its reverse.
//
// The loops go through the same memory, and not through so much that the processor would lose track; their iterations are
// independent but for sums, of which none is both's, so that all results keep their bits. The statements between the two go
// before the first or behind the second. Of nests, all loops are merged or none.
func (d *deriver) mergeLoops(b *ir.Block) {
	for i := 0; i < len(b.Stmts); i++ {
		for j := i + 1; j < len(b.Stmts); j++ {
			if at := d.mergePair(b, i, j); at >= 0 {
				i, j = at, at
			}
		}
	}
	for _, s := range b.Stmts {
		ir.Inner(s, d.mergeLoops)
	}
}

// maxStreams bounds the arrays that a merged loop goes through.
const maxStreams = 8

// A mergedLoop is a loop of the primal that became part of another one.
type mergedLoop struct{ pos, into token.Pos }

// mergePair merges the loops at i and j of b. It returns the place of the loop that does for both, -1 if there is none.
func (d *deriver) mergePair(b *ir.Block, i, j int) int {
	f, ok1 := b.Stmts[i].(*ir.For)
	g, ok2 := b.Stmts[j].(*ir.For)
	if !ok1 || !ok2 || !d.mergeable(f, g) || slices.ContainsFunc(b.Stmts[i+1:j], func(s ir.Stmt) bool { return !movable(s) }) {
		return -1
	}
	before, after, ok := ir.Around(b.Stmts[i : j+1])
	if !ok {
		return -1
	}
	m := &merging{deriver: d, second: map[ir.Stmt]bool{}}
	old := b.Stmts
	if m.loops(f, g) && m.pays(f) {
		b.Stmts = slices.Concat(old[:i], before, []ir.Stmt{f}, after, old[j+1:])
		if !m.right() {
			b.Stmts = old
		}
	}
	if len(b.Stmts) == len(old) {
		for k, f := range m.levels {
			*f = m.were[k]
		}
		return -1
	}
	d.merged = append(d.merged, m.pairs...)
	d.contract(b, f)
	return slices.Index(b.Stmts, ir.Stmt(f))
}

// mergeable says whether f and g are loops over the same iterations, as far as their heads and the kinds of statements
// in them tell.
func (d *deriver) mergeable(f, g *ir.For) bool {
	plain := func(f *ir.For) bool {
		return loopForm(f) == "" && bodyForm(f) == "" && plainBody(f) && (f.Form == ir.ThreeClause || f.Form == ir.Range)
	}
	return plain(f) && plain(g) && !f.Hints.Serial && !g.Hints.Serial &&
		ir.Equal(d.canonical(f.Begin), d.canonical(g.Begin)) && ir.Equal(d.canonical(f.Limit), d.canonical(g.Limit))
}

// movable says whether s may move past a loop with which it shares nothing: it does not end the function but where a
// subscript is out of range.
func movable(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.Decl, *ir.Alloc, *ir.Store, *ir.Reduce:
	default:
		return false
	}
	ok := true
	see := func(e ir.Expr) {
		ok = ok && !callsUnknown(e)
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, is := n.(*ir.Ref); is { // pointers may be equal
				ok = ok && !slices.ContainsFunc(r.Elems, func(e ir.Elem) bool { return e.Deref })
			}
			return ok
		})
	}
	ir.Reads(s, see)
	ir.Writes(s, func(r *ir.Ref) { see(r) })
	return ok
}

// A merging is the try to merge two loops.
type merging struct {
	*deriver
	// levels are the loops that take up others, outermost first, and were what they were before.
	levels []*ir.For
	were   []ir.For
	pairs  []mergedLoop
	// second are the statements that come from the second loop.
	second map[ir.Stmt]bool
}

// loops has f do what g does, too. It says whether the nests are alike.
func (m *merging) loops(f, g *ir.For) bool {
	m.levels, m.were, m.pairs = append(m.levels, f), append(m.were, *f), append(m.pairs, mergedLoop{g.Pos, f.Pos})
	if !ir.Equal(f.Limit, g.Limit) {
		f.Limit = m.canonical(f.Limit)
	}
	r := &ir.Renamer{Vars: map[*ir.Var]*ir.Var{g.Iter: f.Iter}}
	list := m.bodies(f.Body.Stmts, r.List(g.Body.Stmts))
	f.Body = &ir.Block{Meta: f.Body.Meta, Stmts: list}
	return list != nil
}

// bodies returns what the bodies a and b do, nil if one has other loops than the other.
func (m *merging) bodies(a, b []ir.Stmt) []ir.Stmt {
	for _, s := range b {
		ir.Walk(s, func(s ir.Stmt) bool {
			m.second[s] = true
			return true
		})
	}
	deep, deep2 := nestDepth(&ir.Block{Stmts: a}), nestDepth(&ir.Block{Stmts: b})
	if deep == 0 && deep2 == 0 {
		return slices.Concat(a, b)
	}
	f, before := lastLoop(a)
	g, before2 := lastLoop(b)
	if f == nil || g == nil || deep != deep2 || !m.mergeable(f, g) {
		return nil
	}
	for _, s := range before2 {
		if !movable(s) || !ir.EffectsOf(s).Apart(ir.EffectsOf(f)) {
			return nil
		}
	}
	if !m.loops(f, g) {
		return nil
	}
	return slices.Concat(before, before2, []ir.Stmt{f})
}

// lastLoop returns the loop at the end of a list with what stands before it, nil if there is none or loops stand before it.
func lastLoop(list []ir.Stmt) (*ir.For, []ir.Stmt) {
	if len(list) == 0 {
		return nil, nil
	}
	before := list[:len(list)-1]
	f, ok := list[len(list)-1].(*ir.For)
	if !ok || nestDepth(&ir.Block{Stmts: before}) > 0 {
		return nil, nil
	}
	return f, before
}

// pays says whether both parts of f go through the same elements of some memory, and the whole not through too many.
func (m *merging) pays(f *ir.For) bool {
	var first, second []*ir.Ref
	roots := map[*ir.Var]bool{}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		list := &first
		if m.second[s] {
			list = &second
		}
		see := func(e ir.Expr) {
			ir.WalkExpr(e, func(n ir.Expr) bool {
				if r, ok := n.(*ir.Ref); ok && len(r.Elems) > 0 {
					*list = append(*list, r.Base())
					roots[r.Base().Var] = true
				}
				return true
			})
		}
		ir.Reads(s, see)
		ir.Writes(s, func(r *ir.Ref) { see(r) })
		return true
	})
	innermost := m.levels[len(m.levels)-1].Iter
	return len(roots) <= maxStreams && slices.ContainsFunc(first, func(r *ir.Ref) bool {
		return mentionsAny(r, map[*ir.Var]bool{innermost: true}) && slices.ContainsFunc(second, func(o *ir.Ref) bool { return ir.Equal(r, o) })
	})
}

// right says whether the merged loops, which stand in the body, do what the two did: nothing that an iteration of the one
// does and an iteration of the other needs is in different iterations.
func (m *merging) right() bool {
	idx := depend.Index(m.body)
	if len(idx.Carried(m.levels[0])) > 0 {
		return false
	}
	for _, f := range m.levels {
		if slices.ContainsFunc(slices.Concat(idx.Carried(f), idx.Sums(f)), func(c depend.Conflict) bool { return m.second[c.A.Stmt] != m.second[c.B.Stmt] }) {
			return false
		}
	}
	return true
}

// losesParallel says whether a loop that runs in parallel in e, derived of the same function without merged loops, does
// not in d.
func (d *deriver) losesParallel(e *deriver) bool {
	has := d.parallelPlaces()
	for at := range e.parallelPlaces() {
		if !has[at] {
			return true
		}
	}
	return false
}

// A loopPlace is a loop of the primal, in one of the sweeps.
type loopPlace struct {
	pos     token.Pos
	reverse bool
}

// parallelPlaces returns the loops that run in parallel or stand in one that does.
func (d *deriver) parallelPlaces() map[loopPlace]bool {
	places := map[loopPlace]bool{}
	for f, par := range parallelIn(d.body) {
		if !par || d.origins[f] == nil && !f.Pos.IsValid() {
			continue
		}
		at := []loopPlace{{f.Pos, false}}
		if o := d.origins[f]; o != nil {
			at = []loopPlace{{o.Pos, true}}
		} else if d.fused[f] {
			at = append(at, loopPlace{f.Pos, true})
		}
		for _, p := range at {
			places[p] = true
		}
	}
	for _, m := range slices.Backward(d.merged) {
		for _, reverse := range []bool{false, true} {
			if places[loopPlace{m.into, reverse}] {
				places[loopPlace{m.pos, reverse}] = true
			}
		}
	}
	return places
}

// noteMerged tells -explain of the loops that became part of others.
func (d *deriver) noteMerged() {
	for _, m := range d.merged {
		for _, n := range d.grad.Notes {
			if n.Kind == "loop" && n.Pos == m.into {
				n.Pos, n.Why = m.pos, fmt.Sprintf("one loop with that of line %d", d.fn.Fset.Position(m.into).Line)
				d.grad.Notes = append(d.grad.Notes, n)
			}
		}
	}
}
