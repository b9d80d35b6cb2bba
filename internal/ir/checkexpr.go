package ir

import (
	"go/token"
	"go/types"
)

// use checks that v is in scope.
func (c *checker) use(v *Var) {
	if v.Kind != Global && !c.inScope[v] {
		c.fail(c.cur, "%s is not in scope", v.Name)
	}
}

// target checks a place that is assigned, and says whether it may be.
func (c *checker) target(s Stmt, r *Ref) bool {
	c.place(r)
	switch {
	case r.Var.Kind == Iter:
		c.fail(s, "iterator %s is assigned", r.Var.Name)
	case r.Var.Kind == Global:
		c.fail(s, "package-level %s is assigned", r.Var.Name)
	case r.Var.View != nil && len(r.Elems) == 0:
		c.fail(s, "view %s is assigned", r.Var.Name)
	default:
		return true
	}
	return false
}

// place checks a reference step by step.
func (c *checker) place(r *Ref) {
	c.use(r.Var)
	t := r.Var.Type
	for _, e := range r.Elems {
		u := t.Underlying()
		var next types.Type
		switch {
		case e.Index != nil:
			c.integer(e.Index, "subscript")
			next = ElemType(t)
		case e.Field != nil:
			if s, ok := u.(*types.Struct); ok && hasField(s, e.Field) {
				next = e.Field.Type()
			}
		case e.Deref:
			if p, ok := u.(*types.Pointer); ok {
				next = p.Elem()
			}
		}
		if next == nil {
			c.fail(c.cur, "%s: no such element in a %s", ExprString(r), t)
			return
		}
		t = next
	}
	if !types.Identical(t, r.T) {
		c.fail(c.cur, "%s has type %s, not %s", ExprString(r), t, r.T)
	}
}

func hasField(s *types.Struct, f *types.Var) bool {
	for g := range s.Fields() {
		if g == f || g.Name() == f.Name() && types.Identical(g.Type(), f.Type()) {
			return true
		}
	}
	return false
}

// integer checks a value that counts or selects.
func (c *checker) integer(e Expr, what string) {
	if e == nil {
		c.fail(c.cur, "%s is missing", what)
		return
	}
	c.value(e)
	if !IsInt(e.Type()) {
		c.fail(c.cur, "%s %s has type %s", what, ExprString(e), e.Type())
	}
}

// whole checks the whole value of a Decl or Store, where also an impure Opaque and one of several
// results may stand.
func (c *checker) whole(e Expr) {
	switch x := e.(type) {
	case *Opaque:
		c.opaque(x)
	case *Intrinsic:
		c.intrinsic(x)
	default:
		c.valueOrPlace(e)
	}
}

// valueOrPlace is value for what may also be a slice or another whole reference.
func (c *checker) valueOrPlace(e Expr) {
	if r, ok := e.(*Ref); ok {
		c.place(r)
		return
	}
	c.value(e)
}

// value checks an expression inside a statement or another expression.
func (c *checker) value(e Expr) {
	switch e := e.(type) {
	case nil:
		c.fail(c.cur, "an expression is missing")
	case *Const:
		if e.T == nil {
			c.fail(c.cur, "constant %s has no type", e.Text)
		}
	case *Unary:
		c.value(e.X)
		c.unary(e)
	case *Binary:
		c.value(e.X)
		c.value(e.Y)
		c.binary(e)
	case *Intrinsic:
		if severalResults[e.Fn] {
			c.fail(c.cur, "%s stands inside an expression", ExprString(e))
		}
		c.intrinsic(e)
	case *Len:
		c.place(e.X)
		c.length(e)
	case *Convert:
		c.value(e.X)
		if !isNumber(e.X.Type()) || !isNumber(e.T) {
			c.fail(c.cur, "conversion of %s to %s", e.X.Type(), e.T)
		}
	case *Slice:
		c.fail(c.cur, "%s is not the value of a view", ExprString(e))
	case *Opaque:
		if !e.Pure {
			c.fail(c.cur, "%s has effects and stands inside an expression", ExprString(e))
		}
		c.opaque(e)
	case *Saved:
		c.fail(c.cur, "%s is left", ExprString(e))
	case *Ref:
		c.place(e)
	default:
		c.fail(c.cur, "unknown expression %T", e)
	}
}

// severalResults are the functions of package math that return two values.
var severalResults = map[string]bool{"math.Lgamma": true, "math.Frexp": true, "math.Modf": true, "math.Sincos": true}

func (c *checker) opaque(e *Opaque) {
	if len(e.Parts) != len(e.Args)+1 {
		c.fail(c.cur, "source text with %d parts and %d arguments", len(e.Parts), len(e.Args))
	}
	for _, a := range e.Args {
		c.valueOrPlace(a)
	}
	if e.Sets == nil {
		return
	}
	if e.Pure {
		c.fail(c.cur, "source text that writes memory is said to be pure")
	}
	for _, r := range e.Sets.Refs {
		c.place(r)
		if HoldsFloats(r.T) {
			c.fail(c.cur, "source text writes floats in %s", ExprString(r))
		}
	}
}

func (c *checker) length(e *Len) {
	switch u := e.X.T.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
		return
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return
		}
	case *types.Pointer:
		if ElemType(u) != nil {
			return
		}
	}
	c.fail(c.cur, "length of a %s", e.X.T)
}

func (c *checker) intrinsic(e *Intrinsic) {
	if p := Predicate(e); p != nil {
		c.predicate(p)
		return
	}
	if e.Result < 0 || e.Result > 1 || e.Result == 1 && !severalResults[e.Fn] {
		c.fail(c.cur, "result %d of %s", e.Result, e.Fn)
	}
	for _, a := range e.Args {
		c.value(a)
		if e.Fn == "min" || e.Fn == "max" {
			c.agree(e.T, a)
		} else if !isNumber(a.Type()) {
			c.fail(c.cur, "%s of a %s", e.Fn, a.Type())
		}
	}
	if len(e.Args) == 0 && e.Fn != "math.NaN" {
		c.fail(c.cur, "%s of nothing", e.Fn)
	}
}

func (c *checker) predicate(e *Intrinsic) {
	want := map[string]int{Monotone: 1, Injective: 1, Within: 3, Disjoint: 2, Holds: 1}[e.Fn]
	if len(e.Args) != want || !IsBool(e.T) {
		c.fail(c.cur, "%s of %d arguments and type %s", e.Fn, len(e.Args), e.T)
		return
	}
	for i, a := range e.Args {
		c.valueOrPlace(a)
		if e.Fn == Holds {
			if !IsBool(a.Type()) {
				c.fail(c.cur, "%s of a %s", e.Fn, a.Type())
			}
			return
		}
		if _, place := a.(*Ref); (i == 0 || e.Fn == Disjoint) && !(place && sliceOf(a.Type())) {
			c.fail(c.cur, "%s of a %s", e.Fn, a.Type())
		}
	}
}

func (c *checker) unary(e *Unary) {
	t := e.X.Type()
	ok := false
	switch e.Op {
	case token.SUB, token.ADD:
		ok = isNumber(t)
	case token.NOT:
		ok = IsBool(t)
	case token.XOR:
		ok = IsInt(t)
	}
	if !ok {
		c.fail(c.cur, "operator %s of a %s", e.Op, t)
	}
}

func (c *checker) binary(e *Binary) {
	x, y := e.X.Type(), e.Y.Type()
	ok := false
	switch e.Op {
	case token.SHL, token.SHR:
		ok = IsInt(x) && IsInt(y) && types.Identical(e.T, x)
	case token.LAND, token.LOR:
		ok = IsBool(x) && IsBool(y) && IsBool(e.T)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		ok = (fits(x, e.Y) || fits(y, e.X)) && IsBool(e.T)
	case token.ADD, token.SUB, token.MUL, token.QUO:
		ok = isNumber(e.T) && fits(e.T, e.X) && fits(e.T, e.Y)
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		ok = IsInt(e.T) && fits(e.T, e.X) && fits(e.T, e.Y)
	}
	if !ok {
		c.fail(c.cur, "%s: operands of types %s and %s, result %s,", ExprString(e), x, y, e.T)
	}
}

// agree checks that e is a value for a place of type t.
func (c *checker) agree(t types.Type, e Expr) {
	if e != nil && e.Type() != nil && !fits(t, e) {
		c.fail(c.cur, "%s has type %s, not %s", ExprString(e), e.Type(), t)
	}
}

// fits says whether e has type t, is a constant that takes it, or may be assigned to it without
// a conversion (an error from source text to an interface).
func fits(t types.Type, e Expr) bool {
	x := e.Type()
	if types.Identical(t, x) {
		return true
	}
	if b, ok := x.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		switch {
		case b.Info()&types.IsBoolean != 0:
			return IsBool(t)
		case b.Info()&types.IsNumeric != 0:
			return isNumber(t)
		}
		return types.AssignableTo(x, t)
	}
	return !isNumber(t) && types.AssignableTo(x, t)
}

func isNumber(t types.Type) bool { return IsFloat(t) || IsInt(t) || isNumeric(t) }

// isNumeric includes type parameters over several kinds of numbers.
func isNumeric(t types.Type) bool { return hasInfo(t, types.IsNumeric) }
