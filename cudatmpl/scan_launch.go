package cudatmpl

import (
	"fmt"
	"slices"
)

// A scanStep makes a scan.
type scanStep struct {
	p *plan
	*scanSpec
	field string // of the memory for the steps of 256 iterations each, and the numbers at their beginnings
}

// scanStep returns the step for a block that makes a scan.
func (p *plan) scanStep(c *scanSpec) step {
	b := p.buffer(c.s)
	if t := ctype(c.s.Type); !slices.Contains(p.file.scans, t) {
		p.file.scans = append(p.file.scans, t)
	}
	s := &scanStep{p, c, p.fields.fresh(b.field + "Steps")}
	p.scanParts = append(p.scanParts, s.field)
	return s
}

func (s *scanStep) uses(f func(any)) { s.p.useExpr(s.n, f) }

func (g *goPrinter) scan(w *writer, s *scanStep) {
	t := suffix(ctype(s.s.Type))
	a, b, state := g.address(g.p.buffer(s.a)), g.address(g.p.buffer(s.b)), g.address(g.p.buffer(s.s))
	n := g.names.of(s, "steps")
	w.line("if %s := %s; %[1]s > 0 {", n, g.expr(s.n))
	w.line("run.reserve(&dev.%s, %d*(3*((%s+255)/256)+1))", s.field, sizeOf(s.s.Type), n)
	args := fmt.Sprintf("pardiffPtr(%s), pardiffPtr(%s), pardiffPtr(&dev.%s)", a, b, s.field)
	w.line("run.launch(%d, pardiffGrid(%s), 256, %s, pardiffInt(%[2]s))", g.finisher("pardiff_scan_tiles_"+t), n, args)
	w.line("run.launch(%d, 1, 256, %s, pardiffPtr(%s), pardiffInt(%s))", g.finisher("pardiff_scan_carry_"+t), args, state, n)
	w.line("run.launch(%d, pardiffGrid(%s), 256, %s, pardiffInt(%[2]s))", g.finisher("pardiff_scan_apply_"+t), n, args)
	w.line("}")
}
