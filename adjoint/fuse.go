package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A fusion says which loops run together with their reverse: each iteration is reversed as soon as it is
// done, while what it computed is still at hand, so that one pass over the data does for both, and tapes
// have no axis for the loop:
//
//	for i { d := x[i] - y[i]; sum += d*d }         sumAdj := resAdj
//	res = sum                                      for i { d := x[i] - y[i]; sum += d*d
//	sumAdj := resAdj                     becomes           xAdj[i] += 2*sumAdj*d }
//	for i { xAdj[i] += 2*sumAdj*dTape[i] }         res = sum
//
// It is right if the iterations of the reverse loop depend on each other by sums alone, so that they may
// go in the order of the forward loop, and if what the sweeps do between the two loops either is not needed
// by the reverse loop, or does not need the forward loop. See [reverser.joinLoops].
//
// Where values come from depends on which loops are fused, and whether they may be shows in the finished
// sweep only. So the function is derived first without fused loops, and then again with those that may
// be, less those that it turned out could not be, until all could.
type fusion struct {
	want map[int]bool // numbers of the loops to be fused
	// numbers are those of the loops of the primal, in the order of the text.
	numbers map[*ir.For]int
	// around leads from a loop to the innermost one around it.
	around map[*ir.For]*ir.For
	// plain are the loops whose bodies do nothing but assign to memory.
	plain map[*ir.For]bool
	fused map[*ir.For]bool
	// apart are the loops of want that cannot be fused, at least not together with all others.
	apart []*ir.For
	// inOrder are the loops of the primal whose reverse runs through their iterations in the same order.
	inOrder []*ir.For
	// split are the loops that sums were taken out of.
	split map[*ir.For]bool
}

func newFusion(b *ir.Block, want map[int]bool) fusion {
	f := fusion{want: want, around: loopsAround(b), numbers: map[*ir.For]int{}, plain: map[*ir.For]bool{}, fused: map[*ir.For]bool{}, split: map[*ir.For]bool{}}
	ir.Walk(b, func(s ir.Stmt) bool {
		if s, ok := s.(*ir.For); ok {
			f.numbers[s], f.plain[s] = len(f.numbers), plainBody(s)
		}
		return true
	})
	return f
}

// wanted says whether loop f of the primal, which stands in a joint block, is to be fused.
func (f *fusion) wanted(s *ir.For) bool {
	n, ok := f.numbers[s]
	return ok && f.want[n]
}

// givenUp says whether the derivation was given up: none of the loops that were wanted can be fused where it stands, or
// one cannot be after all.
func (f *fusion) givenUp() bool { return len(f.want) > 0 && len(f.fused) == 0 || len(f.apart) > 0 }

// fuse returns the derivation of the same function in which the loops are fused that may be and gain by
// it, d itself if there are none.
func (d *deriver) fuse() *deriver {
	want := d.fusable()
	for len(want) > 0 {
		e := derive(d.fn, d.opt, want)
		if len(e.errs) > 0 || len(e.fused) == 0 {
			return d
		}
		if len(e.apart) == 0 {
			e.apart = d.better(e)
		}
		if len(e.apart) == 0 {
			return e
		}
		around := e.around
		for _, f := range e.apart {
			// That a loop inside it or behind it is fused may be the reason; without that it gets another try.
			blames := func(g *ir.For) bool {
				h := g
				for h != nil && around[h] != around[f] {
					h = around[h]
				}
				return h != nil && g != f && e.numbers[h] >= e.numbers[f]
			}
			if !slices.ContainsFunc(e.apart, blames) {
				delete(want, e.numbers[f])
			}
		}
	}
	return d
}

// loopsAround returns the innermost loop around each loop of b.
func loopsAround(b *ir.Block) map[*ir.For]*ir.For {
	around := map[*ir.For]*ir.For{}
	var visit func(b *ir.Block, outer *ir.For)
	visit = func(b *ir.Block, outer *ir.For) {
		for _, s := range b.Stmts {
			in := outer
			if f, ok := s.(*ir.For); ok {
				around[f], in = outer, f
			}
			ir.Inner(s, func(b *ir.Block) { visit(b, in) })
		}
	}
	visit(b, nil)
	return around
}

// fusable returns the numbers of the loops that might be fused.
func (d *deriver) fusable() map[int]bool {
	want := map[int]bool{}
	for _, f := range d.inOrder {
		if d.plain[f] && f.While == nil && f.Limit != nil {
			want[d.numbers[f]] = true
		}
	}
	return want
}

// plainBody says whether the body of f has none of the statements that do more than assign to memory.
func plainBody(f *ir.For) bool {
	ok := true
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		switch s.(type) {
		case *ir.Call, *ir.Exec, *ir.Swap, *ir.Grow, *ir.Panic:
			ok = false
		}
		return ok
	})
	return ok
}

// better returns the loops that e fuses but that are better as they are in d: one of a pair runs in parallel, or
// several iterations at a time, or was rewritten so that it needs no copies of what it sums into or goes along
// rows, and would not be when fused; or nothing is gained.
func (d *deriver) better(e *deriver) []*ir.For {
	pairs := map[int][]*ir.For{} // loops of d by the number of the loop of the primal
	for f, n := range d.numbers {
		pairs[n] = append(pairs[n], f)
	}
	for f, o := range d.origins {
		if n, ok := d.numbers[o]; ok {
			pairs[n] = append(pairs[n], f)
		}
	}
	before, after := parallelIn(d.body), parallelIn(e.body)
	gains := d.gains(e, pairs)
	var list []*ir.For
	for f := range e.fused {
		n := e.numbers[f]
		if !gains[f] {
			list = append(list, f)
			continue
		}
		par, ok := after[f]
		if !ok {
			continue // sums were taken out of the loop around it
		}
		for _, g := range pairs[n] {
			was, found := before[g]
			if d.split[g] || !found || mostJam(g, false) > mostJam(f, true) || was && !par {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// mostJam returns how many iterations of f, or of a loop in it, go on together. Those of parallel loops count where they are
// asked for.
func mostJam(f *ir.For, parallel bool) int {
	most := 0
	ir.Walk(f, func(s ir.Stmt) bool {
		if g, ok := s.(*ir.For); ok && (parallel || g.Par == nil) {
			most = max(most, g.Jam)
		}
		return true
	})
	return most
}

// gains returns the loops that save a pass over memory or rows of tapes when they are fused, and those around them.
// Where all that is saved is a number for each iteration of a loop with loops inside it, the processor does better with
// two loops: the reverse of an iteration would have to wait for the last value of the loops inside it.
func (d *deriver) gains(e *deriver, pairs map[int][]*ir.For) map[*ir.For]bool {
	gains := map[*ir.For]bool{}
	for f := range e.fused {
		if nestDepth(f.Body) == 0 || slices.ContainsFunc(pairs[e.numbers[f]], readsTapes) {
			for up := f; up != nil; up = e.around[up] {
				gains[up] = true
			}
		}
	}
	return gains
}

// readsTapes says whether loops inside f read tapes.
func readsTapes(f *ir.For) bool {
	found := false
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if g, ok := s.(*ir.For); ok && !found {
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				ir.Reads(s, func(e ir.Expr) {
					ir.WalkExpr(e, func(n ir.Expr) bool {
						r, ok := n.(*ir.Ref)
						found = found || ok && r.Base().Var.Kind == ir.Tape
						return !found
					})
				})
				return !found
			})
		}
		return !found
	})
	return found
}

// parallelIn returns the loops of b that run in parallel or stand in one that does.
func parallelIn(b *ir.Block) map[*ir.For]bool {
	in := map[*ir.For]bool{}
	var visit func(b *ir.Block, par bool)
	visit = func(b *ir.Block, par bool) {
		for _, s := range b.Stmts {
			f, ok := s.(*ir.For)
			here := par || ok && f.Par != nil
			if ok {
				in[f] = here
			}
			ir.Inner(s, func(b *ir.Block) { visit(b, here) })
		}
	}
	visit(b, false)
	return in
}
