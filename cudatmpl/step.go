package cudatmpl

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A stepFinder finds the step of a number that a loop passes on.
type stepFinder struct {
	body *ir.Block
	s    *ir.Var
	// a and b are the step up to a statement: s is a*s + b of the s at the beginning; nil is 0.
	a, b ir.Expr
	// affine are what of the body depends on s: numbers in the same form, and others, with no form.
	affine map[*ir.Var]form
	// written is what is written before a statement, other than numbers of the body and s.
	written map[*ir.Var]bool
	// decls are the numbers that the body declares and does not change, and read what the others read of memory.
	decls []*ir.Decl
	reads map[*ir.Var]bool
}

// A form is that of a number that is a*s + b, if it is ok.
type form struct {
	a, b ir.Expr
	ok   bool
}

// find says whether there is a step.
func (f *stepFinder) find() bool {
	f.reads = map[*ir.Var]bool{}
	inside := declaredIn(f.body)
	for _, s := range f.body.Stmts {
		var e ir.Expr
		switch s := s.(type) {
		case *ir.Decl:
			if !f.declare(s) {
				return false
			}
		case *ir.Store:
			if s.Dst.Var == f.s {
				e = s.Src
			}
		case *ir.Reduce:
			if s.Dst.Var == f.s {
				e = &ir.Binary{Op: s.Op, X: ir.NewRef(f.s), Y: s.Src, T: f.s.Type}
			}
		default:
			if writesIn(&ir.Block{Stmts: []ir.Stmt{s}}, f.s) > 0 {
				return false
			}
		}
		if e != nil {
			var ok bool
			if f.a, f.b, ok = f.linear(e); !ok || !f.fresh(e, inside) {
				return false
			}
		}
		f.assigned(s)
		for v := range ir.EffectsOf(s).Writes {
			if v != f.s && !inside[v] {
				f.written[v] = true
			}
		}
	}
	return f.a != nil && f.complete(inside)
}

// declare notes a number of the body.
func (f *stepFinder) declare(s *ir.Decl) bool {
	if s.Var.View != nil || s.Init == nil || isArray(s.Var.Type) {
		return true
	}
	once := writesIn(f.body, s.Var) == 1
	switch {
	case f.depends(s.Init):
		a, b, ok := f.linear(s.Init)
		f.affine[s.Var] = form{a, b, ok && once && f.fresh(s.Init, declaredIn(f.body))}
	case once && f.fresh(s.Init, declaredIn(f.body)):
		f.decls = append(f.decls, s)
	}
	return true
}

// fresh says whether what e reads of memory is as it was before the iteration.
func (f *stepFinder) fresh(e ir.Expr, inside map[*ir.Var]bool) bool {
	ok := true
	ir.WalkExpr(plain(e), func(e ir.Expr) bool {
		if r, is := e.(*ir.Ref); is && !inside[r.Var] && r.Var != f.s {
			ok = ok && !f.written[r.Var]
		}
		return ok
	})
	return ok
}

// complete says whether a and b need nothing of the body but numbers that do not change. It keeps those that they need.
func (f *stepFinder) complete(inside map[*ir.Var]bool) bool {
	need := map[*ir.Var]bool{}
	want := func(e ir.Expr) {
		if e == nil {
			return
		}
		ir.WalkExpr(plain(e), func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok {
				if inside[r.Var] {
					need[r.Var] = true
				} else {
					f.reads[r.Var] = true
				}
			}
			return true
		})
	}
	want(f.a)
	want(f.b)
	var list []*ir.Decl
	for _, d := range slices.Backward(f.decls) {
		if need[d.Var] {
			delete(need, d.Var)
			want(d.Init)
			list = append(list, d)
		}
	}
	slices.Reverse(list)
	f.decls = list
	return len(need) == 0
}

// needed returns the declarations that a and b need.
func (f *stepFinder) needed() []ir.Stmt {
	var list []ir.Stmt
	for _, d := range f.decls {
		list = append(list, d)
	}
	return list
}

// touched says whether the body writes numbers, or memory, that a and b read.
func (f *stepFinder) touched(b *ir.Block) (numbers, memory bool) {
	for v := range ir.EffectsOf(b).Writes {
		if v != f.s && f.reads[v] {
			memory = memory || isSlice(v.Type) || isArray(v.Type)
			numbers = numbers || !isSlice(v.Type) && !isArray(v.Type)
		}
	}
	return numbers, memory
}

// assigned notes what s writes that depends on the number that is passed on, other than by declarations.
func (f *stepFinder) assigned(s ir.Stmt) {
	dependent := false
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { dependent = dependent || f.depends(e) })
		return true
	})
	ir.Walk(s, func(t ir.Stmt) bool {
		ir.Writes(t, func(r *ir.Ref) {
			if _, ok := t.(*ir.Decl); !ok && dependent && r.Base().Var != f.s {
				f.affine[r.Base().Var] = form{} // memory as well
			}
		})
		return true
	})
}

// depends says whether e depends on the number.
func (f *stepFinder) depends(e ir.Expr) bool {
	found := false
	ir.WalkExpr(plain(e), func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok {
			_, of := f.affine[r.Var]
			found = found || of || r.Var == f.s
		}
		return !found
	})
	return found
}

// linear returns a and b of e = a*s + b, where nil is 0. It says whether e has that form.
func (f *stepFinder) linear(e ir.Expr) (a, b ir.Expr, ok bool) {
	if !f.depends(e) {
		return nil, e, true
	}
	switch e := e.(type) {
	case *ir.Ref:
		if e.Var == f.s {
			return f.a, f.b, true
		}
		x := f.affine[e.Var]
		return x.a, x.b, x.ok && len(e.Elems) == 0
	case *ir.Unary:
		if e.Op == token.SUB {
			a, b, ok := f.linear(e.X)
			return negative(a), negative(b), ok
		}
	case *ir.Binary:
		return f.linearBinary(e)
	}
	return nil, nil, false
}

func (f *stepFinder) linearBinary(e *ir.Binary) (a, b ir.Expr, ok bool) {
	a1, b1, ok1 := f.linear(e.X)
	a2, b2, ok2 := f.linear(e.Y)
	if !ok1 || !ok2 {
		return nil, nil, false
	}
	switch e.Op {
	case token.ADD:
		return sumTerms(e.Op, a1, a2), sumTerms(e.Op, b1, b2), true
	case token.SUB:
		return sumTerms(e.Op, a1, a2), sumTerms(e.Op, b1, b2), true
	case token.MUL:
		switch {
		case a2 == nil:
			return times(a1, b2), times(b1, b2), true
		case a1 == nil:
			return times(b1, a2), times(b1, b2), true
		}
	case token.QUO:
		if a2 == nil && b2 != nil {
			return over(a1, b2), over(b1, b2), true
		}
	}
	return nil, nil, false
}

func negative(e ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	return ir.Neg(e)
}

func sumTerms(op token.Token, x, y ir.Expr) ir.Expr {
	switch {
	case y == nil:
		return x
	case x == nil && op == token.SUB:
		return ir.Neg(y)
	case x == nil:
		return y
	}
	return &ir.Binary{Op: op, X: x, Y: y, T: x.Type()}
}

func times(x, y ir.Expr) ir.Expr {
	if x == nil || y == nil {
		return nil
	}
	return ir.Mul(x, y)
}

func over(x, y ir.Expr) ir.Expr {
	if x == nil {
		return nil
	}
	return ir.Quo(x, y)
}
