package load

import (
	"go/token"
	"go/types"
	"slices"
)

// checkTarget verifies what directives say of a function once its types are known.
func checkTarget(p *Package, t *Target) {
	for _, r := range t.Requests {
		c := &requestCheck{p, t, r, t.Fn.Signature()}
		if c.checkWrt() {
			c.checkOf()
			c.checkResults()
		}
	}
	checkFacts(p, t)
}

// UnusedLines returns the positions of the line directives in the function that its lowering has
// come across no statement for.
func (t *Target) UnusedLines() []token.Pos {
	var out []token.Pos
	for _, d := range t.Pkg.Lines {
		if !d.used && t.Decl.Pos() <= d.Pos && d.Pos < t.Decl.End() {
			out = append(out, d.Pos)
		}
	}
	slices.Sort(out)
	return out
}

type requestCheck struct {
	p   *Package
	t   *Target
	r   *Request
	sig *types.Signature
}

func (c *requestCheck) errorf(pos token.Pos, format string, args ...any) {
	c.p.Diags.Add(c.p.Fset, pos, format, args...)
}

// checkWrt requires floats in what the gradient is taken with respect to, in a type that ends. Not ok if
// there is nothing to differentiate with respect to.
func (c *requestCheck) checkWrt() bool {
	any := false
	for _, v := range Inputs(c.sig) {
		named := slices.Contains(c.r.Wrt, v.Name())
		floats := HoldsFloats(v.Type())
		if named && !floats && !c.refuseHidden(c.r.at["wrt="+v.Name()], v) {
			c.errorf(c.r.at["wrt="+v.Name()], "wrt names %s, which holds no floats: its type is %s", v.Name(), c.typeString(v.Type()))
		}
		wanted := named || c.r.Wrt == nil && floats && v.Name() != "_" && v.Name() != ""
		if wanted && floats && recursive(v.Type(), nil) {
			c.errorf(v.Pos(), "cannot differentiate with respect to %s: its type %s contains itself, so its adjoint has no fixed form; name the other parameters with wrt=, or keep the nodes in a slice and refer to them by index",
				v.Name(), c.typeString(v.Type()))
		}
		any = any || wanted
	}
	if !any && c.r.Wrt == nil {
		for _, v := range Inputs(c.sig) {
			if v.Name() != "_" && v.Name() != "" && c.refuseHidden(v.Pos(), v) {
				return false
			}
			if p := floatsBehind(v.Type()); p != nil {
				c.errorf(p.Obj().Pos(), "cannot differentiate: type parameter %s (its values are made of floats, which are not followed through it); write the type itself, as in []F", p.Obj().Name())
				return false
			}
		}
		c.errorf(c.r.Pos, "%s has no named parameter that holds floats; name one, or remove the directive", c.t.Fn.Name())
		return false
	}
	return true
}

// floatsBehind returns t if it is a type parameter that stands for slices, arrays or structs of floats, else nil.
func floatsBehind(t types.Type) *types.TypeParam {
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return nil
	}
	for e := range p.Constraint().Underlying().(*types.Interface).EmbeddedTypes() {
		if u, ok := types.Unalias(e).(*types.Union); ok {
			for term := range u.Terms() {
				if HoldsFloats(term.Type()) && !IsFloat(term.Type()) {
					return p
				}
			}
		} else if HoldsFloats(e) && !IsFloat(e) {
			return p
		}
	}
	return nil
}

// checkOf requires floats that the caller can see in what counts as an output.
func (c *requestCheck) checkOf() {
	names := namesOf(c.t.Decl)
	for _, name := range c.r.Of {
		pos := c.r.at["of="+name]
		if i := slices.Index(names.results, name); i >= 0 {
			if t := c.sig.Results().At(i).Type(); !HoldsFloats(t) {
				c.errorf(pos, "of names %s, which holds no floats: its type is %s", name, c.typeString(t))
			} else if c.r.Mode == Jac && !IsFloat(t) {
				c.errorf(pos, "of names %s, but jac has adjoints for results that are numbers; the type of %[1]s is %s; use //pardiff:vjp for it, once for each seed", name, c.typeString(t))
			}
			continue
		}
		for _, v := range Inputs(c.sig) {
			if v.Name() != name {
				continue
			}
			if !HoldsFloats(v.Type()) {
				c.errorf(pos, "of names %s, which holds no floats: its type is %s", name, c.typeString(v.Type()))
			} else if !sharesMemory(v.Type()) {
				c.errorf(pos, "of names %s, which is passed by value: what %s writes to it, its caller never sees", name, c.t.Fn.Name())
			}
		}
	}
}

// checkResults requires one float result for grad, several for jac, and some output for vjp and jvp.
func (c *requestCheck) checkResults() {
	floats, others := 0, false
	for v := range c.sig.Results().Variables() {
		if IsFloat(v.Type()) {
			floats++
		} else {
			others = others || HoldsFloats(v.Type())
		}
	}
	name := c.t.Fn.Name()
	switch c.r.Mode {
	case Jac:
		switch {
		case others && c.r.Of == nil:
			c.errorf(c.r.Pos, "jac needs float results that are numbers; %s returns %s; leave the others out with of=, or use //pardiff:vjp, once for each seed", name, c.typeString(c.sig.Results()))
		case floats == 0:
			c.errorf(c.r.Pos, "jac needs several float results; %s has none; use //pardiff:vjp if it writes an argument", name)
		case floats == 1 && !others:
			c.errorf(c.r.Pos, "jac needs several float results; %s has one; use //pardiff:grad", name)
		}
		return
	case Grad:
		switch {
		case others:
			c.errorf(c.r.Pos, "grad needs exactly one float result and no other that holds floats; %s returns %s; use //pardiff:vjp", name, c.typeString(c.sig.Results()))
		case floats == 0:
			c.errorf(c.r.Pos, "grad needs exactly one float result; %s has none; use //pardiff:vjp if it writes an argument", name)
		case floats > 1:
			c.errorf(c.r.Pos, "grad needs exactly one float result; %s has %d; use //pardiff:jac or //pardiff:vjp", name, floats)
		}
		return
	}
	written := slices.ContainsFunc(Inputs(c.sig), func(v *types.Var) bool {
		return HoldsFloats(v.Type()) && sharesMemory(v.Type())
	})
	if floats == 0 && !others && !written {
		c.errorf(c.r.Pos, "%s has no output to differentiate: no float result, and no argument through which it could write floats", name)
	}
}

func (c *requestCheck) typeString(t types.Type) string {
	return types.TypeString(t, types.RelativeTo(c.p.Types))
}

// Inputs returns the receiver, if any, and the parameters.
func Inputs(sig *types.Signature) []*types.Var {
	var out []*types.Var
	if r := sig.Recv(); r != nil {
		out = append(out, r)
	}
	return slices.AppendSeq(out, sig.Params().Variables())
}

// IsFloat says whether t is float32, float64, a type with one of them underneath, or a type parameter
// that stands for such types only.
func IsFloat(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return allFloats(p.Constraint().Underlying().(*types.Interface))
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0 && b.Info()&types.IsUntyped == 0
}

// allFloats says whether an interface has type terms and all are floats.
func allFloats(i *types.Interface) bool {
	for e := range i.EmbeddedTypes() {
		switch e := types.Unalias(e).(type) {
		case *types.Union:
			all := e.Len() > 0
			for term := range e.Terms() {
				all = all && IsFloat(term.Type())
			}
			if all {
				return true
			}
		default:
			if in, ok := e.Underlying().(*types.Interface); ok && allFloats(in) || !ok && IsFloat(e) {
				return true
			}
		}
	}
	return false
}

// HoldsFloats says whether values of t hold floats that can be differentiated: t is a float, or has one
// among its elements, its fields, or behind its pointers. Maps, channels, functions and
// interfaces are closed.
func HoldsFloats(t types.Type) bool { return holdsFloats(t, nil) }

func holdsFloats(t types.Type, seen []types.Type) bool {
	if IsFloat(t) {
		return true
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok || slices.Contains(seen, t) {
		return false
	}
	seen = append(seen, t)
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

// sharesMemory says whether a callee can write to memory of its caller through a value of type t.
func sharesMemory(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	case *types.Array:
		return sharesMemory(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if sharesMemory(f.Type()) {
				return true
			}
		}
	}
	return false
}

// IsByRef says whether the adjoint of a parameter of type t has the type t itself.
func IsByRef(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}
