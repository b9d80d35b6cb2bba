package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nestDepths is how deep loops are nested: all of them, those in nests that run in parallel, those that do so because of
// scans, and those with nothing parallel around them.
type nestDepths struct {
	plan                           *plan
	all, parallel, scanned, serial int
	// deepest and last are the outermost loops of the deepest nests, of all and of those that run in order.
	deepest, last *ir.For
}

// refuseSerial refuses a function of whose deepest nests nothing runs in parallel, or nothing but what scans made
// possible, beside others that do not.
func (p *plan) refuseSerial() {
	d := &nestDepths{plan: p}
	d.visit(p.body, 0, nil, nil)
	if d.parallel == d.all || d.scanned == d.all && d.serial < d.all {
		return
	}
	worst := d.deepest
	if d.scanned == d.all {
		worst = d.last
	}
	pos := posOf(worst.Pos, p.grad.Primal.Pos)
	refuse(pos, "no CUDA for %s: nothing in this loop can run in parallel, so it is no kernel; leave cuda out of the directive", p.grad.Primal.Name)
}

// visit looks at a block in a nest and, inside of that, in a kernel, each nil if there is none.
func (d *nestDepths) visit(b *ir.Block, depth int, nest, kernel *ir.For) {
	for _, s := range b.Stmts {
		if d.plan.special(s) {
			continue
		}
		f, ok := s.(*ir.For)
		if !ok {
			ir.Inner(s, func(b *ir.Block) { d.visit(b, depth, nest, kernel) })
			continue
		}
		top, in, n := nest, kernel, depth+1
		if top == nil {
			top = f
		}
		if in == nil && d.plan.kernel[f] && d.plan.sched[f] != nil {
			in = f
		}
		if n > d.all {
			d.all, d.deepest = n, top
		}
		switch {
		case in == nil:
			if n > d.serial {
				d.serial, d.last = n, top
			}
		case d.plan.fromScans(in):
			d.scanned = max(d.scanned, n)
		default:
			d.parallel = max(d.parallel, n)
		}
		d.visit(f.Body, n, top, in)
	}
}

// fromScans says whether a nest, or all that it was fused of, is there because of a scan.
func (p *plan) fromScans(f *ir.For) bool {
	return !slices.ContainsFunc(p.partsOf(f), func(g *ir.For) bool { return !p.ofScan[g] })
}
