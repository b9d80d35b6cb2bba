package adjoint

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// maxScatter bounds the terms that one iteration adds to a scatter.
const maxScatter = 8

// scatters returns those of sums, to which the body of f adds, that are scatters.
func scatters(f *ir.For, sums []*ir.Var) (list []ir.Scatter) {
	for _, v := range sums {
		if n := termsOf(f.Body, v); n > 0 && n <= maxScatter && ir.IsFloat(ir.ElemType(v.Type)) && aloneIn(sums, v) {
			list = append(list, ir.Scatter{Var: v, Terms: n})
		}
	}
	return list
}

// isScatter says whether v is a scatter of the parallel loop f.
func isScatter(f *ir.For, v *ir.Var) bool {
	return slices.ContainsFunc(f.Par.Scatters, func(x ir.Scatter) bool { return x.Var == v })
}

// aloneIn says whether no other one of sums belongs to the same memory as v.
func aloneIn(sums []*ir.Var, v *ir.Var) bool {
	return !slices.ContainsFunc(sums, func(o *ir.Var) bool { return o != v && o.Root() == v.Root() })
}

// termsOf returns how many sums into single elements of the slice v there are in b, -1 if there are others
// or some are in loops.
func termsOf(b *ir.Block, v *ir.Var) int {
	if !isSlice(v.Type) {
		return -1
	}
	n := 0
	for _, s := range b.Stmts {
		if r, ok := s.(*ir.Reduce); ok && isTerm(r.Dst, v) {
			n++
			continue
		}
		ir.Writes(s, func(r *ir.Ref) {
			if r.Var.Root() == v.Root() {
				n = -1 << 16
			}
		})
		_, loop := s.(*ir.For)
		ir.Inner(s, func(b *ir.Block) {
			if m := termsOf(b, v); m < 0 || m > 0 && loop {
				n = -1 << 16
			} else {
				n += m
			}
		})
	}
	return max(n, -1)
}

// isTerm says whether r is v[e], with a subscript that type int holds on all machines.
func isTerm(r *ir.Ref, v *ir.Var) bool {
	if r.Var != v || len(r.Elems) != 1 || r.Elems[0].Index == nil {
		return false
	}
	b, ok := r.Elems[0].Index.Type().Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int64, types.Uint64, types.Uintptr:
		return false
	}
	return true
}
