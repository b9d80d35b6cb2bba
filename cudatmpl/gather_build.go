package cudatmpl

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// build returns the nest, nil if a term needs what cannot be computed again.
func (g *gatherer) build() ir.Stmt {
	for _, f := range g.loops {
		g.iters = append(g.iters, &ir.Var{Name: f.Iter.Name, Type: f.Iter.Type, Kind: ir.Iter})
	}
	first := g.terms[0]
	sum := &ir.Var{Name: first.place.Var.Name + "Sum", Type: first.place.T, Kind: ir.Local}
	some := &ir.Var{Name: "some", Type: types.Typ[types.Bool], Kind: ir.Local}
	body := []ir.Stmt{&ir.Decl{Var: sum, Init: ir.Num("0.0", sum.Type)}, &ir.Decl{Var: some, Init: truth(false)}}
	for i, t := range g.terms {
		if slices.ContainsFunc(g.terms[:i], func(u *shiftedTerm) bool { return slices.Equal(u.ahead, t.ahead) }) {
			continue // done with the other
		}
		group := g.group(t.ahead, sum)
		if group == nil {
			return nil
		}
		group = append(group, &ir.Store{Dst: ir.NewRef(some), Src: truth(true)})
		body = append(body, &ir.If{Cond: g.guard(t.ahead), Then: &ir.Block{Stmts: group}})
	}
	add := &ir.Reduce{Meta: ir.Meta{Pos: first.sum.Pos}, Op: token.ADD, Dst: g.at(first.place, first.ahead).(*ir.Ref), Src: ir.NewRef(sum)}
	body = append(body, &ir.If{Cond: ir.NewRef(some), Then: &ir.Block{Stmts: []ir.Stmt{add}}})
	for i, f := range slices.Backward(g.loops) {
		begin, limit := g.span(f)
		low, high := g.reach(i)
		loop := &ir.For{Iter: g.iters[i], Begin: ir.Add(begin, ir.Int(low)), Cmp: token.LSS, Limit: ir.Add(limit, ir.Int(high)), Step: ir.Int(1), Body: &ir.Block{Stmts: body}}
		body = []ir.Stmt{loop}
	}
	return body[0]
}

func truth(v bool) ir.Expr {
	text := "false"
	if v {
		text = "true"
	}
	return &ir.Const{Val: constant.MakeBool(v), Text: text, T: types.Typ[types.Bool]}
}

// reach returns by how many iterations of loop i places are behind and ahead.
func (g *gatherer) reach(i int) (low, high int64) {
	for _, t := range g.terms {
		low, high = min(low, t.ahead[i]), max(high, t.ahead[i])
	}
	return low, high
}

// guard says whether the iteration whose terms are so far ahead exists.
func (g *gatherer) guard(ahead []int64) ir.Expr {
	var cond ir.Expr
	and := func(c ir.Expr) {
		if cond == nil {
			cond = c
		} else {
			cond = ir.Bin(token.LAND, cond, c)
		}
	}
	for i, f := range g.loops {
		begin, limit := g.span(f)
		low, high := g.reach(i)
		if ahead[i] > low {
			and(ir.Bin(token.GEQ, ir.NewRef(g.iters[i]), ir.Add(begin, ir.Int(ahead[i]))))
		}
		if ahead[i] < high {
			and(ir.Bin(token.LSS, ir.NewRef(g.iters[i]), ir.Add(limit, ir.Int(ahead[i]))))
		}
	}
	return cond
}

// group returns the statements for the terms that are so far ahead, with what they need.
func (g *gatherer) group(ahead []int64, sum *ir.Var) []ir.Stmt {
	var out []ir.Stmt
	again := map[*ir.Var]*ir.Var{}
	expr := func(e ir.Expr) ir.Expr {
		return ir.MapExpr(g.at(e, ahead), func(e ir.Expr) ir.Expr {
			if r, ok := e.(*ir.Ref); ok && len(r.Elems) == 0 && again[r.Var] != nil {
				return ir.NewRef(again[r.Var])
			}
			return e
		})
	}
	for _, t := range g.terms {
		if !slices.Equal(t.ahead, ahead) {
			continue
		}
		for _, d := range g.needs(t) {
			if again[d.Var] != nil {
				continue
			}
			v := *d.Var
			if d.Init == nil || v.View != nil || g.writes[d.Var] != 1 || isSlice(v.Type) || isArray(v.Type) {
				return nil
			}
			init := expr(d.Init)
			again[d.Var] = &v
			out = append(out, &ir.Decl{Meta: ir.Meta{Pos: d.Pos, Note: d.Note}, Var: &v, Init: init})
		}
		src := expr(t.sum.Src)
		if mentions(src, g.inside) {
			return nil
		}
		out = append(out, &ir.Reduce{Meta: t.sum.Meta, Op: t.sum.Op, Dst: ir.NewRef(sum), Src: src})
	}
	return out
}

// at returns an expression of the old nest for the iteration that is so many before that of the new one.
func (g *gatherer) at(e ir.Expr, ahead []int64) ir.Expr {
	e = g.inline(e)
	for i, f := range g.loops {
		it := ir.Expr(ir.NewRef(g.iters[i]))
		if n := ahead[i]; n > 0 {
			it = ir.Sub(it, ir.Int(n))
		} else if n < 0 {
			it = ir.Add(it, ir.Int(-n))
		}
		e = ir.Subst(e, f.Iter, it)
	}
	return ir.MapExpr(e, fold)
}
