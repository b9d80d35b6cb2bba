package load

import (
	"go/types"
	"slices"
)

// recursive says whether a type contains itself, behind pointers or in slices. around are the types
// that t is a part of.
func recursive(t types.Type, around []*types.TypeName) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if slices.Contains(around, n.Obj()) {
			return true
		}
		around = append(around[:len(around):len(around)], n.Obj())
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return recursive(u.Elem(), around)
	case *types.Array:
		return recursive(u.Elem(), around)
	case *types.Pointer:
		return recursive(u.Elem(), around)
	case *types.Struct:
		for f := range u.Fields() {
			if recursive(f.Type(), around) {
				return true
			}
		}
	}
	return false
}
