package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A stop says how long a value stays in its cell: until the end of statement child of block (and
// possibly not longer). A nil block means to the end of the function.
type stop struct {
	block *ir.Block
	child ir.Stmt
}

// stop finds out how long the cell that statement at reads as x (or, with after, has just
// written) keeps its value, by asking for each write of that memory whether, and within
// which loop, it may come later and hit the same cell.
func (r *reverser) stop(x *ir.Ref, at ir.Stmt, after bool) stop {
	c := cellOf(x)
	base := x.Base()
	var worst *ir.Block
	depth := -1
	limit := func(b *ir.Block) {
		if n := r.depth(b); n > depth {
			worst, depth = b, n
		}
	}
	loops := r.sh.loops(at)
	fused := r.sh.fusedDepth(loops)
	for _, w := range r.sh.writes[c] {
		n := commonLoops(loops, r.sh.loops(w.stmt))
		if n < fused { // it comes after the reverse of at
			continue
		}
		// Innermost first: a conflict within one iteration bounds the value more than one
		// between iterations.
		if r.later(w.stmt, at, after) && r.dep.may(base, at, after, w, n) {
			limit(r.sh.common(at, w.stmt))
		}
		for l := n - 1; l >= fused; l-- {
			if r.depth(loops[l].Body) <= depth {
				break
			}
			if r.dep.may(base, at, after, w, l) {
				limit(loops[l].Body)
				break
			}
		}
	}
	if worst == nil {
		return stop{}
	}
	return stop{worst, r.sh.child(worst, at)}
}

// later says whether w comes after at in one iteration of their common loops.
func (r *reverser) later(w, at ir.Stmt, after bool) bool {
	if w == at {
		return !after
	}
	if r.exclusive(w, at) {
		return false
	}
	return r.sh.order[w] > r.sh.order[at]
}

// exclusive says whether the statements stand in different arms of one If.
func (r *reverser) exclusive(a, b ir.Stmt) bool {
	blk := r.sh.common(a, b)
	x, y := r.sh.child(blk, a), r.sh.child(blk, b)
	f, ok := x.(*ir.If)
	if !ok || x != y || x == a || x == b {
		return false
	}
	return f.Else != nil && (r.sh.child(f.Then, a) != nil) != (r.sh.child(f.Then, b) != nil)
}

// depth returns the number of statements around block b.
func (r *reverser) depth(b *ir.Block) int {
	n := 0
	for s := r.sh.owner[b]; s != nil; s = r.sh.parent(s) {
		n++
	}
	return n
}

func commonLoops(a, b []*ir.For) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// conflicts answers dependence questions about the forward sweep.
type conflicts struct {
	idx *depend.Accesses
}

func (d *deriver) newConflicts(body *ir.Block) *conflicts { return &conflicts{idx: d.keptIndex(body)} }

// may says whether write w may hit the cell that statement at reads as x (or writes, with after)
// later, in the sense of depend.MayConflict at the given level.
func (c *conflicts) may(x *ir.Ref, at ir.Stmt, after bool, w write, level int) bool {
	a := c.access(x, at, after)
	b := c.access(w.ref, w.stmt, true)
	return a == nil || b == nil || c.idx.MayConflict(a, b, level)
}

// access finds the access to place x by statement s, nil if there is none.
func (c *conflicts) access(x *ir.Ref, s ir.Stmt, write bool) *depend.Access {
	k := exprKey(x)
	for _, a := range c.idx.Of(s) {
		if a.Write == write && exprKey(a.Ref) == k {
			return a
		}
	}
	return nil
}
