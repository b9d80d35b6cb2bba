package depend

import (
	"go/token"
	"maps"
	"slices"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Index lists the accesses of body: a whole function, or a part of it. Vars that are declared
// outside are memory that is there on entry; a loop around body counts as standing still. The facts
// are conditions that hold on entry, such as n >= 1 or ld >= n; of them, comparisons of integers,
// conjunctions of such and the predicates of package ir are understood. See [Accesses.Using].
//
// Index the whole function rather than a part where that is possible: of a view, or a local,
// that is declared outside body only its root is known.
func Index(body *ir.Block, facts ...ir.Expr) *Accesses {
	syms := &symbols{byKey: map[string]affine.Sym{}}
	c := newCensus(body, syms)
	b := &builder{
		compiler: compiler{census: c, syms: syms, env: map[*ir.Var]binding{}, ids: map[*ir.Var]int{}, sc: &scope{}},
		x: &Accesses{
			byStmt: map[ir.Stmt][]*Access{}, loops: c.loops, syms: syms,
			memo: map[question]answer{}, proofs: map[claim]bool{}, reaches: map[string]*reach{},
		},
		declared: map[*ir.Var]*loop{},
	}
	b.at = -1 // before all writes
	for _, f := range facts {
		b.know(f)
	}
	b.block(body)
	return b.x
}

// A builder walks the block in textual order.
type builder struct {
	compiler
	x *Accesses
	// declared holds the Vars that are declared in the block, with the loop around.
	declared map[*ir.Var]*loop
	undo     []saved
}

type saved struct {
	v     *ir.Var
	old   binding
	bound bool
}

// bind records what is known of v until the end of the block at hand.
func (b *builder) bind(v *ir.Var, k binding) {
	old, ok := b.env[v]
	b.undo = append(b.undo, saved{v, old, ok})
	b.env[v] = k
}

// leave forgets the bindings made since the undo list had length mark.
func (b *builder) leave(mark int) {
	for _, s := range slices.Backward(b.undo[mark:]) {
		if s.bound {
			b.env[s.v] = s.old
		} else {
			delete(b.env, s.v)
		}
	}
	b.undo = b.undo[:mark]
}

func (b *builder) block(s *ir.Block) {
	mark, outer := len(b.undo), b.sc
	for _, t := range s.Stmts {
		b.stmt(t)
	}
	b.leave(mark)
	b.sc = outer
}

func (b *builder) stmt(s ir.Stmt) {
	b.at = b.seq[s]
	if s, ok := s.(*ir.Block); ok {
		b.block(s)
		return
	}
	b.reads(s)
	b.writes(s)
	switch s := s.(type) {
	case *ir.Decl:
		b.decl(s)
	case *ir.Alloc:
		b.alloc(s)
	case *ir.For:
		b.loop(s)
	case *ir.If:
		b.cond(s)
	}
}

func (b *builder) decl(s *ir.Decl) {
	if s.Var.View != nil {
		loc, n := b.viewOf(s.Var.View)
		b.bind(s.Var, binding{view: &loc, length: n})
		return
	}
	var k binding
	if ir.IsInt(s.Var.Type) && b.assignedOnce(s.Var) {
		k.value = &affine.Poly{}
		if s.Init != nil {
			p := b.poly(s.Init)
			k.value = &p
		}
	}
	b.bind(s.Var, k)
}

func (b *builder) alloc(s *ir.Alloc) {
	if len(s.Dst.Elems) > 0 {
		return
	}
	var k binding
	if b.madeOnce(s.Dst.Var) {
		p := b.poly(s.Len)
		k.length = &p
	}
	b.bind(s.Dst.Var, k)
}

func (b *builder) loop(s *ir.For) {
	l := b.loops[s]
	it := affine.PolySym(l.iter)
	facts := b.bounds(s, l, it)
	mark, outer := len(b.undo), b.sc
	l.before = b.compiler
	l.before.env = maps.Clone(b.env)
	b.bind(s.Iter, binding{value: &it})
	b.sc = outer.with(facts...)
	b.sc.loop, b.sc.loops = l, append(outer.loops[:len(outer.loops):len(outer.loops)], s)
	b.block(s.Body)
	b.leave(mark)
	b.sc = outer
}

// bounds returns what holds for the iterator in the body.
func (b *builder) bounds(s *ir.For, l *loop, it affine.Poly) []fact {
	past := it.Sub(b.poly(s.Begin))
	if !l.up {
		past = past.Scale(-1)
	}
	facts := []fact{{p: past}}
	if s.Limit != nil {
		room := b.poly(s.Limit).Sub(it)
		if !l.up {
			room = room.Scale(-1)
		}
		if s.Cmp == token.LSS || s.Cmp == token.GTR {
			room = room.Plus(-1)
		}
		facts = append(facts, fact{p: room})
	}
	step := b.poly(s.Step)
	if !l.up {
		step = step.Scale(-1)
	}
	if _, ok := step.Const(); !ok {
		facts = append(facts, fact{p: step.Plus(-1)})
	}
	if l.step > 1 {
		k := affine.PolySym(b.syms.fresh("step", l))
		facts = append(facts, fact{p: past.Sub(k.Scale(l.step)), eq: true})
	}
	return facts
}

// rises says whether the iterator of a loop grows.
func rises(s *ir.For) bool { return s.Cmp == token.LSS || s.Cmp == token.LEQ }

func (b *builder) cond(s *ir.If) {
	yes, no := b.assume(s.Cond, true), b.assume(s.Cond, false)
	outer := b.sc
	b.sc = b.given(outer, yes).in(arm{s, true})
	b.block(s.Then)
	if s.Else != nil {
		b.sc = b.given(outer, no).in(arm{s, false})
		b.block(s.Else)
	}
	b.sc = outer
	// What stands after a guard is executed only if the guard let pass.
	switch {
	case ir.Ends(s.Then):
		b.sc = b.given(outer, no)
	case ir.Ends(s.Else):
		b.sc = b.given(outer, yes)
	}
}

// given returns s with what a condition says. That p is not 0 helps where p is known not to be
// negative or not to be positive: i != j below j <= i is i > j.
func (b *builder) given(s *scope, facts []fact) *scope {
	for _, f := range facts {
		if !f.ne {
			s = s.with(f)
		}
	}
	for _, f := range facts {
		if !f.ne {
			continue
		}
		sys, p := &affine.System{}, b.syms.linear(f.p)
		for _, k := range b.syms.close(b.syms.constraints(s.facts), p) {
			k.addTo(sys)
		}
		switch {
		case sys.Implies(p):
			s = s.with(fact{p: f.p.Plus(-1)})
		case sys.Implies(p.Neg()):
			s = s.with(fact{p: f.p.Scale(-1).Plus(-1)})
		}
	}
	return s
}

// reads records the accesses of the expressions that s evaluates.
func (b *builder) reads(s ir.Stmt) {
	d, isDecl := s.(*ir.Decl)
	view := isDecl && d.Var.View != nil
	ir.Reads(s, func(e ir.Expr) {
		if view { // only the subscripts are values
			ir.Children(e, func(c ir.Expr) {
				if r, ok := c.(*ir.Ref); ok && !scalar(r.T) {
					b.under(s, c)
				} else {
					b.expr(s, c)
				}
			})
			return
		}
		b.expr(s, e)
	})
}

// expr records what e reads.
func (b *builder) expr(s ir.Stmt, e ir.Expr) {
	switch e := e.(type) {
	case *ir.Len: // the length is no element
		b.under(s, e.X)
	case *ir.Saved: // a value of the past
		b.under(s, e.X)
	case *ir.Ref:
		b.under(s, e)
		if v := e.Var; v.Kind != ir.Iter {
			b.add(s, e, b.at, false)
		}
	default:
		b.under(s, e)
	}
}

// under records what the parts of e read.
func (b *builder) under(s ir.Stmt, e ir.Expr) {
	ir.Children(e, func(c ir.Expr) { b.expr(s, c) })
}

func (b *builder) writes(s ir.Stmt) {
	_, reduce := s.(*ir.Reduce)
	for i, r := range places(s) {
		switch d := s.(type) {
		case *ir.Decl:
			b.declared[d.Var] = b.sc.loop
		case *ir.Alloc:
			if len(d.Dst.Elems) == 0 {
				b.declared[d.Dst.Var] = b.sc.loop
			}
		case *ir.Exec:
			if d.Define && i < len(d.Results) {
				b.declared[r.Var] = b.sc.loop
			}
		}
		b.add(s, r, b.at+1+i, true).Reduce = reduce
	}
}

func (b *builder) add(s ir.Stmt, r *ir.Ref, seq int, write bool) *Access {
	loc := b.locate(r)
	a := &Access{Ref: r.Base(), src: r, Write: write, Stmt: s, Loops: b.sc.loops, seq: seq, scope: b.within(r), path: loc.path}
	a.local, a.declared = b.declared[loc.root], hasKey(b.declared, loc.root)
	b.x.All = append(b.x.All, a)
	b.x.byStmt[s] = append(b.x.byStmt[s], a)
	return a
}

// within returns the scope with what a subscript of a view says: it is below the length of the view, not only
// in the memory that the view lies in. So row[k] with row := x[i*n:(i+1)*n] is in row i, whatever k is.
func (b *builder) within(r *ir.Ref) *scope {
	n := b.env[r.Var].length
	if r.Var.View == nil || n == nil || len(r.Elems) == 0 || r.Elems[0].Index == nil {
		return b.sc
	}
	i := b.poly(r.Elems[0].Index)
	return b.sc.with(fact{p: i}, fact{p: n.Sub(i).Plus(-1)})
}

func hasKey[K comparable, V any](m map[K]V, k K) bool {
	_, ok := m[k]
	return ok
}
