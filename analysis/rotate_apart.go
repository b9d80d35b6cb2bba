package analysis

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// different makes the program panic where two of three or more places, which are exchanged, are one: what the function assigns there
// is no exchange then, as a slice gets two names. Two places that are one keep their slice.
func (l *lowerer) different(places []*ir.Ref) {
	if len(places) < 3 {
		return
	}
	for i, a := range places {
		for _, b := range places[:i] {
			if same := onePlace(a, b); same != nil {
				l.panicWhere(same, "slices that change places are the same: "+l.cur.Src, true)
			}
		}
	}
}

// onePlace is the condition on which x and y are one place, nil if they never are.
func onePlace(x, y *ir.Ref) ir.Expr {
	if x.Var != y.Var || len(x.Elems) != len(y.Elems) || len(x.Elems) == 0 {
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
