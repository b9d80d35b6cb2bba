package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// call puts the call of a function of which a derivative is known beside its tangent. A JVP does what the function
// does, so it is called in its place.
func (t *tangenter) call(s *ir.Call, out *ir.Block) {
	switch {
	case !s.Active() || !t.callActive(s):
		out.Stmts = append(out.Stmts, s)
	case s.JVP != nil:
		t.jvpCall(s, out)
	default:
		out.Stmts = append(out.Stmts, s)
		t.ruleCall(s, out)
	}
}

// jvpCall appends the call of the JVP of the function that s calls. It gets nil for the tangents of memory that has
// none, which count as zero there.
func (t *tangenter) jvpCall(s *ir.Call, out *ir.Block) {
	c := &ir.Call{Meta: s.Meta, Fn: s.JVP, Method: s.Method, TypeArgs: s.TypeArgs, ReadOnly: s.ReadOnly}
	c.Args = append(c.Args, s.Args...)
	for _, a := range s.Args {
		if typ := a.Type(); typ != nil && ir.HoldsFloats(typ) {
			c.Args = append(c.Args, t.callArg(a, s, out))
		}
	}
	c.Results = t.callResults(s)
	out.Stmts = append(out.Stmts, c)
}

// callResults are the places of the results of a JVP: those of the function's results, then those of the tangents.
// An error stays last.
func (t *tangenter) callResults(s *ir.Call) []*ir.Ref {
	results := s.Fn.Signature().Results()
	if len(s.Results) == 0 {
		return nil
	}
	var values, tangents []*ir.Ref
	places := s.Results
	for v := range results.Variables() {
		parts := ir.Parts(v.Type())
		mine := places[:len(parts)]
		places = places[len(parts):]
		values = append(values, mine...)
		if !ir.HoldsFloats(v.Type()) {
			continue
		}
		for _, r := range mine {
			if r == nil || !t.holdsActive(r) {
				tangents = append(tangents, nil)
				continue
			}
			tangents = append(tangents, t.place(r))
		}
	}
	last := len(values)
	if n := results.Len(); types.Identical(results.At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		last--
	}
	return append(append(values[:last:last], tangents...), values[last:]...)
}

// callArg is the tangent of argument a of call s, as a JVP takes it.
func (t *tangenter) callArg(a ir.Arg, s *ir.Call, out *ir.Block) ir.Arg {
	if a.Parts != nil {
		if x := t.partsArg(a, s); !a.Addr || holdsValues(x) {
			return x
		}
		return ir.Arg{}
	}
	x := t.valueArg(a, s)
	if x.X != nil || a.X == nil || a.Addr || isReference(a.X.Type()) {
		return x
	}
	if ir.IsFloat(a.X.Type()) {
		return ir.Arg{X: ir.Num("0", a.X.Type())}
	}
	v := newLocal("zero", a.X.Type())
	out.Stmts = append(out.Stmts, &ir.Decl{Var: v})
	return ir.Arg{X: ir.NewRef(v)}
}

// partsArg is the tangent of a struct, or of what a pointer to one leads to, without the parts that have none.
func (t *tangenter) partsArg(a ir.Arg, s *ir.Call) ir.Arg {
	out := ir.Arg{Addr: a.Addr, T: a.T, Parts: []ir.Arg{}}
	for _, f := range a.Parts {
		var part ir.Arg
		switch typ := f.Type(); {
		case typ == nil || !ir.HoldsFloats(typ):
		case f.Parts != nil:
			part = t.partsArg(f, s)
		default:
			part = t.valueArg(f, s)
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// valueArg is the tangent of a value or a place, empty where there is none.
func (t *tangenter) valueArg(a ir.Arg, s *ir.Call) ir.Arg {
	if a.X == nil {
		return ir.Arg{}
	}
	r, place := a.X.(*ir.Ref)
	switch {
	case place && t.holdsActive(r):
		return ir.Arg{X: t.place(r), Addr: a.Addr}
	case place || !t.act.activeExpr(a.X):
		return ir.Arg{}
	}
	x, _ := t.linear(a.X, s)
	if x == nil {
		return ir.Arg{}
	}
	return ir.Arg{X: x}
}

// holdsValues says whether there is anything in the struct a.
func holdsValues(a ir.Arg) bool {
	found := false
	a.Values(func(*ir.Arg) { found = true })
	return found
}
