package cudatmpl

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// print makes the nest, once it is known where everything comes from.
func (b *nestBuilder) print() ir.Stmt {
	b.subst = map[*ir.Var]ir.Expr{}
	var before, after []ir.Stmt
	for _, s := range b.sums {
		place := b.place(s.at)
		if s.into = place; len(b.own) == len(b.t.loops()) {
			continue
		}
		sum := &ir.Var{Name: place.Var.Name + "Sum", Type: place.T, Kind: ir.Local}
		s.into = ir.NewRef(sum)
		before = append(before, &ir.Decl{Var: sum, Init: ir.Num("0.0", sum.Type)})
		after = append(after, &ir.Reduce{Meta: ir.Meta{Pos: s.sum.Pos}, Op: token.ADD, Dst: place, Src: s.into})
	}
	way := b.level(0)
	if f, ok := way[0].(*ir.For); ok && len(way) == 1 && len(before) > 0 && f.Cmp == token.LSS && ir.IsVal(f.Step, 1) {
		for _, s := range b.sums {
			b.p.spread[f] = append(b.p.spread[f], s.into.Var)
		}
	}
	if len(after) > 0 {
		after = []ir.Stmt{&ir.If{Cond: b.reached(), Then: &ir.Block{Stmts: after}}}
	}
	body := append(append(before, way...), after...)
	for _, o := range slices.Backward(b.own) {
		if !types.Identical(o.iter.Type, types.Typ[types.Int]) {
			return nil
		}
		f := &ir.For{Iter: o.iter, Begin: o.begin, Cmp: token.LSS, Limit: o.limit, Step: ir.Int(1), Body: &ir.Block{Stmts: body}}
		body = []ir.Stmt{f}
	}
	return body[0]
}

// reached returns the condition under which there is memory at the places: the loops inside have iterations, each of
// which is one of the old nest; where that is not sure of all places, these lie in the memory.
func (b *nestBuilder) reached() ir.Expr {
	sure := true
	for _, s := range b.t.path {
		_, branch := s.(*ir.If)
		sure = sure && !branch
	}
	own := map[*ir.For]bool{}
	for _, o := range b.own {
		own[o.f] = true
		sure = sure && !o.guard
	}
	its := b.iterators()
	var all []ir.Expr
	for _, f := range b.t.loops() {
		begin, limit := b.span(f)
		if sure = sure && !mentions(begin, its) && !mentions(limit, its); !own[f] {
			all = append(all, ir.Bin(token.GTR, limit, begin))
		}
	}
	if !sure {
		all = nil
		for _, s := range b.sums {
			r := b.place(s.at)
			shape, _ := flatShape(r.Var.Type)
			at := ir.MapExpr(flatIndex(shape, r), fold)
			n := ir.Mul(&ir.Len{X: ir.NewRef(r.Var)}, ir.Int(shape.flat()))
			all = append(all, ir.Bin(token.GEQ, at, ir.Int(0)), ir.Bin(token.LSS, at, n))
		}
	}
	cond := all[0]
	for _, c := range all[1:] {
		cond = ir.Bin(token.LAND, cond, c)
	}
	return cond
}

// place is where the nest adds: the place in terms of the new iterators.
func (b *nestBuilder) place(r *ir.Ref) *ir.Ref {
	at := ir.Expr(r)
	for _, o := range b.own {
		at = ir.Subst(at, o.f.Iter, ir.NewRef(o.iter))
		for _, f := range o.others {
			at = ir.Subst(at, f.Iter, ir.Int(0))
		}
	}
	return ir.MapRef(at.(*ir.Ref), fold)
}

// fold simplifies sums and products with constants.
func fold(e ir.Expr) ir.Expr {
	if b, ok := e.(*ir.Binary); ok && ir.IsInt(b.T) {
		switch b.Op {
		case token.ADD:
			return ir.Add(b.X, b.Y)
		case token.SUB:
			return ir.Sub(b.X, b.Y)
		case token.MUL:
			return ir.Mul(b.X, b.Y)
		}
	}
	return e
}

// expr returns an expression of the old nest as it is in the new one.
func (b *nestBuilder) expr(e ir.Expr) ir.Expr {
	return ir.MapExpr(b.inline(e), func(e ir.Expr) ir.Expr {
		r, ok := e.(*ir.Ref)
		if !ok || len(r.Elems) > 0 {
			return e
		}
		if b.keep[r.Var] {
			return b.changed(b.keptAt(r.Var))
		}
		if x := b.subst[r.Var]; x != nil {
			return x
		}
		return e
	})
}

// changed replaces iterators by what stands for them.
func (b *nestBuilder) changed(e ir.Expr) ir.Expr {
	for v, x := range b.subst {
		e = ir.Subst(e, v, x)
	}
	return e
}

// level returns the statements for the way to the sum from path[i] on.
func (b *nestBuilder) level(i int) []ir.Stmt {
	if i == len(b.t.path) {
		var out []ir.Stmt
		for _, s := range b.sums {
			out = append(out, &ir.Reduce{Meta: s.sum.Meta, Op: s.sum.Op, Dst: s.into, Src: b.expr(s.sum.Src)})
		}
		return out
	}
	switch s := b.t.path[i].(type) {
	case *ir.If:
		cond := b.expr(s.Cond)
		if b.t.within[i] == s.Else {
			cond = &ir.Unary{Op: token.NOT, X: cond}
		}
		return []ir.Stmt{&ir.If{Cond: cond, Then: &ir.Block{Stmts: b.inside(i)}}}
	case *ir.For:
		for _, o := range b.own {
			if o.f == s {
				return b.carrier(o, i)
			}
			if slices.Contains(o.others, s) {
				return b.inside(i) // the carrier has opened it
			}
		}
		f := *s
		f.Par, f.Jam = nil, 0
		f.Begin, f.Limit, f.Step = b.expr(s.Begin), b.expr(s.Limit), b.expr(s.Step)
		f.Body = &ir.Block{Stmts: b.inside(i)}
		return []ir.Stmt{&f}
	}
	panic("cudatmpl: a sum inside another statement")
}

// carrier returns what stands in the place of a loop that went outside.
func (b *nestBuilder) carrier(o *ownLoop, i int) []ir.Stmt {
	if !o.guard {
		return b.inside(i)
	}
	var out []ir.Stmt
	it := ir.NewRef(o.f.Iter)
	if len(o.others) > 0 {
		at := ir.Expr(ir.NewRef(o.iter))
		for _, f := range o.others {
			at = ir.Sub(at, ir.NewRef(f.Iter))
		}
		it = ir.NewRef(&ir.Var{Name: o.f.Iter.Name, Type: types.Typ[types.Int], Kind: ir.Local})
		out = append(out, &ir.Decl{Var: it.Var, Init: at})
		b.subst[o.f.Iter] = it
	}
	begin, limit := b.span(o.f)
	cond := ir.Bin(token.LAND, ir.Bin(token.GEQ, it, b.expr(begin)), ir.Bin(token.LSS, it, b.expr(limit)))
	out = append(out, &ir.If{Cond: cond, Then: &ir.Block{Stmts: b.inside(i)}})
	for _, f := range slices.Backward(o.others) {
		begin, limit := b.span(f)
		out = []ir.Stmt{&ir.For{Iter: f.Iter, Begin: begin, Cmp: token.LSS, Limit: limit, Step: ir.Int(1), Body: &ir.Block{Stmts: out}}}
	}
	return out
}

// inside returns the statements in the block of path[i]: those that are executed again, and the way on.
func (b *nestBuilder) inside(i int) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range b.t.within[i].Stmts {
		if b.take[s] {
			out = append(out, b.copy(s))
		}
	}
	return append(out, b.level(i+1)...)
}

// copy returns a statement of the old nest as it is in the new one.
func (b *nestBuilder) copy(s ir.Stmt) ir.Stmt {
	c := ir.Clone(s)
	ir.Walk(c, func(s ir.Stmt) bool {
		s.Info().Note = ""
		ir.Exprs(s, b.expr)
		return true
	})
	return c
}
