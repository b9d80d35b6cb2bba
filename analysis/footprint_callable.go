package analysis

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// mayCall says whether a function may be called as it is: it has a name, and floats have no part in it.
func (l *lowerer) mayCall(fn *types.Func) bool {
	if known, ok := l.callable[fn]; ok {
		return known
	}
	l.callable[fn] = l.isCallable(fn)
	return l.callable[fn]
}

func (l *lowerer) isCallable(fn *types.Func) bool {
	s := l.src.Source(fn)
	if s == nil || s.Decl.Body == nil || s.Pkg.Standard || l.src.RuleFor(fn) != nil || !l.nameable(fn) {
		return false
	}
	for _, v := range load.Inputs(fn.Signature()) {
		if carriesFloats(v.Type()) && !isPointerToStruct(v.Type()) && !ir.IsFloat(v.Type()) {
			return false
		}
	}
	if takesFloats(fn) && fn.Signature().Results().Len() > 0 {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if carriesFloats(v.Type()) {
			return false
		}
	}
	f := l.newFootprint()
	f.function(fn)
	return !f.floats && !(takesFloats(fn) && f.writesText())
}

// takesFloats says whether a function takes floats by value, which it may then print and compare.
func takesFloats(fn *types.Func) bool {
	return slices.ContainsFunc(load.Inputs(fn.Signature()), func(v *types.Var) bool { return ir.IsFloat(v.Type()) })
}

func isPointerToStruct(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Struct)
	return ok
}

// carriesFloats says whether values of type t hold floats or lead to some, through maps and channels as well.
func carriesFloats(t types.Type) bool { return carries(t, map[types.Type]bool{}) }

func carries(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if isTypeParam(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0 || u.Kind() == types.UnsafePointer
	case *types.Map:
		return carries(u.Key(), seen) || carries(u.Elem(), seen)
	case *types.Chan:
		return carries(u.Elem(), seen)
	case *types.Slice:
		return carries(u.Elem(), seen)
	case *types.Array:
		return carries(u.Elem(), seen)
	case *types.Pointer:
		return carries(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if carries(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}
