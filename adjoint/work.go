package adjoint

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// mathCost is the estimated cost of a function of package math, in floating-point operations.
const mathCost = 20

// unknownTrips stands for the number of iterations of a loop that is not known before.
const unknownTrips = 8

// workOf estimates the cost of one iteration of f by that of the statements in the deepest loops, where
// the numbers of their iterations are known before f.
func workOf(f *ir.For) ir.Expr {
	terms := estimateOf(f).block(f.Body)
	var best *workTerm
	for _, t := range terms {
		if best == nil || len(t.trips) > len(best.trips) || len(t.trips) == len(best.trips) && t.cost > best.cost {
			best = t
		}
	}
	if best == nil {
		return ir.Int(1)
	}
	w := ir.Expr(ir.Int(best.cost))
	for _, n := range best.trips {
		w = ir.Mul(w, n)
	}
	return w
}

// A workTerm is cost times the numbers of iterations of some loops.
type workTerm struct {
	cost  int64
	trips []ir.Expr
}

func (t *workTerm) key() string {
	k := ""
	for _, n := range t.trips {
		k += exprKey(n) + ";"
	}
	return k
}

// An estimate knows what the body of a loop declares.
type estimate struct {
	loop   *ir.For
	inside map[*ir.Var]bool
	values map[*ir.Var]ir.Expr // of integers that are assigned once
	// lengths are those of local slices.
	lengths map[*ir.Var]ir.Expr
	loops   []*ir.For // around the statement at hand, inside loop
}

func estimateOf(f *ir.For) *estimate {
	e := &estimate{loop: f, inside: declaredIn(f), values: map[*ir.Var]ir.Expr{}, lengths: map[*ir.Var]ir.Expr{}}
	e.learn()
	return e
}

func (e *estimate) learn() {
	writes := map[*ir.Var]int{}
	ir.Walk(e.loop.Body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { writes[r.Var]++ })
		if d, ok := s.(*ir.Decl); ok && d.Init != nil && ir.IsInt(d.Var.Type) {
			e.values[d.Var] = d.Init
		}
		if m, ok := s.(*ir.Alloc); ok && len(m.Dst.Elems) == 0 {
			e.lengths[m.Dst.Var] = m.Len
		}
		return true
	})
	for v := range e.values {
		if writes[v] > 1 {
			delete(e.values, v)
		}
	}
}

// block returns the cost of b as a sum of terms with different trips.
func (e *estimate) block(b *ir.Block) []*workTerm {
	own := &workTerm{}
	list := []*workTerm{own}
	add := func(t *workTerm) {
		for _, o := range list {
			if o.key() == t.key() {
				o.cost += t.cost
				return
			}
		}
		list = append(list, t)
	}
	for _, s := range b.Stmts {
		ir.Reads(s, func(x ir.Expr) { own.cost += exprCost(x) })
		f, ok := s.(*ir.For)
		if !ok {
			own.cost++
			ir.Inner(s, func(b *ir.Block) {
				for _, t := range e.block(b) {
					add(t)
				}
			})
			continue
		}
		trips := e.trips(f)
		e.loops = append(e.loops, f)
		for _, t := range e.block(f.Body) {
			if n, ok := ir.IntVal(trips); ok {
				t.cost *= max(n, 1)
			} else {
				t.trips = append([]ir.Expr{trips}, t.trips...)
			}
			add(t)
		}
		e.loops = e.loops[:len(e.loops)-1]
	}
	return list
}

// exprCost is about the number of floating-point operations of e, loads included.
func exprCost(e ir.Expr) int64 {
	n := int64(0)
	ir.WalkExpr(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Binary:
			if ir.IsFloat(x.T) {
				n++
			}
		case *ir.Intrinsic:
			if n++; len(x.Fn) > 5 && x.Fn[:5] == "math." {
				n += mathCost - 1
			}
		case *ir.Ref:
			if len(x.Elems) > 0 {
				n++
			}
		}
		return true
	})
	return n
}

// callsFunctions says whether f calls functions of package math.
func callsFunctions(f *ir.For) bool {
	found := false
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { found = found || exprCost(e) >= mathCost })
		return !found
	})
	return found
}

// trips returns the number of iterations of f, or about that, in terms of what is known before the
// loop.
func (e *estimate) trips(f *ir.For) ir.Expr {
	if f.Limit == nil {
		return ir.Int(unknownTrips)
	}
	n := e.outer(intDifference(e.inline(trip(f)), ir.Int(0)))
	if n == nil || hazards(n) != nil {
		return ir.Int(unknownTrips)
	}
	return n
}

// inline replaces what the body declares by its value.
func (e *estimate) inline(x ir.Expr) ir.Expr {
	for range 8 {
		y := ir.MapExpr(x, func(n ir.Expr) ir.Expr {
			switch n := n.(type) {
			case *ir.Ref:
				if v := e.values[n.Var]; v != nil && len(n.Elems) == 0 {
					return v
				}
			case *ir.Len:
				if len(n.X.Elems) > 0 || !e.inside[n.X.Var] {
					return n
				}
				if s, ok := n.X.Var.View.(*ir.Slice); ok {
					return viewLen(s)
				}
				if m := e.lengths[n.X.Var]; m != nil {
					return m
				}
			}
			return n
		})
		if y == x {
			break
		}
		x = y
	}
	return x
}

// viewLen returns the length of a view.
func viewLen(s *ir.Slice) ir.Expr {
	hi := s.Hi
	if hi == nil {
		hi = &ir.Len{X: s.X}
	}
	if s.Lo == nil {
		return hi
	}
	return intDifference(hi, s.Lo)
}

// outer replaces the iterators in a number of iterations by the bound that makes it largest, nil if something
// else in it is declared in the loop or changes there.
func (e *estimate) outer(n ir.Expr) ir.Expr {
	for i := len(e.loops) - 1; i >= -1; i-- {
		f := e.loop
		if i >= 0 {
			f = e.loops[i]
		}
		if !mentionsAny(n, map[*ir.Var]bool{f.Iter: true}) {
			continue
		}
		at := f.Limit
		if falls(n, f.Iter) == rising(f) {
			at = f.Begin
		}
		if at == nil {
			return nil
		}
		n = intDifference(e.inline(ir.Subst(n, f.Iter, at)), ir.Int(0))
	}
	if mentionsAny(n, e.inside) || mentionsElements(n) {
		return nil
	}
	return n
}

func rising(f *ir.For) bool { return f.Cmp == token.LSS || f.Cmp == token.LEQ }

// falls says whether n, multiplied out, has v with a minus sign.
func falls(n ir.Expr, v *ir.Var) bool {
	terms, _ := products(n)
	for _, t := range terms {
		for _, a := range t.atoms {
			if r, ok := a.(*ir.Ref); ok && r.Var == v {
				return t.coef < 0
			}
		}
	}
	return false
}

// mentionsElements says whether e reads elements of memory, which may be written.
func mentionsElements(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			found = found || len(n.X.Elems) > 0
			return false
		case *ir.Ref:
			found = found || len(n.Elems) > 0
		case *ir.Opaque, *ir.Intrinsic:
			found = true
		}
		return !found
	})
	return found
}
