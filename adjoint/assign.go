package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// assign appends the adjoint of dst = src: each leaf of src gets its share of the adjoint
// of dst, which is then that of the value that was overwritten: zero. A declaration has
// overwritten nothing.
func (r *reverser) assign(s ir.Stmt, dst *ir.Ref, src ir.Expr, decl bool, out *ir.Block) {
	if !r.act.active(dst) {
		return
	}
	place := r.adjPlace(dst, s)
	w := r.newWork(s, out)
	g := ir.Expr(place)
	w.derive(dst, src, monoOf(g), g)
	reset := &ir.Store{Dst: place, Src: ir.Num("0", place.T)}
	switch {
	case decl:
		w.flush()
	case w.usesOnce(place) && !w.touches(place):
		w.flush()
		out.Stmts = append(out.Stmts, reset)
	case len(w.d.out) == 0:
		out.Stmts = append(out.Stmts, reset)
	default:
		// The adjoint is read first: a leaf may be the place that is overwritten.
		g := newLocal("g", place.T)
		out.Stmts = append(out.Stmts, &ir.Decl{Var: g, Init: place}, reset)
		w = r.newWork(s, out)
		w.derive(dst, src, monoOf(ir.NewRef(g)), ir.NewRef(g))
		w.flush()
	}
}

// reduce appends the adjoint of dst += src or dst -= src, in which the adjoint of dst stays.
func (r *reverser) reduce(s *ir.Reduce, out *ir.Block) {
	if !r.act.active(s.Dst) {
		return
	}
	place := r.adjPlace(s.Dst, s)
	w := r.newWork(s, out)
	start := func(g ir.Expr) mono {
		if s.Op == token.SUB {
			return monoOf(g).neg()
		}
		return monoOf(g)
	}
	w.derive(nil, s.Src, start(place), place)
	if len(w.d.out) > 1 && (len(place.Elems) > 0 || w.touches(place)) {
		g := newLocal("g", place.T)
		out.Stmts = append(out.Stmts, &ir.Decl{Var: g, Init: place})
		w = r.newWork(s, out)
		w.derive(nil, s.Src, start(ir.NewRef(g)), ir.NewRef(g))
	}
	w.flush()
}

// A work differentiates one statement.
type work struct {
	r    *reverser
	s    ir.Stmt
	d    *differ
	out  *ir.Block
	tmps []ir.Stmt // names for factors, to stand before the sums
}

func (r *reverser) newWork(s ir.Stmt, out *ir.Block) *work {
	w := &work{r: r, s: s, out: out}
	w.d = &differ{
		act: r.act,
		val: func(e ir.Expr) ir.Expr { return saved(e, s) },
		name: func(m mono) mono {
			v := newLocal("g", m.t)
			w.tmps = append(w.tmps, &ir.Decl{Var: v, Init: m.value()})
			return monoOf(ir.NewRef(v))
		},
		known:   func(x ir.Expr, src *ir.Intrinsic) ir.Expr { return r.partner(x, src, s) },
		choices: r.choice,
	}
	return w
}

// choice notes a sentence for the doc comment, once.
func (d *deriver) choice(text string) {
	for _, c := range d.grad.Choices {
		if c == text {
			return
		}
	}
	d.grad.Choices = append(d.grad.Choices, text)
}

// derive collects the partials of src with factor m. g is the bare adjoint of the statement's
// result; dst is where the result is, nil if it is not there alone.
func (w *work) derive(dst *ir.Ref, src ir.Expr, m mono, g ir.Expr) {
	if !w.r.act.activeExpr(src) {
		return
	}
	result := func() ir.Expr { return &ir.Saved{X: dst, At: w.s, After: true} }
	switch e := src.(type) {
	case *ir.Intrinsic:
		var y ir.Expr
		if dst != nil {
			y = result()
		}
		w.d.call(e, g, y)
		return
	case *ir.Binary:
		if e.Op == token.QUO && dst != nil && w.r.act.activeExpr(e.Y) && w.r.resultStays(dst, w.s) {
			w.d.quotient(e, m, result())
			return
		}
	}
	w.d.expr(src, m)
}

// resultStays says whether the value that s gave dst can be had in the reverse sweep for nothing
// or for the price of computing it again.
func (r *reverser) resultStays(dst *ir.Ref, s ir.Stmt) bool {
	if len(dst.Elems) == 0 {
		return true
	}
	st := r.stop(dst, s, true)
	return st.block == nil && r.visible(dst.Base().Var)
}

// usesOnce says whether the adjoint place is read at most once by what was derived.
func (w *work) usesOnce(place *ir.Ref) bool {
	n := 0
	k := exprKey(place)
	count := func(e ir.Expr) {
		ir.WalkExpr(e, func(x ir.Expr) bool {
			if ref, ok := x.(*ir.Ref); ok && exprKey(ref) == k {
				n++
			}
			return true
		})
	}
	for _, p := range w.d.out {
		for _, f := range p.m.num {
			count(f)
		}
	}
	for _, t := range w.tmps {
		count(t.(*ir.Decl).Init)
	}
	return n <= 1 || len(place.Elems) == 0
}

// touches says whether a leaf's adjoint may be the memory of place.
func (w *work) touches(place *ir.Ref) bool {
	c := cellOf(place)
	for _, p := range w.d.out {
		if cellOf(w.r.adjPlace(p.place, w.s)) == c {
			return true
		}
	}
	return false
}

// flush appends the names and the sums.
func (w *work) flush() {
	w.out.Stmts = append(w.out.Stmts, w.tmps...)
	type group struct {
		place *ir.Ref
		when  ir.Expr
		sum   sum
	}
	var groups []*group
	find := func(p partial) *group {
		place := w.r.adjPlace(p.place, w.s)
		k := exprKey(place) + "?" + exprKey(p.when)
		for _, g := range groups {
			if exprKey(g.place)+"?"+exprKey(g.when) == k {
				return g
			}
		}
		g := &group{place: place, when: p.when}
		groups = append(groups, g)
		return g
	}
	for _, p := range w.d.out {
		find(p).sum.add(p.m)
	}
	var cond *ir.If
	for _, g := range groups {
		e, neg := g.sum.expr()
		if e == nil {
			continue
		}
		op := token.ADD
		if neg {
			op = token.SUB
		}
		var st ir.Stmt = &ir.Reduce{Op: op, Dst: g.place, Src: e}
		switch {
		case g.when == nil:
			cond = nil
			w.out.Stmts = append(w.out.Stmts, st)
		case cond != nil && cond.Else == nil && exprKey(cond.Cond) == exprKey(g.when):
			cond.Then.Stmts = append(cond.Then.Stmts, st)
		case cond != nil && cond.Else == nil && exprKey(&ir.Unary{Op: token.NOT, X: cond.Cond}) == exprKey(g.when):
			cond.Else = &ir.Block{Stmts: []ir.Stmt{st}}
		default:
			cond = &ir.If{Cond: g.when, Then: &ir.Block{Stmts: []ir.Stmt{st}}}
			w.out.Stmts = append(w.out.Stmts, cond)
		}
	}
}

// sliceResult appends the adjoint of res = buf: the seed of each element goes to buf.
func (r *reverser) sliceResult(s *ir.Store, out *ir.Block) {
	if r.adj[s.Dst.Var] == nil {
		return
	}
	src := s.Src.(*ir.Ref)
	r.addElements(r.adjWhole(src, s, out), ir.NewRef(r.adj[s.Dst.Var]), out)
}

// addElements appends dst[i] += src[i] for all elements, at every level.
func (r *reverser) addElements(dst, src *ir.Ref, out *ir.Block) {
	elem := ir.ElemType(dst.T)
	if elem == nil {
		if st, ok := dst.T.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				r.addElements(dst.Sel(f), src.Sel(f), out)
			}
		} else if ir.IsFloat(dst.T) {
			out.Stmts = append(out.Stmts, &ir.Reduce{Op: token.ADD, Dst: dst, Src: src})
		}
		return
	}
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	body := &ir.Block{}
	r.addElements(dst.At(ir.NewRef(i)), src.At(ir.NewRef(i)), body)
	out.Stmts = append(out.Stmts, &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: &ir.Len{X: src}, Step: ir.Int(1), Body: body, Form: ir.Range})
}
