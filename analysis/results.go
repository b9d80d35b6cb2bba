package analysis

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// What an inlined function returns from several places.
//
// Each return assigns the variables of the results. A slice that all returns return is the result itself. Otherwise it is
// planned for the variable how it is kept, as for others that are assigned in inner blocks: as parts of one memory, see
// [laterRoot], or in memory of its own, to which the elements are copied.

// A pair is a part of a result, and its value at a return.
type pair struct {
	key      varKey
	dst, src *node
}

// pairs appends the parts of a result that are no structs, with what a return gives them.
func (l *lowerer) pairs(list []pair, key varKey, dst, src *node) []pair {
	dst.force()
	src.force()
	switch {
	case dst == src || dst.bad || src.bad:
		return list
	case l.class(dst.typ) != classStruct:
		return append(list, pair{key, dst, src})
	}
	st := dst.typ.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		if name := st.Field(i).Name(); name != "_" {
			list = l.pairs(list, key.at(name), l.field(dst, i), l.field(src, i))
		}
	}
	return list
}

// returnSlice notes what a return gives a slice result that is not kept in a variable. Not ok if the return must assign it.
func (l *lowerer) returnSlice(p pair) bool {
	dst, src := p.dst, p.src
	if l.class(dst.typ) != classSlice || l.assignable(dst) {
		return false
	}
	fr := l.fr
	before := fr.direct[dst]
	if !dst.pending {
		before = dst // a named result
	}
	switch {
	case src.isNil || src.pending:
		l.noteRead(src)
		fr.nils[dst] = true
	case before != nil && sameSlice(before, src):
	case before == nil && declaredOutside(src, fr.entry):
		fr.direct[dst] = src
	default:
		l.planResult(p.key, dst)
	}
	return true
}

// assignable says whether n is a slice variable that each return can assign.
func (l *lowerer) assignable(n *node) bool {
	return n.cur != nil || n.table != nil && l.assignedWhole(n.table)
}

// assignedWhole says whether tb is a variable to which other slices of slices are assigned.
func (l *lowerer) assignedWhole(tb *table) bool {
	return l.tables[tb.key].whole && !tb.view || tb.list != nil && tb.list.later != nil
}

// planResult plans how the slice result n is kept that several places return.
func (l *lowerer) planResult(key varKey, n *node) {
	if !l.planInner(key, n.typ) {
		l.refuseInner(l.fr.call, l.calledBy(key, "result "+key.called("")))
	}
}

// sameSlice says whether a and b are the same slice at the end of a function.
func sameSlice(a, b *node) bool { return a.table != nil && a.table == b.table || sameNode(a, b) }

// declaredOutside says whether all that the slice n is made of is declared in blocks, or outside of the function.
func declaredOutside(n *node, blocks []*ir.Block) bool {
	list := []ir.Expr{n.x}
	if tb := n.table; tb != nil {
		list = []ir.Expr{tb.off}
		if tb.list != nil {
			list = append(list, tb.list.slice(tb.row))
		}
	}
	ok := true
	for _, x := range list {
		ir.WalkExpr(x, func(e ir.Expr) bool {
			if r, isRef := e.(*ir.Ref); isRef {
				ok = ok && declaredAround(r.Var, blocks)
			}
			return ok
		})
	}
	return ok
}

// severalResults are the results of an inlined function after its body.
func (l *lowerer) severalResults(fr *frame, sig *types.Signature) []*node {
	out := make([]*node, len(fr.results))
	for i, r := range fr.results {
		out[i] = l.resultValue(fr, varKey{obj: sig.Results().At(i)}, r, out[:i])
	}
	return out
}

// resultValue is the result n of an inlined function after its body; others are those before it.
func (l *lowerer) resultValue(fr *frame, key varKey, n *node, others []*node) *node {
	n.force()
	switch {
	case n.bad || n.lazy != nil:
		return n
	case l.class(n.typ) == classStruct && n.parts != nil:
		c := &node{typ: n.typ}
		for i, p := range n.parts {
			part := l.resultValue(fr, key.at(n.typ.Underlying().(*types.Struct).Field(i).Name()), p, others)
			c.parts, others = append(c.parts, part), append(others, part)
		}
		return c
	case n.null != nil:
		return l.pointerValue(fr, key, n, others)
	case l.class(n.typ) != classSlice:
		c := *n
		c.fresh = n.x != nil
		return &c
	case l.assignable(n) && !n.pending && (n.block == nil || l.visible(n.block)):
		c := *n
		return &c
	}
	direct := fr.direct[n]
	ways := 0
	for _, way := range []bool{direct != nil, !n.pending, fr.nils[n]} {
		if way {
			ways++
		}
	}
	switch {
	case ways > 1 && n.cur == nil, n.block != nil && !l.visible(n.block):
		l.planResult(key, n)
		return l.dummy(n.typ)
	case direct == nil && n.pending:
		return &node{typ: n.typ, isNil: true}
	case direct == nil:
		direct = n
	}
	if slices.ContainsFunc(others, func(o *node) bool { return sameNode(o, direct) }) {
		return direct
	}
	return l.handedOver(direct)
}

// resultKey is the key of n, if that is a named result of the inlined function at hand.
func (l *lowerer) resultKey(n *node) (varKey, bool) {
	i := slices.Index(l.fr.results, n)
	if i < 0 || l.fr.parent == nil {
		return varKey{}, false
	}
	return varKey{obj: l.fr.Fn.Signature().Results().At(i)}, true
}

// resultOf begins what the user calls a result without a name.
const resultOf = "the result of "

// calledBy is what the user calls what key is the key of; name is that of a variable.
func (l *lowerer) calledBy(key varKey, name string) string {
	if result, ok := l.called[key]; ok {
		return result
	}
	return key.called(name)
}
