package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A reverser builds the reverse sweep. It first builds it with every primal value written as an
// ir.Saved; which values those are is what has to be kept or computed again, and only then does
// the resolver decide for each where it comes from.
type reverser struct {
	*deriver
	sh  *shape
	dep *conflicts
	adj map[*ir.Var]*ir.Var
	// rev is the reverse block of each primal block, from where it begins. For the joint blocks
	// it is what follows the forward statements in the same block.
	rev map[*ir.Block]*ir.Block
	// joint are the blocks whose reverse follows their forward statements directly: the body,
	// the arms of an If that ends a joint block, and the bodies of the loops in a joint block that run
	// together with their reverse. What they declare is in scope in the reverse.
	joint map[*ir.Block]bool
	// prologue are declarations at the start of reverse blocks, by primal block: adjoints
	// of what the block declares, views, values computed again. They keep the primal order.
	prologue map[*ir.Block][]item
	// mirror leads from a reverse For or If to the primal statement.
	mirror map[ir.Stmt]ir.Stmt
	// trips holds the number of iterations of each loop that a condition may end.
	trips map[*ir.For]*ir.Var
	// extent holds the number of elements that each local slice that grows comes to have.
	extent map[*ir.Var]*ir.Var
	// lengths holds the lengths of slices that are swapped with slices of other lengths.
	lengths map[*ir.Var]*ir.Var
	// swaps holds the roots of slices with active elements that are swapped, carried those among them
	// whose adjoints follow them through the forward sweep.
	swaps, carried map[*ir.Var]bool
	ins            inserts
	last           string // the last note, not repeated
	// rowLoops leads from what makes rows of adjoints, in loops of their own, to the loop that makes the rows of
	// the primal. within is that loop while what makes such rows is resolved: what the loop declares is not in
	// scope there, and its reverse, which could declare it again, is another loop.
	rowLoops map[ir.Stmt]*ir.For
	within   *ir.For
	// backward are the statements of the reverse sweep.
	backward map[ir.Stmt]bool
}

// reverse turns d.body into the forward sweep followed by the reverse sweep.
func (d *deriver) reverse() {
	r := &reverser{
		deriver: d, adj: map[*ir.Var]*ir.Var{}, rev: map[*ir.Block]*ir.Block{},
		joint: map[*ir.Block]bool{}, prologue: map[*ir.Block][]item{}, mirror: map[ir.Stmt]ir.Stmt{}, trips: map[*ir.For]*ir.Var{}, swaps: map[*ir.Var]bool{}, carried: map[*ir.Var]bool{}, extent: map[*ir.Var]*ir.Var{}, backward: map[ir.Stmt]bool{}, rowLoops: map[ir.Stmt]*ir.For{},
		ins: inserts{map[ir.Stmt][]ir.Stmt{}, map[ir.Stmt][]ir.Stmt{}, map[ir.Stmt][]ir.Stmt{}},
	}
	r.lengths = d.nameLengths(d.body)
	wideIterators(d.body)
	r.countTrips(d.body)
	r.trackGrowth(d.body)
	if r.findJoint(d.body); d.givenUp() {
		return
	}
	r.look()
	r.splitBody()
	r.look()
	r.bindLeaves()
	r.findSwaps()
	r.jointReverse(d.body)
	if len(d.errs) > 0 {
		return
	}
	newResolver(r).run()
	d.facts.require(r.dep.idx.Relied())
	if len(d.errs) > 0 {
		return
	}
	r.assemble(d.body)
	for _, rb := range r.rev {
		rebindViews(rb)
	}
	if r.joinLoops(); d.givenUp() {
		return
	}
	r.orderLoops()
	d.mergeWinners()
	cleanUp(d)
}

// look takes in the forward sweep as it is now.
func (r *reverser) look() {
	r.sh = newShape(r.body)
	r.sh.fused = r.fused
	if r.dep != nil {
		r.facts.require(r.dep.idx.Relied())
	}
	r.dep = r.newConflicts(r.body)
}

// savedExpr returns e with the values that it had just before statement at.
func (r *reverser) savedExpr(e ir.Expr, at ir.Stmt) ir.Expr { return saved(e, at) }

// saved replaces the outermost references of e by Saved.
func saved(e ir.Expr, at ir.Stmt) ir.Expr {
	sub := func(x ir.Expr) ir.Expr {
		if x == nil {
			return nil
		}
		return saved(x, at)
	}
	switch e := e.(type) {
	case *ir.Ref:
		return &ir.Saved{X: e, At: at}
	case *ir.Len:
		elems := append([]ir.Elem(nil), e.X.Elems...)
		for i := range elems {
			elems[i].Index = sub(elems[i].Index)
		}
		return &ir.Len{X: &ir.Ref{Var: e.X.Var, Elems: elems, T: e.X.T}}
	case *ir.Unary:
		return &ir.Unary{Op: e.Op, X: sub(e.X)}
	case *ir.Binary:
		return &ir.Binary{Op: e.Op, X: sub(e.X), Y: sub(e.Y), T: e.T}
	case *ir.Convert:
		return &ir.Convert{X: sub(e.X), T: e.T}
	case *ir.Intrinsic:
		c := *e
		c.Args = make([]ir.Expr, len(e.Args))
		for i, a := range e.Args {
			c.Args[i] = sub(a)
		}
		return &c
	case *ir.Opaque:
		c := *e
		c.Args = make([]ir.Expr, len(e.Args))
		for i, a := range e.Args {
			c.Args[i] = sub(a)
		}
		return &c
	}
	return e
}

// findJoint marks the blocks whose reverse follows them directly.
func (r *reverser) findJoint(b *ir.Block) {
	r.joint[b] = true
	for _, s := range b.Stmts {
		if f, ok := s.(*ir.For); ok && r.wanted(f) {
			r.fused[f] = true
			r.findJoint(f.Body)
		}
	}
	if s := r.tail(b); s != nil {
		r.findJoint(s.Then)
		if s.Else != nil {
			r.findJoint(s.Else)
		}
	}
}

// tail returns the If that ends joint block b, nil if it ends otherwise.
func (r *reverser) tail(b *ir.Block) *ir.If {
	if n := len(b.Stmts); n > 0 && r.joint[b] {
		if s, ok := b.Stmts[n-1].(*ir.If); ok && !r.extends(s) {
			return s
		}
	}
	return nil
}

// jointReverse builds the reverse of a joint block.
func (r *reverser) jointReverse(b *ir.Block) {
	out := &ir.Block{}
	r.rev[b] = out
	stmts := b.Stmts
	if s := r.tail(b); s != nil {
		r.jointReverse(s.Then)
		if s.Else != nil {
			r.jointReverse(s.Else)
		}
		stmts = stmts[:len(stmts)-1]
	}
	r.stmts(stmts, out)
}

// block builds the reverse of a block that is not joint.
func (r *reverser) block(b *ir.Block) *ir.Block {
	out := &ir.Block{}
	r.rev[b] = out
	r.stmts(b.Stmts, out)
	return out
}

func (r *reverser) stmts(list []ir.Stmt, out *ir.Block) {
	for i := len(list) - 1; i >= 0; i-- {
		r.stmt(list[i], out)
	}
}

// stmt appends the reverse of s to out.
func (r *reverser) stmt(s ir.Stmt, out *ir.Block) {
	n := len(out.Stmts)
	switch s := s.(type) {
	case *ir.Decl:
		if s.Init != nil && s.Var.View == nil {
			r.assign(s, ir.NewRef(s.Var), s.Init, true, out)
		}
	case *ir.Store:
		if _, text := s.Src.(*ir.Opaque); ir.ElemType(s.Dst.T) != nil && !text {
			r.sliceResult(s, out)
		} else {
			r.assign(s, s.Dst, s.Src, false, out)
		}
	case *ir.Reduce:
		r.reduce(s, out)
	case *ir.For:
		if r.fused[s] {
			r.jointReverse(s.Body)
			f := placeOf(s)
			r.mirror[f] = s
			out.Stmts = append(out.Stmts, f)
			return
		}
		if body := r.block(s.Body); len(body.Stmts) > 0 {
			f := r.header(s)
			f.Body = body
			r.mirror[f] = s
			out.Stmts = append(out.Stmts, f)
		}
		return
	case *ir.If:
		r.branch(s, out)
		return
	case *ir.Call:
		r.call(s, out)
	case *ir.Swap:
		r.reverseSwap(s, out)
	}
	if len(out.Stmts) > n {
		r.addNote(out.Stmts[n], s)
	}
	for _, x := range out.Stmts[n:] {
		ir.Walk(x, func(x ir.Stmt) bool { x.Info().Pos = s.Info().Pos; return true })
	}
}

// header returns the loop that runs through the iterations that s ran through, without a body.
func (r *reverser) header(s *ir.For) *ir.For {
	f := &ir.For{Iter: s.Iter, Begin: saved(s.Begin, s), Cmp: s.Cmp, Step: saved(s.Step, s)}
	switch s.Form {
	case ir.ThreeClause:
	case ir.ClearLoop: // what is cleared has an adjoint that is cleared
		f.Form = ir.ClearLoop
	default:
		f.Form = ir.Range
	}
	n := r.trips[s]
	if n == nil {
		f.Limit = saved(s.Limit, s)
		return f
	}
	ran := ir.Expr(&ir.Saved{X: ir.NewRef(n), At: s, After: true})
	if !types.Identical(s.Iter.Type, n.Type) {
		ran = &ir.Convert{X: ran, T: s.Iter.Type}
	}
	f.Limit = ir.Add(f.Begin, ir.Mul(ran, f.Step))
	switch s.Cmp {
	case token.LEQ:
		f.Cmp = token.LSS
	case token.GEQ:
		f.Cmp = token.GTR
	}
	return f
}

// countTrips makes each loop that a condition may end count its iterations.
func (r *reverser) countTrips(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		ir.Inner(s, r.countTrips)
		if f, ok := s.(*ir.For); ok && f.While != nil {
			n := &ir.Var{Name: "trips", Type: types.Typ[types.Int], Kind: ir.Local}
			r.trips[f] = n
			out = append(out, &ir.Decl{Var: n, Init: ir.Int(0)})
			count := &ir.Reduce{Op: token.ADD, Dst: ir.NewRef(n), Src: ir.Int(1)}
			f.Body.Stmts = append([]ir.Stmt{count}, f.Body.Stmts...)
		}
		out = append(out, s)
	}
	b.Stmts = out
}

// addNote says on a reverse statement which primal statement it begins the adjoint of.
func (r *reverser) addNote(first, primal ir.Stmt) {
	note := r.note("adjoint", primal.Info())
	if note != r.last {
		first.Info().Note = note
		r.last = note
	}
}

func (r *reverser) branch(s *ir.If, out *ir.Block) {
	then := r.block(s.Then)
	var els *ir.Block
	if s.Else != nil {
		els = r.block(s.Else)
		if len(els.Stmts) == 0 {
			els = nil
		}
	}
	cond := saved(s.Cond, s)
	switch {
	case len(then.Stmts) == 0 && els == nil:
		return
	case len(then.Stmts) == 0:
		cond, then, els = not(cond), els, nil
	}
	f := &ir.If{Cond: cond, Then: then, Else: els}
	r.mirror[f] = s
	out.Stmts = append(out.Stmts, f)
}

// not negates a condition; comparisons of integers turn around.
func not(e ir.Expr) ir.Expr {
	switch x := e.(type) {
	case *ir.Unary:
		if x.Op == token.NOT {
			return x.X
		}
	case *ir.Binary:
		turned := map[token.Token]token.Token{token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR}
		if op, ok := turned[x.Op]; ok && ir.IsInt(x.X.Type()) {
			return &ir.Binary{Op: op, X: x.X, Y: x.Y, T: x.T}
		}
		if x.Op == token.EQL || x.Op == token.NEQ { // exact for floats too: NaN != NaN
			op := token.NEQ
			if x.Op == token.NEQ {
				op = token.EQL
			}
			return &ir.Binary{Op: op, X: x.X, Y: x.Y, T: x.T}
		}
	}
	return &ir.Unary{Op: token.NOT, X: e}
}
