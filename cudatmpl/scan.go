package cudatmpl

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A loop that passes on a number by steps s = a*s + b runs in parallel all the same: its reverse is such a loop, even
// where it is none itself. Steps compose, so that a scan finds the number at the beginning of each iteration:
//
//	for i { s = x[i]*s + y[i]; z[i] = s*s }
//
// becomes
//
//	for i { A[i] = x[i]; B[i] = y[i] }
//	scan: for k { b := B[k]; B[k] = s; s = A[k]*s + b }
//	for i { t := B[i]; t = x[i]*t + y[i]; z[i] = t*t }
//
// The scan is three launches: one composes the steps of each 256 iterations, one those of these, and one applies them.
// Where a product of factors is not finite, as it may be where the numbers are, the steps are done in order. It is
// allowed where
//
//   - the loop counts up or down by one between bounds that the launcher knows, and s is a number that is declared
//     outside of it; the loop writes it in no branch and no inner loop;
//   - all that is assigned to it, through numbers that the body declares as well, is a*s + b, where a and b do not
//     depend on s;
//   - what a and b read is as it was before the loop: nothing in the iteration writes it before, and the dependence test
//     finds the iterations of the new loops independent, each by itself and in one loop.
//
// Where iterations still depend on each other there may be another such number; they are taken one after the other.
type scanSpec struct {
	a, b, s *ir.Var
	n       ir.Expr
}

// scans replaces loops of a block that is on the host.
func (p *plan) scans(b *ir.Block) bool {
	found := false
	var out []ir.Stmt
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if ok && p.kernel[s] && p.sched[f] == nil {
			if list := p.scan(f); list != nil {
				out, found = append(out, list...), true
				continue
			}
		}
		if !p.kernel[s] {
			ir.Inner(s, func(b *ir.Block) { found = p.scans(b) || found })
		}
		out = append(out, s)
	}
	b.Stmts = out
	return found
}

// scan returns the statements for a loop, nil if it stays.
func (p *plan) scan(f *ir.For) []ir.Stmt {
	up := ir.IsVal(f.Step, 1)
	if f.While != nil || f.Limit == nil || !up && !ir.IsVal(f.Step, -1) || !types.Identical(f.Iter.Type, types.Typ[types.Int]) || !p.hostBounds(f) {
		return nil
	}
	var out []ir.Stmt
	for range 4 {
		list, rest := p.scanOne(f)
		if list == nil {
			return nil
		}
		out = append(out, list...)
		if p.iterationsFree(rest) {
			last := upwards(rest)
			p.ofScan[last] = true
			return append(out, last)
		}
		f = rest
	}
	return nil
}

// upwards returns a loop of which the order does not matter so that it counts up.
func upwards(f *ir.For) *ir.For {
	c := *f
	c.Begin, c.Limit = rangeOf(f)
	c.Cmp, c.Step = token.LSS, ir.Int(1)
	return &c
}

// rangeOf returns the smallest iterator of a loop that counts by one, and the one after the largest.
func rangeOf(f *ir.For) (begin, limit ir.Expr) {
	switch f.Cmp {
	case token.LEQ:
		return f.Begin, ir.Add(f.Limit, ir.Int(1))
	case token.GTR:
		return ir.Add(f.Limit, ir.Int(1)), ir.Add(f.Begin, ir.Int(1))
	case token.GEQ:
		return f.Limit, ir.Add(f.Begin, ir.Int(1))
	}
	return f.Begin, f.Limit
}

// iterationsFree says whether iterations of a loop depend on each other by sums into numbers at most.
func (p *plan) iterationsFree(f *ir.For) bool {
	g := upwards(f)
	for _, body := range []*ir.Block{{Stmts: append(p.sizes(), g)}, {Stmts: []ir.Stmt{g}}} {
		par := adjoint.Schedules(p.grad, body, g)[g]
		if par != nil && par.Halo == 0 {
			return true
		}
	}
	return false
}

// scanOne takes one number out of a loop: it returns the first loop and the scan, and what is left of the loop.
func (p *plan) scanOne(f *ir.For) (list []ir.Stmt, rest *ir.For) {
	for _, s := range p.passedOn(f) {
		st := &stepFinder{body: f.Body, s: s, a: ir.Num("1.0", s.Type), affine: map[*ir.Var]form{}, written: map[*ir.Var]bool{}}
		if !st.find() {
			continue
		}
		if list, rest = p.scanOf(f, st); rest != nil {
			return list, rest
		}
	}
	return nil, nil
}

// passedOn returns the numbers from outside that statements of the body assign, in order.
func (p *plan) passedOn(f *ir.For) []*ir.Var {
	inside := declaredIn(f.Body)
	var list []*ir.Var
	for _, s := range f.Body.Stmts {
		ir.Writes(s, func(r *ir.Ref) {
			if v := r.Var; len(r.Elems) == 0 && v.View == nil && v.Kind != ir.Param && ir.IsFloat(v.Type) && !inside[v] && !slices.Contains(list, v) {
				list = append(list, v)
			}
		})
	}
	return list
}

// scanOf returns the statements for a loop whose step is known, and what is left of the loop, nil if it stays.
func (p *plan) scanOf(f *ir.For, st *stepFinder) ([]ir.Stmt, *ir.For) {
	begin, limit := rangeOf(f)
	slice := types.NewSlice(types.Unalias(st.s.Type))
	spec := &scanSpec{s: st.s, n: ir.Sub(limit, begin),
		a: &ir.Var{Name: st.s.Name + "Factor", Type: slice, Kind: ir.Tape, Pos: st.s.Pos},
		b: &ir.Var{Name: st.s.Name + "State", Type: slice, Kind: ir.Tape, Pos: st.s.Pos}}
	at := ir.Sub(ir.NewRef(f.Iter), f.Begin)
	if ir.IsVal(f.Step, -1) {
		at = ir.Sub(f.Begin, ir.NewRef(f.Iter))
	}
	// The steps.
	it := *f.Iter
	r := &ir.Renamer{Vars: map[*ir.Var]*ir.Var{f.Iter: &it}}
	steps := &ir.For{Meta: f.Meta, Iter: &it, Begin: begin, Cmp: token.LSS, Limit: limit, Step: ir.Int(1)}
	steps.Body = &ir.Block{Stmts: renamed(append(st.needed(),
		&ir.Store{Dst: ir.NewRef(spec.a).At(at), Src: st.a},
		&ir.Store{Dst: ir.NewRef(spec.b).At(at), Src: orZero(st.b, st.s)}), r)}
	// The iterations, with the number as it is at their beginning.
	rest := ir.Clone(f).(*ir.For)
	rest.Par, rest.Jam = nil, 0
	rest.Body.Stmts = withNames(rest.Body.Stmts, st.s, ir.NewRef(spec.b).At(at))
	prune(rest.Body)
	numbers, memory := st.touched(f.Body)
	if numbers || !p.iterationsFree(steps) || memory && !p.iterationsFree(joined(steps, rest)) {
		return nil, nil
	}
	p.ofScan[steps] = true
	block := spec.block()
	p.scanned[block] = spec
	size := ir.Expr(&ir.Intrinsic{Fn: "max", Args: []ir.Expr{spec.n, ir.Int(0)}, T: types.Typ[types.Int]})
	if _, ok := spec.n.(*ir.Len); ok {
		size = spec.n
	}
	return []ir.Stmt{
		&ir.Alloc{Dst: ir.NewRef(spec.a), Len: size, Dirty: true},
		&ir.Alloc{Dst: ir.NewRef(spec.b), Len: size, Dirty: true},
		steps, block}, rest
}

func orZero(e ir.Expr, s *ir.Var) ir.Expr {
	if e == nil {
		return ir.Num("0.0", s.Type)
	}
	return e
}

// withNames returns statements in which each value that a number from outside has gets a name of its own, the first of them
// that which it has before.
func withNames(list []ir.Stmt, v *ir.Var, before ir.Expr) []ir.Stmt {
	fresh := func() *ir.Var {
		t := *v
		t.Kind, t.Home = ir.Local, nil
		return &t
	}
	now := fresh()
	out := []ir.Stmt{&ir.Decl{Var: now, Init: before}}
	for _, s := range list {
		var value ir.Expr
		switch s := s.(type) {
		case *ir.Store:
			if s.Dst.Var == v {
				value = s.Src
			}
		case *ir.Reduce:
			if s.Dst.Var == v {
				value = &ir.Binary{Op: s.Op, X: ir.NewRef(v), Y: s.Src, T: v.Type}
			}
		}
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.Subst(e, v, ir.NewRef(now)) })
			return true
		})
		if value == nil {
			out = append(out, s)
			continue
		}
		value = ir.Subst(value, v, ir.NewRef(now))
		now = fresh()
		out = append(out, &ir.Decl{Meta: *s.Info(), Var: now, Init: value})
	}
	return out
}

// joined returns one loop that does what two do, for the question whether the first may be done before the second. Numbers
// that the second passes on do not matter to the first, and are declared in each iteration.
func joined(steps, rest *ir.For) *ir.For {
	r := &ir.Renamer{Vars: map[*ir.Var]*ir.Var{rest.Iter: steps.Iter}}
	body := clonedList(steps.Body.Stmts)
	inside := declaredIn(rest.Body)
	ir.Walk(rest.Body, func(s ir.Stmt) bool {
		ir.Writes(s, func(w *ir.Ref) {
			if v := w.Var; len(w.Elems) == 0 && v.View == nil && !isSlice(v.Type) && !isArray(v.Type) && !inside[v] && r.Vars[v] == nil {
				body = append(body, &ir.Decl{Var: r.Fresh(v)})
			}
		})
		return true
	})
	c := *steps
	c.Body = &ir.Block{Stmts: append(body, renamed(rest.Body.Stmts, r)...)}
	return &c
}

// block returns what makes the scan, as a specification of what the launcher does in its place.
func (c *scanSpec) block() *ir.Block {
	k := &ir.Var{Name: "k", Type: types.Typ[types.Int], Kind: ir.Iter}
	b := &ir.Var{Name: "b", Type: c.s.Type, Kind: ir.Local}
	a, at, s := ir.NewRef(c.a).At(ir.NewRef(k)), ir.NewRef(c.b).At(ir.NewRef(k)), ir.NewRef(c.s)
	return &ir.Block{Stmts: []ir.Stmt{
		&ir.For{Iter: k, Begin: ir.Int(0), Cmp: token.LSS, Limit: c.n, Step: ir.Int(1), Body: &ir.Block{Stmts: []ir.Stmt{
			&ir.Decl{Var: b, Init: at},
			&ir.Store{Dst: at, Src: s},
			&ir.Store{Dst: s, Src: ir.Bin(token.ADD, ir.Bin(token.MUL, a, s), ir.NewRef(b))},
		}}},
	}}
}
