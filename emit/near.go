package emit

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Near sums have copies or a halo, as their reach and the number of iterations say:
//
//	loop.halo = 0
//	near := hop > 0 && pardiffSmall(1, hop) && loop.near(n, (len(w)-1)/hop)

// nearName is the variable that says that near sums need no copies.
func (l *loopPrinter) nearName() string { return text(l.id(nearKey{l.loop}, "near", rankMade)) }

type nearKey struct{ f *ir.For }

// near prints what decides that, nothing where there are no near sums.
func (l *loopPrinter) near() []code {
	p, par := l.printer, l.loop.Par
	if len(par.Near) == 0 {
		return nil
	}
	var conds, halos []string
	for _, r := range par.Reach {
		for _, e := range r.Per {
			if _, constant := ir.IntVal(e); !constant {
				if c := text(p.length(e)) + " > 0"; !slices.Contains(conds, c) {
					conds = append(conds, c)
				}
			}
		}
		halos = append(halos, text(p.length(r.Quotient())))
	}
	halo := halos[0]
	if len(halos) > 1 {
		halo = p.file.builtin("max") + "(" + strings.Join(halos, ", ") + ")"
	}
	if degree, sizes := sizesOf(par.Reach); len(sizes) > 0 {
		args := []string{strconv.Itoa(degree)}
		for _, e := range sizes {
			args = append(args, text(p.length(e)))
		}
		conds = append(conds, p.file.helper("pardiffSmall")+"("+strings.Join(args, ", ")+")")
	}
	p.file.helper("pardiffLoop.near")
	n := text(p.length(ir.Sub(l.loop.Limit, l.loop.Begin)))
	conds = append(conds, l.local+".near("+n+", "+halo+")")
	return []code{p.line("%s := %s", l.nearName(), strings.Join(conds, " && "))}
}

// sizesOf returns the integers that list is made of, and how many of them its products have. Lengths alone are small
// enough.
func sizesOf(list []ir.Reach) (degree int, sizes []ir.Expr) {
	degree = 1
	var all []ir.Expr
	for _, r := range list {
		ir.WalkExpr(r.Quotient(), func(e ir.Expr) bool {
			switch e := e.(type) {
			case *ir.Len:
				all = append(all, e)
				return false
			case *ir.Ref:
				all = append(all, e)
			case *ir.Binary:
				_, left := ir.IntVal(e.X)
				_, right := ir.IntVal(e.Y)
				if e.Op == token.MUL && !left && !right {
					degree = 2
				}
			}
			return true
		})
	}
	for _, e := range all {
		_, length := e.(*ir.Len)
		if (degree > 1 || !length) && !slices.ContainsFunc(sizes, func(o ir.Expr) bool { return ir.Equal(o, e) }) {
			sizes = append(sizes, e)
		}
	}
	return degree, sizes
}
