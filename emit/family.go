package emit

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A family is one expression over neighbouring elements of rows that a loop computes in the same way in an iteration and
// again in the next: a flux, or the adjoint of a term. As with single elements, only the last one is computed.
type family struct {
	canon ir.Expr // in terms of cells
	cells []cell
	ats   []int64 // by how much its members are ahead of canon, in increasing order
	exprs []ir.Expr
}

// A cell is an element of a row of v that begins at rest and a constant.
type cell struct {
	v    *ir.Var
	rest ir.Expr
	by   int64
	name *ir.Var // what stands for it in canon
}

// familyOf returns the family of which e would be a member, and how far that is ahead of its canonical form. It returns
// nil for what does not roll. Of a term with a sign, that without it does: the sum that it is in takes the sign for free.
func (r *rows) familyOf(e ir.Expr, changes, written map[*ir.Var]bool) (*family, int64) {
	if _, ok := e.(*ir.Binary); !ok {
		return nil, 0
	}
	if !ir.IsFloat(e.Type()) {
		return nil, 0
	}
	ok, high := true, int64(0)
	var cells []cell
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Ref:
			if x := r.rowOf(e); x != nil && !written[x.v.Root()] {
				rest, by := apart(x.by)
				if len(cells) == 0 || by > high {
					high = by
				}
				cells = append(cells, cell{v: x.v, rest: rest, by: by})
				return false
			}
			ok = ok && len(e.Elems) == 0 && !changes[e.Var]
		case *ir.Unary, *ir.Binary, *ir.Const:
		default:
			ok = false
		}
		return ok
	})
	if !ok || len(cells) == 0 {
		return nil, 0
	}
	f := &family{}
	f.canon = ir.MapExpr(e, func(e ir.Expr) ir.Expr {
		ref, isRef := e.(*ir.Ref)
		if !isRef {
			return e
		}
		x := r.rowOf(ref)
		if x == nil {
			return e
		}
		rest, by := apart(x.by)
		return ir.NewRef(f.cell(x.v, rest, by-high, ref))
	})
	return f, high
}

// cell returns what stands for an element in canon.
func (f *family) cell(v *ir.Var, rest ir.Expr, by int64, e *ir.Ref) *ir.Var {
	for _, c := range f.cells {
		if c.v == v && c.by == by && ir.Equal(c.rest, rest) {
			return c.name
		}
	}
	c := cell{v, rest, by, &ir.Var{Name: v.Name, Type: e.T, Kind: ir.Local}}
	f.cells = append(f.cells, c)
	return c.name
}

// withMember adds e, a member of f that is ahead by at, to the family in list that is the same, or adds f.
func withMember(list []*family, f *family, at int64, e ir.Expr) []*family {
	for _, g := range list {
		if !g.same(f) {
			continue
		}
		if k, found := slices.BinarySearch(g.ats, at); !found {
			g.ats = slices.Insert(g.ats, k, at)
		}
		g.exprs = append(g.exprs, e)
		return list
	}
	f.ats, f.exprs = []int64{at}, []ir.Expr{e}
	return append(list, f)
}

func (f *family) same(g *family) bool {
	if len(f.cells) != len(g.cells) {
		return false
	}
	x := g.canon
	for i, c := range g.cells {
		o := f.cells[i]
		if c.v != o.v || c.by != o.by || !ir.Equal(c.rest, o.rest) {
			return false
		}
		x = ir.Subst(x, c.name, ir.NewRef(o.name))
	}
	return ir.Equal(f.canon, x)
}

// saves returns how many operations and loads it saves to compute one member only. Members must be close to each other.
func (f *family) saves() int {
	for i := 1; i < len(f.ats); i++ {
		if f.ats[i]-f.ats[i-1] > 2 {
			return 0
		}
	}
	return (len(f.ats) - 1) * size(f.canon)
}

// size counts the operations and the elements of e.
func size(e ir.Expr) int {
	n := 0
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e.(type) {
		case *ir.Unary, *ir.Binary:
			n++
		case *ir.Ref:
			n++
		}
		return true
	})
	return n
}
