package adjoint

import (
	"go/token"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// markReverse notes that b is a part of the reverse sweep.
func (r *reverser) markReverse(b *ir.Block) {
	ir.Walk(b, func(s ir.Stmt) bool { r.backward[s] = true; return true })
}

// placeOf returns what stands in the reverse sweep where the reverse of the fused loop f would stand.
func placeOf(f *ir.For) *ir.For {
	return &ir.For{Iter: f.Iter, Begin: ir.Int(0), Cmp: token.LSS, Limit: ir.Int(0), Step: ir.Int(1), Body: &ir.Block{}}
}

// joinLoops completes the fused loops. Their bodies already hold what reverses an iteration; what is left is to
// take away the place of the reverse loop, to move before the loop what its reverse needs, and to test that all
// this may be. The loops that may not are added to apart, and the body is of no use then.
func (r *reverser) joinLoops() {
	if len(r.fused) == 0 {
		return
	}
	reverse := map[*ir.For]ir.Stmt{}
	for g, o := range r.mirror {
		if f, ok := o.(*ir.For); ok {
			reverse[f] = g
		}
	}
	// The last first: what is moved before one loop may have to be moved before those in front of it.
	list := slices.SortedFunc(maps.Keys(r.fused), func(f, g *ir.For) int { return r.numbers[g] - r.numbers[f] })
	for _, f := range list {
		if !r.join(f, reverse[f]) {
			r.apart = append(r.apart, f)
		}
	}
	idx := depend.Index(r.body)
	for _, f := range list {
		switch {
		case !r.holdsReverse(f):
			delete(r.fused, f) // nothing is derived from what it computes
		case r.reverseCarries(idx, f):
			r.apart = append(r.apart, f)
		default:
			r.fixScratch(f)
			r.grad.Notes = append(r.grad.Notes, Note{Kind: "loop", Pos: f.Pos, Pass: "reverse", What: "serial", Why: "fused with the forward loop, one pass over the data for both: the adjoints of its sums are known before"})
		}
	}
}

// holdsReverse says whether a part of the reverse sweep stands in s.
func (r *reverser) holdsReverse(s ir.Stmt) bool {
	found := false
	ir.Walk(s, func(s ir.Stmt) bool {
		found = found || r.backward[s]
		return !found
	})
	return found
}

// reverseCarries says whether the reverse of an iteration of f depends on that of another by more than sums. Only
// adjoints are of interest: what the forward sweep computes is read in the iteration that computed it.
func (r *reverser) reverseCarries(idx *depend.Accesses, f *ir.For) bool {
	return slices.ContainsFunc(idx.Carried(f), func(c depend.Conflict) bool {
		return r.backward[c.A.Stmt] && r.backward[c.B.Stmt]
	})
}

// join removes g, the place of the reverse of f, which stands behind f in the same block, and moves what it depends on before
// f. It reports whether that may be moved.
func (r *reverser) join(f *ir.For, g ir.Stmt) bool {
	b := r.sh.pos[f].block
	i, j := slices.Index(b.Stmts, ir.Stmt(f)), slices.Index(b.Stmts, g)
	if i < 0 || j < i {
		return false
	}
	forward, reverse := newFootprint(), newFootprint()
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if r.backward[s] {
			reverse.own(s)
		} else {
			forward.own(s)
		}
		return true
	})
	before, after := []ir.Stmt{}, []ir.Stmt{}
	moved := newFootprint()
	guarded := false // what is moved may panic where a statement before it would not have let it
	for _, s := range slices.Backward(b.Stmts[i+1 : j]) {
		p := newFootprint()
		p.all(s)
		if !r.backward[s] && r.holdsReverse(s) && (p.meets(moved) || p.meets(reverse)) {
			return false
		}
		header := bindsResult(s) // what it refers to is there before the loop, or meets forward
		if !p.meets(moved) && !((r.backward[s] || header) && p.meets(reverse)) {
			if p.swaps && p.meets(reverse) || p.fixed && guarded {
				return false
			}
			after = append(after, s)
			continue
		}
		// What the forward sweep does behind the loop comes after the reverse of its iterations.
		if p.fixed || p.meets(forward) || !r.backward[s] && !header && p.meets(reverse) {
			return false
		}
		moved.all(s)
		guarded = guarded || mayPanic(s)
		before = append(before, s)
	}
	slices.Reverse(before)
	slices.Reverse(after)
	b.Stmts = slices.Concat(b.Stmts[:i], before, []ir.Stmt{f}, after, b.Stmts[j+1:])
	return true
}

// bindsResult says whether s has a result refer to a slice. The length of its seed is compared there, before the reverse
// sweep reads the seed.
func bindsResult(s ir.Stmt) bool {
	st, ok := s.(*ir.Store)
	return ok && st.Dst.Var.Kind == ir.Result && len(st.Dst.Elems) == 0 && ir.ElemType(st.Dst.T) != nil
}

// fixScratch gives the tapes and adjoints that f has for each iteration lengths that do not depend on what is
// declared in the iteration, where that is possible, so that their memory can be had before the loop.
func (r *reverser) fixScratch(f *ir.For) {
	inside, values, lengths := declaredIn(f), onceAssigned(f.Body), lengthsIn(f.Body)
	step := func(e ir.Expr) ir.Expr {
		switch e := e.(type) {
		case *ir.Ref:
			if n := values[e.Var]; n != nil && len(e.Elems) == 0 {
				return n
			}
		case *ir.Len:
			if n := lengths[e.X.Var]; n != nil && len(e.X.Elems) == 0 {
				return n
			}
		}
		return e
	}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if a, ok := s.(*ir.Alloc); ok && a.Dst.Var.Kind != ir.Local {
			n := a.Len
			for i := 0; i < 8 && mentionsAny(n, inside); i++ {
				n = ir.MapExpr(n, step)
			}
			if !mentionsAny(n, inside) && hazards(n) == nil && r.unchanged(n) {
				a.Len = n
			}
		}
		return true
	})
}

// lengthsIn returns the lengths of the slices that b makes, and of the views in it.
func lengthsIn(b *ir.Block) map[*ir.Var]ir.Expr {
	lengths := map[*ir.Var]ir.Expr{}
	ir.Walk(b, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Alloc:
			if len(s.Dst.Elems) == 0 {
				lengths[s.Dst.Var] = s.Len
			}
		case *ir.Decl:
			switch v := s.Var.View.(type) {
			case *ir.Ref:
				lengths[s.Var] = &ir.Len{X: v}
			case *ir.Slice:
				n := v.Hi
				if n == nil {
					n = &ir.Len{X: v.X}
				}
				if v.Lo != nil {
					n = intDifference(n, v.Lo)
				}
				lengths[s.Var] = n
			}
		}
		return true
	})
	return lengths
}

// mayPanic says whether s or what is inside it has a subscript that may be out of range, or the like.
func mayPanic(s ir.Stmt) bool {
	found := false
	ir.Walk(s, func(s ir.Stmt) bool {
		_, loop := s.(*ir.For) // its subscripts are not known to be in range without its bounds
		found = found || loop
		ir.Reads(s, func(e ir.Expr) { found = found || hazards(e) != nil })
		ir.Writes(s, func(r *ir.Ref) { found = found || hazards(r) != nil })
		return !found
	})
	return found
}

// A footprint is what statements touch, by root of memory.
type footprint struct {
	declares, mentions  map[*ir.Var]bool // Vars whose declaration, length or memory is new, or is used
	reads, writes, sums map[*ir.Var]bool // memory; sums are those into adjoints
	fixed               bool             // they do more than that, and stay where they are
	swaps               bool
}

func newFootprint() *footprint {
	set := func() map[*ir.Var]bool { return map[*ir.Var]bool{} }
	return &footprint{declares: set(), mentions: set(), reads: set(), writes: set(), sums: set()}
}

// all adds s and what is inside it.
func (p *footprint) all(s ir.Stmt) {
	ir.Walk(s, func(s ir.Stmt) bool { p.own(s); return true })
}

// own adds s without the statements inside it.
func (p *footprint) own(s ir.Stmt) {
	ir.Reads(s, func(e ir.Expr) {
		p.read(e)
		p.fixed = p.fixed || callsUnknown(e)
	})
	switch s := s.(type) {
	case *ir.Decl:
		p.declares[s.Var] = true
		if s.Var.View == nil {
			p.writes[s.Var] = true
		}
	case *ir.Alloc:
		p.place(s.Dst)
		p.declares[s.Dst.Base().Var] = true
	case *ir.Reduce:
		p.place(s.Dst)
		if v := s.Dst.Base().Var; v.Kind == ir.Adjoint {
			p.sums[v] = true
		} else {
			p.writes[v] = true
		}
	case *ir.Grow:
		p.declares[s.Var], p.fixed = true, true
	case *ir.Swap:
		p.declares[s.A.Base().Var], p.declares[s.B.Base().Var], p.fixed, p.swaps = true, true, true, true
	case *ir.Call, *ir.Exec, *ir.Panic:
		p.fixed = true
	case *ir.Store:
		if bindsResult(s) {
			p.declares[s.Dst.Var] = true // with its seed
		}
	}
	if _, ok := s.(*ir.Decl); ok {
		return
	}
	ir.Writes(s, func(r *ir.Ref) {
		p.place(r)
		if _, ok := s.(*ir.Reduce); !ok {
			p.writes[r.Base().Var] = true
		}
	})
}

// place adds the Vars that lead to r.
func (p *footprint) place(r *ir.Ref) {
	for v := r.Var; ; {
		p.mentions[v] = true
		if v.Kind == ir.Adjoint && v.Of != nil && v.Of.Kind == ir.Result {
			p.mentions[v.Of] = true
		}
		switch x := v.View.(type) {
		case *ir.Ref:
			v = x.Var
		case *ir.Slice:
			v = x.X.Var
		default:
			return
		}
	}
}

// read adds what e reads.
func (p *footprint) read(e ir.Expr) {
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			p.place(n.X)
			for _, i := range n.X.Indices() {
				p.read(i)
			}
			return false
		case *ir.Ref:
			p.place(n)
			if ir.ElemType(n.T) == nil {
				p.reads[n.Base().Var] = true
			}
		}
		return true
	})
}

// meets says whether the order of p and q matters.
func (p *footprint) meets(q *footprint) bool {
	return common(p.declares, q.mentions) || common(p.mentions, q.declares) || common(p.declares, q.declares) ||
		common(p.writes, q.reads) || common(p.reads, q.writes) || common(p.writes, q.writes) ||
		common(p.sums, q.reads) || common(p.reads, q.sums) || common(p.sums, q.writes) || common(p.writes, q.sums)
}

func common(a, b map[*ir.Var]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}
