package analysis

import (
	"go/ast"
	"go/types"
)

// substitute replaces type parameters in t, and types that are declared in functions, which generated code cannot name, by
// what they are made of. What does not change is returned as it is, so that types keep their identity; equal new structs
// are one, since their fields stand for memory.
func (l *lowerer) substitute(t types.Type, m substitution) types.Type {
	if len(m) == 0 && !l.localTypes || t == nil {
		return t
	}
	switch t := t.(type) {
	case *types.TypeParam:
		if a := m[t]; a != nil {
			return a
		}
	case *types.Alias:
		if u := types.Unalias(t); l.substitute(u, m) != u {
			return l.substitute(u, m)
		}
	case *types.Named:
		return l.substituteNamed(t, m)
	case *types.Pointer:
		if e := l.substitute(t.Elem(), m); e != t.Elem() {
			return types.NewPointer(e)
		}
	case *types.Slice:
		if e := l.substitute(t.Elem(), m); e != t.Elem() {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := l.substitute(t.Elem(), m); e != t.Elem() {
			return types.NewArray(e, t.Len())
		}
	case *types.Chan:
		if e := l.substitute(t.Elem(), m); e != t.Elem() {
			return types.NewChan(t.Dir(), e)
		}
	case *types.Map:
		if k, e := l.substitute(t.Key(), m), l.substitute(t.Elem(), m); k != t.Key() || e != t.Elem() {
			return types.NewMap(k, e)
		}
	case *types.Tuple:
		return l.substituteTuple(t, m)
	case *types.Signature:
		return l.substituteSignature(t, m)
	case *types.Struct:
		return l.substituteStruct(t, m)
	}
	return t
}

// substituteNamed makes an instance of a generic type. What a type is made of that is declared inside a function takes
// its place, unless it is made of itself.
func (l *lowerer) substituteNamed(t *types.Named, m substitution) types.Type {
	list := t.TypeArgs()
	if list.Len() == 0 {
		if obj := t.Obj(); obj.Pkg() == nil || obj.Parent() == obj.Pkg().Scope() || l.busy[t] {
			return t
		}
		l.busy[t] = true
		defer delete(l.busy, t)
		u := l.substitute(t.Underlying(), m)
		if n := l.unnameable(u); n != nil && n.Parent() != n.Pkg().Scope() {
			return t
		}
		return u
	}
	changed := false
	args := make([]types.Type, list.Len())
	for i := range args {
		args[i] = l.substitute(list.At(i), m)
		changed = changed || args[i] != list.At(i)
	}
	if !changed {
		return t
	}
	n, err := types.Instantiate(l.instances, t.Origin(), args, false)
	if err != nil {
		panic(err)
	}
	return n
}

func (l *lowerer) substituteTuple(t *types.Tuple, m substitution) types.Type {
	if t == nil {
		return t
	}
	changed := false
	vars := make([]*types.Var, t.Len())
	for i := range vars {
		v := t.At(i)
		u := l.substitute(v.Type(), m)
		vars[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), u)
		changed = changed || u != v.Type()
	}
	if !changed {
		return t
	}
	return types.NewTuple(vars...)
}

func (l *lowerer) substituteSignature(t *types.Signature, m substitution) types.Type {
	recv := t.Recv()
	if recv != nil {
		recv = types.NewParam(recv.Pos(), recv.Pkg(), recv.Name(), l.substitute(recv.Type(), m))
	}
	params := l.substituteTuple(t.Params(), m).(*types.Tuple)
	results := l.substituteTuple(t.Results(), m).(*types.Tuple)
	if params == t.Params() && results == t.Results() && (recv == nil || recv.Type() == t.Recv().Type()) {
		return t
	}
	return types.NewSignatureType(recv, nil, nil, params, results, t.Variadic())
}

func (l *lowerer) substituteStruct(t *types.Struct, m substitution) types.Type {
	changed := false
	fields := make([]*types.Var, t.NumFields())
	tags := make([]string, t.NumFields())
	for i := range fields {
		f := t.Field(i)
		u := l.substitute(f.Type(), m)
		fields[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), u, f.Embedded() && hasName(u))
		tags[i] = t.Tag(i)
		changed = changed || u != f.Type()
	}
	if !changed {
		return t
	}
	s := types.NewStruct(fields, tags)
	for _, o := range l.structs {
		if types.Identical(o, s) {
			return o
		}
	}
	l.structs = append(l.structs, s)
	return s
}

// hasName says whether t is a type with a name or a pointer to one, as embedded fields have.
func hasName(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	switch types.Unalias(t).(type) {
	case *types.Named, *types.Basic:
		return true
	}
	return false
}

// declaresTypes says whether a function declares types in its body.
func declaresTypes(d *ast.FuncDecl) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		found = found || ok && !spec.Assign.IsValid()
		return !found
	})
	return found
}
