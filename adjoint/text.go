package adjoint

import (
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// refuseText reports numbers that are read from text which was made of active values: printing them is accepted, and text
// is a constant of the derivative, so that their derivative would be lost without a word. The length of a text and
// comparisons with it are accepted, as those of numbers are.
func (d *deriver) refuseText() {
	t := &texts{deriver: d, made: map[*ir.Var]bool{}}
	for n := -1; n != len(t.made); {
		n = len(t.made)
		t.each(t.spread)
	}
	t.each(t.refuse)
}

// texts are the variables that hold text made of active values, or what was made of that.
type texts struct {
	*deriver
	made map[*ir.Var]bool
}

// each calls f for what is kept as Go text.
func (t *texts) each(f func(s ir.Stmt, o *ir.Opaque)) {
	ir.Walk(t.body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if o, ok := e.(*ir.Opaque); ok {
					f(s, o)
				}
				return true
			})
		})
		return true
	})
}

// reads says whether o reads text made of active values.
func (t *texts) reads(o *ir.Opaque) bool {
	for _, a := range o.Args {
		if r, ok := a.(*ir.Ref); ok && t.made[r.Base().Var] {
			return true
		}
	}
	return false
}

// spread notes what holds the result of o, and what o may write.
func (t *texts) spread(s ir.Stmt, o *ir.Opaque) {
	if !t.reads(o) && !(o.Looks && t.variedArgs(o.Args)) {
		return
	}
	ir.Writes(s, func(w *ir.Ref) {
		if !isNumber(w.T) {
			t.made[w.Base().Var] = true
		}
	})
	for i, a := range o.Args {
		r, ok := a.(*ir.Ref)
		if !ok || ir.HoldsFloats(r.T) || isNumber(r.T) {
			continue
		}
		switch r.T.Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Interface, *types.Slice:
			t.made[r.Base().Var] = true
		default:
			if strings.HasSuffix(o.Parts[i], "&") || i+1 < len(o.Parts) && strings.HasPrefix(o.Parts[i+1], ".") {
				t.made[r.Base().Var] = true
			}
		}
	}
}

// refuse reports o if it makes numbers of text.
func (t *texts) refuse(s ir.Stmt, o *ir.Opaque) {
	if s.Info().Hints.NonDiff || strings.HasPrefix(o.Parts[0], "len(") {
		return
	}
	number := isNumber(o.T)
	if x, ok := s.(*ir.Exec); ok && x.X == o {
		for _, r := range x.Results {
			number = number || r != nil && holdsNumbers(r.T)
		}
	}
	if o.Sets != nil {
		for _, r := range o.Sets.Refs {
			number = number || holdsNumbers(r.T)
		}
	}
	if number && (t.reads(o) || o.Looks && !countsBytes(o) && t.variedArgs(o.Args)) {
		t.problem(at(o.Pos, s), "cannot differentiate: %s reads a number from text that active values were written to, which drops the derivative; compute with the values themselves, or put //pardiff:nondiff on the line above to accept that", opaqueText(o, s))
	}
}

// countsBytes says whether what o returns is the length of what it prints.
func countsBytes(o *ir.Opaque) bool {
	return strings.HasPrefix(o.Parts[0], "fmt.Print") || strings.HasPrefix(o.Parts[0], "fmt.Fprint")
}

// holdsNumbers says whether values of type t are numbers or slices, arrays and structs with some.
func holdsNumbers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return holdsNumbers(u.Elem())
	case *types.Array:
		return holdsNumbers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsNumbers(f.Type()) {
				return true
			}
		}
		return false
	}
	return isNumber(t)
}

// isNumber says whether t is a number or holds floats.
func isNumber(t types.Type) bool {
	return t != nil && (ir.IsInt(t) || ir.HoldsFloats(t))
}
