package adjoint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// markJams marks the loops of which several iterations may go through the nest inside them together: the compiler then
// has several sums, or searches, to work on at a time, or loads and stores the place of a sum once for all of
// them. Of the loops around a nest the innermost for which that pays is taken; one that would only load
// less if there is none. Where that is a window of a few elements, a loop around it that runs through more takes its place,
// and the window that of the rest. Where there is none either, the iterations of a parallel loop go together through all nests
// inside it: the sweeps of four points of data load the parameters, and load and store their adjoints, once.
func (d *deriver) markJams() {
	j := &jammer{idx: depend.Index(d.body), depth: nestDepth(d.body)}
	j.parallel(d.body)
	j.block(d.body, nil, (*jam).sumsTogether)
	j.block(d.body, nil, (*jam).loadsTogether)
	d.noteJams()
}

// noteJams tells -explain of the loops that are marked.
func (d *deriver) noteJams() {
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok && f.Jam > 0 {
			d.remark(f, fmt.Sprintf("%d iterations at a time go through the loops inside it, so that they load once what is the same for them", f.Jam))
		}
		return true
	})
}

// parallel marks parallel loops in b.
func (j *jammer) parallel(b *ir.Block) {
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		switch {
		case !ok || f.Par == nil:
			ir.Inner(s, j.parallel)
		case f.Par.Halo > 0 || len(f.Par.Scatters)+len(f.Par.Near) > 0: // terms are listed iteration by iteration
		case isFew(f): // all would go together, on one worker
		default:
			if m := nestsOf(f); m != nil && m.nestsTogether(j.idx) && m.sumsInOrder(j.idx) && keepsOrder(j.idx, f) {
				f.Jam = jamBy(f, nil)
			}
		}
	}
}

// isFew says whether f has at most four iterations, as its limit shows.
func isFew(f *ir.For) bool {
	n, ok := ir.IntVal(f.Limit)
	return ok && n <= 4
}

type jammer struct {
	idx   *depend.Accesses
	depth int // of the deepest nest
}

// block marks loops of b, below the loops around, for which pays holds. It says whether b holds a loop that is marked.
func (j *jammer) block(b *ir.Block, around []*ir.For, pays func(*jam, *depend.Accesses) bool) bool {
	found := false
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok {
			ir.Inner(s, func(b *ir.Block) { found = j.block(b, around, pays) || found })
			continue
		}
		inside := f.Jam > 0 || j.block(f.Body, append(around[:len(around):len(around)], f), pays)
		found = found || inside
		if f.Par != nil || len(around)+1+nestDepth(f.Body) < j.depth || inside && (!windowsIn(f) || jamBy(f, around) < 4) {
			continue
		}
		if m := jamOf(f); m != nil && pays(m, j.idx) && m.sumsInOrder(j.idx) && keepsOrder(j.idx, f) {
			f.Jam = jamBy(f, around)
			found = true
		}
	}
	return found
}

// windowsIn says whether all loops in f that are marked run through windows, and f through something else.
func windowsIn(f *ir.For) bool {
	ok := f.Limit != nil
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if g, loop := s.(*ir.For); loop && g.Jam > 0 {
			ok = ok && g.Jam == windowJam && !ir.Equal(g.Limit, f.Limit)
		}
		return ok
	})
	return ok
}

// windowJam is how many iterations of a loop are jammed that runs through a window.
const windowJam = 3

// jamBy returns how many iterations of f are jammed: four, or as many as a small constant says; three in a
// window of a few elements in each direction, which loops with the same limits around each other run through.
func jamBy(f *ir.For, around []*ir.For) int {
	if n, ok := ir.IntVal(f.Limit); ok && 2 <= n && n <= 3 {
		return int(n)
	}
	for _, g := range around {
		if g.Limit != nil && ir.Equal(f.Limit, g.Limit) {
			return windowJam
		}
	}
	return 4
}

// A jam is a loop of the form that can be jammed: declarations and assignments around nests, which are the same for all
// iterations.
type jam struct {
	*ir.For
	inside map[*ir.Var]bool // what each iteration has for itself, its number included
	loops  []*ir.For        // of the nests, each before those inside it
	inner  []*ir.Block      // the innermost blocks
	same   *ir.Sameness
}

// jamOf returns f as a jam with one nest, of one loop in each level; nil if it has another form.
func jamOf(f *ir.For) *jam {
	m := nestsOf(f)
	if m == nil || len(m.inner) != 1 {
		return nil
	}
	return m
}

// nestsOf returns f as a jam, nil if it has another form.
func nestsOf(f *ir.For) *jam {
	if n, ok := ir.IntVal(f.Limit); loopForm(f) != "" || !ir.IsVal(f.Begin, 0) || ok && n < 2 {
		return nil
	}
	m := &jam{For: f, inside: map[*ir.Var]bool{f.Iter: true}, same: ir.SameIn(f)}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			m.inside[s.Var] = !m.same.Var(s.Var)
		case *ir.Alloc:
			m.inside[s.Dst.Var] = true
		}
		return true
	})
	if !m.enter(f.Body) || len(m.loops) == 0 {
		return nil
	}
	return m
}

// enter adds the main loops in b, and what is inside them. It returns false where one has another form.
func (m *jam) enter(b *ir.Block) bool {
	mains := ir.MainLoops(b)
	if !assigns(b, mains) {
		return false
	}
	if len(mains) == 0 {
		m.inner = append(m.inner, b)
	}
	for _, g := range mains {
		if g.Par != nil || g.While != nil || g.Limit == nil || !m.same.Expr(g.Begin) || !m.same.Expr(g.Limit) || !m.same.Expr(g.Step) {
			return false
		}
		m.loops = append(m.loops, g)
		if !m.enter(g.Body) {
			return false
		}
	}
	return true
}

// assigns says whether b holds, beside its main loops, declarations and assignments, conditions about and loops of such
// alone. Without a main loop it is an innermost block, in which only numbers are declared.
func assigns(b *ir.Block, mains []*ir.For) bool {
	ok := true
	for _, s := range b.Stmts {
		if f, loop := s.(*ir.For); loop && slices.Contains(mains, f) {
			continue
		}
		ir.Walk(s, func(s ir.Stmt) bool {
			switch s := s.(type) {
			case *ir.Store, *ir.Reduce, *ir.If, *ir.Block:
			case *ir.Decl:
				ok = ok && (len(mains) > 0 || s.Var.View == nil)
			case *ir.Alloc:
				ok = ok && len(mains) > 0 && len(s.Dst.Elems) == 0 && !s.Escapes
			case *ir.For:
				ok = ok && s.Par == nil && s.While == nil
			default:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// sumsTogether says whether the innermost loop sums into places that are the same for all iterations, or works on
// variables that each has for itself. Other sums are into places that no two iterations share.
func (m *jam) sumsTogether(idx *depend.Accesses) bool {
	found, other := false, false
	shared := sharedSums(idx, m.For)
	ir.Walk(m.innermost(), func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Reduce:
			switch {
			case !ir.IsFloat(s.Dst.T):
			case m.private(s.Dst) || len(s.Dst.Elems) > 0 && !m.varies(s.Dst):
				found = true
			default:
				other = other || shared[s]
			}
		case *ir.Store:
			found = found || ir.IsFloat(s.Dst.T) && m.private(s.Dst)
		}
		return true
	})
	return found && !other
}

// sharedSums returns the sums in f into places that several iterations add to.
func sharedSums(idx *depend.Accesses, f *ir.For) map[ir.Stmt]bool {
	shared := map[ir.Stmt]bool{}
	for _, c := range idx.Sums(f) {
		shared[c.A.Stmt], shared[c.B.Stmt] = true, true
	}
	return shared
}

// loadsTogether says whether sums of the innermost loop, into places that no two iterations share, have terms that are
// the same for all iterations.
func (m *jam) loadsTogether(idx *depend.Accesses) bool {
	if len(m.loops) > 1 {
		return false
	}
	found, sums := false, false
	shared := sharedSums(idx, m.For)
	for _, s := range m.innermost().Stmts {
		switch s := s.(type) {
		case *ir.Decl:
		case *ir.Reduce:
			if shared[s] {
				return false
			}
			sums = true
		default:
			return false
		}
		found = found || m.readsSame(s)
	}
	return found && sums
}

// nestsTogether says whether the innermost blocks of all nests have sums in variables or into places, or terms, that are
// the same for all iterations, and one has such places. Other sums are into places that no two iterations share.
func (m *jam) nestsTogether(idx *depend.Accesses) bool {
	shared := sharedSums(idx, m.For)
	sums := false
	for _, b := range m.inner {
		gains := false
		for _, s := range b.Stmts {
			r, ok := s.(*ir.Reduce)
			switch {
			case !ok || !ir.IsFloat(r.Dst.T):
			case m.private(r.Dst):
				gains = true
			case len(r.Dst.Elems) > 0 && !m.varies(r.Dst):
				gains, sums = true, true
			case shared[s]:
				return false
			}
			gains = gains || m.readsSame(s)
		}
		if !gains {
			return false
		}
	}
	return sums
}

// readsSame says whether s reads memory that is the same for all iterations.
func (m *jam) readsSame(s ir.Stmt) bool {
	found := false
	ir.Reads(s, func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			r, ok := e.(*ir.Ref)
			found = found || ok && len(r.Elems) > 0 && !m.varies(r)
			return true
		})
	})
	return found
}

// innermost returns the innermost block of the one nest.
func (m *jam) innermost() *ir.Block { return m.inner[0] }

// private says whether place r is a variable that each iteration has for itself.
func (m *jam) private(r *ir.Ref) bool { return len(r.Elems) == 0 && m.inside[r.Var] }

// varies says whether place r may be another in each iteration.
func (m *jam) varies(r *ir.Ref) bool {
	if m.inside[r.Var] {
		return true
	}
	return slices.ContainsFunc(r.Indices(), func(i ir.Expr) bool { return !m.same.Expr(i) })
}

// sumsInOrder says whether the terms of each sum of the primal stay in their order: a place that several iterations add
// to gets one term from each. The order of adjoint sums is free.
func (m *jam) sumsInOrder(idx *depend.Accesses) bool {
	twice := map[ir.Stmt]bool{}
	for _, g := range m.loops {
		maps.Copy(twice, sharedSums(idx, g))
	}
	section := sections(m.For)
	for _, c := range idx.Sums(m.For) {
		if a := section[c.A.Stmt]; a != 0 && a == section[c.B.Stmt] || c.A.Ref.Var.Kind == ir.Adjoint {
			continue
		}
		if r := c.A.Stmt.(*ir.Reduce); c.A.Stmt != c.B.Stmt || m.varies(r.Dst) || twice[r] {
			return false
		}
	}
	return true
}

// keepsOrder says whether iterations of f may be interleaved: what depends on other iterations stands all before
// the inner loop, or all after it, where the order of iterations is kept.
func keepsOrder(idx *depend.Accesses, f *ir.For) bool {
	section := sections(f)
	for _, c := range idx.Carried(f) {
		a, b := section[c.A.Stmt], section[c.B.Stmt]
		if a == 0 || a != b {
			return false
		}
	}
	return true
}

// sections numbers the statements before, between and after the main loops in f.
func sections(f *ir.For) map[ir.Stmt]int {
	section := map[ir.Stmt]int{}
	at := 1
	mains := ir.MainLoops(f.Body)
	for _, s := range f.Body.Stmts {
		if g, ok := s.(*ir.For); ok && slices.Contains(mains, g) {
			at++
			continue
		}
		ir.Walk(s, func(s ir.Stmt) bool {
			section[s] = at
			return true
		})
	}
	return section
}
