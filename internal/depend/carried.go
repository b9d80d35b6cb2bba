package depend

import "github.com/pardiff/pardiffgen/internal/ir"

// A Conflict is a pair of accesses, at least one a write, that may touch the same cell in different
// iterations of a loop: A in the earlier iteration, B in the later.
type Conflict struct{ A, B *Access }

// Carried returns the dependences that loop carries while the loops around it stand still. Where
// there are none, its iterations may be executed in any order or at the same time.
//
// Left out are pairs of Reduces, whose sums may be done in any order (but not at the same time:
// see [Accesses.Sums]), and memory that is declared in the body of the loop, which each iteration
// has for itself. What an Exec, a Call or a Panic does beyond its places is not seen. It panics if loop is not in the block.
func (x *Accesses) Carried(loop *ir.For) []Conflict {
	return x.carried(loop, func(a, b *Access) bool { return !(a.Reduce && b.Reduce) })
}

// Sums returns the pairs of Reduces that loop carries: sums into one cell from several iterations.
// Where there are none, and nothing else is carried, the iterations may be executed at the
// same time.
func (x *Accesses) Sums(loop *ir.For) []Conflict {
	return x.carried(loop, func(a, b *Access) bool { return a.Reduce && b.Reduce })
}

// SumsInto is Sums for memory of root v.
func (x *Accesses) SumsInto(loop *ir.For, v *ir.Var) []Conflict {
	return x.carried(loop, func(a, b *Access) bool { return a.Reduce && b.Reduce && a.Ref.Var == v })
}

// SumsBeyond returns those pairs of Sums that may touch one cell in iterations more than by apart. It panics if the
// loop has a step other than 1.
func (x *Accesses) SumsBeyond(loop *ir.For, by int64) []Conflict {
	if !ir.IsVal(loop.Step, 1) {
		panic("depend: distance in a loop with steps")
	}
	var list []Conflict
	for _, c := range x.Sums(loop) {
		if x.answer(question{a: c.A, b: c.B, level: x.loops[loop].depth, beyond: by}) {
			list = append(list, c)
		}
	}
	return list
}

func (x *Accesses) carried(f *ir.For, wanted func(a, b *Access) bool) []Conflict {
	l := x.loops[f]
	if l == nil {
		panic("depend: loop is not in the block")
	}
	groups := map[*ir.Var][]*Access{}
	var order []*ir.Var // for a result that does not depend on the map
	for _, a := range x.inside(l) {
		if x.Private(a, f) {
			continue
		}
		v := a.Ref.Var
		if groups[v] == nil {
			order = append(order, v)
		}
		groups[v] = append(groups[v], a)
	}
	var list []Conflict
	for _, v := range order {
		for _, a := range groups[v] {
			for _, b := range groups[v] {
				if (a.Write || b.Write) && wanted(a, b) && x.MayConflict(a, b, l.depth) {
					list = append(list, Conflict{a, b})
				}
			}
		}
	}
	return list
}

// inside returns the accesses in the body of l.
func (x *Accesses) inside(l *loop) []*Access {
	var list []*Access
	for _, a := range x.All {
		if len(a.Loops) > l.depth && a.Loops[l.depth] == l.For {
			list = append(list, a)
		}
	}
	return list
}

// Private says whether the memory that a accesses is declared in the body of loop, so that each
// iteration has its own. It panics if loop is not in the block.
func (x *Accesses) Private(a *Access, loop *ir.For) bool {
	l := x.loops[loop]
	if l == nil {
		panic("depend: loop is not in the block")
	}
	return a.declared && a.local != nil && a.local.inside(l)
}
