package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// rotate lowers a statement that belongs to a rotation. Not ok if it does not.
func (l *lowerer) rotate(s ast.Stmt) bool {
	r := l.rotationsOf(l.fr)[s]
	if r == nil {
		return false
	}
	if s != r.stmts[0] {
		return true // the first has done it
	}
	var text []string
	for _, s := range r.stmts {
		text = append(text, l.head(s))
	}
	l.cur.Src = strings.Join(text, "; ")
	if r.also != nil {
		l.assignStmt(r.also)
	}
	for _, e := range r.cuts {
		l.assignOne(e.X, e, false)
	}
	at := make([]*node, len(r.places))
	for i, e := range r.places {
		at[i] = l.place(e)
	}
	if l.exchange(at, r.from) || l.permuteRows(at, r.from) {
		return true
	}
	if l.refuseExchange(r, at) || l.growTogether(at) || l.ownLikeOthers(at) {
		return true
	}
	src := make([]*node, len(at))
	for i, k := range r.from {
		src[i] = at[k]
		l.replan(r.places[i], at[i], r.places[k])
	}
	l.turning = true
	l.assign(at, src, s.Pos())
	l.turning = false
	return true
}

// growTogether plans one memory for variables that change places and of which one grows by append: each has room of its own
// there, and an exchange moves no elements. Not ok if there is nothing to plan.
func (l *lowerer) growTogether(at []*node) bool {
	if l.replanned || !slices.ContainsFunc(at, func(n *node) bool { return n.cur != nil && n.cur.table == nil && (n.cur.grows || n.cur.room != nil) }) {
		return false
	}
	var keys []varKey
	for _, n := range at {
		key := l.variableOf(n)
		if key == (varKey{}) || !l.copyable(n.typ) {
			return false
		}
		keys = append(keys, key)
	}
	for _, key := range keys {
		if !l.tables[key].grow {
			l.tables[key], l.replanned = tablePlan{own: true, grow: true}, true
		}
		if a, b := l.sharing(key), l.sharing(keys[0]); a != b {
			l.shares[a], l.replanned = b, true
		}
	}
	return l.replanned
}

// ownLikeOthers plans memory of their own for the variables of at where another has it, so that elements are exchanged. Not ok if
// there is nothing to plan.
func (l *lowerer) ownLikeOthers(at []*node) bool {
	if !slices.ContainsFunc(at, func(n *node) bool { return n.cur != nil && n.cur.mem != nil && n.cur.table == nil }) {
		return false
	}
	for _, n := range at {
		r := n.ref()
		if r == nil || len(r.Elems) > 0 || r.Var.Kind != ir.Local || r.Var.View != nil {
			continue
		}
		if l.planOwn(l.variableOf(n), n.typ) {
			return true
		}
	}
	return false
}

// exchange makes place i refer to the slice that place from[i] referred to. Not ok if that is not
// a matter of exchanging whole slices.
func (l *lowerer) exchange(at []*node, from []int) bool {
	refs := make([]*ir.Ref, len(at))
	for i, n := range at {
		r := n.ref()
		if r == nil || n.cur != nil || n.bad || r.Var.View != nil && len(r.Elems) == 0 {
			return false
		}
		if refs[i] = r.Base(); !types.Identical(r.T, at[0].typ) {
			return false
		}
	}
	if !exchangeable(refs) || l.moved(refs) {
		return false
	}
	slots, ok := l.slotsOf(refs)
	if !ok {
		return false
	}
	l.different(refs)
	now := make([]int, len(at)) // which slice each place refers to
	for i := range now {
		now[i] = i
	}
	for i, want := range from {
		for j := range now {
			if now[j] == want && j != i {
				l.alike(refs[i], refs[j])
				l.emit(&ir.Swap{A: refs[i], B: refs[j]})
				l.exchanged(slots, refs[i], refs[j])
				now[i], now[j] = now[j], now[i]
				break
			}
		}
	}
	return true
}

// turned lowers an assignment of a call that returns the slices of the places that it is assigned to, in another order: they
// are exchanged, or planned as parts of one slice if they are that. Not ok if it is something else.
func (l *lowerer) turned(exprs []ast.Expr, to, from []*node) bool {
	var places, others, values []*node
	var given []*ir.Ref
	for i, n := range to {
		switch r := from[i].ref(); {
		case n.bad || from[i].bad:
			return false
		case l.class(n.typ) != classSlice:
			if d := n.ref(); d == nil || len(d.Elems) > 0 {
				return false
			}
			others, values = append(others, n), append(values, from[i])
		case n.cur != nil || n.ref() == nil || r == nil || from[i].cur != nil || from[i].table != nil:
			return false
		default:
			places, given = append(places, n), append(given, r)
		}
	}
	var order []int
	for _, r := range given {
		k := slices.IndexFunc(places, func(n *node) bool { return samePart(partOf(n.ref()), partOf(r)) })
		if k < 0 || slices.Contains(order, k) {
			return false
		}
		order = append(order, k)
	}
	if len(order) < 2 {
		return false
	}
	for i, v := range values {
		values[i] = l.kept(v)
	}
	if !l.exchange(places, order) {
		return l.planTurn(exprs)
	}
	l.assign(others, values, l.cur.Pos)
	return true
}

// planTurn plans that the variables among exprs change places. Not ok if that is planned already.
func (l *lowerer) planTurn(exprs []ast.Expr) bool {
	planned := false
	for _, e := range exprs {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok || l.class(l.typeOf(e)) != classSlice {
			continue
		}
		if key := (varKey{obj: l.info().ObjectOf(id)}); !l.rotated[key] {
			l.rotated[key], l.replanned, planned = true, true, true
		}
	}
	return planned
}

// samePart says whether two slices are the same part of the same memory.
func samePart(p, q part) bool {
	same := func(x, y ir.Expr) bool { return x == nil && y == nil || x != nil && y != nil && ir.Equal(x, y) }
	return ir.Equal(p.root, q.root) && same(p.lo, q.lo) && same(p.hi, q.hi)
}

// exchangeable says whether the slices at refs, different places in storage, can change places: all are
// variables of the function's own, or all lie in memory of its own, or the caller sees all of them change.
func exchangeable(refs []*ir.Ref) bool {
	var args, own, rows, seen int
	for i, r := range refs {
		switch {
		case swappable(r):
			own++
			if r.Var.Kind == ir.Param {
				args++
			}
			for _, o := range refs[:i] {
				if o.Var == r.Var && len(o.Elems) == 0 {
					return false
				}
			}
		case follows(r.Elems):
			return false
		case r.Var.Kind == ir.Local:
			rows++
		case r.Var.Kind == ir.Param && !inOwnArray(r.Var):
			seen++
		default:
			return false
		}
	}
	return own+rows == len(refs) && (args == 0 || rows == 0) || seen == len(refs)
}

// moved says whether a subscript of one of the places reads one of them.
func (l *lowerer) moved(refs []*ir.Ref) bool {
	for _, r := range refs {
		for _, i := range r.Indices() {
			for _, o := range refs {
				if l.mayRead(i, o) {
					return true
				}
			}
		}
	}
	return false
}

// refuseExchange reports an exchange of slices that do not stay in one place each: of which the caller sees some elsewhere
// afterwards, or of arguments and rows. It says whether it is one.
func (l *lowerer) refuseExchange(r *rotation, at []*node) bool {
	seen, own, arg, row := "", "", "", ""
	var lies *ir.Ref // what is seen
	for i, n := range at {
		name := l.head(r.places[i])
		x := n.ref()
		switch {
		case n.bad || x == nil && n.cur == nil && n.table == nil:
			return false
		case n.cur != nil || n.table != nil:
			own = name
		case x.Base().Var.Kind == ir.Param && !swappable(x.Base()):
			seen, lies = name, x
		case x.Base().Var.Kind == ir.Param:
			own, arg = name, name
		case len(x.Base().Elems) > 0:
			own, row = name, name
		default:
			own = name
		}
	}
	switch {
	case seen != "" && own != "":
		l.refuse(r.stmts[0].Pos(), "exchange of "+seen+" and "+own, callerSees(seen, lies), "exchange their elements, or copy them")
	case arg != "" && row != "":
		l.refuse(r.stmts[0].Pos(), "exchange of "+arg+" and "+row, "the adjoint of argument "+arg+" cannot become that of a row", "exchange their elements, or copy "+arg+" to a slice of its own")
	default:
		return false
	}
	return true
}

// callerSees says why the slice r, which the user calls name, cannot be another one: it lies in memory of the caller, or in an
// array that has its adjoint there.
func callerSees(name string, r *ir.Ref) string {
	if inOwnArray(r.Base().Var) {
		return "it lies in an array that is passed by value, and whose slices have their adjoints in the places where the caller has them"
	}
	return "the caller sees " + name + " refer to other memory then, whose adjoint it does not have"
}

// inOwnArray says whether what is in the parameter v is in an array that is passed by value.
func inOwnArray(v *ir.Var) bool {
	_, array := v.Type.Underlying().(*types.Array)
	return array && v.Home.Own()
}

// alike makes the program panic where slices that are about to be exchanged differ in length: what is
// generated takes it that the slices in memory, and those of slices of slices, keep their lengths.
//
// The adjoints of variables of the function's own change places with them. Where the caller sees the exchange, they stay.
func (l *lowerer) alike(a, b *ir.Ref) {
	if len(a.Elems) == 0 && len(b.Elems) == 0 && !ir.HoldsSlices(a.T) && (swappable(a) && swappable(b) || !ir.HoldsFloats(a.T)) {
		return
	}
	n := len(l.blk.Stmts)
	l.sameLength(a, b)
	l.unlike[l.blk.Stmts[n]] = lengthTest{a, b, l.blk.Stmts[n:len(l.blk.Stmts):len(l.blk.Stmts)]}
}

func (l *lowerer) sameLength(a, b *ir.Ref) {
	differ := ir.Bin(token.NEQ, &ir.Len{X: a}, &ir.Len{X: b})
	l.panicWhere(differ, "slices of different lengths are exchanged: "+l.cur.Src, true)
	if !ir.HoldsSlices(a.T) {
		return
	}
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: l.cur.Pos}
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: &ir.Len{X: a}, Step: ir.Int(1), Form: ir.Range}
	f.Body = l.in(func() { l.sameLengths(a.At(ir.NewRef(i)), b.At(ir.NewRef(i))) })
	l.emit(f)
}

// sameLengths is sameLength for all slices in two elements.
func (l *lowerer) sameLengths(a, b *ir.Ref) {
	switch u := a.T.Underlying().(type) {
	case *types.Slice:
		l.sameLength(a, b)
	case *types.Array:
		if ir.HoldsSlices(u) {
			for k := range u.Len() {
				l.sameLengths(a.At(ir.Int(k)), b.At(ir.Int(k)))
			}
		}
	case *types.Struct:
		for f := range u.Fields() {
			l.sameLengths(a.Sel(f), b.Sel(f))
		}
	}
}

// swappable says whether r is a slice variable of the function's own: memory of a local slice, or a
// parameter or a field of one, which the caller does not see change.
func swappable(r *ir.Ref) bool {
	if r == nil || len(r.Elems) > 0 || r.Var.View != nil {
		return false
	}
	switch r.Var.Kind {
	case ir.Local:
		return true
	case ir.Param:
		return r.Var.Home.Own()
	}
	return false
}
