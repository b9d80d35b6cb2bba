package load

import (
	"go/token"
	"go/types"
)

// refuseHidden reports a parameter whose floats all lie where they cannot be followed, and says whether it is one.
func (c *requestCheck) refuseHidden(pos token.Pos, v *types.Var) bool {
	t := hidden(v.Type(), map[types.Type]bool{})
	if t == nil {
		return false
	}
	what, reason, wayOut := "", "", ""
	switch t.Underlying().(type) {
	case *types.Map:
		what, reason, wayOut = "a map", "values in maps cannot be followed", "pass a slice of the values"
	case *types.Chan:
		what, reason, wayOut = "a channel", "channels cannot be followed", "pass a slice of the values"
	case *types.Signature:
		what, reason, wayOut = "a function", "what a function value returns cannot be followed", "pass what it computes with, and declare the function"
	default:
		what, reason, wayOut = "complex", "complex arithmetic is not supported", "pass real and imaginary parts as floats"
	}
	its := "its type " + c.typeString(t)
	if !types.Identical(t, v.Type()) {
		its = "of its type " + c.typeString(v.Type()) + ", " + c.typeString(t)
	}
	c.errorf(pos, "cannot differentiate with respect to %s: %s is %s (%s); %s", v.Name(), its, what, reason, wayOut)
	return true
}

// hidden returns a part of t in which there are floats, or pairs of them, that cannot be followed; nil if there is none.
func hidden(t types.Type, seen map[types.Type]bool) types.Type {
	if seen[t] {
		return nil
	}
	seen[t] = true
	holds := func(e types.Type) types.Type {
		if HoldsFloats(e) || hidden(e, seen) != nil {
			return t
		}
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			return t
		}
	case *types.Map:
		return holds(u.Elem())
	case *types.Chan:
		return holds(u.Elem())
	case *types.Signature:
		for r := range u.Results().Variables() {
			if holds(r.Type()) != nil {
				return t
			}
		}
	case *types.Slice:
		return hidden(u.Elem(), seen)
	case *types.Array:
		return hidden(u.Elem(), seen)
	case *types.Pointer:
		return hidden(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if x := hidden(f.Type(), seen); x != nil {
				return x
			}
		}
	}
	return nil
}
