package emit

import (
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Near sums have copies or a halo, as their reach and the number of iterations say:
//
//	loop.halo = 0
//	near := loop.near(n, len(w)-1)

// nearName is the variable that says that near sums need no copies.
func (l *loopPrinter) nearName() string { return text(l.id(nearKey{l.loop}, "near", rankMade)) }

type nearKey struct{ f *ir.For }

// near prints what decides that, nothing where there are no near sums.
func (l *loopPrinter) near() []code {
	p, par := l.printer, l.loop.Par
	if len(par.Near) == 0 {
		return nil
	}
	var halos, sizes []string
	for _, r := range par.Reach {
		halo := text(p.length(r.N))
		if !ir.IsVal(r.Per, 1) {
			halo = p.file.helper("pardiffQuotient") + "(" + halo + ", " + text(p.length(r.Per)) + ")"
		}
		halos = append(halos, halo)
		for _, e := range []ir.Expr{r.N, r.Per} {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				switch e := e.(type) {
				case *ir.Len: // is no size of the program's own
					return false
				case *ir.Ref:
					if x := text(p.length(e)); !slices.Contains(sizes, x) {
						sizes = append(sizes, x)
					}
				}
				return true
			})
		}
	}
	halo := halos[0]
	if len(halos) > 1 {
		halo = p.file.builtin("max") + "(" + strings.Join(halos, ", ") + ")"
	}
	small := ""
	if len(sizes) > 0 {
		small = p.file.helper("pardiffSmall") + "(" + strings.Join(sizes, ", ") + ") && "
	}
	p.file.helper("pardiffLoop.near")
	n := text(p.length(ir.Sub(l.loop.Limit, l.loop.Begin)))
	return []code{p.line("%s := %s%s.near(%s, %s)", l.nearName(), small, l.local, n, halo)}
}
