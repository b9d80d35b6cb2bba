package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// markJams marks the loops of which several iterations may go through the nest inside them together: the compiler then
// has several sums, or searches, to work on at a time, or loads and stores the place of a sum once for all of
// them. Of the loops around a nest the innermost for which that pays is taken; one that would only load
// less if there is none.
func (d *deriver) markJams() {
	j := &jammer{idx: depend.Index(d.body), depth: nestDepth(d.body)}
	j.block(d.body, 0, (*jam).sumsTogether)
	j.block(d.body, 0, (*jam).loadsTogether)
}

type jammer struct {
	idx   *depend.Accesses
	depth int // of the deepest nest
}

// block marks loops of b, below outer loops, for which pays holds. It says whether b holds a loop that is marked.
func (j *jammer) block(b *ir.Block, outer int, pays func(*jam, *depend.Accesses) bool) bool {
	found := false
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok {
			inner(s, func(b *ir.Block) { found = j.block(b, outer, pays) || found })
			continue
		}
		if f.Jam || j.block(f.Body, outer+1, pays) {
			found = true
			continue
		}
		if f.Par != nil || outer+1+nestDepth(f.Body) < j.depth {
			continue
		}
		if m := jamOf(f); m != nil && pays(m, j.idx) && m.sumsInOrder(j.idx) && keepsOrder(j.idx, f) {
			f.Jam = true
			found = true
		}
	}
	return found
}

// A jam is a loop of the form that can be jammed: declarations and assignments around one nest, of one loop in each
// level, which is the same for all iterations.
type jam struct {
	*ir.For
	inside map[*ir.Var]bool // what each iteration has for itself, its number included
	loops  []*ir.For        // of the nest, outermost first
}

// jamOf returns f as a jam, nil if it has another form.
func jamOf(f *ir.For) *jam {
	if loopForm(f) != "" || !ir.IsVal(f.Begin, 0) {
		return nil
	}
	m := &jam{For: f, inside: map[*ir.Var]bool{f.Iter: true}}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok {
			m.inside[d.Var] = true
		}
		return true
	})
	for b := f.Body; ; {
		g := loopIn(b)
		if g == nil {
			if len(m.loops) == 0 || !assigns(b, true) {
				return nil
			}
			return m
		}
		if !assigns(b, false) || g.Par != nil || loopForm(g) != "" || !ir.IsVal(g.Begin, 0) || mentionsAny(g.Limit, m.inside) {
			return nil
		}
		m.loops = append(m.loops, g)
		b = g.Body
	}
}

// loopIn returns the first loop of b, nil if there is none.
func loopIn(b *ir.Block) *ir.For {
	for _, s := range b.Stmts {
		if f, ok := s.(*ir.For); ok {
			return f
		}
	}
	return nil
}

// assigns says whether b holds declarations and assignments, and one loop or, if it is the innermost block,
// conditions about assignments of numbers.
func assigns(b *ir.Block, innermost bool) bool {
	loops := 0
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Store, *ir.Reduce:
		case *ir.Decl:
			if innermost && s.Var.View != nil {
				return false
			}
		case *ir.For:
			loops++
		case *ir.If:
			if !innermost || !assigns(s.Then, true) || s.Else != nil && !assigns(s.Else, true) {
				return false
			}
		default:
			return false
		}
	}
	return innermost && loops == 0 || loops == 1
}

// sumsTogether says whether the innermost loop sums into places that are the same for all iterations, or works on
// variables that each has for itself. Other sums are into places that no two iterations share.
func (m *jam) sumsTogether(idx *depend.Accesses) bool {
	found, other := false, false
	shared := map[ir.Stmt]bool{}
	for _, c := range idx.Sums(m.For) {
		shared[c.A.Stmt] = true
	}
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

// loadsTogether says whether sums of the innermost loop, into different places, have terms that are the same
// for all iterations.
func (m *jam) loadsTogether(*depend.Accesses) bool {
	if len(m.loops) > 1 {
		return false
	}
	found, sums := false, false
	for _, s := range m.innermost().Stmts {
		switch s := s.(type) {
		case *ir.Decl:
		case *ir.Reduce:
			if len(s.Dst.Elems) == 0 {
				return false
			}
			sums = true
		default:
			return false
		}
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				r, ok := e.(*ir.Ref)
				found = found || ok && len(r.Elems) > 0 && !m.varies(r)
				return true
			})
		})
	}
	return found && sums
}

func (m *jam) innermost() *ir.Block { return m.loops[len(m.loops)-1].Body }

// private says whether place r is a variable that each iteration has for itself.
func (m *jam) private(r *ir.Ref) bool { return len(r.Elems) == 0 && m.inside[r.Var] }

// varies says whether place r may be another in each iteration.
func (m *jam) varies(r *ir.Ref) bool {
	if m.inside[r.Var] {
		return true
	}
	for _, i := range r.Indices() {
		if mentionsAny(i, m.inside) {
			return true
		}
	}
	return false
}

// sumsInOrder says whether the terms of each sum of the primal stay in their order: a place that several iterations add
// to gets one term from each. The order of adjoint sums is free.
func (m *jam) sumsInOrder(idx *depend.Accesses) bool {
	twice := map[ir.Stmt]bool{}
	for _, g := range m.loops {
		for _, c := range idx.Sums(g) {
			twice[c.A.Stmt], twice[c.B.Stmt] = true, true
		}
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

// sections numbers the statements before and after the loop in f.
func sections(f *ir.For) map[ir.Stmt]int {
	section := map[ir.Stmt]int{}
	at := 1
	for _, s := range f.Body.Stmts {
		if _, ok := s.(*ir.For); ok {
			at++
			continue
		}
		section[s] = at
	}
	return section
}
