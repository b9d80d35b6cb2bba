package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A tangenter turns the primal into the primal with tangents: each statement gets beside it one
// that does the same to the tangents.
type tangenter struct {
	*deriver
	tan    map[*ir.Var]*ir.Var
	floats map[*ir.Var]bool // roots with active cells, and the memory of results
}

// tangent derives forward mode.
func (d *deriver) tangent() {
	names := &splitter{act: d.act, keep: func(*ir.Store, *ir.Intrinsic) bool { return true }}
	names.block(d.body)
	d.act.solve(d.body) // the names are new
	t := &tangenter{deriver: d, tan: map[*ir.Var]*ir.Var{}, floats: map[*ir.Var]bool{}}
	for c := range allCells(d.body) {
		if d.act.isVaried(c) && d.act.isUseful(c) {
			t.floats[c.v] = true
		}
	}
	for _, v := range d.fn.Leaves {
		if t.floats[v] && contains(d.grad.Wrt, v.Home.Param) {
			w := &ir.Var{Name: v.Name + "Tan", Type: v.Type, Kind: ir.Tangent, Pos: v.Pos, Home: v.Home, Of: v}
			t.tan[v] = w
			d.grad.Leaves = append(d.grad.Leaves, Leaf{Primal: v, Adj: w, Written: d.written[v] && v.Home.ByRef()})
		}
	}
	for i := range d.grad.Seeds {
		s := &d.grad.Seeds[i]
		for j, v := range s.Result.Leaves {
			if ir.HoldsFloats(v.Type) {
				s.Adj[j] = &ir.Var{Name: v.Name + "Tan", Type: v.Type, Kind: ir.Tangent, Of: v}
				t.tan[v] = s.Adj[j]
			}
		}
	}
	t.followResults()
	own := t.ownTangents()
	t.block(d.body)
	d.body.Stmts = append(own, d.body.Stmts...)
	cleanUp(d)
}

// ownTangents declares the tangents that nobody else does: those of results that are no outputs, and of
// parameters by value that are no inputs, where the function computes with what it assigns to them.
func (t *tangenter) ownTangents() []ir.Stmt {
	var out []ir.Stmt
	declare := func(v *ir.Var) {
		if _, slice := v.Type.Underlying().(*types.Slice); t.floats[v] && t.tan[v] == nil && !slice {
			out = append(out, &ir.Decl{Var: t.tanVar(v)})
		}
	}
	for _, v := range t.fn.Leaves {
		declare(v)
	}
	for _, r := range t.fn.Results {
		for _, v := range r.Leaves {
			declare(v)
		}
	}
	return out
}

// tanVar returns the tangent of v.
func (t *tangenter) tanVar(v *ir.Var) *ir.Var {
	w := t.tan[v]
	if w == nil {
		w = &ir.Var{Name: v.Name + "Tan", Type: v.Type, Kind: ir.Tangent, Pos: v.Pos, Of: v}
		t.tan[v] = w
		switch x := v.View.(type) {
		case *ir.Ref:
			w.View = t.place(x)
		case *ir.Slice:
			w.View = &ir.Slice{X: t.place(x.X), Lo: x.Lo, Hi: x.Hi, T: x.T}
		}
	}
	return w
}

func (t *tangenter) place(r *ir.Ref) *ir.Ref {
	return &ir.Ref{Var: t.tanVar(r.Var), Elems: r.Elems, T: r.T}
}

func (t *tangenter) block(b *ir.Block) {
	out := &ir.Block{}
	for _, s := range b.Stmts {
		t.stmt(s, out)
	}
	b.Stmts = out.Stmts
}

func (t *tangenter) stmt(s ir.Stmt, out *ir.Block) {
	add := func(list ...ir.Stmt) { out.Stmts = append(out.Stmts, list...) }
	switch s := s.(type) {
	case *ir.For:
		t.block(s.Body)
	case *ir.If:
		t.block(s.Then)
		if s.Else != nil {
			t.block(s.Else)
		}
	case *ir.Decl:
		add(s)
		t.decl(s, out)
		return
	case *ir.Alloc:
		add(s)
		if t.floats[s.Dst.Base().Var] {
			add(&ir.Alloc{Dst: t.place(s.Dst), Len: s.Len, Escapes: s.Escapes})
		}
		return
	case *ir.Grow:
		add(s)
		if t.floats[s.Var] {
			add(&ir.Grow{Var: t.tanVar(s.Var), Len: s.Len})
		}
		return
	case *ir.Swap:
		if t.floats[s.A.Base().Var] || t.floats[s.B.Base().Var] {
			add(swapOf(t.place(s.A), t.place(s.B)))
		}
	case *ir.Store:
		t.store(s, out)
		return
	case *ir.Reduce:
		if t.act.active(s.Dst) && t.act.activeExpr(s.Src) {
			e, pre := t.linear(s.Src, s)
			add(pre...)
			if e != nil {
				add(&ir.Reduce{Op: s.Op, Dst: t.place(s.Dst), Src: e})
			}
		}
	case *ir.Call:
		t.call(s, out)
		return
	case *ir.Exec: // what it gives is a constant
		for _, r := range s.Results {
			switch {
			case r == nil || !t.act.active(r):
			case s.Define:
				add(&ir.Decl{Var: t.tanVar(r.Var)})
			default:
				add(&ir.Store{Dst: t.place(r), Src: ir.Num("0", r.T)})
			}
		}
	}
	add(s)
}

func (t *tangenter) decl(s *ir.Decl, out *ir.Block) {
	v := s.Var
	switch {
	case v.View != nil:
		if t.floats[v.Root()] {
			w := t.tanVar(v)
			out.Stmts = append(out.Stmts, &ir.Decl{Var: w, Init: w.View})
		}
	case ir.ElemType(v.Type) != nil:
		if t.floats[v] {
			out.Stmts = append(out.Stmts, &ir.Decl{Var: t.tanVar(v)})
		}
	case t.act.active(ir.NewRef(v)):
		if s.Init == nil {
			out.Stmts = append(out.Stmts, &ir.Decl{Var: t.tanVar(v)})
			return
		}
		e, pre := t.of(s.Init, ir.NewRef(v), s)
		out.Stmts = append(append(out.Stmts, pre...), &ir.Decl{Var: t.tanVar(v), Init: e})
	}
}

func (t *tangenter) store(s *ir.Store, out *ir.Block) {
	add := func(list ...ir.Stmt) { out.Stmts = append(out.Stmts, list...) }
	if ir.ElemType(s.Dst.T) != nil { // a slice result, or a slice without floats
		add(s)
		if t.tan[s.Dst.Var] != nil {
			src := s.Src.(*ir.Ref)
			if t.floats[src.Base().Var] {
				add(&ir.Store{Dst: ir.NewRef(t.tan[s.Dst.Var]), Src: t.place(src)})
			}
		}
		return
	}
	if !t.act.active(s.Dst) {
		add(s)
		return
	}
	if _, call := s.Src.(*ir.Intrinsic); call { // its tangent reads the result
		add(s)
		e, pre := t.of(s.Src, s.Dst, s)
		add(append(pre, &ir.Store{Dst: t.place(s.Dst), Src: e})...)
		return
	}
	e, pre := t.of(s.Src, nil, s)
	add(append(pre, &ir.Store{Dst: t.place(s.Dst), Src: e}, s)...)
}

// of returns the tangent of e, whose value is at y if e is a call, and statements to precede it.
func (t *tangenter) of(e ir.Expr, y *ir.Ref, s ir.Stmt) (ir.Expr, []ir.Stmt) {
	zero := ir.Num("0", e.Type())
	if !t.act.activeExpr(e) {
		return zero, nil
	}
	if c, ok := e.(*ir.Intrinsic); ok {
		return t.intrinsic(c, y, s)
	}
	x, pre := t.linear(e, s)
	if x == nil {
		return zero, pre
	}
	return x, pre
}

// linear returns the tangent of an expression without calls, nil for zero.
func (t *tangenter) linear(e ir.Expr, s ir.Stmt) (ir.Expr, []ir.Stmt) {
	d := &differ{act: t.act, val: func(e ir.Expr) ir.Expr { return e }, name: func(m mono) mono { return m }, choices: t.choice}
	d.expr(e, unit(e.Type()))
	var total sum
	for _, p := range d.out {
		m := p.m.mul(t.place(p.place))
		if !types.Identical(p.place.T, e.Type()) { // through a conversion
			m = monoOf(&ir.Convert{X: m.value(), T: e.Type()})
		}
		total.add(m)
	}
	x, neg := total.expr()
	if x != nil && neg {
		x = negate(x)
	}
	return x, nil
}

// intrinsic returns the tangent of a call: each argument's tangent through the rule. Terms with a
// condition are added up in a variable.
func (t *tangenter) intrinsic(c *ir.Intrinsic, y *ir.Ref, s ir.Stmt) (ir.Expr, []ir.Stmt) {
	rule, _ := RuleFor(c.Fn, c.Result)
	if rule.Choice != "" {
		t.choice(rule.Choice)
	}
	var (
		pre   []ir.Stmt
		total ir.Expr
		conds []ir.Stmt
		acc   = newLocal("tan", c.T)
	)
	for i, a := range c.Args {
		if !t.act.activeExpr(a) {
			continue
		}
		g, p := t.linear(a, s)
		pre = append(pre, p...)
		if g == nil {
			continue
		}
		if !isAtom(g) {
			v := newLocal("tan", a.Type())
			pre = append(pre, &ir.Decl{Var: v, Init: g})
			g = ir.NewRef(v)
		}
		for _, con := range rule.Contributions(c.Args, y, g) {
			switch {
			case con.Param != i:
			case con.When != nil:
				add := &ir.Reduce{Op: token.ADD, Dst: ir.NewRef(acc), Src: con.X}
				conds = append(conds, &ir.If{Cond: con.When, Then: &ir.Block{Stmts: []ir.Stmt{add}}})
			case total == nil:
				total = con.X
			default:
				total = ir.Add(total, con.X)
			}
		}
	}
	if conds == nil {
		if total == nil {
			total = ir.Num("0", c.T)
		}
		return total, pre
	}
	pre = append(append(pre, &ir.Decl{Var: acc, Init: total}), conds...)
	return ir.NewRef(acc), pre
}
