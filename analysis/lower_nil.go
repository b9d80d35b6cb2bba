package analysis

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// noteTested says of each leaf of f which pointers on the way to it f compares with nil.
func noteTested(f *ir.Func) {
	var tested []*ir.Var
	note := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			r, ok := ir.NilTest(e).(*ir.Ref)
			if !ok || len(r.Elems) > 0 || r.Var.Kind != ir.Param || slices.Contains(tested, r.Var) {
				return true
			}
			if _, pointer := r.T.Underlying().(*types.Pointer); pointer {
				tested = append(tested, r.Var)
			}
			return true
		})
	}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		ir.Reads(s, note)
		return true
	})
	slices.SortStableFunc(tested, func(a, b *ir.Var) int { return len(a.Home.Path) - len(b.Home.Path) })
	for _, v := range f.Leaves {
		v.Home.Tested = nil
		for _, t := range tested {
			if behind(t, v) {
				v.Home.Tested = append(v.Home.Tested, t)
			}
		}
	}
}

// behind says whether v lies behind pointer p; an array that a pointer leads to is indexed through the pointer itself.
func behind(p, v *ir.Var) bool {
	n := len(p.Home.Path)
	if p.Home.Param != v.Home.Param || n > len(v.Home.Path) || !slices.Equal(p.Home.Path, v.Home.Path[:n]) {
		return false
	}
	return n < len(v.Home.Path) || v.Home.Deref || p == v && ir.ElemType(v.Type) != nil
}
