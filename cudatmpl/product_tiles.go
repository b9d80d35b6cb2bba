package cudatmpl

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// split puts elements of tiles in place of the parts of the terms. It says whether nothing else is left of them.
func (q *product) split() bool {
	if !q.splitGuards() {
		return false
	}
	for i, a := range q.adds {
		src := q.part(q.nest.inline(a.Src))
		if src == nil {
			return false
		}
		q.adds[i] = &ir.Reduce{Meta: a.Meta, Op: a.Op, Dst: a.Dst, Src: src}
	}
	values := slices.DeleteFunc(slices.Clone(q.tiles), func(t *tile) bool { return !ir.IsFloat(t.value.Type()) })
	sides := [2]bool{}
	for _, t := range values {
		sides[t.side] = true
	}
	return len(values) <= maxTiles && sides[0] && sides[1]
}

// splitGuards makes a tile of the conditions on each side.
func (q *product) splitGuards() bool {
	all := q.guards[0]
	q.guards = [2]ir.Expr{}
	for _, c := range conjuncts(all) {
		side := q.side(c)
		if side < 0 {
			return false
		}
		if q.guards[side] != nil {
			c = ir.Bin(token.LAND, q.guards[side], c)
		}
		q.guards[side] = c
	}
	for side, c := range q.guards {
		if c != nil {
			q.tiles = append(q.tiles, &tile{side: side, value: c, v: &ir.Var{Name: "inside", Type: types.Typ[types.Bool], Kind: ir.Local}})
		}
	}
	return true
}

// conjuncts returns the operands of a conjunction, none for nil.
func conjuncts(e ir.Expr) []ir.Expr {
	if e == nil {
		return nil
	}
	if b, ok := e.(*ir.Binary); ok && b.Op == token.LAND {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []ir.Expr{e}
}

// side returns a side that e may stand on, -1 if there is none.
func (q *product) side(e ir.Expr) int {
	on := q.threads(e)
	return slices.IndexFunc(q.either[:], func(s map[*ir.Var]bool) bool { return includes(s, on) })
}

// part returns e with elements of tiles in place of its largest parts that are of one side, nil if something else
// of it differs from thread to thread.
func (q *product) part(e ir.Expr) ir.Expr {
	if !q.varies(e) && !readsMemory(e) {
		return e
	}
	if side := q.side(e); side >= 0 && ir.IsFloat(e.Type()) {
		return ir.NewRef(q.tile(side, e).v)
	}
	switch x := e.(type) {
	case *ir.Unary:
		if y := q.part(x.X); y != nil {
			return &ir.Unary{Op: x.Op, X: y}
		}
	case *ir.Binary:
		if a, b := q.part(x.X), q.part(x.Y); a != nil && b != nil {
			return &ir.Binary{Op: x.Op, X: a, Y: b, T: x.T}
		}
	case *ir.Convert:
		if y := q.part(x.X); y != nil {
			return &ir.Convert{X: y, T: x.T, Pos: x.Pos}
		}
	case *ir.Intrinsic:
		c := *x
		c.Args = nil
		for _, a := range x.Args {
			b := q.part(a)
			if b == nil {
				return nil
			}
			c.Args = append(c.Args, b)
		}
		return &c
	}
	return nil
}

// tile returns the tile for a value, which this adds.
func (q *product) tile(side int, value ir.Expr) *tile {
	for _, t := range q.tiles {
		if t.side == side && ir.Equal(t.value, value) {
			return t
		}
	}
	t := &tile{side: side, value: value, guard: q.guards[side]}
	t.v = &ir.Var{Name: "tile", Type: value.Type(), Kind: ir.Local}
	ir.WalkExpr(value, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && len(r.Base().Elems) > 0 && t.root == nil {
			t.root = r.Base().Var
			t.along = q.along(side, r.Base())
		}
		return t.root == nil
	})
	q.tiles = append(q.tiles, t)
	return t
}

// along says whether elements of memory that follow each other belong to iterations of the sum that do, and not to such rows.
func (q *product) along(side int, r *ir.Ref) bool {
	shape, _ := flatShape(r.Var.Type)
	at := flatIndex(shape, r)
	places := [2][]*dim{q.rows, q.cols}[side]
	return ir.IsVal(coefficient(at, q.loops[len(q.loops)-1].f.Iter), 1) && !ir.IsVal(coefficient(at, places[len(places)-1].f.Iter), 1)
}
