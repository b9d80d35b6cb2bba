package ir

import "go/types"

// IsFloat says whether t is a scalar float type (named or not, or a type parameter over floats).
func IsFloat(t types.Type) bool { return hasInfo(t, types.IsFloat) }

// IsInt says whether t is a scalar integer type.
func IsInt(t types.Type) bool { return hasInfo(t, types.IsInteger) }

// IsBool says whether t is a boolean type.
func IsBool(t types.Type) bool { return hasInfo(t, types.IsBoolean) }

func hasInfo(t types.Type, info types.BasicInfo) bool {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		return allTerms(tp.Underlying().(*types.Interface), info)
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// allTerms reports whether the type set of a constraint is a union of types with info.
func allTerms(c *types.Interface, info types.BasicInfo) bool {
	found := false
	for e := range c.EmbeddedTypes() {
		switch e := types.Unalias(e).(type) {
		case *types.Union:
			for t := range e.Terms() {
				if !hasInfo(t.Type(), info) {
					return false
				}
				found = true
			}
		default:
			if i, ok := e.Underlying().(*types.Interface); ok {
				if !allTerms(i, info) {
					return false
				}
			} else if !hasInfo(e, info) {
				return false
			}
			found = true
		}
	}
	return found
}

// HoldsSlices says whether memory that is reached through t, a slice or an array, holds slices.
func HoldsSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return reachesSlices(u.Elem())
	case *types.Array:
		return reachesSlices(u.Elem())
	}
	return false
}

func reachesSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Array:
		return reachesSlices(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if reachesSlices(f.Type()) {
				return true
			}
		}
	}
	return false
}

// LeavesAre says whether leaf holds for t, or for all that lies in it if it is an array or a struct.
func LeavesAre(t types.Type, leaf func(types.Type) bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return LeavesAre(u.Elem(), leaf)
	case *types.Struct:
		for f := range u.Fields() {
			if !LeavesAre(f.Type(), leaf) {
				return false
			}
		}
		return true
	}
	return leaf(t)
}

// HoldsOwnFloats says whether memory of type t contains floats that are behind no slice or pointer.
func HoldsOwnFloats(t types.Type) bool {
	return !LeavesAre(t, func(t types.Type) bool { return !IsFloat(t) })
}

// HoldsFloats says whether memory of type t contains floats: a float, or an array, slice,
// struct or pointer with floats somewhere inside. A recursive type is followed once.
func HoldsFloats(t types.Type) bool { return holdsFloats(t, map[types.Type]bool{}) }

func holdsFloats(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if IsFloat(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return holdsFloats(u.Elem(), seen)
	case *types.Array:
		return holdsFloats(u.Elem(), seen)
	case *types.Pointer:
		return holdsFloats(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsFloats(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}
