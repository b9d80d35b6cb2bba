package cudatmpl

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Nests that run over the same iterations become one kernel, which reads what both need once:
//
//	for i in [0, n) { x'[i] += y'[i] * a }
//	for i in [1, n-1) { k'[i] += y'[i] * d[i] }
//
// becomes
//
//	for i in [0, n) { x'[i] += y'[i] * a; if i >= 1 && i < n-1 { k'[i] += y'[i] * d[i] } }
//
// Their loops may stand in another order, and begin and end some iterations apart. It is allowed where
//
//   - each thread finds what it would have found: no iteration of the one writes what another iteration of the
//     other reads or writes, which is so if the dependence test finds the iterations of the whole independent;
//   - the statements between the two touch nothing of the first, and go before it, or nothing of the second, and
//     come after it.
//
// Nests with scratch memory, with copies for each thread, or whose sums lanes share, stay as they are.
type fuser struct {
	p *plan
	// sched holds schedules of the loops that fusing made.
	sched map[*ir.For]*ir.Par
}

// A nestForm is a nest that can be fused with others.
type nestForm struct {
	cond  ir.Expr // of the launcher's branch around it, nil if there is none
	loops []*ir.For
	body  []ir.Stmt // of the innermost
	sums  []*ir.Var
	parts []*ir.For // the nests that it was made of
}

// fuseNests fuses what can be fused in a body that is cut.
func (p *plan) fuseNests() {
	u := &fuser{p: p, sched: map[*ir.For]*ir.Par{}}
	u.block(p.body)
	p.clearLess(p.body)
	p.sched = schedules(p.grad, p.body)
	for f, par := range u.sched {
		if p.sched[f] == nil {
			p.sched[f] = par
		}
	}
	p.cut()
}

// block fuses the nests of a block that is on the host.
func (u *fuser) block(b *ir.Block) {
	var list []ir.Stmt
	for _, s := range b.Stmts {
		list = append(list, s)
		if u.p.kernel[s] || u.p.special(s) {
			continue
		}
		ir.Inner(s, u.block)
		if f, ok := s.(*ir.For); ok {
			list = append(list, u.rotate(f)...)
		}
	}
	b.Stmts = list
	for i := 0; i < len(b.Stmts); i++ {
		for j := i + 1; j < len(b.Stmts); j++ {
			before, nest, after := u.pair(b.Stmts[i : j+1])
			if nest == nil {
				continue
			}
			b.Stmts = slices.Concat(b.Stmts[:i], before, []ir.Stmt{nest}, after, b.Stmts[j+1:])
			i += len(before)
			j = i
		}
	}
}

// special says whether s is the specification of something that the launcher does.
func (p *plan) special(s ir.Stmt) bool {
	b, ok := s.(*ir.Block)
	return ok && (p.inverse[b] != nil || p.scanned[b] != nil)
}

// pair fuses the first and the last of a list of statements. It returns the nest, nil if there is none, and the statements
// that go before and after it.
func (u *fuser) pair(list []ir.Stmt) (before []ir.Stmt, nest ir.Stmt, after []ir.Stmt) {
	a, b := u.form(list[0]), u.form(list[len(list)-1])
	if a == nil || b == nil {
		return nil, nil, nil
	}
	before, after, ok := ir.Around(list)
	if !ok {
		return nil, nil, nil
	}
	if nest = u.fuse(a, b); nest != nil {
		return before, nest, after
	}
	if most, resets := u.resets(b); resets != nil {
		if nest = u.fuse(a, most); nest != nil {
			return before, nest, append([]ir.Stmt{resets}, after...)
		}
	}
	return nil, nil, nil
}

// form returns the form of a statement, nil if it is no nest that can be fused.
func (u *fuser) form(s ir.Stmt) *nestForm {
	n := &nestForm{}
	if branch, ok := s.(*ir.If); ok && !u.p.kernel[s] && branch.Else == nil && len(branch.Then.Stmts) == 1 {
		n.cond, s = branch.Cond, branch.Then.Stmts[0]
	}
	f, ok := s.(*ir.For)
	if !ok || !u.p.kernel[s] || u.p.sched[f] == nil {
		return nil
	}
	for _, v := range u.p.sched[f].Sums {
		if isSlice(v.Type) || isArray(v.Type) {
			return nil
		}
	}
	n.sums = u.p.sched[f].Sums
	n.parts = u.p.partsOf(f)
	var body *ir.Block
	n.loops, body = u.p.parallelLoops(f, n.sums)
	n.body = body.Stmts
	ir.Walk(f, func(s ir.Stmt) bool {
		_, scratch := s.(*ir.Alloc)
		g, loop := s.(*ir.For)
		ok = ok && !scratch && !(loop && u.p.spread[g] != nil)
		return ok
	})
	for _, g := range n.loops {
		if g.While != nil || g.Limit == nil || g.Cmp != token.LSS || !ir.IsVal(g.Step, 1) || u.p.sched[g].Halo > 0 || !types.Identical(g.Iter.Type, types.Typ[types.Int]) {
			return nil
		}
	}
	if !ok {
		return nil
	}
	return n
}

// parallelLoops returns the loops of a nest whose iterations can be threads, and the body of the innermost, in front of
// which stand the declarations that it passed: loops that hold all that is done and can run in parallel as well.
func (p *plan) parallelLoops(f *ir.For, sums []*ir.Var) ([]*ir.For, *ir.Block) {
	inside := map[*ir.Var]bool{f.Iter: true}
	loops := []*ir.For{f}
	var decls []ir.Stmt
	for len(loops) < 4 {
		g, before := onlyLoop(f.Body)
		if g == nil {
			break
		}
		par := p.sched[g]
		for _, d := range before {
			inside[d.(*ir.Decl).Var] = true
		}
		if par == nil || !subset(par.Sums, sums) || mentions(g.Begin, inside) || mentions(g.Limit, inside) {
			break
		}
		inside[g.Iter] = true
		decls = append(decls, before...)
		loops = append(loops, g)
		f = g
	}
	return loops, &ir.Block{Meta: f.Body.Meta, Stmts: append(decls, f.Body.Stmts...)}
}

// fuse returns the nest of both, nil if there is none.
func (u *fuser) fuse(a, b *nestForm) ir.Stmt {
	if len(a.loops) != len(b.loops) {
		return nil
	}
	var nest *ir.For
	permutations(b.loops, func(loops []*ir.For) bool {
		h := u.hull(a.loops, loops)
		if h == nil {
			return true
		}
		inner := u.build(a, b, loops, h)
		if u.keep(inner, slices.Concat(a.sums, b.sums)) {
			nest = inner[0]
		}
		return nest == nil
	})
	if nest == nil {
		return nil
	}
	u.p.parts[nest] = slices.Concat(a.parts, b.parts)
	return nest
}

// permutations calls f with the orders of list, the given one first, until it returns false.
func permutations(list []*ir.For, f func([]*ir.For) bool) {
	var visit func(n int, list []*ir.For) bool
	visit = func(n int, list []*ir.For) bool {
		if n == len(list) {
			return f(list)
		}
		for i := n; i < len(list); i++ {
			c := slices.Clone(list)
			c[n], c[i] = c[i], c[n]
			if !visit(n+1, c) {
				return false
			}
		}
		return true
	}
	visit(0, list)
}

// A span is where a loop begins and ends.
type span struct{ begin, limit ir.Expr }

// hull returns the smallest ranges that hold those of both, loop by loop, nil if it is not known which they are.
func (u *fuser) hull(a, b []*ir.For) []span {
	var out []span
	for i, f := range a {
		g := b[i]
		begin, ok1 := u.p.constantDifference(f.Begin, g.Begin)
		limit, ok2 := u.p.constantDifference(f.Limit, g.Limit)
		if !ok1 || !ok2 {
			return nil
		}
		s := span{f.Begin, f.Limit}
		if begin > 0 {
			s.begin = g.Begin
		}
		if limit < 0 {
			s.limit = g.Limit
		}
		out = append(out, s)
	}
	return out
}

// build makes the nest: the loops of a with the ranges h, and both bodies, each in its own range.
func (u *fuser) build(a, b *nestForm, order []*ir.For, h []span) (loops []*ir.For) {
	first := guarded(a.cond, u.within(a.loops, h, a.loops), a.body)
	r := &ir.Renamer{Vars: map[*ir.Var]*ir.Var{}}
	for i, g := range order {
		r.Vars[g.Iter] = a.loops[i].Iter
	}
	second := guarded(b.cond, u.within(order, h, a.loops), renamed(b.body, r))
	body := &ir.Block{Stmts: append(clonedList(first), second...)}
	for i, f := range slices.Backward(a.loops) {
		g := &ir.For{Meta: f.Meta, Iter: f.Iter, Begin: h[i].begin, Cmp: token.LSS, Limit: h[i].limit, Step: ir.Int(1), Body: body}
		loops = append(loops, g)
		body = &ir.Block{Stmts: []ir.Stmt{g}}
	}
	slices.Reverse(loops)
	return loops
}

// within returns the condition that iterations of loops with the ranges h are iterations of the given loops, nil if all
// are. as are the loops whose iterators are used.
func (u *fuser) within(loops []*ir.For, h []span, as []*ir.For) ir.Expr {
	var cond ir.Expr
	for i, f := range loops {
		it := ir.NewRef(as[i].Iter)
		if d, _ := u.p.constantDifference(f.Begin, h[i].begin); d != 0 {
			cond = both(cond, ir.Bin(token.GEQ, it, f.Begin))
		}
		if d, _ := u.p.constantDifference(f.Limit, h[i].limit); d != 0 {
			cond = both(cond, ir.Bin(token.LSS, it, f.Limit))
		}
	}
	return cond
}

// both returns the conjunction of conditions, of which nil is none.
func both(a, b ir.Expr) ir.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	if x, ok := b.(*ir.Binary); ok && x.Op == token.LAND {
		return both(both(a, x.X), x.Y)
	}
	return ir.Bin(token.LAND, a, b)
}

// guarded returns a list of statements that is executed on two conditions, of which nil is none.
func guarded(a, b ir.Expr, list []ir.Stmt) []ir.Stmt {
	cond := both(a, b)
	if cond == nil {
		return list
	}
	return []ir.Stmt{&ir.If{Cond: cond, Then: &ir.Block{Stmts: list}}}
}

func clonedList(list []ir.Stmt) []ir.Stmt {
	return ir.CloneBlock(&ir.Block{Stmts: list}).Stmts
}

// keep makes a kernel of a nest whose loops, the outermost first, run in parallel without copies and turns, and add to
// sums alone. It says whether they do.
func (u *fuser) keep(loops []*ir.For, sums []*ir.Var) bool {
	nest := loops[0]
	sizes := &ir.Block{Stmts: append(u.p.sizes(), nest)}
	for _, b := range []*ir.Block{sizes, {Stmts: []ir.Stmt{nest}}} {
		found := adjoint.Schedules(u.p.grad, b, loops...)
		if slices.ContainsFunc(loops, func(f *ir.For) bool {
			par := found[f]
			return par == nil || par.Halo > 0 || !subset(par.Sums, sums)
		}) {
			continue
		}
		for _, f := range loops {
			u.sched[f], u.p.sched[f] = found[f], found[f]
		}
		u.p.kernel[nest] = true
		return true
	}
	return false
}
