package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// followResults gives tangents to memory without active cells that a result may refer to: the tangent of a result has
// its shape, whichever way the function takes. Nothing writes such a tangent, so it stays zero.
func (t *tangenter) followResults() {
	for v := range t.tan {
		if v.Kind != ir.Param && hasLengths(v.Type) {
			t.floats[v] = true
		}
	}
	for changed := true; changed; {
		changed = false
		follow := func(v *ir.Var) {
			if v = v.Root(); !t.floats[v] {
				t.floats[v], changed = true, true
			}
		}
		ir.Walk(t.body, func(s ir.Stmt) bool {
			switch s := s.(type) {
			case *ir.Store:
				if hasLengths(s.Dst.T) && t.tan[s.Dst.Var] != nil {
					follow(s.Src.(*ir.Ref).Var)
				}
			case *ir.Swap:
				if t.floats[s.A.Var.Root()] || t.floats[s.B.Var.Root()] {
					follow(s.A.Var)
					follow(s.B.Var)
				}
			}
			return true
		})
	}
}

// hasLengths says whether t is a slice, or an array that holds slices.
func hasLengths(t types.Type) bool {
	_, slice := t.Underlying().(*types.Slice)
	return slice || ir.HoldsSlices(t)
}
