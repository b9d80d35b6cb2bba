package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Pointers that an inlined function returns from several places, as return nil, err and return &m, nil. What they
// point to is a variable of the result, to which each return copies what the function has made; nothing else names that after the
// end of the function. A variable beside it says whether the pointer is nil. Or all returns that give no nil give one parameter.

// pointerResult declares the result v of fr, a pointer of type t.
func (l *lowerer) pointerResult(fr *frame, v *types.Var, t types.Type, named bool) *node {
	elem := t.Underlying().(*types.Pointer).Elem()
	hasFunc := false
	for r := range fr.Fn.Signature().Results().Variables() {
		_, is := r.Type().Underlying().(*types.Signature)
		hasFunc = hasFunc || is
	}
	if named || hasFunc || l.class(elem) != classStruct || defers(fr.Decl.Body) {
		return l.refusePointer(fr, t)
	}
	null := l.mutableTemp("none", types.Typ[types.Bool])
	l.emit(&ir.Decl{Var: null, Init: boolConst(true, null.Type)})
	l.called[pointed(v)] = resultOf + fr.Fn.Name()
	to := l.declareAs("r", nil, pointed(v), l.zeroOrPending(elem))
	l.markMutable(to)
	return &node{typ: t, to: to, null: ir.NewRef(null)}
}

func (l *lowerer) refusePointer(fr *frame, t types.Type) *node {
	l.refuse(fr.call, "call of "+fr.Fn.Name(), "it returns a pointer from several places", "return it once, at the end")
	return l.dummy(t)
}

// pointed is the key of what the result v points to.
func pointed(v *types.Var) varKey { return varKey{obj: v, path: "*"} }

// returnPointer returns what the return s assigns to result i, the pointer dst, to make it src.
func (l *lowerer) returnPointer(i int, dst, src *node, s *ast.ReturnStmt) []pair {
	fr := l.fr
	set := func(is ir.Expr) []pair { return []pair{{dst: leaf(dst.null), src: leaf(is)}} }
	src.force()
	switch {
	case src.bad:
		return nil
	case src.isNil || src.pending:
		l.noteRead(src)
		return set(boolConst(true, types.Typ[types.Bool]))
	}
	null := src.null
	if null == nil {
		null = boolConst(false, types.Typ[types.Bool])
	}
	before, seen := fr.pointers[dst]
	switch {
	case src.to != nil && l.owned[src.to] == fr && (!seen || before == nil) && !l.returnedTwice(s, src):
		fr.pointers[dst] = nil
		return l.pairs(set(null), pointed(fr.Fn.Signature().Results().At(i)), dst.to, src.to)
	case src.to != nil && l.isTarget(src.to) && (!seen || before != nil && before.to == src.to):
		fr.pointers[dst] = src
		return set(null)
	}
	l.refusePointer(fr, dst.typ)
	return nil
}

// isTarget says whether a parameter of the function at hand points to n.
func (l *lowerer) isTarget(n *node) bool {
	sig := l.fr.Fn.Signature()
	params := slices.Collect(sig.Params().Variables())
	if sig.Recv() != nil {
		params = append(params, sig.Recv())
	}
	return slices.ContainsFunc(params, func(p *types.Var) bool {
		bound := l.fr.env.get(p)
		return bound != nil && bound.to == n
	})
}

// returnedTwice says whether s returns the pointer p, of which one result is, as another one too.
func (l *lowerer) returnedTwice(s *ast.ReturnStmt, p *node) bool {
	n := 0
	for _, e := range s.Results {
		ast.Inspect(e, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok {
				if v := l.fr.env.get(l.info().ObjectOf(id)); v != nil && v.to != nil && v.to == p.to {
					n++
				}
			}
			return true
		})
	}
	return n > 1
}

// isParameter says whether id is a parameter of the function at hand.
func (l *lowerer) isParameter(id *ast.Ident) bool {
	obj := l.info().ObjectOf(id)
	for p := range l.fr.Fn.Signature().Params().Variables() {
		if p == obj {
			return true
		}
	}
	return false
}

// pointerValue is the pointer n, a result of fr, after the body of fr; others are results before it.
func (l *lowerer) pointerValue(fr *frame, key varKey, n *node, others []*node) *node {
	c := *n
	if p := fr.pointers[n]; p != nil {
		c.to = p.to
		return &c
	}
	c.to = l.resultValue(fr, varKey{obj: key.obj, path: "*"}, n.to, others)
	l.owned[c.to] = fr.parent
	return &c
}

// notNil makes the program panic where a pointer is nil of which the variable null says that, and which is followed.
func (l *lowerer) notNil(null ir.Expr) {
	r, ok := null.(*ir.Ref)
	if !ok || slices.Contains(l.notNull, r.Var) {
		return
	}
	msg := &ir.Opaque{Parts: []string{`"invalid memory address or nil pointer dereference"`}, Pure: true, T: types.Typ[types.String]}
	l.emit(&ir.If{Cond: r, Then: l.in(func() { l.emit(&ir.Panic{X: msg}) })})
	l.notNull = append(l.notNull, r.Var)
}
