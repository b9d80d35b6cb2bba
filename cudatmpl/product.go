package cudatmpl

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nest in which each thread has a sum of what products of matrices add up,
//
//	for i { for j { z := e; for k { z += A[i,k] * B[k,j] }; ... z ... } }
//
// reads each element of A once for each j, and each of B once for each i. It becomes two kernels: that of nests
// (frame.go), and one whose blocks do tiles of 64 x 64 sums and bring what these need of A and B into shared memory,
// for 16 values of k at a time (product_print.go). The launcher takes the second where there are sums enough. Each
// sum has the same terms in the same order, k from its first value on, as in the first.
//
// A and B stand for parts of the terms, whatever memory they read: each reads what the loops i and k select, or what k
// and j select. Either of i, j and k may be several loops, as those of a convolution are; loops that both parts depend
// on count the products. It is allowed where
//
//   - the threads are iterations of at least two loops, none of them takes turns with others, and none
//     has memory of its own;
//   - the loops k stand in each other, count up in steps of 1, and their bounds are the same for all threads; in
//     front of them and after them there is no loop, and what is declared in front of them is not used any more, but for z,
//     integers that only depend on others, and views;
//   - each part of a term depends on i or on j, and so does each operand of the conditions of branches between the loops k,
//     which read no memory;
//   - the subscripts of all that the terms read are linear in i, j and k;
//   - the nest writes nothing that the terms read. Memory of different names does not overlap, which launchers demand of
//     their callers.
type product struct {
	nest *splitter
	sum  *ir.Var // z
	// decls are the declarations of integers and views in front of the loops, before the other statements there: z
	// gets its value, unless that is 0.
	decls, before []ir.Stmt
	loops         []*dim
	adds          []*ir.Reduce
	after         []ir.Stmt
	// dims are the loops whose iterations are the threads, in order; those of batch count the products.
	dims              []*dim
	batch, rows, cols []*dim
	// either holds the loops that one side may depend on: batch and rows, or batch and cols.
	either [2]map[*ir.Var]bool
	guards [2]ir.Expr
	tiles  []*tile
}

// A tile is a part of the terms of 64 rows or columns, for 16 iterations of the loops of the sum.
type tile struct {
	side  int     // 0 for rows, 1 for columns
	v     *ir.Var // stands for the element that a thread uses
	value ir.Expr // of an element
	guard ir.Expr // without which there is no value, nil if there always is one
	root  *ir.Var // of memory that is read, for the name
	along bool    // neighbouring threads load for neighbouring iterations of the sum, not for neighbouring rows
}

// maxTiles is how many tiles a kernel has at most: a block has 48 KiB of shared memory.
const maxTiles = 4

// productOf returns the product that the threads of k compute, with the body of their loops; nil if it is none.
func (p *plan) productOf(k *kernel, body *ir.Block) *product {
	if len(k.dims) < 2 || len(k.private) > 0 || len(k.scratch) > 0 || len(k.atomic) > 0 ||
		slices.ContainsFunc(k.dims, func(d *dim) bool { return d.colors != 1 }) {
		return nil
	}
	q := &product{nest: p.newSplitter(k.dims[0].f), dims: k.dims}
	q.nest.collect(k.dims[0].f, nil, nil, new([]*target))
	if !q.statements(body) || !q.sides() || !q.split() {
		return nil
	}
	return q
}

// statements finds the parts of the body of a thread.
func (q *product) statements(body *ir.Block) bool {
	at := slices.IndexFunc(body.Stmts, func(s ir.Stmt) bool { _, ok := s.(*ir.For); return ok })
	if at < 0 || !q.inner(&ir.Block{Stmts: body.Stmts[at : at+1]}) {
		return false
	}
	declared := false
	own := map[*ir.Var]bool{}
	for _, s := range body.Stmts[:at] {
		d, ok := s.(*ir.Decl)
		switch {
		case ok && d.Var == q.sum:
			if declared = true; d.Init != nil && !isZero(d.Init) {
				q.before = append(q.before, &ir.Store{Meta: d.Meta, Dst: ir.NewRef(q.sum), Src: d.Init})
			}
			continue
		case ok && q.inlines(d):
			q.decls = append(q.decls, d)
			continue
		case ok:
			own[d.Var] = true
		}
		q.before = append(q.before, s)
	}
	q.after = body.Stmts[at+1:]
	for _, s := range q.after {
		for v := range own {
			declared = declared && !touches(s, v)
		}
	}
	return declared && withoutLoops(q.before) && withoutLoops(q.after)
}

// isZero says whether e is the constant 0.
func isZero(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Val != nil && constant.Sign(c.Val) == 0
}

// withoutLoops says whether statements are about numbers and elements of memory alone.
func withoutLoops(list []ir.Stmt) bool {
	ok := true
	for _, s := range list {
		ir.Walk(s, func(s ir.Stmt) bool {
			switch s.(type) {
			case *ir.Decl, *ir.Store, *ir.Reduce, *ir.If, *ir.Block:
			default:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// inlines says whether what d declares can be replaced by its value.
func (q *product) inlines(d *ir.Decl) bool {
	return d.Var.View != nil || ir.IsInt(d.Var.Type) && d.Init != nil && q.nest.writes[d.Var] == 1 && !readsMemory(d.Init)
}

// inner finds the loops of the sum, with the branches between them, and what they add.
func (q *product) inner(b *ir.Block) bool {
	for i, s := range b.Stmts {
		last := i == len(b.Stmts)-1
		switch s := s.(type) {
		case *ir.Decl:
			if !q.inlines(s) {
				return false
			}
		case *ir.For:
			return last && q.loop(s)
		case *ir.If:
			return last && s.Else == nil && q.guard(s.Cond) && q.inner(s.Then)
		case *ir.Reduce:
			if len(q.loops) == 0 || len(s.Dst.Elems) > 0 || q.sum != nil && q.sum != s.Dst.Var || s.Op != token.ADD && s.Op != token.SUB || !ir.IsFloat(s.Dst.T) {
				return false
			}
			q.sum, q.adds = s.Dst.Var, append(q.adds, s)
		default:
			return false
		}
	}
	return len(q.adds) > 0
}

// loop adds a loop of the sum.
func (q *product) loop(f *ir.For) bool {
	if f.While != nil || f.Limit == nil || f.Cmp != token.LSS || !ir.IsVal(f.Step, 1) || !types.Identical(f.Iter.Type, types.Typ[types.Int]) {
		return false
	}
	begin, limit := q.nest.inline(f.Begin), q.nest.inline(f.Limit)
	if q.varies(begin) || q.varies(limit) || readsMemory(begin) || readsMemory(limit) {
		return false
	}
	fixed := *f
	fixed.Begin, fixed.Limit = begin, limit
	q.loops = append(q.loops, &dim{&fixed, 1})
	return q.inner(f.Body)
}

// varies says whether e depends on what the nest declares, iterators included.
func (q *product) varies(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok {
			found = found || q.nest.local(r.Base().Var)
		}
		return !found
	})
	return found
}

// guard notes a branch between the loops. Until the sides are known it is all kept in one place.
func (q *product) guard(cond ir.Expr) bool {
	if cond = q.nest.inline(cond); readsMemory(cond) {
		return false
	}
	if q.guards[0] != nil {
		cond = ir.Bin(token.LAND, q.guards[0], cond)
	}
	q.guards[0] = cond
	return true
}

// sides finds out which loops the parts of the terms depend on: those of the two largest sets.
func (q *product) sides() bool {
	var sets []map[*ir.Var]bool
	ok := true
	for _, e := range q.terms() {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if r, is := e.(*ir.Ref); is {
				if !q.usable(r) {
					ok = false
				}
				if len(r.Base().Elems) > 0 {
					sets = append(sets, q.threads(r))
				}
			}
			return ok
		})
	}
	if !ok {
		return false
	}
	largest := slices.DeleteFunc(slices.Clone(sets), func(a map[*ir.Var]bool) bool {
		return slices.ContainsFunc(sets, func(b map[*ir.Var]bool) bool { return len(b) > len(a) && includes(b, a) })
	})
	for _, a := range largest {
		if q.either[0] == nil {
			q.either[0] = a
		} else if !same(q.either[0], a) && q.either[1] == nil {
			q.either[1] = a
		} else if !same(q.either[0], a) && !same(q.either[1], a) {
			return false
		}
	}
	if q.either[1] == nil {
		return false
	}
	return q.sort()
}

// terms returns what the sums add, and the condition of the branches.
func (q *product) terms() []ir.Expr {
	var out []ir.Expr
	for _, a := range q.adds {
		out = append(out, q.nest.inline(a.Src))
	}
	if q.guards[0] != nil {
		out = append(out, q.guards[0])
	}
	return out
}

// usable says whether a term may read r: an iterator, a number that is the same for all threads, or memory that the nest
// does not write.
func (q *product) usable(r *ir.Ref) bool {
	b := r.Base()
	v := b.Var
	use := q.nest.memory[v]
	switch {
	case q.nest.isIterator(v):
		return true
	case q.nest.inside[v] || use.stored || use.added:
		return false
	case len(b.Elems) == 0:
		return !isSlice(v.Type)
	}
	shape, flat := flatShape(v.Type)
	if !isSlice(v.Type) || !flat {
		return false
	}
	at := flatIndex(shape, b)
	if at == nil {
		return false
	}
	for _, d := range slices.Concat(q.dims, q.loops) {
		if coefficient(at, d.f.Iter) == nil {
			return false
		}
	}
	return true
}

// threads returns the iterators of threads that e depends on.
func (q *product) threads(e ir.Expr) map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	for _, d := range q.dims {
		if mentions(e, map[*ir.Var]bool{d.f.Iter: true}) {
			out[d.f.Iter] = true
		}
	}
	return out
}

func includes(a, b map[*ir.Var]bool) bool {
	for v := range b {
		if !a[v] {
			return false
		}
	}
	return true
}

func same(a, b map[*ir.Var]bool) bool { return len(a) == len(b) && includes(a, b) }

// sort tells rows from columns: neighbouring threads have neighbouring columns, so that these are those of the
// side that the innermost loop is on.
func (q *product) sort() bool {
	for _, d := range slices.Backward(q.dims) {
		a, b := q.either[0][d.f.Iter], q.either[1][d.f.Iter]
		if a != b {
			if a {
				q.either[0], q.either[1] = q.either[1], q.either[0]
			}
			break
		}
	}
	for _, d := range q.dims {
		switch a, b := q.either[0][d.f.Iter], q.either[1][d.f.Iter]; {
		case a && !b:
			q.rows = append(q.rows, d)
		case b && !a:
			q.cols = append(q.cols, d)
		default:
			q.batch = append(q.batch, d)
		}
	}
	for _, d := range q.batch { // where nothing depends on a loop, both sides may
		q.either[0][d.f.Iter], q.either[1][d.f.Iter] = true, true
	}
	return len(q.rows) > 0 && len(q.cols) > 0
}
