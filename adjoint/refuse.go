package adjoint

import (
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// refuse reports what activity makes impossible: active values that reach code without a
// derivative.
func (d *deriver) refuse() {
	ir.Walk(d.body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(n ir.Expr) bool {
				switch n := n.(type) {
				case *ir.Convert:
					if !ir.IsFloat(n.T) && d.act.variedExpr(n.X) && !s.Info().Hints.NonDiff {
						d.problem(at(n.Pos, s), "conversion of %s to %s drops the derivative (it is 0 almost everywhere); put //pardiff:nondiff on the line above to accept that", ir.ExprString(n.X), n.T)
					}
				case *ir.Opaque:
					d.refuseOpaque(s, n)
				case *ir.Intrinsic:
					if _, ok := RuleFor(n.Fn, n.Result); !ok && ir.IsFloat(n.T) && d.variedArgs(n.Args) {
						d.problem(s.Info().Where(), "call of %s has no derivative; write a function with a //pardiff:rule around it", n.Fn)
					}
				}
				return true
			})
		})
		ir.Writes(s, func(r *ir.Ref) { d.refuseMixed(s, r.Base()) })
		switch s := s.(type) {
		case *ir.Call:
			d.refuseCall(s)
		case *ir.Swap:
			d.refuseSwap(s)
		}
		return true
	})
}

// refuseMixed reports a write to a slice in an array that is passed by value, with floats beside its slices: the caller sees
// some of it change and some not.
func (d *deriver) refuseMixed(s ir.Stmt, r *ir.Ref) {
	v := r.Var
	if v.Kind != ir.Param || v.Home == nil || v.Home.ByRef() || !ir.HoldsFloats(r.T) || !d.mayVary(v) {
		return
	}
	t := v.Type
	for _, e := range r.Elems {
		switch u := t.Underlying().(type) {
		case *types.Slice, *types.Pointer:
			d.problem(s.Info().Where(), "cannot differentiate: write to a slice in array %s, which is passed by value and has floats beside its slices; pass a pointer to it", v.UserName())
			return
		case *types.Array:
			t = u.Elem()
		case *types.Struct:
			t = e.Field.Type()
		}
	}
}

// at returns the position of an expression, that of its statement if it has none.
func at(pos token.Pos, s ir.Stmt) token.Pos {
	if pos.IsValid() && !s.Info().Call.IsValid() {
		return pos
	}
	return s.Info().Where()
}

// refuseOpaque reports an active value, or a slice with active elements, in Go that is kept
// as text. Printing and errors are accepted: they only look; so is what only computes a condition, as a comparison does.
func (d *deriver) refuseOpaque(s ir.Stmt, o *ir.Opaque) {
	if o.Looks || s.Info().Hints.NonDiff || !d.variedArgs(readsFloats(o)) {
		return
	}
	if _, ok := s.(*ir.Panic); ok || o.Pure && ir.IsBool(o.T) {
		return
	}
	if o.Why != "" {
		d.problem(at(o.Pos, s), "cannot differentiate: %s", o.Why)
		return
	}
	wayOut := "write a //pardiff:rule for it or keep active values out"
	if o.Parts[0] == "" && len(o.Args) > 0 {
		switch o.Args[0].Type().Underlying().(type) {
		case *types.Map:
			wayOut = "keep active values in a slice"
		case *types.Signature, *types.Interface:
			wayOut = "call a function by its name, or keep active values out"
		}
	}
	if ir.IsInt(o.T) || ir.IsBool(o.T) {
		wayOut = "put //pardiff:nondiff on the line above to accept that its derivative is 0"
	}
	d.problem(at(o.Pos, s), "cannot differentiate: %s, which is not followed, gets active values; %s", opaqueText(o, s), wayOut)
}

// readsFloats are the arguments of o of which floats may be read.
func readsFloats(o *ir.Opaque) []ir.Expr {
	if o.Sets == nil || !o.Sets.Only {
		return o.Args
	}
	var list []ir.Expr
	for _, a := range o.Args {
		if ir.IsFloat(a.Type()) || ir.ElemType(a.Type()) != nil {
			list = append(list, a)
		}
	}
	return list
}

// opaqueText names what is kept as text: the text itself with its values left out, or the
// statement where that says nothing.
func opaqueText(o *ir.Opaque, s ir.Stmt) string {
	text := strings.Join(o.Parts, "…")
	if strings.ContainsFunc(strings.ReplaceAll(text, "…", ""), unicode.IsLetter) && !strings.HasPrefix(text, "…") && !strings.Contains(text, "\n") {
		return text
	}
	if s.Info().Src != "" {
		return "«" + s.Info().Src + "»"
	}
	return "«" + ir.ExprString(o) + "»"
}

// variedArgs says whether active values, alone or in memory, are among args.
func (d *deriver) variedArgs(args []ir.Expr) bool {
	for _, a := range args {
		if d.act.variedExpr(a) {
			return true
		}
		if r, ok := a.(*ir.Ref); ok && !ir.IsFloat(r.T) && ir.HoldsFloats(r.T) {
			c := cellOf(r)
			found := d.act.isVaried(c)
			fieldPaths(r.T, c.path, func(p string, _ types.Type) { found = found || d.act.isVaried(cell{c.v, p}) })
			if found {
				return true
			}
		}
	}
	return false
}

func (d *deriver) refuseCall(c *ir.Call) {
	args := argValues(c)
	if !d.variedArgs(args) {
		return
	}
	if !c.Active() {
		d.problem(c.Where(), "call of %s has no derivative: its source is not at hand; write a //pardiff:rule for=%s", c.Fn.Name(), c.Fn.Name())
		return
	}
}

// refuseResults refuses results that are arrays of slices: which memory is made for them is not told apart from what the Work
// keeps, so that they would change with the next call.
func (d *deriver) refuseResults() {
	for _, r := range d.fn.Results {
		for _, v := range r.Leaves {
			if _, array := v.Type.Underlying().(*types.Array); array && ir.HoldsSlices(v.Type) {
				d.problem(v.Pos, "cannot differentiate: result %s (it is an array of slices, whose memory would be the gradient's own); return a slice of slices, or each slice as a result", v.Name)
			}
		}
	}
}
