package interp

import (
	"math"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/special"
)

// intrinsic evaluates a function of package math, min or max.
func (m *machine) intrinsic(e *ir.Intrinsic) Value {
	if p := ir.Predicate(e); p != nil {
		return boolValue(m.predicate(p))
	}
	args := make([]Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = m.eval(a)
		if isFloat(e.T) && args[i].kind == integer && (e.Fn == "min" || e.Fn == "max") {
			args[i] = m.convert(args[i], a.Type(), e.T)
		}
	}
	name, isMath := strings.CutPrefix(e.Fn, "math.")
	switch {
	case e.Fn == "min" || e.Fn == "max":
		return m.extremum(e, args)
	case !isMath: // what gradients call beside package math
		f, ok := special.Lookup(e.Fn)
		if !ok {
			m.fail("no function %s", e.Fn)
		}
		return Value{kind: float, f: num{v: f.Eval(args[0].f.v)}}
	}
	if f, ok := mathFns[name]; ok {
		return Value{kind: float, f: m.apply(f, e, args)}
	}
	if v, ok := m.mixed(name, e.Result, args); ok {
		return v
	}
	m.fail("no function %s", e.Fn)
	return Value{}
}

// predicate evaluates what a fact says of a slice of integers.
func (m *machine) predicate(e *ir.Intrinsic) bool {
	if e.Fn == ir.Holds {
		return m.bool(e.Args[0])
	}
	a, ok := e.Args[0].(*ir.Ref)
	if !ok || e.Fn == ir.Disjoint {
		m.fail("no predicate %s", ir.ExprString(e))
	}
	seen := map[int64]bool{}
	list := m.place(a).elems
	for i, v := range list {
		switch {
		case e.Fn == ir.Monotone && i > 0 && list[i-1].i > v.i,
			e.Fn == ir.Within && (v.i < m.int(e.Args[1]) || v.i >= m.int(e.Args[2])),
			e.Fn == ir.Injective && seen[v.i]:
			return false
		}
		seen[v.i] = true
	}
	return true
}

func (m *machine) apply(f mathFn, e *ir.Intrinsic, args []Value) num {
	x := make([]float64, len(args))
	for i, a := range args {
		if a.kind == integer { // a constant written without a point
			a.f.v = float64(a.i)
		}
		x[i] = a.f.v
	}
	y := f.eval(x)
	ops := make([]operand, len(args))
	for i, p := range f.partials(x, y) {
		ops[i] = operand{args[i].f, p}
	}
	return m.result(round(m.typ(e.T), y), ops...)
}

// extremum evaluates the builtins min and max, from the left, a tie going to the left.
func (m *machine) extremum(e *ir.Intrinsic, args []Value) Value {
	acc := args[0]
	for _, x := range args[1:] {
		switch {
		case acc.kind == float && e.Fn == "max":
			acc.f = m.apply(mathFns["Max"], e, []Value{acc, x})
		case acc.kind == float:
			acc.f = m.apply(mathFns["Min"], e, []Value{acc, x})
		default:
			less := acc.i < x.i
			if unsigned(m.typ(e.T)) {
				less = uint64(acc.i) < uint64(x.i)
			}
			if less == (e.Fn == "max") {
				acc = x
			}
		}
	}
	return acc
}

// mixed evaluates the functions with arguments or results that are not floats, and those with two
// results.
func (m *machine) mixed(name string, result int, args []Value) (Value, bool) {
	var x Value
	if len(args) > 0 {
		x = args[0]
	}
	floatOf := func(y, dx float64) (Value, bool) {
		return Value{kind: float, f: m.result(y, operand{x.f, dx})}, true
	}
	intOf := func(i int64) (Value, bool) { return Value{kind: integer, i: i}, true }
	switch name {
	case "NaN":
		return *Float(math.NaN()), true
	case "Inf":
		return *Float(math.Inf(int(x.i))), true
	case "IsNaN":
		return boolValue(math.IsNaN(x.f.v)), true
	case "IsInf":
		return boolValue(math.IsInf(x.f.v, int(args[1].i))), true
	case "Signbit":
		return boolValue(math.Signbit(x.f.v)), true
	case "Ilogb":
		return intOf(int64(math.Ilogb(x.f.v)))
	case "Pow10":
		return *Float(math.Pow10(int(x.i))), true
	case "Ldexp":
		return floatOf(math.Ldexp(x.f.v, int(args[1].i)), math.Ldexp(1, int(args[1].i)))
	case "Jn":
		return m.bessel(math.Jn, int(x.i), args[1].f), true
	case "Yn":
		return m.bessel(math.Yn, int(x.i), args[1].f), true
	case "Nextafter32":
		return floatOf(float64(math.Nextafter32(float32(x.f.v), float32(args[1].f.v))), 1)
	case "Float64bits":
		return intOf(int64(math.Float64bits(x.f.v)))
	case "Float32bits":
		return intOf(int64(math.Float32bits(float32(x.f.v))))
	case "Float64frombits":
		return *Float(math.Float64frombits(uint64(x.i))), true
	case "Float32frombits":
		return *Float(float64(math.Float32frombits(uint32(x.i)))), true
	case "Lgamma":
		y, sign := math.Lgamma(x.f.v)
		if result == 1 {
			return intOf(int64(sign))
		}
		return floatOf(y, digamma(x.f.v))
	case "Frexp":
		frac, exp := math.Frexp(x.f.v)
		if result == 1 {
			return intOf(int64(exp))
		}
		return floatOf(frac, math.Ldexp(1, -exp))
	case "Modf":
		whole, frac := math.Modf(x.f.v)
		if result == 1 {
			return floatOf(frac, 1)
		}
		return floatOf(whole, 0)
	case "Sincos":
		sin, cos := math.Sincos(x.f.v)
		if result == 1 {
			return floatOf(cos, -sin)
		}
		return floatOf(sin, cos)
	}
	return Value{}, false
}

func (m *machine) bessel(f func(int, float64) float64, n int, x num) Value {
	return Value{kind: float, f: m.result(f(n, x.v), operand{x, (f(n-1, x.v) - f(n+1, x.v)) / 2})}
}
