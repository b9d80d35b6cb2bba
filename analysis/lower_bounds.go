package analysis

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// limits sets the comparison, limit and step of f. Not ok if they do not count.
func (l *lowerer) limits(f *ir.For, c *counter) bool {
	t := f.Iter.Type
	f.Limit = l.constAs(l.scalar(c.limit), t)
	if c.shift != nil {
		s := l.constAs(l.scalar(c.shift), t)
		if c.minus {
			f.Limit = add(f.Limit, s)
		} else {
			f.Limit = sub(f.Limit, s)
		}
	}
	f.Step = ir.Int(1)
	if c.step != nil {
		f.Step = l.scalar(c.step)
	}
	f.Step = l.constAs(f.Step, t)
	if c.down {
		f.Step = l.constAs(ir.Neg(f.Step), t)
	}
	f.Cmp = c.cmp
	n, known := ir.IntVal(f.Step)
	if c.cmp == token.NEQ && !l.reaches(f, n, known) {
		return false
	}
	up := f.Cmp == token.LSS || f.Cmp == token.LEQ
	return !known || n != 0 && up == (n > 0)
}

// reaches turns i != b into a comparison where the steps of one surely meet the limit.
func (l *lowerer) reaches(f *ir.For, n int64, known bool) bool {
	a, ok1 := ir.IntVal(f.Begin)
	b, ok2 := ir.IntVal(f.Limit)
	_, isLen := f.Limit.(*ir.Len)
	switch {
	case !known:
	case n == 1 && ok1 && (ok2 && a <= b || isLen && a <= 0):
		f.Cmp = token.LSS
		return true
	case n == -1 && ok1 && ok2 && a >= b:
		f.Cmp = token.GTR
		return true
	}
	return false
}

// keepBounds makes sure that the bounds of f have one value: Begin is saved if the body changes what it
// reads. Not ok if the limit or the step change in the loop. limit are the statements that compute
// the limit.
func (l *lowerer) keepBounds(f *ir.For, limit []ir.Stmt) bool {
	w := writtenIn(f.Body)
	if w.touches(f.Begin) {
		f.Begin = l.save("begin", f.Begin)
	}
	changed := w.touches(f.Limit) || w.touches(f.Step)
	for _, s := range limit {
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Reads(s, func(e ir.Expr) { changed = changed || w.touches(e) })
			return true
		})
	}
	return !changed
}

// finalValue stores the value that the loop variable has after the loop.
func (l *lowerer) finalValue(f *ir.For, dst *ir.Ref) {
	t := f.Iter.Type
	one := l.constAs(ir.Int(1), t)
	end := f.Limit
	n, known := ir.IntVal(f.Step)
	switch f.Cmp {
	case token.LEQ:
		end = add(end, one)
	case token.GEQ:
		end = sub(end, one)
	}
	if known && (n == 1 || n == -1) {
		fn := "max"
		if n < 0 {
			fn = "min"
		}
		l.emit(&ir.Store{Dst: dst, Src: &ir.Intrinsic{Fn: fn, Args: []ir.Expr{dst, end}, T: t}})
		return
	}
	// begin + ((end - begin + step - 1) / step) * step, for a loop with at least one trip
	dist, step, op := sub(end, dst), f.Step, token.LSS
	if f.Cmp == token.GTR || f.Cmp == token.GEQ {
		dist, step, op = sub(dst, end), ir.Neg(f.Step), token.GTR
	}
	step = l.constAs(step, t)
	trips := &ir.Binary{Op: token.QUO, X: sub(add(dist, step), one), Y: step, T: t}
	last := add(dst, &ir.Binary{Op: token.MUL, X: trips, Y: f.Step, T: t})
	l.emit(&ir.If{Cond: ir.Bin(op, dst, end), Then: l.in(func() { l.emit(&ir.Store{Dst: dst, Src: last}) })})
}

// add and sub simplify where the type is int, whose constants package ir makes.
func add(x, y ir.Expr) ir.Expr {
	if types.Identical(x.Type(), types.Typ[types.Int]) {
		return ir.Add(x, y)
	}
	return ir.Bin(token.ADD, x, y)
}

func sub(x, y ir.Expr) ir.Expr {
	if types.Identical(x.Type(), types.Typ[types.Int]) {
		return ir.Sub(x, y)
	}
	return ir.Bin(token.SUB, x, y)
}

// A written is what a block writes: roots of memory, and roots in which slices get new memory.
type written struct {
	roots, headers map[*ir.Var]bool
}

func writtenIn(b ir.Stmt) written {
	w := written{map[*ir.Var]bool{}, map[*ir.Var]bool{}}
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { w.roots[r.Base().Var] = true })
		switch s := s.(type) {
		case *ir.Grow:
			w.headers[s.Var] = true
		case *ir.Alloc:
			w.headers[s.Dst.Base().Var] = true
		case *ir.Swap:
			w.headers[s.A.Base().Var], w.headers[s.B.Base().Var] = true, true
		}
		return true
	})
	return w
}

// touches says whether the value of e may change by the writes.
func (w written) touches(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			found = found || w.headers[e.X.Base().Var]
			for _, i := range e.X.Indices() {
				found = found || w.touches(i)
			}
			return false
		case *ir.Ref:
			found = found || w.roots[e.Base().Var]
		case *ir.Opaque:
			found = found || !e.Pure
		}
		return !found
	})
	return found
}
