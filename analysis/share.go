package analysis

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Variables that share a memory.
//
// What is assigned to a variable with memory of its own is copied there, see [rowCopy]. Where such a copy would make a
// difference, as its elements are written while both slices are in use, both variables are places in one memory, in which
// assignments move nothing. That is possible for local slices alone.

// sharing is the variable that stands for all that share the memory of key.
func (l *lowerer) sharing(key varKey) varKey {
	for {
		next, ok := l.shares[key]
		if !ok {
			return key
		}
		key = next
	}
}

// shareAll plans that variables share a memory where a copy from one to the other was refused, if that helps for all.
func (l *lowerer) shareAll(refused []rowCopy) {
	pairs := make([][2]varKey, len(refused))
	for i, c := range refused {
		from, ok := l.sharer(c.src.Base().Var)
		to, isVariable := l.sharer(c.dst.Root())
		if !ok || !isVariable || len(c.src.Base().Elems) > 0 || l.sharing(from) == l.sharing(to) {
			return
		}
		pairs[i] = [2]varKey{from, to}
	}
	for _, p := range pairs {
		if a, b := l.sharing(p[0]), l.sharing(p[1]); a != b {
			l.shares[a], l.replanned = b, true
		}
		for _, key := range p {
			if !l.tables[key].own {
				l.tables[key] = tablePlan{own: true}
			}
		}
	}
}

// sharer is the key of the local variable with memory v. Not ok if v is something else, or cannot be shared.
func (l *lowerer) sharer(v *ir.Var) (key varKey, ok bool) {
	if o, is := l.memories[v]; is {
		return o.key, o.variable
	}
	if v.Kind != ir.Local || v.View != nil || l.grown[v] || len(l.keys[v]) == 0 || !l.copyable(v.Type) {
		return varKey{}, false
	}
	_, isSlice := v.Type.Underlying().(*types.Slice)
	return l.keys[v][0], isSlice
}
