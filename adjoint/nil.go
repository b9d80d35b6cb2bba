package adjoint

import (
	"go/token"
	"go/types"
	"slices"

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
		rs.problem(s.At.Info().Where(), "cannot differentiate: whether %s is nil is needed where it may be another slice; assign the comparison to a variable", ir.ExprString(s.X))
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
	for len(base.Elems) == 0 && base.Var.View != nil { // a part of memory is nil only where that is
		switch w := base.Var.View.(type) {
		case *ir.Slice:
			base = w.X
		case *ir.Ref:
			base = w
		}
	}
	if len(base.Elems) == 0 && (rs.isMade(base.Var) && !rs.isTurned(base.Var) || rs.exchangesMade(base.Var)) {
		return nil
	}
	return r
}

// isMade says whether v is declared with memory that the function makes.
func (rs *resolver) isMade(v *ir.Var) bool {
	_, made := rs.sh.decl[v].(*ir.Alloc)
	return made
}

// exchangesMade says whether v, and each variable that it is exchanged with, directly or not, is declared with memory that the
// function makes, and no more than exchanged.
func (rs *resolver) exchangesMade(v *ir.Var) bool {
	seen := map[*ir.Var]bool{v: true}
	ok := true
	for n := 0; ok && n != len(seen); {
		n = len(seen)
		ir.Walk(rs.body, func(s ir.Stmt) bool {
			switch s := s.(type) {
			case *ir.Swap:
				if whole := len(s.A.Elems)+len(s.B.Elems) == 0; seen[s.A.Base().Var] || seen[s.B.Base().Var] {
					ok = ok && whole
					seen[s.A.Base().Var], seen[s.B.Base().Var] = true, true
				}
			case *ir.Store:
				ok = ok && !(refersOn(s.Dst.T) && seen[s.Dst.Base().Var])
			case *ir.Grow:
				ok = ok && !seen[s.Var]
			}
			return ok
		})
	}
	for v := range seen {
		ok = ok && rs.isMade(v)
	}
	return ok
}

// tests returns the conditions that no pointer on the way to the memory of r is nil, as far as the function asks.
// Where code is moved to where the function may not have asked yet, it has to.
func tests(r *ir.Ref) []ir.Expr {
	v := r.Var.Root()
	if v.Kind != ir.Param || v.Home == nil {
		return nil
	}
	var conds []ir.Expr
	for _, p := range v.Home.Tested {
		if p != v || len(r.Elems) > 0 { // else r is the pointer itself
			conds = append(conds, notNil(p))
		}
	}
	return conds
}

// inward moves point p, at which memory of r has the value that it has at statement at, into the branches in which
// that stands, if pointers on the way may be nil outside. asked says whether none of them is at the new point.
func (rs *resolver) inward(r *ir.Ref, p point, at ir.Stmt) (q point, asked bool) {
	if len(tests(r)) == 0 {
		return p, true
	}
	for p.block != rs.sh.pos[at].block {
		f, ok := rs.sh.child(p.block, at).(*ir.If)
		if !ok {
			break
		}
		p = point{f.Then, -1}
		if f.Else != nil && rs.sh.child(f.Else, at) != nil {
			p.block = f.Else
		}
	}
	for s := rs.sh.parent(at); s != nil && rs.sh.pos[at].block != p.block; s = rs.sh.parent(s) {
		if _, ok := s.(*ir.If); ok {
			return p, false
		}
		if rs.sh.pos[s].block == p.block {
			break
		}
	}
	return p, true
}

// asking returns s under the condition that no pointer on the way to r is nil.
func asking(r *ir.Ref, s ir.Stmt) ir.Stmt {
	for _, c := range slices.Backward(tests(r)) {
		if f, ok := s.(*ir.If); ok {
			f.Cond = ir.Bin(token.LAND, c, f.Cond)
		} else {
			s = &ir.If{Cond: c, Then: &ir.Block{Stmts: []ir.Stmt{s}}}
		}
	}
	return s
}

// askedAt returns a function that says of a condition on pointers whether a branch that s stands in is taken only
// where it holds.
func (r *reverser) askedAt(s ir.Stmt) func(ir.Expr) bool {
	var known []ir.Expr
	for up := r.sh.parent(s); up != nil; up = r.sh.parent(up) {
		if f, ok := up.(*ir.If); ok {
			if f.Else != nil && r.sh.child(f.Else, s) != nil {
				known = append(known, not(f.Cond))
			} else {
				known = append(known, f.Cond)
			}
		}
	}
	return func(c ir.Expr) bool {
		if ir.NilTest(c) == nil {
			return false
		}
		return slices.ContainsFunc(known, func(k ir.Expr) bool { return sameTest(k, c) })
	}
}

// sameTest says whether c, a comparison with nil, stands among the conditions of cond.
func sameTest(cond, c ir.Expr) bool {
	b, ok := cond.(*ir.Binary)
	if ok && b.Op == token.LAND {
		return sameTest(b.X, c) || sameTest(b.Y, c)
	}
	return ok && b.Op == c.(*ir.Binary).Op && ir.Equal(b, c)
}

// checkPassed refuses a pointer that is passed to call s where it may be nil, as far as the function asks: the rule gets a
// pointer to a copy of what it leads to.
func (r *reverser) checkPassed(s *ir.Call) {
	asked := r.askedAt(s)
	for _, a := range s.Args {
		pointer := a.Addr
		if a.X != nil {
			_, array := a.X.Type().Underlying().(*types.Pointer)
			pointer = pointer || array
		}
		if !pointer {
			continue
		}
		a.Values(func(x *ir.Arg) {
			p, ok := x.X.(*ir.Ref)
			if !ok || p.Var.Root().Home == nil || s.ReadOnly && len(r.sh.writes[cellOf(p)]) == 0 {
				return
			}
			for _, v := range p.Var.Root().Home.Tested {
				if test := notNil(v); !asked(test) {
					r.problem(s.Where(), "cannot differentiate: %s may be nil where it is passed to %s, which gets a copy in the reverse sweep; call it in a branch where %s", v.Home, s.Fn.Name(), ir.ExprString(test))
					return
				}
			}
		})
	}
}

// notNil returns the condition that v is not nil.
func notNil(v *ir.Var) ir.Expr {
	return ir.Bin(token.NEQ, ir.NewRef(v), &ir.Const{Text: "nil", T: types.Typ[types.UntypedNil]})
}
