package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nest whose iterations read the same memory a few places apart, as stencils and their reverses do,
//
//	for i { for j { v[i,j] = u[i-1,j] + u[i+1,j] + u[i,j-1] + u[i,j+1] - 4*u[i,j] } }
//
// gets a second kernel, whose blocks do 8 x 32 iterations of the two innermost loops, and bring what these read of u into
// shared memory first, with a halo as wide as the places are apart (halo_print.go). The launcher takes it where
// there are that many iterations. It is allowed, and done, where
//
//   - the threads are iterations of at least two loops, none of them takes turns with others, none has memory of its
//     own, and their body has no loops;
//   - the nest does not write u, of which at least haloReads elements are read whose subscripts differ by fixed numbers of
//     iterations of the two loops, at most haloWidth.
//
// An element of the tile is that of memory with the same subscript, whether or not an iteration reads it: only where there
// is memory. So what is read is what would be read without a tile, whatever the branches in the body.
type halo struct {
	*gatherer
	dims  []*dim
	tiles []*haloTile
	body  []ir.Stmt // with elements of tiles
}

const (
	haloReads = 4
	haloWidth = 8
)

// A haloTile is memory that is read a few places apart.
type haloTile struct {
	first *ir.Ref // what is read with no distance, in terms of iterators
	coef  []affine.Poly
	rest  affine.Poly
	reads []*haloRead
	// low and high are the least and the largest distances, in iterations of the two innermost loops.
	low, high [2]int64
}

// A haloRead is what is read at a distance, which v stands for.
type haloRead struct {
	at [2]int64
	v  *ir.Var
}

// haloOf returns the tiles with halos for the threads of k, with the body of their loops; nil if there are none.
func (p *plan) haloOf(k *kernel, body *ir.Block) *halo {
	if len(k.dims) < 2 || len(k.private) > 0 || len(k.scratch) > 0 || len(k.atomic) > 0 || !withoutLoops(body.Stmts) ||
		slices.ContainsFunc(k.dims, func(d *dim) bool { return d.colors != 1 }) {
		return nil
	}
	h := &halo{gatherer: &gatherer{splitter: p.newSplitter(k.dims[0].f), syms: map[any]affine.Sym{}}, dims: k.dims}
	h.collect(k.dims[0].f, nil, nil, new([]*target))
	for _, d := range k.dims {
		h.loops = append(h.loops, d.f)
	}
	for _, s := range body.Stmts {
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Reads(s, h.note)
			return true
		})
	}
	h.tiles = slices.DeleteFunc(h.tiles, func(t *haloTile) bool {
		return len(t.reads) < haloReads || t.high[0]-t.low[0] > haloWidth || t.high[1]-t.low[1] > haloWidth
	})
	if len(h.tiles) == 0 || len(h.tiles) > maxTiles {
		return nil
	}
	for _, s := range body.Stmts {
		h.body = append(h.body, h.replaced(s))
	}
	return h
}

// note notes what an expression reads.
func (h *halo) note(e ir.Expr) {
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len, *ir.Slice:
			return false
		case *ir.Ref:
			if t, at, ok := h.read(e); ok {
				t.add(at)
			}
		}
		return true
	})
}

func (t *haloTile) add(at [2]int64) {
	if t.at(at) != nil {
		return
	}
	t.reads = append(t.reads, &haloRead{at, &ir.Var{Name: t.first.Var.Name, Type: t.first.T, Kind: ir.Local}})
	for i, n := range at {
		t.low[i], t.high[i] = min(t.low[i], n), max(t.high[i], n)
	}
}

func (t *haloTile) at(at [2]int64) *haloRead {
	for _, r := range t.reads {
		if r.at == at {
			return r
		}
	}
	return nil
}

// read returns the tile that an element of memory belongs to, which is new if it belongs to none yet, and its distance.
func (h *halo) read(r *ir.Ref) (t *haloTile, at [2]int64, ok bool) {
	if len(r.Base().Elems) == 0 {
		return nil, at, false
	}
	b := h.inline(r.Base()).(*ir.Ref)
	if use := h.memory[b.Var]; !isSlice(b.Var.Type) || h.inside[b.Var] || use.stored || use.added {
		return nil, at, false
	}
	shape, flat := flatShape(b.Var.Type)
	if !flat || ctype(b.T) != ctype(shape.elem) {
		return nil, at, false
	}
	coef, rest, ok := h.linear(flatIndex(shape, b))
	if !ok {
		return nil, at, false
	}
	for _, t := range h.tiles {
		if t.first.Var == b.Var && slices.EqualFunc(coef, t.coef, affine.Poly.Equal) {
			if at, ok := h.distance(coef, rest.Sub(t.rest)); ok {
				return t, at, true
			}
		}
	}
	t = &haloTile{first: b, coef: coef, rest: rest}
	h.tiles = append(h.tiles, t)
	return t, at, true
}

// linear returns the factors of the iterators in a subscript, and the rest.
func (h *halo) linear(at ir.Expr) (coef []affine.Poly, rest affine.Poly, ok bool) {
	if at == nil {
		return nil, rest, false
	}
	if rest, ok = h.poly(at); !ok {
		return nil, rest, false
	}
	for _, f := range h.loops {
		c := rest.Coef(h.sym(f.Iter))
		if c.IsZero() || h.hasIterator(c) {
			return nil, rest, false
		}
		coef = append(coef, c)
		rest = rest.Subst(h.sym(f.Iter), affine.Poly{})
	}
	return coef, rest, true
}

// distance returns by how many iterations of the two innermost loops alone places differ.
func (h *halo) distance(coef []affine.Poly, d affine.Poly) (at [2]int64, ok bool) {
	h.coef = coef
	all, ok := h.solve(d)
	n := len(all)
	if !ok || slices.ContainsFunc(all[:n-2], func(n int64) bool { return n != 0 }) {
		return at, false
	}
	return [2]int64(all[n-2:]), true
}

// replaced returns a statement with elements of tiles in place of those of memory.
func (h *halo) replaced(s ir.Stmt) ir.Stmt {
	c := ir.Clone(s)
	change := func(e ir.Expr) ir.Expr {
		r, ok := e.(*ir.Ref)
		if !ok {
			return e
		}
		n := len(h.tiles)
		t, at, ok := h.read(r)
		h.tiles = h.tiles[:n]
		if !ok || t.at(at) == nil {
			return e
		}
		return ir.NewRef(t.at(at).v)
	}
	ir.Walk(c, func(s ir.Stmt) bool {
		ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, change) })
		return true
	})
	return c
}
