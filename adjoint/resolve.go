package adjoint

import (
	"go/types"
	"slices"
	"sort"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// recomputeCost is the price up to which a value is computed again rather than kept, in units
// of about a floating-point addition: a load and a store of a tape cost about as much.
const recomputeCost = 16

// A resolver decides where each primal value that the reverse sweep reads comes from:
//
//   - it still is where it was, because nothing overwrites it;
//   - it is computed again, because that is cheap and what it is made of can be had;
//   - it is kept in a tape, an array that is addressed by the loops around it.
type resolver struct {
	*reverser
	memo    map[memoKey]ir.Expr
	scalars map[scalarKey]*ir.Ref // values of scalars, by the point since which they hold
	redone  map[ir.Stmt]*ir.Var   // definitions that are computed again
	views   map[*ir.Var]*ir.Var   // views declared again
	rows    map[rowKey]*ir.Var
	cells   map[string]ir.Expr
	conds   map[ir.Stmt]ir.Expr
	// rowsFree makes price take elements that a row would keep for free.
	rowsFree bool
	axes     map[*ir.For]*axes // by innermost loop
	turned   map[*ir.Var]bool  // memory whose slices are other ones at other times, nil before that is asked
}

// A memoKey is the key of a Saved, in a loop that makes rows of adjoints or elsewhere.
type memoKey struct {
	saved  string
	within *ir.For
}

type scalarKey struct {
	c cell
	p point
}

func newResolver(r *reverser) *resolver {
	return &resolver{
		reverser: r, memo: map[memoKey]ir.Expr{}, scalars: map[scalarKey]*ir.Ref{}, redone: map[ir.Stmt]*ir.Var{},
		views: map[*ir.Var]*ir.Var{}, rows: map[rowKey]*ir.Var{}, cells: map[string]ir.Expr{},
		conds: map[ir.Stmt]ir.Expr{}, axes: map[*ir.For]*axes{},
	}
}

// run resolves all values of the reverse sweep: first those that derivatives, subscripts and bounds
// read, in the order of the forward sweep, so that what is made of values already kept is
// computed again; then conditions, which may be kept as one bit.
func (rs *resolver) run() {
	var list []*ir.Saved
	seen := map[string]bool{}
	collect := func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			s, ok := n.(*ir.Saved)
			if !ok {
				return ir.NilTest(n) == nil
			}
			if k := exprKey(s); !seen[k] {
				seen[k] = true
				list = append(list, s)
			}
			return false
		})
	}
	rs.eachReverse(func(s ir.Stmt) {
		if f, ok := s.(*ir.If); ok && rs.mirror[f] != nil || rs.rowLoops[s] != nil {
			return
		}
		ir.Reads(s, collect)
	})
	sort.SliceStable(list, func(i, j int) bool { return rs.sh.order[list[i].At] < rs.sh.order[list[j].At] })
	for _, s := range list {
		rs.value(s)
	}
	rs.eachReverse(func(s ir.Stmt) {
		if f, ok := s.(*ir.If); ok && rs.mirror[f] != nil {
			f.Cond = rs.condition(f, rs.mirror[f].(*ir.If))
		}
	})
	done := map[ir.Stmt]bool{}
	for n := -1; n != len(done); { // resolving may add declarations
		n = len(done)
		rs.eachReverse(func(s ir.Stmt) {
			if !done[s] {
				done[s] = true
				rs.within = rs.rowLoops[s]
				ir.Exprs(s, rs.replace)
				rs.within = nil
			}
		})
	}
}

// eachReverse calls f for each statement of the reverse sweep, prologues included. f may add to
// prologues; what it adds is already resolved and not visited.
func (rs *resolver) eachReverse(f func(ir.Stmt)) {
	var all []ir.Stmt
	ir.Walk(rs.body, func(s ir.Stmt) bool { // in the order of the forward sweep, for stable output
		switch s := s.(type) {
		case *ir.For:
			all = append(all, rs.ofBlock(s.Body)...)
		case *ir.If:
			all = append(all, rs.ofBlock(s.Then)...)
			if s.Else != nil {
				all = append(all, rs.ofBlock(s.Else)...)
			}
		}
		return true
	})
	all = append(all, rs.ofBlock(rs.body)...)
	for _, s := range all {
		f(s)
	}
}

func (rs *resolver) ofBlock(b *ir.Block) []ir.Stmt {
	var list []ir.Stmt
	for _, it := range rs.prologue[b] {
		ir.Walk(it.stmt, func(x ir.Stmt) bool { list = append(list, x); return true })
	}
	if rev := rs.rev[b]; rev != nil {
		for _, s := range rev.Stmts {
			list = append(list, s)
			if f, ok := s.(*ir.If); ok && rs.mirror[f] == nil { // a condition of a rule
				list = append(list, f.Then.Stmts...)
				if f.Else != nil {
					list = append(list, f.Else.Stmts...)
				}
			}
			if f, ok := s.(*ir.For); ok && rs.mirror[f] == nil { // a loop over a seed
				ir.Walk(f.Body, func(x ir.Stmt) bool { list = append(list, x); return true })
			}
		}
	}
	return list
}

// replace puts in e, for every Saved, where its value comes from.
func (rs *resolver) replace(e ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	switch e := e.(type) {
	case *ir.Saved:
		return rs.value(e)
	case *ir.Len:
		return rs.length(e)
	case *ir.Ref:
		return rs.elems(e)
	case *ir.Slice:
		s := &ir.Slice{X: rs.elems(e.X), T: e.T}
		if e.Lo != nil {
			s.Lo = rs.replace(e.Lo)
		}
		if e.Hi != nil {
			s.Hi = rs.replace(e.Hi)
		}
		return s
	case *ir.Unary:
		return &ir.Unary{Op: e.Op, X: rs.replace(e.X)}
	case *ir.Binary:
		if s, ok := ir.NilTest(e).(*ir.Saved); ok {
			return &ir.Binary{Op: e.Op, X: rs.header(s), Y: e.Y, T: e.T}
		}
		return &ir.Binary{Op: e.Op, X: rs.replace(e.X), Y: rs.replace(e.Y), T: e.T}
	case *ir.Convert:
		return &ir.Convert{X: rs.replace(e.X), T: e.T}
	case *ir.Intrinsic:
		c := *e
		c.Args = rs.list(e.Args)
		return &c
	case *ir.Opaque:
		c := *e
		c.Args = rs.list(e.Args)
		return &c
	}
	return e
}

func (rs *resolver) list(args []ir.Expr) []ir.Expr {
	out := make([]ir.Expr, len(args))
	for i, a := range args {
		out[i] = rs.replace(a)
	}
	return out
}

// elems resolves the subscripts of a place.
func (rs *resolver) elems(r *ir.Ref) *ir.Ref {
	q := &ir.Ref{Var: r.Var, T: r.T}
	for _, e := range r.Elems {
		if e.Index != nil {
			e.Index = rs.replace(e.Index)
		}
		q.Elems = append(q.Elems, e)
	}
	return q
}

// length resolves len(x): lengths do not change, but a local may be out of scope.
func (rs *resolver) length(e *ir.Len) ir.Expr {
	if a, ok := e.X.T.Underlying().(*types.Array); ok {
		return ir.Int(a.Len())
	}
	x := rs.elems(e.X)
	v := x.Var
	if v.Kind == ir.Adjoint || v.Kind == ir.Tape || rs.visible(v) {
		return &ir.Len{X: x}
	}
	at := rs.sh.decl[v]
	if a := rs.adj[v]; a != nil && len(x.Elems) == 0 && !rs.inside(at) { // as long, and declared
		return &ir.Len{X: ir.NewRef(a)}
	}
	switch view := v.View.(type) {
	case *ir.Slice:
		if len(x.Elems) == 0 {
			return rs.sliceLen(view, at)
		}
		x.Var = rs.view(v)
		return &ir.Len{X: x}
	case *ir.Ref:
		return rs.length(&ir.Len{X: &ir.Ref{Var: view.Var, Elems: append(savedElems(view, at), e.X.Elems...), T: e.X.T}})
	}
	if a, ok := at.(*ir.Alloc); ok && len(x.Elems) == 0 {
		return rs.replace(saved(a.Len, a))
	}
	// The rows of a slice of slices that is out of scope are as long as those of its adjoint.
	if !ir.HoldsFloats(v.Type) {
		rs.problem(at.Info().Where(), "cannot differentiate: the length of a row of %s is needed outside its scope; declare %s at the start of the function", v.UserName(), v.UserName())
	}
	x.Var = rs.adjVar(v)
	return &ir.Len{X: x}
}

func (rs *resolver) sliceLen(s *ir.Slice, at ir.Stmt) ir.Expr {
	hi := s.Hi
	if hi == nil {
		hi = &ir.Len{X: s.X}
	}
	if s.Lo != nil {
		hi = intDifference(hi, s.Lo)
	}
	return rs.replace(saved(hi, at))
}

// visible says whether local v is in scope all through the reverse sweep of what its scope holds.
func (r *reverser) visible(v *ir.Var) bool {
	d := r.sh.decl[v]
	return d == nil || r.joint[r.sh.pos[d].block] && !r.inside(d)
}

// inside says whether s is inside the loop whose rows get adjoints, while that is resolved.
func (r *reverser) inside(s ir.Stmt) bool {
	return r.within != nil && s != nil && slices.Contains(r.sh.loops(s), r.within)
}

// view returns the view v, declared again in the reverse of its block if it is out of scope.
func (rs *resolver) view(v *ir.Var) *ir.Var {
	if v.Kind == ir.Adjoint || rs.visible(v) {
		return v
	}
	if w := rs.views[v]; w != nil {
		return w
	}
	at := rs.sh.decl[v]
	p := rs.sh.pos[at]
	w := &ir.Var{Name: v.Name, Type: v.Type, Kind: v.Kind, Pos: v.Pos, Obj: v.Obj}
	rs.views[v] = w
	switch x := v.View.(type) {
	case *ir.Ref:
		y := rs.elems(&ir.Ref{Var: x.Var, Elems: savedElems(x, at), T: x.T})
		y.Var = rs.view2(y.Var)
		w.View = y
	case *ir.Slice:
		y := rs.elems(&ir.Ref{Var: x.X.Var, Elems: savedElems(x.X, at), T: x.X.T})
		y.Var = rs.view2(y.Var)
		s := &ir.Slice{X: y, T: x.T}
		if x.Lo != nil {
			s.Lo = rs.replace(saved(x.Lo, at))
		}
		if x.Hi != nil {
			s.Hi = rs.replace(saved(x.Hi, at))
		}
		w.View = s
	}
	rs.addPrologue(p.block, p.index, &ir.Decl{Var: w, Init: w.View})
	return w
}

func (rs *resolver) view2(v *ir.Var) *ir.Var {
	if v.View == nil {
		return v
	}
	return rs.view(v)
}

func savedElems(r *ir.Ref, at ir.Stmt) []ir.Elem {
	elems := append([]ir.Elem(nil), r.Elems...)
	for i := range elems {
		if elems[i].Index != nil {
			elems[i].Index = saved(elems[i].Index, at)
		}
	}
	return elems
}

// condition returns the condition of an If in the reverse sweep: computed again if all it reads
// can be had for nothing, else kept as one bool.
func (rs *resolver) condition(rev, primal *ir.If) ir.Expr {
	if rs.free(primal.Cond, primal, recomputeCost) {
		return rs.replace(rev.Cond)
	}
	negated := exprKey(rev.Cond) != exprKey(saved(primal.Cond, primal))
	kept := rs.conds[primal]
	if kept == nil {
		kept = rs.keepCondition(primal)
		rs.conds[primal] = kept
	}
	if negated {
		return not(kept)
	}
	return kept
}

// keepCondition names the condition before the If and keeps it.
func (rs *resolver) keepCondition(s *ir.If) ir.Expr {
	v := newLocal("cond", s.Cond.Type())
	text := ir.ExprString(s.Cond)
	rs.ins.before[s] = append(rs.ins.before[s], &ir.Decl{Meta: ir.Meta{Pos: s.Pos, Src: s.Src}, Var: v, Init: s.Cond})
	s.Cond = ir.NewRef(v)
	t := rs.keep(v.Name, v.Type, rs.sh.tapeLoops(rs.sh.pos[s].block), s)
	rs.ins.before[s] = append(rs.ins.before[s], &ir.Store{Dst: t.forward, Src: ir.NewRef(v)})
	rs.tapeNote(t, text, rs.posOf(s, v), "the condition reads values that are overwritten")
	return t.reverse
}
