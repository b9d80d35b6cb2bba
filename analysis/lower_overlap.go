package analysis

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// mayRead says whether x reads memory that a write of dst changes. Different roots are different
// memory; two elements of one root are so if a subscript differs by a constant.
func (l *lowerer) mayRead(x ir.Expr, dst *ir.Ref) bool {
	d := dst.Base()
	found := false
	ir.WalkExpr(x, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			for _, i := range e.X.Indices() {
				found = found || l.mayRead(i, dst)
			}
			return false
		case *ir.Ref:
			if b := e.Base(); b.Var == d.Var && !disjoint(b.Elems, d.Elems) {
				found = true
			}
		}
		return !found
	})
	return found
}

// disjoint says whether two paths from one root lead to different memory.
func disjoint(a, b []ir.Elem) bool {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		switch {
		case x.Deref != y.Deref:
			return false
		case x.Field != y.Field:
			return x.Field != nil && y.Field != nil
		case x.Index != nil && y.Index != nil && !follows(a[i:]) && !follows(b[i:]):
			p, c := offset(x.Index)
			q, d := offset(y.Index)
			if c != d && (p == nil && q == nil || p != nil && q != nil && ir.Equal(p, q)) {
				return true
			}
		}
	}
	return false
}

// follows says whether a path follows a pointer; two of them may be equal.
func follows(path []ir.Elem) bool {
	return slices.ContainsFunc(path, func(e ir.Elem) bool { return e.Deref })
}

// offset splits e into a part and a constant: i+1 is (i, 1), 3 is (nil, 3).
func offset(e ir.Expr) (ir.Expr, int64) {
	if n, ok := ir.IntVal(e); ok {
		return nil, n
	}
	if b, ok := e.(*ir.Binary); ok {
		if n, ok := ir.IntVal(b.Y); ok {
			switch b.Op {
			case token.ADD:
				return b.X, n
			case token.SUB:
				return b.X, -n
			}
		}
	}
	return e, 0
}
