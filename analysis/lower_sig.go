package analysis

import (
	"fmt"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

func (l *lowerer) params(sig *types.Signature) {
	if r := sig.Recv(); r != nil {
		l.param(r, !l.asked.Foreign(), false)
	}
	for i := range sig.Params().Len() {
		l.param(sig.Params().At(i), false, sig.Variadic() && i == sig.Params().Len()-1)
	}
	for v := range sig.Params().Variables() {
		l.followParts(v)
	}
}

func (l *lowerer) param(v *types.Var, recv, variadic bool) {
	name := v.Name()
	if name == "" {
		name = "_"
	}
	p := &ir.ParamDecl{Name: name, Type: v.Type(), Receiver: recv, Variadic: variadic, Obj: v}
	l.fn.Params = append(l.fn.Params, p)
	n := l.paramNode(p, nil, v.Type())
	n.home = &ir.Home{Param: p}
	l.fr.env.set(v, n)
}

// resultDecls makes the Vars of the target's results.
func (l *lowerer) resultDecls(sig *types.Signature) {
	n := sig.Results().Len()
	for i := range n {
		v := sig.Results().At(i)
		r := &ir.ResultDecl{Name: v.Name(), Type: v.Type(), Obj: v}
		if r.Name == "" || r.Name == "_" {
			r.Name = "res"
			if n > 1 {
				r.Name = fmt.Sprintf("res%d", i+1)
			}
		}
		l.fn.Results = append(l.fn.Results, r)
		place := l.resultNode(r, r.Name, v.Type(), varKey{obj: v})
		l.fr.results = append(l.fr.results, place)
		if v.Name() != "" && v.Name() != "_" {
			l.fr.env.set(v, l.namedResult(place, varKey{obj: v}))
			l.followParts(v)
		}
	}
}

// resultNode makes the leaves of a result in the order of their fields.
func (l *lowerer) resultNode(r *ir.ResultDecl, name string, t types.Type, key varKey) *node {
	switch l.class(t) {
	case classStruct:
		st := t.Underlying().(*types.Struct)
		n := &node{typ: t}
		for i := range st.NumFields() {
			f := st.Field(i)
			n.parts = append(n.parts, l.resultNode(r, ir.Joined(name, f.Name()), f.Type(), key.at(f.Name())))
		}
		return n
	case classPointer:
		if ir.HoldsFloats(t) {
			l.refuse(r.Obj.Pos(), "result "+r.Name, "it is a pointer to floats", "return the value, or write into an argument")
			return l.dummy(t)
		}
	}
	v := &ir.Var{Name: name, Type: t, Kind: ir.Result, Pos: r.Obj.Pos()}
	if name == r.Name {
		v.Obj = r.Obj
	}
	l.keys[v] = append(l.keys[v], key)
	v.User = key.called(name)
	r.Leaves = append(r.Leaves, v)
	return leaf(ir.NewRef(v))
}

// namedResult is what the name of a result stands for in the body: its place, but for slices,
// which are locals until they are returned.
func (l *lowerer) namedResult(place *node, key varKey) *node {
	switch {
	case l.class(place.typ) == classSlice:
		n := &node{typ: place.typ, pending: true}
		if key.path != "" {
			n.slot = &key
		}
		return n
	case place.parts != nil:
		n := &node{typ: place.typ}
		st := place.typ.Underlying().(*types.Struct)
		for i, p := range place.parts {
			n.parts = append(n.parts, l.namedResult(p, key.at(st.Field(i).Name())))
		}
		return n
	}
	return place
}
