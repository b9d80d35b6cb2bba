package cudatmpl

import (
	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Split returns g with the body whose nests become kernels, which are marked as parallel loops, and whether sums were
// taken out of any. It refuses nothing.
func Split(g *adjoint.Gradient) (out *adjoint.Gradient, changed bool) {
	c := *g
	p := &plan{grad: g, body: prepare(g), serial: map[ir.Stmt]bool{}, spread: map[*ir.For][]*ir.Var{}, inverse: map[*ir.Block]*inversion{}, trusted: map[*ir.Var]bool{}, parts: map[*ir.For][]*ir.For{}, scanned: map[*ir.Block]*scanSpec{}, ofScan: map[*ir.For]bool{}}
	before := len(loopsOf(p.body))
	p.split()
	for s := range p.kernel {
		if f, ok := s.(*ir.For); ok && p.sched[f] != nil {
			f.Par = p.sched[f]
			f.Par.Work = ir.Int(1)
		}
	}
	c.Body = p.body
	return &c, len(loopsOf(p.body)) != before
}
