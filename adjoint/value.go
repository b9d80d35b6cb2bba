package adjoint

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// value returns where the value of s comes from.
func (rs *resolver) value(s *ir.Saved) ir.Expr {
	k := memoKey{exprKey(s), rs.within}
	if e := rs.memo[k]; e != nil {
		return e
	}
	e := rs.find(s)
	rs.memo[k] = e
	return e
}

func (rs *resolver) find(s *ir.Saved) ir.Expr {
	v := s.X.Var
	switch {
	case v.Kind == ir.Iter:
		return s.X
	case v.Kind == ir.Adjoint, v.Kind == ir.Tape:
		return rs.elems(s.X)
	case ir.ElemType(s.X.T) != nil:
		return rs.whole(s)
	case len(s.X.Elems) == 0 && v.View == nil:
		return rs.scalar(s)
	}
	return rs.element(s)
}

// scalar finds the value of a scalar.
func (rs *resolver) scalar(s *ir.Saved) ir.Expr {
	v := s.X.Var
	c := cell{v, ""}
	if len(rs.sh.writes[c]) == 0 {
		return s.X
	}
	p, def := rs.sh.valuePoint(c, s.At, s.After)
	if !rs.sh.overwritten(c, p, s.At) && rs.visible(v) {
		return ir.NewRef(v)
	}
	again := rs.canRecompute(v, def, rs.worth(def)) || rs.fromRows(v, def)
	if rs.inside(def) && again {
		return rs.replace(saved(rs.definition(v, def), def))
	}
	asked := true
	if !again {
		p, asked = rs.inward(s.X, p, s.At)
	}
	key := scalarKey{c, p}
	if r := rs.scalars[key]; r != nil {
		return r
	}
	var r *ir.Ref
	if again {
		r = ir.NewRef(rs.recompute(v, def))
	} else {
		r = rs.keepScalar(v, p, def, s, asked)
	}
	rs.scalars[key] = r
	return r
}

// definition returns the value that statement def gives scalar v, nil if it is no plain
// assignment of a pure value that is the same at all times.
func (rs *resolver) definition(v *ir.Var, def ir.Stmt) ir.Expr {
	// The length of a slice that is swapped is not that at other times. The length that a slice grows to is
	// needed before everything else, to make its adjoint.
	for _, lengths := range []map[*ir.Var]*ir.Var{rs.lengths, rs.extent} {
		for _, n := range lengths {
			if n == v {
				return nil
			}
		}
	}
	var e ir.Expr
	switch d := def.(type) {
	case *ir.Decl:
		if d.Var == v {
			if d.Init == nil {
				return zeroOf(v)
			}
			e = d.Init
		}
	case *ir.Store:
		if d.Dst.Var == v && len(d.Dst.Elems) == 0 {
			e = d.Src
		}
	}
	if e == nil || !pure(e) {
		return nil
	}
	return e
}

// zeroOf returns the zero constant of a scalar, nil for types that have none in the IR.
func zeroOf(v *ir.Var) ir.Expr {
	if ir.IsFloat(v.Type) || ir.IsInt(v.Type) {
		return ir.Num("0", v.Type)
	}
	return nil
}

func pure(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if o, is := n.(*ir.Opaque); is && !o.Pure {
			ok = false
		}
		return ok
	})
	return ok
}

// canRecompute says whether v as defined by def can be computed again within the price.
func (rs *resolver) canRecompute(v *ir.Var, def ir.Stmt, price int) bool {
	if def == nil {
		return false
	}
	if rs.redone[def] != nil {
		return true
	}
	e := rs.definition(v, def)
	if e == nil {
		return false
	}
	store, again := rs.hints(v, def)
	return again || !store && rs.free(e, def, price)
}

// worth is the price up to which what def computes is computed again. A tape in loops whose bounds depend on
// the loops around them costs an offset for each, and the forward sweep its freedom of order.
func (rs *resolver) worth(def ir.Stmt) int {
	inside := map[*ir.Var]bool{}
	for _, f := range rs.sh.loops(def) {
		if f.Limit != nil && (mentionsAny(f.Begin, inside) || mentionsAny(f.Limit, inside)) {
			return 2 * recomputeCost
		}
		inside[f.Iter] = true
	}
	return recomputeCost
}

// fromRows says whether v can be computed again if arrays that it reads are kept as rows, with
// fewer axes than a tape of v itself would have.
func (rs *resolver) fromRows(v *ir.Var, def ir.Stmt) bool {
	if rs.rowsFree { // asked on the way
		return false
	}
	rs.rowsFree = true
	defer func() { rs.rowsFree = false }()
	return rs.canRecompute(v, def, recomputeCost)
}

// rowFits says whether element r, read by statement at, would be kept in a row of a block with fewer
// loops around it than at has.
func (rs *resolver) rowFits(r *ir.Ref, at ir.Stmt) bool {
	base := r.Base()
	st := rs.stop(r, at, false)
	if st.block == nil || !rs.rowShaped(base) || !rs.visible(base.Var) {
		return false
	}
	outer := rs.sh.blockLoops(st.block)
	return len(outer) < len(rs.sh.loops(at)) && rs.readsAlong(base, at, outer)
}

// hints returns what //pardiff:store and //pardiff:recompute lines say about v as defined by def.
func (rs *resolver) hints(v *ir.Var, def ir.Stmt) (store, recompute bool) {
	for s := def; s != nil; s = rs.sh.parent(s) {
		h := s.Info().Hints
		if slices.Contains(h.Store, v.Name) {
			return true, false
		}
		if slices.Contains(h.Recompute, v.Name) {
			return false, true
		}
	}
	return false, false
}

// free says whether the value that e has before statement at can be had without a new tape,
// for the given price.
func (rs *resolver) free(e ir.Expr, at ir.Stmt, price int) bool {
	return rs.price(e, at, price) <= price
}

// price returns what it costs to compute e, as it was before statement at, in the reverse sweep;
// more than limit if that needs a tape.
func (rs *resolver) price(e ir.Expr, at ir.Stmt, limit int) int {
	sum := operations(e)
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if sum > limit {
			return false
		}
		if x, ok := ir.NilTest(n).(*ir.Ref); ok && !rs.headerStays(x) {
			sum = limit + 1
			return false
		}
		r, ok := n.(*ir.Ref)
		if !ok {
			return true
		}
		sum += rs.leafPrice(r, at, limit-sum)
		return true // subscripts
	})
	return sum
}

// leafPrice is price for the reference itself, without its subscripts.
func (rs *resolver) leafPrice(r *ir.Ref, at ir.Stmt, limit int) int {
	v := r.Var
	if v.Kind == ir.Iter || ir.ElemType(r.T) != nil {
		return 0
	}
	s := &ir.Saved{X: r, At: at}
	if rs.memo[memoKey{exprKey(s), rs.within}] != nil {
		return 1
	}
	if len(r.Elems) > 0 || v.View != nil {
		if st := rs.stop(r, at, false); st.block == nil && rs.visible(r.Base().Var) {
			return 1
		}
		if rs.rowsFree && rs.rowFits(r, at) {
			return 1
		}
		return limit + 1
	}
	c := cell{v, ""}
	if len(rs.sh.writes[c]) == 0 {
		return 0
	}
	p, def := rs.sh.valuePoint(c, at, false)
	if rs.scalars[scalarKey{c, p}] != nil || !rs.sh.overwritten(c, p, at) && rs.visible(v) {
		return 0
	}
	if !rs.canRecompute(v, def, limit) {
		return limit + 1
	}
	if rs.redone[def] != nil {
		return 0
	}
	return rs.price(rs.definition(v, def), def, limit)
}

// operations returns the cost of the operators in e.
func operations(e ir.Expr) int {
	n := 0
	ir.WalkExpr(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Unary, *ir.Convert, *ir.Len:
			n++
		case *ir.Binary:
			n += binaryCost(x)
		case *ir.Intrinsic:
			n += callCost(x)
		case *ir.Opaque:
			n += 1000
		case *ir.Ref:
			return len(x.Elems) > 0
		}
		return true
	})
	return n
}

func binaryCost(x *ir.Binary) int {
	if x.Op.String() == "/" || x.Op.String() == "%" {
		return 4
	}
	return 1
}

func callCost(x *ir.Intrinsic) int {
	switch x.Fn {
	case "min", "max", "math.Abs", "math.Copysign", "math.Max", "math.Min", "math.Signbit", "math.Floor", "math.Ceil", "math.Trunc", "math.FMA", "math.Inf", "math.IsNaN", "math.IsInf":
		return 2
	case "math.Sqrt":
		return 6
	}
	return recomputeCost + 4
}

// recompute declares the value of v as defined by def again, in the reverse of the block of def.
func (rs *resolver) recompute(v *ir.Var, def ir.Stmt) *ir.Var {
	if w := rs.redone[def]; w != nil {
		return w
	}
	w := &ir.Var{Name: v.Name, Type: v.Type, Kind: ir.Local, Pos: v.Pos, Obj: v.Obj}
	rs.redone[def] = w
	e := rs.definition(v, def)
	p := rs.sh.pos[def]
	rs.addPrologue(p.block, p.index, &ir.Decl{Var: w, Init: rs.replace(saved(e, def))})
	if operations(e) > 0 {
		why := "cheap, and what it is made of is still there"
		if _, again := rs.hints(v, def); again {
			why = "as //pardiff:recompute says"
		}
		rs.grad.Notes = append(rs.grad.Notes, Note{Kind: "recomputed", Value: v.Name, Pos: rs.posOf(def, v), Pass: "reverse", Why: why})
	}
	return w
}
