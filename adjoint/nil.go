package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Comparisons with nil.
//
// Whether a slice is nil is, like its length, a property of its header: writing elements does not change it, and a copy
// of the elements does not have it. The reverse sweep asks the header itself where that stays as it is; elsewhere
// the result of the comparison is kept, never the slice.

// header returns the place of a slice or pointer that is compared with nil.
func (rs *resolver) header(s *ir.Saved) ir.Expr {
	if !rs.headerStays(s.X) {
		rs.problem(s.At.Info().Pos, "cannot differentiate: whether %s is nil is needed where it may be another slice; assign the comparison to a variable", ir.ExprString(s.X))
		return s.X
	}
	return rs.place(s.X, s.At)
}

// headerStays says whether the slice or pointer r is there in the reverse sweep with the header that it has when it is
// compared with nil: no statement puts another one in its place, or, for one in memory, in the place of what it lies in.
func (rs *resolver) headerStays(r *ir.Ref) bool {
	root := r.Base().Var
	return rs.visible(root) && rs.extent[root] == nil && !rs.isTurned(root)
}

// isTurned says whether slices change places in memory of root, or with it.
func (rs *resolver) isTurned(root *ir.Var) bool {
	if rs.turned == nil {
		rs.turned = turnedHeaders(rs.body)
	}
	return rs.turned[root]
}

// turnedHeaders returns the roots of memory in which slices are exchanged or get memory of their own after they were declared.
func turnedHeaders(b *ir.Block) map[*ir.Var]bool {
	turned := map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl: // a variable that is declared once
		case *ir.Alloc:
			if len(s.Dst.Elems) > 0 {
				turned[s.Dst.Base().Var] = true
			}
		case *ir.Grow:
			turned[s.Var] = true
		case *ir.Swap:
			turned[s.A.Base().Var], turned[s.B.Base().Var] = true, true
		case *ir.Store:
			if refersOn(s.Dst.T) {
				turned[s.Dst.Base().Var] = true
			}
		case *ir.Exec:
			for _, r := range s.Results {
				if r != nil && !s.Define && refersOn(r.T) {
					turned[r.Base().Var] = true
				}
			}
		}
		return true
	})
	return turned
}

// refersOn says whether values of type t have a header that may be nil.
func refersOn(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}

// mayBeNil returns slice r, or nil if it is never nil: an array, or memory that the function makes.
func (rs *resolver) mayBeNil(r *ir.Ref) *ir.Ref {
	if _, slice := r.T.Underlying().(*types.Slice); !slice {
		return nil
	}
	base := r.Base()
	if _, made := rs.sh.decl[base.Var].(*ir.Alloc); made && len(base.Elems) == 0 && !rs.isTurned(base.Var) {
		return nil
	}
	return r
}
