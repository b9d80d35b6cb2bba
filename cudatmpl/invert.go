package cudatmpl

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Sums into places that an index names are gathered through its inverse, the list of iterations for each place, which
// the launcher makes once for the arguments of an Upload:
//
//	for i { g := e(i); x'[idx[i]] += g; y'[i] += g*g }
//
// becomes
//
//	for j { sum := 0; for q in [start[j], start[j+1]) { i := order[q]; g := e(i); sum += g }; x'[j] += sum }
//	for i { g := e(i); y'[i] += g*g }
//
// in place of copies of x' for each thread. The terms of a place are added in the order of the iterations. It is
// allowed where
//
//   - the index is an argument that nothing writes, and its subscript the iterator, so that the inverse is that of
//     the arguments; the number of places and the bounds of the loop depend on arguments alone;
//   - the nest does nothing else with that memory, and what a term reads is as it was before the nest, as for
//     other sums that are gathered.
//
// Where places are so few that each has many terms, the copies are small, and threads with a place each would be few:
// the launcher then runs the nest as it was.
const termsOfPlace = 512

// An inversion is what the launcher knows of an inverse.
type inversion struct {
	index, start, order *ir.Var
	begin, limit        ir.Expr
	places              ir.Expr
}

// invert returns what goes before the nest f without the sums that are gone, and the condition on which f is to run as
// it is; nil if there are no such sums.
func (s *splitter) invert(f *ir.For, targets []*target, gone map[ir.Stmt]bool) (out []ir.Stmt, few ir.Expr) {
	if s.p.atomics {
		return nil, nil
	}
	for _, root := range s.roots(targets) {
		g := &gatherer{splitter: s}
		in := g.inversionOf(f, root, targets)
		if in == nil {
			continue
		}
		nest := g.inverted(in, root)
		if nest == nil || !s.p.free(nest, 1) {
			continue
		}
		list := in.list()
		s.p.inverse[list] = in
		s.p.trusted[in.start], s.p.trusted[in.order] = true, true
		out = append(out, list, nest)
		cond := ir.Bin(token.LSS, ir.Mul(in.places, ir.Int(termsOfPlace)), ir.Sub(in.limit, in.begin))
		if few == nil {
			few = cond
		} else {
			few = ir.Bin(token.LOR, few, cond)
		}
		for _, t := range g.terms {
			gone[t.sum] = true
		}
	}
	return out, few
}

// inversionOf returns the inverse that the sums into root need, which become the terms; nil if they stay.
func (g *gatherer) inversionOf(f *ir.For, root *ir.Var, targets []*target) *inversion {
	if !g.perfect(f) || len(g.loops) != 1 {
		return nil
	}
	var index *ir.Var
	for _, t := range targets {
		place := t.place(g.splitter)
		if place.Var != root {
			continue
		}
		v := g.indexOf(place)
		if v == nil || index != nil && v != index || !g.splits(t) || t.within[len(t.within)-1] != g.body || t.sum.Op != token.ADD && t.sum.Op != token.SUB {
			return nil
		}
		index = v
		g.terms = append(g.terms, &shiftedTerm{sum: t.sum, place: place, ahead: []int64{0}})
	}
	begin, limit := g.span(f)
	places := &ir.Len{X: ir.NewRef(root)}
	if !g.unwritten() || !g.p.ofArguments(begin) || !g.p.ofArguments(limit) || !g.p.ofArguments(places) {
		return nil
	}
	memory := func(name string) *ir.Var {
		return &ir.Var{Name: index.Name + name, Type: types.NewSlice(types.Typ[types.Int]), Kind: ir.Local}
	}
	return &inversion{index, memory("Start"), memory("Order"), begin, limit, places}
}

// indexOf returns the index of a place x[idx[i]], nil if it is none that nothing writes.
func (g *gatherer) indexOf(place *ir.Ref) *ir.Var {
	if s, ok := flatShape(place.Var.Type); !ok || len(s.dims) > 0 || len(place.Elems) != 1 {
		return nil
	}
	r, ok := place.Elems[0].Index.(*ir.Ref)
	if !ok || len(r.Elems) != 1 || r.Elems[0].Index == nil || !ir.Equal(r.Elems[0].Index, ir.NewRef(g.loops[0].Iter)) {
		return nil
	}
	if t, ok := r.Var.Type.Underlying().(*types.Slice); !ok || !types.Identical(t.Elem(), types.Typ[types.Int]) {
		return nil
	}
	if r.Var.Kind != ir.Param || g.p.writes(r.Var) > 0 {
		return nil
	}
	return r.Var
}

// writes counts the statements of the gradient that write v or exchange it.
func (p *plan) writes(v *ir.Var) int {
	n := 0
	ir.Walk(p.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) {
			if r.Base().Var == v {
				n++
			}
		})
		return true
	})
	return n
}

// ofArguments says whether an integer depends on the arguments alone, through numbers between the nests at most.
func (p *plan) ofArguments(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			ok = ok && len(e.X.Elems) == 0 && e.X.Var.View == nil && p.fixedLength(e.X.Var)
			return false
		case *ir.Ref:
			v := e.Var
			init := p.once(v)
			ok = ok && !readsSlice(e) && (v.Kind == ir.Param && p.writes(v) == 0 || init != nil && p.writes(v) == 1 && p.ofArguments(init))
		case *ir.Const, *ir.Binary, *ir.Unary, *ir.Convert:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// readsSlice says whether r is an element of a slice, or a slice.
func readsSlice(r *ir.Ref) bool {
	return isSlice(r.Var.Type) || r.Var.View != nil
}

// once returns the value with which an integer is declared between the nests, outside of all loops and branches.
func (p *plan) once(v *ir.Var) ir.Expr {
	for _, s := range p.body.Stmts {
		if d, ok := s.(*ir.Decl); ok && d.Var == v && v.View == nil {
			return d.Init
		}
	}
	return nil
}

// fixedLength says whether a slice keeps a length that depends on the arguments alone.
func (p *plan) fixedLength(v *ir.Var) bool {
	fixed := v.Home != nil
	ir.Walk(p.body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Swap:
			fixed = fixed && s.A.Var != v && s.B.Var != v
		case *ir.Grow:
			fixed = fixed && s.Var != v
		}
		return true
	})
	if v.Home != nil {
		return fixed
	}
	for _, s := range p.body.Stmts {
		if a, ok := s.(*ir.Alloc); ok && a.Dst.Var == v && len(a.Dst.Elems) == 0 {
			fixed = p.ofArguments(a.Len)
		}
		if s, ok := s.(*ir.Swap); ok && (s.A.Var == v || s.B.Var == v) {
			return false
		}
	}
	return fixed
}

// inverted returns the nest for the terms, nil if one needs what cannot be computed again.
func (g *gatherer) inverted(in *inversion, root *ir.Var) ir.Stmt {
	integer := types.Typ[types.Int]
	first, f := g.terms[0], g.loops[0]
	j := &ir.Var{Name: "place", Type: integer, Kind: ir.Iter}
	q := &ir.Var{Name: "q", Type: integer, Kind: ir.Iter}
	i := &ir.Var{Name: f.Iter.Name, Type: integer, Kind: ir.Local}
	g.iters = []*ir.Var{i}
	sum := &ir.Var{Name: root.Name + "Sum", Type: first.place.T, Kind: ir.Local}
	terms := g.group(first.ahead, sum)
	if terms == nil {
		return nil
	}
	terms = append([]ir.Stmt{&ir.Decl{Var: i, Init: ir.NewRef(in.order).At(ir.NewRef(q))}}, terms...)
	start := ir.NewRef(in.start)
	loop := &ir.For{Iter: q, Begin: start.At(ir.NewRef(j)), Cmp: token.LSS, Limit: start.At(ir.Add(ir.NewRef(j), ir.Int(1))), Step: ir.Int(1), Body: &ir.Block{Stmts: terms}}
	g.p.spread[loop] = []*ir.Var{sum}
	return &ir.For{Iter: j, Begin: ir.Int(0), Cmp: token.LSS, Limit: in.places, Step: ir.Int(1), Body: &ir.Block{Stmts: []ir.Stmt{
		&ir.Decl{Var: sum, Init: ir.Num("0.0", sum.Type)},
		loop,
		&ir.Reduce{Meta: ir.Meta{Pos: first.sum.Pos}, Op: token.ADD, Dst: ir.NewRef(root).At(ir.NewRef(j)), Src: ir.NewRef(sum)},
	}}}
}

// list returns what makes the inverse, as a specification of what the launcher does in its place.
func (in *inversion) list() *ir.Block {
	integer := types.Typ[types.Int]
	j := &ir.Var{Name: "j", Type: integer, Kind: ir.Iter}
	i := &ir.Var{Name: "i", Type: integer, Kind: ir.Iter}
	at := &ir.Var{Name: "at", Type: integer, Kind: ir.Local}
	start, order := ir.NewRef(in.start), ir.NewRef(in.order)
	one := ir.Int(1)
	found := &ir.If{Cond: ir.Bin(token.EQL, ir.NewRef(in.index).At(ir.NewRef(i)), ir.NewRef(j)), Then: &ir.Block{Stmts: []ir.Stmt{
		&ir.Store{Dst: order.At(ir.NewRef(at)), Src: ir.NewRef(i)},
		&ir.Reduce{Op: token.ADD, Dst: ir.NewRef(at), Src: one},
	}}}
	return &ir.Block{Stmts: []ir.Stmt{
		&ir.Alloc{Dst: start, Len: ir.Add(in.places, one), Dirty: true},
		&ir.Alloc{Dst: order, Len: ir.Sub(in.limit, in.begin), Dirty: true},
		&ir.Decl{Var: at, Init: ir.Int(0)},
		&ir.For{Iter: j, Begin: ir.Int(0), Cmp: token.LSS, Limit: in.places, Step: one, Body: &ir.Block{Stmts: []ir.Stmt{
			&ir.Store{Dst: start.At(ir.NewRef(j)), Src: ir.NewRef(at)},
			&ir.For{Iter: i, Begin: in.begin, Cmp: token.LSS, Limit: in.limit, Step: one, Body: &ir.Block{Stmts: []ir.Stmt{found}}},
		}}},
		&ir.Store{Dst: start.At(in.places), Src: ir.NewRef(at)},
	}}
}

// An invertStep makes an inverse, if it is not there from a call before.
type invertStep struct {
	p *plan
	*inversion
	flag string // the field of the launcher that says so
}

// invertStep returns the step for a block that makes an inverse.
func (p *plan) invertStep(in *inversion) step {
	p.buffer(in.start)
	p.buffer(in.order)
	s := &invertStep{p, in, p.fields.fresh(lowerFirst(in.index.Name) + "Inverted")}
	p.inverted = append(p.inverted, s.flag)
	return s
}

func (s *invertStep) uses(f func(any)) {
	s.p.useExpr(s.begin, f)
	s.p.useExpr(s.limit, f)
	s.p.useExpr(s.places, f)
}

func (g *goPrinter) invert(w *writer, s *invertStep) {
	recv := g.launcher.Recv
	w.line("if !%s.%s {", recv, s.flag)
	w.line("run.invert(&dev.%s, &dev.%s, %s, %q, %s, %s, %s)", g.p.buffer(s.start).field, g.p.buffer(s.order).field, g.address(g.p.buffer(s.index)), s.index.Home.String(), g.expr(s.begin), g.expr(s.limit), g.expr(s.places))
	w.line("%s.%s = run.err == nil", recv, s.flag)
	w.line("}")
}
