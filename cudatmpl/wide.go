package cudatmpl

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nest whose iterations each read and write elements of their own, one after the other in memory,
//
//	for i { d := u[i] - obs[i]; s += d*d; u'[i] = a*d }
//
// moves 16 bytes at once: a thread does a group of 2 iterations of numbers of 8 bytes, or 4 of those of 4 bytes
// (wide_print.go). The launcher says how many groups there are: none where iterations are few, or where an address is no
// multiple of 16; the iterations that are left have a thread each. It is allowed, and done, where
//
//   - no thread takes turns with others, has memory of its own, or adds by atomics, and the body has no loops;
//   - each subscript has the iterator of the innermost loop with the factor 1, or is the same for all of its iterations
//     and only read; what it has of the other iterators, and the rest, the launcher knows;
//   - an element is read or written whatever the branches in the body, so that there is memory for all iterations;
//   - what is written is in one place of an iteration alone. Then no other iteration reads or writes it, since the loops
//     run in parallel, and the thread may read it before, and write it after what it does.
type wide struct {
	*gatherer
	dims  []*dim
	parts []*widePart
	body  []ir.Stmt // with elements of parts
	// steps are by how many numbers addresses move, with iterations of the loops around the innermost: all of them
	// multiples of these.
	steps []ir.Expr
}

// A widePart is what a thread reads or writes of memory at once.
type widePart struct {
	at    *ir.Ref // in terms of iterators
	place affine.Poly
	v     *ir.Var // what an iteration has of it
	sure  bool    // whatever the branches
	// loaded says that iterations read what was there before, stored that they write it.
	loaded, stored bool
	// begin is where it begins for the first iteration of the innermost loop, but for such steps.
	begin ir.Expr
}

// wideBytes is what memory moves at once.
const wideBytes = 16

// wideOf returns what the threads of k do of several iterations at once, with the body of their loops; nil if they do
// not.
func (p *plan) wideOf(k *kernel, body *ir.Block) *wide {
	if len(k.private) > 0 || len(k.atomic) > 0 || !withoutLoops(body.Stmts) || p.haloOf(k, body) != nil ||
		slices.ContainsFunc(k.dims, func(d *dim) bool { return d.colors != 1 }) {
		return nil
	}
	w := &wide{gatherer: &gatherer{splitter: p.newSplitter(k.dims[0].f), syms: map[any]affine.Sym{}}, dims: k.dims}
	w.collect(k.dims[0].f, nil, nil, new([]*target))
	for _, d := range k.dims {
		w.loops = append(w.loops, d.f)
	}
	if !w.list(body.Stmts, true) || !w.aligned() {
		return nil
	}
	b := &ir.Block{}
	for _, s := range body.Stmts {
		b.Stmts = append(b.Stmts, w.replaced(s))
	}
	prune(b)
	w.body = b.Stmts
	return w
}

// inner is the innermost loop.
func (w *wide) inner() *ir.For { return w.loops[len(w.loops)-1] }

// numbers is how many iterations are a group.
func (w *wide) numbers() int64 { return wideBytes / sizeOf(w.parts[0].v.Type) }

// list notes what statements read and write, in their order. sure says whether they are always executed. It says whether
// all of it is allowed.
func (w *wide) list(stmts []ir.Stmt, sure bool) bool {
	ok := true
	for _, s := range stmts {
		if d, is := s.(*ir.Decl); is && d.Var.View != nil {
			continue
		}
		ir.Reads(s, func(e ir.Expr) { ok = ok && w.reads(e, sure) })
		_, sum := s.(*ir.Reduce)
		ir.Writes(s, func(r *ir.Ref) { ok = ok && w.writes(r, sum, sure) })
		if b, is := s.(*ir.Block); is {
			ok = ok && w.list(b.Stmts, sure)
			continue
		}
		ir.Inner(s, func(b *ir.Block) { ok = ok && w.list(b.Stmts, false) })
	}
	return ok
}

// reads notes what an expression reads.
func (w *wide) reads(e ir.Expr, sure bool) bool {
	ok := true
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len, *ir.Slice:
			return false
		case *ir.Binary:
			if e.Op == token.LAND || e.Op == token.LOR {
				ok = ok && w.reads(e.X, sure) && w.reads(e.Y, false)
				return false
			}
		case *ir.Ref:
			if len(e.Base().Elems) > 0 {
				t, same := w.part(e)
				if ok = ok && (t != nil || same); t != nil {
					t.loaded = t.loaded || !t.stored
					t.sure = t.sure || sure
				}
				return false
			}
		}
		return ok
	})
	return ok
}

// writes notes what a statement writes; sum says that it adds to it.
func (w *wide) writes(r *ir.Ref, sum, sure bool) bool {
	if len(r.Base().Elems) == 0 {
		return true
	}
	t, _ := w.part(r)
	if t == nil {
		return false
	}
	t.loaded = t.loaded || !t.stored && (sum || !sure)
	t.stored = true
	t.sure = t.sure || sure
	return true
}

// part returns the part that an element belongs to, which is new if it belongs to none yet. It is nil where there can be
// none; same says that the element is the same for all iterations of the innermost loop.
func (w *wide) part(r *ir.Ref) (t *widePart, same bool) {
	b := w.inline(r.Base()).(*ir.Ref)
	shape, flat := flatShape(b.Var.Type)
	if !isSlice(b.Var.Type) || w.inside[b.Var] || !flat || ctype(b.T) != ctype(shape.elem) {
		return nil, false
	}
	at := flatIndex(shape, b)
	if at == nil {
		return nil, false
	}
	place, ok := w.poly(at)
	if !ok {
		return nil, false
	}
	c := place.Coef(w.sym(w.inner().Iter))
	if c.IsZero() {
		use := w.memory[b.Var]
		return nil, !use.stored && !use.added
	}
	if !c.Equal(affine.PolyConst(1)) || slices.ContainsFunc(w.loops, func(f *ir.For) bool { return w.hasIterator(place.Coef(w.sym(f.Iter))) }) {
		return nil, false
	}
	for _, t := range w.parts {
		if t.at.Var == b.Var && t.place.Equal(place) {
			return t, false
		}
	}
	t = &widePart{at: b, place: place, v: &ir.Var{Name: b.Var.Name, Type: b.T, Kind: ir.Local}}
	w.parts = append(w.parts, t)
	return t, false
}

// aligned says whether all parts are there for all iterations, are of one size, and may lie at multiples of 16 bytes.
func (w *wide) aligned() bool {
	if len(w.parts) == 0 {
		return false
	}
	if f := w.inner(); len(w.loops) > 1 && !w.step(ir.Sub(w.inline(f.Limit), w.inline(f.Begin))) {
		return false
	}
	for _, t := range w.parts {
		use := w.memory[t.at.Var]
		alone := !use.stored && !use.added
		if !t.sure || !alone && slices.ContainsFunc(w.parts, func(u *widePart) bool { return u != t && u.at.Var == t.at.Var }) {
			return false
		}
		if size := sizeOf(t.v.Type); size != sizeOf(w.parts[0].v.Type) || size != 4 && size != 8 {
			return false
		}
		t.begin = w.begin(t)
		if n, ok := ir.IntVal(t.begin); ok && n%w.numbers() != 0 || !w.p.hostExpr(t.begin) || !w.moves(t) {
			return false
		}
	}
	return true
}

// begin returns where a part begins.
func (w *wide) begin(t *widePart) ir.Expr {
	at := w.index(t)
	for _, f := range w.loops[:len(w.loops)-1] {
		at = ir.Subst(at, f.Iter, ir.Int(0))
	}
	return ir.MapExpr(ir.Subst(at, w.inner().Iter, w.inline(w.inner().Begin)), fold)
}

func (w *wide) index(t *widePart) ir.Expr {
	shape, _ := flatShape(t.at.Var.Type)
	return flatIndex(shape, t.at)
}

// moves adds the steps of a part. It says whether the launcher knows them.
func (w *wide) moves(t *widePart) bool {
	for _, f := range w.loops[:len(w.loops)-1] {
		if c := coefficient(w.index(t), f.Iter); c == nil || !w.step(ir.MapExpr(c, fold)) {
			return false
		}
	}
	return true
}

// step adds a step, unless it is a multiple of another one.
func (w *wide) step(e ir.Expr) bool {
	if n, ok := ir.IntVal(e); ok {
		return n%w.numbers() == 0
	}
	p, ok := w.poly(e)
	for _, s := range w.steps {
		q, _ := w.poly(s)
		if _, rest := p.Div(q); rest.IsZero() {
			return ok
		}
	}
	w.steps = append(w.steps, e)
	return ok && w.p.hostExpr(e)
}

// replaced returns a statement with elements of parts in place of those of memory.
func (w *wide) replaced(s ir.Stmt) ir.Stmt {
	c := ir.Clone(s)
	element := func(e ir.Expr) ir.Expr {
		if r, ok := e.(*ir.Ref); ok && len(r.Base().Elems) > 0 {
			if t, _ := w.part(r); t != nil {
				return ir.NewRef(t.v)
			}
		}
		return e
	}
	ir.Walk(c, func(s ir.Stmt) bool {
		ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, element) })
		return true
	})
	return c
}
