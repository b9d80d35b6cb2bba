package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Slots are the slice variables that an inlined function exchanges, of which some are parameters. Those stand for
// variables of the caller, which must not see the exchange: at the end of the function each gets back the
// slice that it had. Which one each variable has meanwhile is counted by integers.
type slots struct {
	refs  []*ir.Ref
	has   []*ir.Ref // the index in refs of the variable whose slice each has
	block *ir.Block // the body of the function
}

func (s *slots) index(v *ir.Var) int {
	if s == nil {
		return -1
	}
	return slices.IndexFunc(s.refs, func(r *ir.Ref) bool { return r.Var == v })
}

// slot makes the slice variable obj of fr, declared with the value val, stand for the variable that val is all
// of, as one of the slots of fr. It returns nil where the function does not exchange it, or may see it otherwise.
func (l *lowerer) slot(fr *frame, obj types.Object, val *node) *node {
	r := val.ref()
	if fr == nil || !fr.apart || obj == nil || r == nil || val.cur != nil || !swappable(r) || fr.slots.index(r.Var) >= 0 {
		return nil
	}
	if p := l.planOf(fr, obj); !p.swaps || p.moves || p.grows {
		return nil
	}
	if fr.slots == nil {
		fr.slots = &slots{block: l.blk}
	}
	if fr.slots.block != l.blk {
		return nil
	}
	s := fr.slots
	s.has = append(s.has, ir.NewRef(l.position(obj.Name()+"Has", ir.Int(int64(len(s.refs))))))
	s.refs = append(s.refs, r)
	return &node{typ: l.typ(obj.Type()), x: r}
}

// slotsOf returns the slots among which all of refs are, nil if none is a slot. Not ok if only some are.
func (l *lowerer) slotsOf(refs []*ir.Ref) (s *slots, ok bool) {
	for fr := l.fr; fr != nil; fr = fr.parent {
		found := 0
		for _, r := range refs {
			if fr.slots.index(r.Var) >= 0 {
				found++
			}
		}
		if found > 0 {
			return fr.slots, found == len(refs)
		}
	}
	return nil, true
}

// exchanged notes that two of the slots have been exchanged.
func (l *lowerer) exchanged(s *slots, a, b *ir.Ref) {
	if s == nil {
		return
	}
	x, y := s.has[s.index(a.Var)], s.has[s.index(b.Var)]
	l.assign([]*node{leaf(x), leaf(y)}, []*node{leaf(y), leaf(x)}, l.cur.Pos)
}

// giveBack emits what gives each of the slots of fr the slice back that it had.
func (l *lowerer) giveBack(fr *frame) {
	if fr.slots == nil {
		return
	}
	s := fr.slots
	for i := range s.refs {
		for k := i + 1; k < len(s.refs); k++ {
			has := ir.Bin(token.EQL, s.has[k], ir.Int(int64(i)))
			l.emit(&ir.If{Cond: has, Then: l.in(func() {
				back := &ir.Swap{A: s.refs[i], B: s.refs[k]}
				l.backs[back] = true
				l.emit(back)
				l.emit(&ir.Store{Dst: s.has[k], Src: s.has[i]})
			})})
		}
	}
}

// ownResults are the results of fr with what they read in variables, before slices are given back. A slice that is a
// slot, or a part of one, is refused.
func (l *lowerer) ownResults(fr *frame, vals []*node) []*node {
	if fr.slots == nil {
		return vals
	}
	out := make([]*node, len(vals))
	for i, v := range vals {
		if l.readsSlot(fr.slots, v) {
			l.refuse(fr.call, "call of "+fr.Fn.Name(), "it returns one of the slices that it exchanges", "copy the elements of the result to a slice of its own")
			v = l.dummy(v.typ)
		}
		out[i] = l.kept(v)
	}
	return out
}

// readsSlot says whether n is a slice or a pointer into memory of a slot, or holds one.
func (l *lowerer) readsSlot(s *slots, n *node) bool {
	n.force()
	if n.to != nil && l.readsSlot(s, n.to) || slices.ContainsFunc(n.parts, func(p *node) bool { return l.readsSlot(s, p) }) {
		return true
	}
	switch x := n.x.(type) {
	case *ir.Ref:
		c := l.class(n.typ)
		return (c == classSlice || c == classPointer) && s.index(x.Var.Root()) >= 0
	case *ir.Slice:
		return s.index(x.X.Var.Root()) >= 0
	}
	return false
}

// apart says whether a function can reach slices that are passed to it as arguments in no other way than by
// parameters that are slices: not through pointers or functions, and not, for a literal, as variables
// around it.
func (l *lowerer) apart(fr *frame, lit *ast.FuncLit, args []*node) bool {
	for _, a := range args {
		if a != nil && (a.fn != nil || holdsPointer(a.typ, 0)) {
			return false
		}
	}
	if lit == nil {
		return true
	}
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := fr.Pkg.Info.Uses[id].(*types.Var)
		if ok && !v.IsField() && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) && v.Parent() != v.Pkg().Scope() {
			found = found || l.class(l.typ(v.Type())) != classScalar
		}
		return true
	})
	return !found
}

// holdsPointer says whether values of type t hold pointers or functions.
func holdsPointer(t types.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return holdsPointer(u.Elem(), depth+1)
	case *types.Array:
		return holdsPointer(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsPointer(f.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Basic:
		return false
	}
	return true
}
