package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Sums into slices are taken out of the nests that compute what they add, where a nest of their own has more
// threads or needs no copies:
//
//	for i { for c { g := ...; for j { v[j*d+c] += g * p[i*n+j] } } }
//
// becomes
//
//	for i { for c { g := ...; G[i*d+c] = g } }
//	for j { for c { sum := 0; for i { sum += G[i*d+c] * p[i*n+j] }; v[j*d+c] += sum } }
//
// The loops whose iterators the place depends on go outside, each combination of them is a thread; the others
// stay inside it. What is cheap to compute is computed again, other numbers are kept in memory. All that a nest
// computes from memory is memory that the old nest does not write, so that the order of the two is free, but for what
// the old nest keeps: it comes first.
type splitter struct {
	p     *plan
	nest  *ir.For
	decls map[*ir.Var]declared
	// inside are all Vars that the nest declares.
	inside map[*ir.Var]bool
	// writes counts the statements that write a Var in the nest.
	writes map[*ir.Var]int
	// carried are numbers that change in loops inside the scope of their declaration: iterations pass them on.
	carried map[*ir.Var]bool
	// memory says how memory outside is used in the nest.
	memory map[*ir.Var]memoryUse
	// kept are the buffers of numbers that are kept for other nests.
	kept  map[*ir.Var]*ir.Var
	saves map[ir.Stmt][]ir.Stmt // statements to add before a statement
	alloc []ir.Stmt
}

// A declared is a number that the nest declares, with the loops around its declaration.
type declared struct {
	stmt  *ir.Decl
	loops []*ir.For
}

// A memoryUse says what a nest does with memory that is declared outside.
type memoryUse struct{ read, stored, added bool }

// A target is a sum into memory, and the statements of the nest that lead to it.
type target struct {
	sum  *ir.Reduce
	path []ir.Stmt // loops and branches, the nest first
	// within holds the block that each element of path, and the sum, stands in.
	within []*ir.Block
}

// loops returns the loops of the path.
func (t *target) loops() []*ir.For {
	var out []*ir.For
	for _, s := range t.path {
		if f, ok := s.(*ir.For); ok {
			out = append(out, f)
		}
	}
	return out
}

// splitNests splits the nests of a block that is on the host.
func (p *plan) splitNests(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok || !p.kernel[s] || p.sched[f] == nil {
			if !p.kernel[s] {
				ir.Inner(s, p.splitNests)
			}
			out = append(out, s)
			continue
		}
		if list := p.splitPromoted(f); list != nil {
			out = append(out, list...)
			continue
		}
		out = append(out, p.splitNest(f)...)
	}
	b.Stmts = out
}

// newSplitter returns a splitter that knows nothing yet of a nest.
func (p *plan) newSplitter(f *ir.For) *splitter {
	return &splitter{p: p, nest: f, decls: map[*ir.Var]declared{}, inside: declaredIn(f.Body), writes: map[*ir.Var]int{}, carried: map[*ir.Var]bool{}, memory: map[*ir.Var]memoryUse{}, kept: map[*ir.Var]*ir.Var{}, saves: map[ir.Stmt][]ir.Stmt{}}
}

// splitNest returns the statements that stand for a nest: allocations of what is kept, the nest without the sums that
// were taken out, and nests for these.
func (p *plan) splitNest(f *ir.For) []ir.Stmt {
	s := p.newSplitter(f)
	var targets []*target
	s.collect(f, nil, nil, &targets)
	var nests []ir.Stmt
	gathered, gone := s.gather(f, targets)
	inverted, few := s.invert(f, slices.DeleteFunc(slices.Clone(targets), func(t *target) bool { return gone[t.sum] }), gone)
	gathered = append(gathered, inverted...)
	var whole *ir.For
	if few != nil {
		whole = ir.Clone(f).(*ir.For)
	}
	targets = slices.DeleteFunc(targets, func(t *target) bool { return gone[t.sum] })
	for len(targets) > 0 {
		group := s.group(targets)
		targets = slices.DeleteFunc(targets, func(t *target) bool { return slices.Contains(group, t) })
		if g := s.apart(group); g != nil {
			nests = append(nests, g)
			for _, t := range group {
				gone[t.sum] = true
			}
		}
	}
	if len(nests)+len(gathered) == 0 {
		return []ir.Stmt{f}
	}
	s.rebuild(f.Body, gone)
	prune(f.Body)
	out := append(s.alloc, gathered...)
	if len(f.Body.Stmts) > 0 {
		out = append(out, f)
	}
	if out = append(out, nests...); few != nil {
		branch := &ir.If{Cond: few, Then: &ir.Block{Stmts: []ir.Stmt{whole}}, Else: &ir.Block{Stmts: out}}
		// Where no two iterations meet on the condition it never holds, and what is right always is enough.
		if !isFree(adjoint.Schedules(p.grad, &ir.Block{Stmts: append(p.sizes(), branch)}, whole), []*ir.For{whole}) {
			return []ir.Stmt{branch}
		}
	}
	return out
}

// collect notes what the nest declares, writes and reads, and lists its sums.
func (s *splitter) collect(st ir.Stmt, path []ir.Stmt, within []*ir.Block, out *[]*target) {
	ir.Reads(st, s.read)
	if d, ok := st.(*ir.Decl); ok {
		t := &target{path: path}
		s.decls[d.Var] = declared{d, t.loops()}
		if d.Var.View != nil {
			return
		}
	}
	ir.Writes(st, func(r *ir.Ref) {
		v := r.Base().Var
		s.writes[v]++
		if d, ok := s.decls[v]; ok && len(d.loops) != len((&target{path: path}).loops()) {
			s.carried[v] = true
		}
		use := s.memory[v]
		if _, ok := st.(*ir.Reduce); ok {
			use.added = true
		} else {
			use.stored = true
		}
		s.memory[v] = use
	})
	if r, ok := st.(*ir.Reduce); ok {
		*out = append(*out, &target{r, path, within})
	}
	path = append(slices.Clip(path), st)
	ir.Inner(st, func(b *ir.Block) {
		in := append(slices.Clip(within), b)
		for _, c := range b.Stmts {
			s.collect(c, path, in, out)
		}
	})
}

// read notes what an expression reads.
func (s *splitter) read(e ir.Expr) {
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len, *ir.Slice:
			return false
		case *ir.Ref:
			v := e.Base().Var
			use := s.memory[v]
			use.read = true
			s.memory[v] = use
		}
		return true
	})
}

// local says whether the nest declares v.
func (s *splitter) local(v *ir.Var) bool { return s.inside[v] || s.isIterator(v) }

func (s *splitter) isIterator(v *ir.Var) bool {
	return slices.ContainsFunc(s.nestLoops(), func(f *ir.For) bool { return f.Iter == v })
}

func (s *splitter) nestLoops() []*ir.For {
	var out []*ir.For
	ir.Walk(s.nest, func(st ir.Stmt) bool {
		if f, ok := st.(*ir.For); ok {
			out = append(out, f)
		}
		return true
	})
	return out
}

// group returns the first of the targets and those that can share its nest: sums in the same block into places that
// the same loops reach in the same way.
func (s *splitter) group(list []*target) []*target {
	first := list[0]
	group := []*target{first}
	own, ok := s.ownLoops(first)
	if !ok || len(own) == 0 {
		return group
	}
	block := first.within[len(first.within)-1]
	at := slices.Index(block.Stmts, ir.Stmt(first.sum))
	for _, t := range list[1:] {
		if t.within[len(t.within)-1] != block {
			continue
		}
		if !numbersStay(block.Stmts[at:slices.Index(block.Stmts, ir.Stmt(t.sum))]) {
			break
		}
		if other, ok := s.ownLoops(t); ok && sameOwn(own, other) && t.place(s).Var == first.place(s).Var {
			group = append(group, t)
		}
	}
	return group
}

// numbersStay says whether statements change no number that another before them declares.
func numbersStay(list []ir.Stmt) bool {
	stay := true
	for _, s := range list {
		_, fresh := s.(*ir.Decl)
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Writes(s, func(r *ir.Ref) { stay = stay && (fresh || len(r.Base().Elems) > 0) })
			return true
		})
	}
	return stay
}

func sameOwn(a, b []*ownLoop) bool {
	return slices.EqualFunc(a, b, func(x, y *ownLoop) bool { return x.f == y.f && slices.Equal(x.others, y.others) })
}

// place is where a target adds, in terms of iterators.
func (t *target) place(s *splitter) *ir.Ref { return s.inline(t.sum.Dst.Base()).(*ir.Ref) }

// splits says whether a sum can be one of a nest of its own: it is a sum of floats in memory that the old nest does
// nothing else with.
func (s *splitter) splits(t *target) bool {
	root := t.sum.Dst.Base().Var
	use := s.memory[root]
	return isSlice(root.Type) && !s.local(root) && ir.IsFloat(t.sum.Dst.T) && !use.read && !use.stored
}

// apart returns a nest for the sums of a group, nil if they stay.
func (s *splitter) apart(group []*target) ir.Stmt {
	if !s.splits(group[0]) {
		return nil
	}
	b := &nestBuilder{splitter: s, t: group[0], last: group[len(group)-1].sum}
	for _, t := range group {
		b.sums = append(b.sums, &placedSum{sum: t.sum, at: t.place(s)})
	}
	return b.build()
}

// inline replaces integers that are declared once by their values, views by what they are views of.
func (s *splitter) inline(e ir.Expr) ir.Expr {
	for range 16 {
		changed := false
		e = ir.MapExpr(e, func(e ir.Expr) ir.Expr {
			if n, ok := e.(*ir.Len); ok {
				if x := viewLen(n); x != nil {
					changed = true
					return x
				}
			}
			r, ok := e.(*ir.Ref)
			if !ok {
				return e
			}
			if r.Var.View != nil && len(r.Elems) > 0 {
				changed = true
				return r.Base()
			}
			if d, ok := s.decls[r.Var]; ok && len(r.Elems) == 0 && ir.IsInt(r.T) && d.stmt.Init != nil && s.writes[r.Var] == 1 && !readsMemory(d.stmt.Init) {
				changed = true
				return d.stmt.Init
			}
			return e
		})
		if !changed {
			break
		}
	}
	return e
}

// readsMemory says whether e reads elements of memory.
func readsMemory(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && len(r.Base().Elems) > 0 {
			found = true
		}
		return !found
	})
	return found
}

// rebuild adds the statements that keep numbers, and removes the sums that are gone.
func (s *splitter) rebuild(b *ir.Block, gone map[ir.Stmt]bool) {
	var out []ir.Stmt
	for _, st := range b.Stmts {
		out = append(out, s.saves[st]...)
		if gone[st] {
			continue
		}
		ir.Inner(st, func(b *ir.Block) { s.rebuild(b, gone) })
		out = append(out, st)
	}
	b.Stmts = out
}
