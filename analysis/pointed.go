package analysis

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Pointers to values that source text alone uses, as p := &name of a string, are not followed. Where the address of such a
// value is taken, any value of its type may change through it: each is read when the primal reads it, and not again later.

// pointTo notes that the address of a value of type t is taken.
func (l *lowerer) pointTo(t types.Type) {
	if name := types.TypeString(t, nil); !l.pointed[name] {
		l.pointed[name], l.replanned = true, true
	}
}

// throughPointers says whether what lies at r may change through a pointer: a value of which the type has been pointed to, a
// part of one, or an array of them.
func (l *lowerer) throughPointers(r *ir.Ref) bool {
	if v := r.Var; len(l.pointed) == 0 || v.Kind == ir.Local && v.Obj == nil && len(l.keys[v]) == 0 { // of a value, which has no name
		return false
	}
	is := func(t types.Type) bool { return l.pointed[types.TypeString(t, nil)] }
	for t := r.T; ; {
		if is(t) {
			return true
		}
		a, ok := t.Underlying().(*types.Array)
		if !ok {
			break
		}
		t = a.Elem()
	}
	t, found := r.Var.Type, is(r.Var.Type)
	for _, e := range r.Elems {
		if e.Field != nil {
			t = e.Field.Type()
		} else if t = ir.ElemType(t); t == nil {
			break
		}
		found = found || is(t)
	}
	return found
}
