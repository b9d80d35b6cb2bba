package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// maxSums bounds the sums that a loop keeps in variables: more than there are registers for gain nothing.
const maxSums = 8

// accumulate gives sums into a place of memory that stays the same throughout a loop a variable:
//
//	for j { xAdj[i] += e }
//
// becomes
//
//	xAdjSum := 0
//	for j { xAdjSum += e }
//	xAdj[i] += xAdjSum
//
// with the outermost loop for which that holds. The loop then writes less memory, and chunks of it may have
// parts of the sum for themselves. Only adjoints are summed so: a place of the primal is to have the bits that the
// primal gives it.
//
// It is legal where all else that the loop accesses of the same root is apart from the place.
func (d *deriver) accumulate() {
	a := &accumulator{deriver: d, idx: depend.Index(d.body), lengths: map[*ir.Var]ir.Expr{}}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if m, ok := s.(*ir.Alloc); ok && len(m.Dst.Elems) == 0 {
			a.lengths[m.Dst.Var] = m.Len
		}
		return true
	})
	a.block(d.body)
}

type accumulator struct {
	*deriver
	idx     *depend.Accesses
	loops   []*ir.For           // around the statement at hand
	lengths map[*ir.Var]ir.Expr // of local slices
}

func (a *accumulator) block(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok {
			ir.Inner(s, a.block)
			out = append(out, s)
			continue
		}
		before, after := a.hoist(f)
		a.loops = append(a.loops, f)
		a.block(f.Body)
		a.loops = a.loops[:len(a.loops)-1]
		out = append(append(append(out, before...), f), after...)
	}
	b.Stmts = out
}

// A sumPlace is what some Reduces in a loop add to.
type sumPlace struct {
	dst  *ir.Ref
	sums []*ir.Reduce
}

// hoist gives the places that f sums into variables. It returns their declarations and the statements that
// add them to the places.
func (a *accumulator) hoist(f *ir.For) (before, after []ir.Stmt) {
	for _, p := range a.places(f) {
		if len(before) == maxSums || !a.apart(f, p) {
			continue
		}
		sum := newLocal(p.dst.Base().Var.Name+"Sum", p.dst.T)
		before = append(before, &ir.Decl{Var: sum})
		for _, r := range p.sums {
			r.Dst = ir.NewRef(sum)
		}
		add := ir.Stmt(&ir.Reduce{Op: token.ADD, Dst: p.dst, Src: ir.NewRef(sum)})
		if !a.inRange(p.dst) {
			// A loop without iterations evaluates no subscript.
			add = &ir.If{
				Cond: ir.Bin(token.NEQ, ir.NewRef(sum), ir.Num("0", p.dst.T)),
				Then: &ir.Block{Stmts: []ir.Stmt{add}},
			}
		}
		after = append(after, add)
	}
	return before, after
}

// places returns the places of adjoint memory that are the same in all iterations of f and that f adds to.
func (a *accumulator) places(f *ir.For) []*sumPlace {
	inside := declaredIn(f)
	written := map[*ir.Var]bool{}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { written[r.Base().Var] = true })
		return true
	})
	var list []*sumPlace
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		r, ok := s.(*ir.Reduce)
		if !ok || r.Op != token.ADD && r.Op != token.SUB || !ir.IsFloat(r.Dst.T) || !steady(r.Dst, inside, written) {
			return true
		}
		if i := slices.IndexFunc(list, func(p *sumPlace) bool { return ir.Equal(p.dst, r.Dst) }); i >= 0 {
			list[i].sums = append(list[i].sums, r)
		} else {
			list = append(list, &sumPlace{r.Dst, []*ir.Reduce{r}})
		}
		return true
	})
	return list
}

// steady says whether r is an element of adjoint memory that stays the same while the given Vars change.
func steady(r *ir.Ref, inside, written map[*ir.Var]bool) bool {
	if r.Base().Var.Kind != ir.Adjoint || len(r.Elems) == 0 || inside[r.Var] || r.Var.View != nil {
		return false
	}
	for _, e := range r.Elems {
		if e.Index == nil && e.Field == nil {
			return false // through a pointer
		}
	}
	ok := true
	for _, i := range r.Indices() {
		ir.WalkExpr(i, func(n ir.Expr) bool {
			switch n := n.(type) {
			case *ir.Ref:
				ok = ok && !inside[n.Var] && !written[n.Base().Var]
			case *ir.Opaque:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// apart says whether all other accesses in f are apart from the place.
func (a *accumulator) apart(f *ir.For, p *sumPlace) bool {
	depth := len(a.loops)
	own := map[ir.Stmt]bool{}
	for _, r := range p.sums {
		own[r] = true
	}
	for _, s := range p.sums {
		for _, x := range a.idx.Of(s) {
			if !x.Write {
				if x.Ref.Var == p.dst.Base().Var {
					return false
				}
				continue
			}
			for _, y := range a.idx.All {
				if y.Ref.Var != x.Ref.Var || own[y.Stmt] || len(y.Loops) <= depth || y.Loops[depth] != f {
					continue
				}
				if a.idx.OverwrittenWithin(x, y, depth) || a.idx.OverwrittenWithin(y, x, depth) {
					return false
				}
			}
		}
	}
	return true
}

// inRange says whether the subscripts of r are in range whenever the statements before the loop at hand are executed.
func (a *accumulator) inRange(r *ir.Ref) bool {
	at := ir.NewRef(r.Var)
	for _, e := range r.Elems {
		switch {
		case e.Index == nil:
			at = at.Sel(e.Field)
			continue
		case !a.within(at, e.Index):
			return false
		}
		at = at.At(e.Index)
	}
	return true
}

// within says whether i, a constant or an iterator, is a subscript of r.
func (a *accumulator) within(r *ir.Ref, i ir.Expr) bool {
	size := int64(-1)
	if t, ok := r.T.Underlying().(*types.Array); ok {
		size = t.Len()
	}
	if n, ok := ir.IntVal(i); ok {
		return 0 <= n && n < size
	}
	ref, ok := i.(*ir.Ref)
	if !ok || len(ref.Elems) > 0 {
		return false
	}
	k := slices.IndexFunc(a.loops, func(f *ir.For) bool { return f.Iter == ref.Var })
	if k < 0 {
		return false
	}
	f := a.loops[k]
	if n, ok := ir.IntVal(f.Begin); !ok || n < 0 || f.Limit == nil || f.Cmp != token.LSS {
		return false
	}
	if n, ok := ir.IntVal(f.Limit); ok {
		return n <= size
	}
	return len(r.Elems) == 0 && a.isLength(f.Limit, r.Var)
}

// isLength says whether n is the length of v, or of what v is the adjoint of.
func (a *accumulator) isLength(n ir.Expr, v *ir.Var) bool {
	if l := a.lengths[v]; l != nil && ir.Equal(l, n) {
		return a.unchanged(n)
	}
	x, ok := n.(*ir.Len)
	if !ok || len(x.X.Elems) > 0 || a.swapped(x.X.Var) || a.swapped(v) {
		return false
	}
	return x.X.Var == v || x.X.Var == v.Of && v.Home != nil
}
