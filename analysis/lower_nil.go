package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A hollow says when a new slice is nil: append makes nil of nil and nothing, and in place of that stands a slice which is
// empty, but not nil.
type hollow uint8

const (
	hollowNever   hollow = iota
	hollowIfEmpty        // append([]T(nil), x...), and the slice of no arguments
	hollowIfNil          // append(x[:0:0], x...)
)

// hollowOf says when append(e, x...) is nil, for an e without elements and capacity.
func (l *lowerer) hollowOf(e ast.Expr) hollow {
	if l.isNilSlice(e) {
		return hollowIfEmpty
	}
	if _, part := ast.Unparen(e).(*ast.SliceExpr); part {
		return hollowIfNil
	}
	return hollowNever
}

// mayBeHollow says whether the slice at root may be nil where what stands in its place is empty.
func (l *lowerer) mayBeHollow(root *ir.Ref) bool {
	if len(root.Elems) == 0 && l.hollow[root.Var] != hollowNever {
		return true
	}
	for _, h := range l.hollow {
		if h != hollowNever {
			return !l.assumeHeader(root)
		}
	}
	return false
}

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

// noteFollowed finds the receivers of which f reads a part in each call, whichever way it takes.
func noteFollowed(f *ir.Func) {
	note := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			switch e := e.(type) {
			case *ir.Ref:
				if h := e.Base().Var.Home; h != nil && len(h.Path) > 0 {
					h.Param.Followed = h.Param.Followed || h.Param.Receiver
				}
			case *ir.Binary:
				return e.Op != token.LAND && e.Op != token.LOR
			case *ir.Opaque:
				return false
			}
			return true
		})
	}
	var block func(b *ir.Block)
	block = func(b *ir.Block) {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Block:
				block(s)
			case *ir.For:
				note(s.Begin)
				if s.Limit != nil {
					note(s.Limit)
				}
			case *ir.Decl, *ir.Alloc, *ir.Store, *ir.Reduce, *ir.If:
				ir.Reads(s, note)
			}
		}
	}
	block(f.Body)
}

// behind says whether v lies behind pointer p; an array that a pointer leads to is indexed through the pointer itself.
func behind(p, v *ir.Var) bool {
	n := len(p.Home.Path)
	if p.Home.Param != v.Home.Param || n > len(v.Home.Path) || !slices.Equal(p.Home.Path, v.Home.Path[:n]) {
		return false
	}
	return n < len(v.Home.Path) || v.Home.Deref || p == v && ir.ElemType(v.Type) != nil
}
