package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// axes say how a nest of loops addresses a tape: by a mixed-radix number of the iteration where
// all trip counts are known before the nest; otherwise from the first loop whose count depends on
// outer iterations, by an offset that the forward sweep notes for each execution of that loop (a
// running count, so exactly as many elements as there are iterations).
type axes struct {
	loops   []*ir.For
	head    ir.Stmt   // the tape is declared before it
	size    ir.Expr   // number of elements, evaluable before head; nil if it is only known afterwards
	forward ir.Expr   // index of the iteration, in the innermost body
	reverse ir.Expr   // the same in the reverse sweep
	used    *ir.Var   // elements so far, where size is nil
	grow    *ir.Block // where tapes are made longer, where size is nil
	sizes   string
}

// text returns the number of elements for people; row is the length of a row, nil for 1.
func (ax *axes) text(row ir.Expr) string {
	s := ax.sizes
	if row == nil {
		return s
	}
	return paren(s) + "*" + paren(ir.ExprString(row))
}

func paren(s string) string {
	for _, c := range s {
		if c == '+' || c == '-' || c == ' ' {
			return "(" + s + ")"
		}
	}
	return s
}

func (rs *resolver) axesOf(loops []*ir.For) *axes {
	inner := loops[len(loops)-1]
	if ax := rs.axes[inner]; ax != nil {
		return ax
	}
	ax := &axes{loops: loops, head: rs.head(loops[0])}
	rs.axes[inner] = ax
	ragged := -1
	trips := make([]ir.Expr, len(loops))
	for i, f := range loops {
		if endsEarly(loops[:i], f) {
			ragged = i
			continue
		}
		t, ok := rs.evaluable(trip(f), f, ax.head)
		if !ok {
			ragged = i
		}
		trips[i] = t
	}
	if ragged >= 0 {
		rs.raggedAxes(ax, ragged)
		return ax
	}
	for i, f := range loops {
		if i == 0 {
			ax.size = trips[0]
		} else {
			ax.size = ir.Mul(ax.size, trips[i])
		}
		ax.forward = radix(ax.forward, trip(f), offset(f))
		ax.reverse = radix(ax.reverse, rs.replace(saved(trip(f), f)), rs.replace(saved(offset(f), f)))
	}
	ax.sizes = ir.ExprString(ax.size)
	if ax.head != ir.Stmt(loops[0]) || len(loops) > 1 {
		ax.size = rs.sizeAt(ax.head, ax.size)
	}
	return ax
}

// endsEarly says whether the number of iterations of f, inside the loops around, is not known before it, or is likely to be far
// below that which its bounds allow: a scan through data that a condition ends. A limit on the steps of an iteration
// that converges, a number that the caller gives, is no such bound: memory for all steps costs less there than making
// room for each.
func endsEarly(around []*ir.For, f *ir.For) bool {
	if f.Limit == nil || f.While == nil {
		return f.Limit == nil
	}
	n := trip(f)
	scan := false
	ir.WalkExpr(n, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			scan = true
		case *ir.Ref:
			scan = scan || slices.ContainsFunc(around, func(g *ir.For) bool { return g.Iter == e.Var || g.Limit != nil && ir.Equal(asInt(g.Limit), e) })
		}
		return !scan
	})
	return scan
}

// sizeAt returns the size e of a tape that is declared before head.
func (rs *resolver) sizeAt(head ir.Stmt, e ir.Expr) ir.Expr {
	list := rs.ins.head[head]
	e = guarded(e, &list, rs.askedAt(head))
	rs.ins.head[head] = list
	return e
}

// radix returns i*n + d, or d if i is nil.
func radix(i, n, d ir.Expr) ir.Expr {
	if i == nil {
		return d
	}
	return ir.Add(ir.Mul(i, n), d)
}

// raggedAxes completes ax for a nest in which loop q is the last whose trip count is not known
// before the nest.
func (rs *resolver) raggedAxes(ax *axes, q int) {
	f := ax.loops[q]
	chunk := ir.Expr(ir.Int(1))
	early := endsEarly(ax.loops[:q], f)
	if !early {
		chunk = atLeastZero(trip(f))
	}
	ax.forward, ax.reverse = offset(f), rs.replace(saved(offset(f), f))
	for _, g := range ax.loops[q+1:] {
		t, ok := rs.evaluable(trip(g), g, f)
		if !ok {
			panic("adjoint: a loop after the last ragged one is ragged")
		}
		chunk = ir.Mul(chunk, atLeastZero(t))
		ax.forward = radix(ax.forward, trip(g), offset(g))
		ax.reverse = radix(ax.reverse, rs.replace(saved(trip(g), g)), rs.replace(saved(offset(g), g)))
	}
	ax.used = &ir.Var{Name: "used", Type: types.Typ[types.Int], Kind: ir.Local}
	rs.ins.head[ax.head] = append(rs.ins.head[ax.head], &ir.Decl{Var: ax.used, Init: ir.Int(0)})
	off := &ir.Var{Name: f.Iter.Name + "Off", Type: types.Typ[types.Int], Kind: ir.Local}
	k := rs.keep(off.Name, off.Type, ax.loops[:q], f)
	ax.grow = &ir.Block{}
	used := ir.NewRef(ax.used)
	rs.ins.before[f] = append(rs.ins.before[f], &ir.Decl{Var: off, Init: used}, &ir.Store{Dst: k.forward, Src: ir.NewRef(off)})
	ax.sizes = "sum of " + ir.ExprString(chunk)
	var more []ir.Stmt
	chunk = guarded(chunk, &more, rs.askedAt(f))
	more = append(more, &ir.Reduce{Op: token.ADD, Dst: used, Src: chunk}, ax.grow)
	if !early {
		rs.ins.before[f] = append(rs.ins.before[f], more...)
	} else { // each iteration makes room for itself
		first := f.Body.Stmts[0]
		rs.ins.head[first] = append(more, rs.ins.head[first]...)
	}
	rs.tapeNote(k, "offset of "+f.Iter.Name, rs.posOf(f, f.Iter), "the trip count depends on the outer loops")
	ax.forward = ir.Add(ir.NewRef(off), ax.forward)
	ax.reverse = ir.Add(k.reverse, ax.reverse)
}

func atLeastZero(e ir.Expr) ir.Expr {
	if n, ok := ir.IntVal(e); ok && n >= 0 {
		return e
	}
	if _, ok := e.(*ir.Len); ok {
		return e
	}
	return &ir.Intrinsic{Fn: "max", Args: []ir.Expr{e, ir.Int(0)}, T: types.Typ[types.Int]}
}

// asInt converts an integer expression to int.
func asInt(e ir.Expr) ir.Expr {
	if types.Identical(e.Type(), types.Typ[types.Int]) {
		return e
	}
	if n, ok := ir.IntVal(e); ok {
		return ir.Int(n)
	}
	return &ir.Convert{X: e, T: types.Typ[types.Int]}
}

// trip returns the number of iterations of f as an int; it may be negative for none.
func trip(f *ir.For) ir.Expr {
	lo, hi := asInt(f.Begin), asInt(f.Limit)
	if f.Cmp == token.GTR || f.Cmp == token.GEQ {
		lo, hi = hi, lo
	}
	n := intDifference(hi, lo)
	if f.Cmp == token.LEQ || f.Cmp == token.GEQ {
		n = ir.Add(n, ir.Int(1))
	}
	step := stride(f)
	if ir.IsVal(step, 1) {
		return n
	}
	// Rounded up; n <= 0 gives at most 0, as integer division truncates.
	return ir.Quo(ir.Add(n, ir.Sub(step, ir.Int(1))), step)
}

// stride returns the absolute value of the step of f, as an int.
func stride(f *ir.For) ir.Expr {
	if f.Cmp == token.GTR || f.Cmp == token.GEQ {
		return ir.Neg(asInt(f.Step))
	}
	return asInt(f.Step)
}

// offset returns the number of the iteration of f, counted from 0.
func offset(f *ir.For) ir.Expr {
	d := ir.Sub(asInt(ir.NewRef(f.Iter)), asInt(f.Begin))
	if f.Cmp == token.GTR || f.Cmp == token.GEQ {
		d = ir.Sub(asInt(f.Begin), asInt(ir.NewRef(f.Iter)))
	}
	if s := stride(f); !ir.IsVal(s, 1) {
		return ir.Quo(d, s)
	}
	return d
}

// evaluable returns an expression that has, just before statement head, the value that e has just
// before statement at inside it; false if there is none.
func (rs *resolver) evaluable(e ir.Expr, at, head ir.Stmt) (ir.Expr, bool) {
	ok := true
	var walk func(e ir.Expr) ir.Expr
	walk = func(e ir.Expr) ir.Expr {
		if !ok {
			return e
		}
		switch e := e.(type) {
		case *ir.Ref:
			var r ir.Expr
			r, ok = rs.evaluableRef(e, at, head)
			return r
		case *ir.Len:
			var r ir.Expr
			r, ok = rs.evaluableLen(e, at, head)
			return r
		case *ir.Unary:
			return &ir.Unary{Op: e.Op, X: walk(e.X)}
		case *ir.Binary:
			return &ir.Binary{Op: e.Op, X: walk(e.X), Y: walk(e.Y), T: e.T}
		case *ir.Convert:
			return &ir.Convert{X: walk(e.X), T: e.T}
		case *ir.Intrinsic:
			c := *e
			c.Args = make([]ir.Expr, len(e.Args))
			for i, a := range e.Args {
				c.Args[i] = walk(a)
			}
			return &c
		case *ir.Const:
			return e
		}
		ok = false
		return e
	}
	e = walk(e)
	return e, ok
}

func (rs *resolver) evaluableRef(r *ir.Ref, at, head ir.Stmt) (ir.Expr, bool) {
	v := r.Var
	if v.Kind == ir.Iter || v.View != nil {
		return r, false
	}
	c := cellOf(r)
	if len(r.Elems) > 0 {
		if !rs.declaredBefore(v, head) || rs.sh.writesIn(head, c) {
			return r, false
		}
		q := &ir.Ref{Var: v, T: r.T}
		for _, e := range r.Elems {
			if e.Index != nil {
				i, ok := rs.evaluable(e.Index, at, head)
				if !ok {
					return r, false
				}
				e.Index = i
			}
			q.Elems = append(q.Elems, e)
		}
		return q, true
	}
	if len(rs.sh.writes[c]) == 0 {
		return r, true
	}
	p, def := rs.sh.valuePoint(c, at, false)
	if h := rs.sh.child(p.block, head); h != nil && p.index < rs.sh.pos[h].index {
		return r, true
	}
	if d := rs.definition(v, def); d != nil && operations(d) <= recomputeCost {
		return rs.evaluable(d, def, head)
	}
	return r, false
}

func (rs *resolver) evaluableLen(e *ir.Len, at, head ir.Stmt) (ir.Expr, bool) {
	v := e.X.Var
	if len(e.X.Elems) > 0 {
		q := &ir.Ref{Var: v, T: e.X.T}
		if v.View != nil || !rs.declaredBefore(v, head) {
			return e, false
		}
		for _, x := range e.X.Elems {
			if x.Index != nil {
				i, ok := rs.evaluable(x.Index, at, head)
				if !ok {
					return e, false
				}
				x.Index = i
			}
			q.Elems = append(q.Elems, x)
		}
		return &ir.Len{X: q}, true
	}
	if rs.declaredBefore(v, head) {
		return e, true
	}
	switch d := rs.sh.decl[v].(type) {
	case *ir.Alloc:
		return rs.evaluable(d.Len, d, head)
	case *ir.Decl:
		switch w := v.View.(type) {
		case *ir.Ref:
			return rs.evaluable(&ir.Len{X: w}, d, head)
		case *ir.Slice:
			hi := w.Hi
			if hi == nil {
				hi = &ir.Len{X: w.X}
			}
			if w.Lo != nil {
				hi = intDifference(hi, w.Lo)
			}
			return rs.evaluable(hi, d, head)
		}
	}
	return e, false
}

// declaredBefore says whether v is in scope just before head.
func (rs *resolver) declaredBefore(v *ir.Var, head ir.Stmt) bool {
	d := rs.sh.decl[v]
	if d == nil {
		return true
	}
	p := rs.sh.pos[d]
	h := rs.sh.child(p.block, head)
	return h != nil && p.index < rs.sh.pos[h].index
}
