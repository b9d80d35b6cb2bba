package analysis

import (
	"go/token"
	"go/types"
	"strconv"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// different makes the program panic where two of three or more places are one: what is assigned there is no exchange then, as
// a slice gets two names. Two places that are one keep their slice.
func (l *lowerer) different(at []*node) {
	msg := &ir.Opaque{Parts: []string{strconv.Quote("slices that change places are the same: " + l.cur.Src)}, Pure: true, T: types.Typ[types.String]}
	for i, a := range at {
		for _, b := range at[:i] {
			if same := onePlace(a, b); same != nil {
				l.emit(&ir.If{Cond: same, Then: l.in(func() { l.emit(&ir.Panic{X: msg, Made: true}) })})
			}
		}
	}
}

// onePlace is the condition on which two slices lie in one place, nil if they never do.
func onePlace(a, b *node) ir.Expr {
	x, y := slicePlace(a), slicePlace(b)
	if x == nil || y == nil || x.Var != y.Var || len(x.Elems) != len(y.Elems) || len(x.Elems) == 0 {
		return nil
	}
	var same ir.Expr
	for i, e := range x.Elems {
		o := y.Elems[i]
		if e.Field != o.Field {
			return nil
		}
		if e.Index == nil {
			continue
		}
		if k, known := ir.IntVal(ir.Sub(asInt(e.Index), asInt(o.Index))); known {
			if k != 0 {
				return nil
			}
			continue
		}
		one := ir.Bin(token.EQL, asInt(e.Index), asInt(o.Index))
		if same == nil {
			same = one
		} else {
			same = ir.Bin(token.LAND, same, one)
		}
	}
	if same == nil {
		return boolConst(true, types.Typ[types.Bool])
	}
	return same
}

// slicePlace is where the slice n lies, or, for a row of a table, where it is said which part of the memory that is.
func slicePlace(n *node) *ir.Ref {
	if n.cur != nil && n.cur.table != nil {
		return n.cur.off
	}
	if r := n.ref(); r != nil {
		return r.Base()
	}
	return nil
}
