package cudatmpl

import (
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A sum over the rows of a matrix for each of its columns, as the adjoint of what all rows have in common is,
//
//	for j { sum := 0; for i { sum += g[i*n+j] }; b'[j] += sum }
//
// has its terms far apart in memory, and those of the next sum beside them. Lanes of a warp that share a sum would each
// read another row: instead, a block does 32 sums at once, 8 threads for each, whose warps each read a part of one row.
// They add up in shared memory what they have. Where there are still few threads, several blocks have a part of the rows
// each, and a second launch adds up what they leave. With many sums there is a thread for each.
//
// It is done where lanes may share the sums (kernel.go), a row adds one term to each, the launcher knows how many rows
// there are, and more of what the terms read lies side by side for neighbouring sums than for neighbouring terms. The
// order in which a sum is added up depends on sizes alone.
//
// Where it is the other way round, as in sums over a row, lanes of a warp share each sum of many terms, however many sums
// there are.
type columns struct {
	f     *ir.For // over the rows
	parts []*columnPart
}

// A columnPart is the memory in which blocks leave their part of a sum.
type columnPart struct {
	v     *ir.Var // the sum
	field string
}

// Keys of parameters.
type (
	rowsKey struct{}
	doneKey struct{}
	sumsKey struct{ v *ir.Var }
)

// shareSums decides how threads share the sums of k, if they may.
func (p *plan) shareSums(k *kernel) {
	f := k.spread
	if f == nil || !p.hostExpr(f.Begin) || !p.hostExpr(f.Limit) {
		return
	}
	s := p.newSplitter(k.dims[0].f)
	s.collect(k.dims[0].f, nil, nil, new([]*target))
	inside := map[*ir.Var]bool{}
	for _, d := range k.dims {
		inside[d.f.Iter] = true
	}
	if begin, limit := s.inline(f.Begin), s.inline(f.Limit); mentions(begin, inside) || mentions(limit, inside) {
		return
	}
	switch sums, terms := s.strides(f.Body, k.dims[len(k.dims)-1].f.Iter), s.strides(f.Body, f.Iter); {
	case terms < sums:
		k.along = true
	case sums < terms && len(k.sums) == 0 && withoutLoops(f.Body.Stmts):
		k.columns = &columns{f: f}
		for _, v := range p.spread[f] {
			k.columns.parts = append(k.columns.parts, &columnPart{v, p.fields.fresh(lowerFirst(v.Name) + "Parts")})
		}
	}
}

// strides returns how many elements a body reads that do not lie side by side in memory, nor are the same, for values of
// an iterator that follow each other.
func (s *splitter) strides(b *ir.Block, it *ir.Var) int {
	n := 0
	count := func(e ir.Expr) bool {
		r, ok := e.(*ir.Ref)
		if !ok || len(r.Base().Elems) == 0 {
			return true
		}
		at := s.inline(r.Base()).(*ir.Ref)
		shape, flat := flatShape(at.Var.Type)
		if !flat || !isSlice(at.Var.Type) {
			return true
		}
		if c := coefficient(flatIndex(shape, at), it); c != nil && !ir.IsVal(c, 0) && !ir.IsVal(c, 1) {
			n++
		}
		return true
	}
	ir.Walk(b, func(st ir.Stmt) bool {
		ir.Reads(st, func(e ir.Expr) { ir.WalkExpr(e, count) })
		return true
	})
	return n
}
