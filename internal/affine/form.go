package affine

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Sym is a symbol. Its meaning is the caller's.
type Sym int

// A Term is Coef * Sym.
type Term struct {
	Sym  Sym
	Coef int64
}

// A Form is a linear form: a constant and terms in increasing order of their symbols, none with
// coefficient 0. It is immutable; the zero value is 0.
type Form struct {
	Terms    []Term
	Const    int64
	overflow bool
}

// Constant returns the form c.
func Constant(c int64) Form { return Form{Const: c} }

// Symbol returns the form s.
func Symbol(s Sym) Form { return Form{Terms: []Term{{s, 1}}} }

// Valid is false for the result of an operation that overflowed, whose other contents are
// meaningless.
func (f Form) Valid() bool { return !f.overflow }

// Coef returns the coefficient of s.
func (f Form) Coef(s Sym) int64 {
	for _, t := range f.Terms {
		if t.Sym == s {
			return t.Coef
		}
	}
	return 0
}

// IsConst says whether f has no terms.
func (f Form) IsConst() bool { return len(f.Terms) == 0 && f.Valid() }

// Add returns f + g.
func (f Form) Add(g Form) Form { return f.combine(1, g) }

// Sub returns f - g.
func (f Form) Sub(g Form) Form { return f.combine(-1, g) }

// Plus returns f + c.
func (f Form) Plus(c int64) Form { return f.combine(1, Constant(c)) }

// Neg returns -f.
func (f Form) Neg() Form { return f.Scale(-1) }

// Scale returns k*f.
func (f Form) Scale(k int64) Form { return Form{}.combine(k, f) }

// combine returns f + k*g.
func (f Form) combine(k int64, g Form) Form {
	if f.overflow || g.overflow {
		return Form{overflow: true}
	}
	bad := false
	fma := func(a, b int64) int64 {
		c, ok := muladd(1, a, k, b)
		bad = bad || !ok
		return c
	}
	out := Form{Const: fma(f.Const, g.Const), Terms: make([]Term, 0, len(f.Terms)+len(g.Terms))}
	put := func(s Sym, c int64) {
		if c != 0 {
			out.Terms = append(out.Terms, Term{s, c})
		}
	}
	i, j := 0, 0
	for i < len(f.Terms) || j < len(g.Terms) {
		switch {
		case j == len(g.Terms) || i < len(f.Terms) && f.Terms[i].Sym < g.Terms[j].Sym:
			put(f.Terms[i].Sym, f.Terms[i].Coef)
			i++
		case i == len(f.Terms) || g.Terms[j].Sym < f.Terms[i].Sym:
			put(g.Terms[j].Sym, fma(0, g.Terms[j].Coef))
			j++
		default:
			put(f.Terms[i].Sym, fma(f.Terms[i].Coef, g.Terms[j].Coef))
			i, j = i+1, j+1
		}
	}
	if bad {
		return Form{overflow: true}
	}
	return out
}

// Rename returns f with each symbol replaced by its image. Symbols may be merged.
func (f Form) Rename(image func(Sym) Sym) Form {
	if f.overflow {
		return f
	}
	terms := make([]Term, len(f.Terms))
	for i, t := range f.Terms {
		terms[i] = Term{image(t.Sym), t.Coef}
	}
	return sum(terms, f.Const)
}

// sum returns the form with the given terms, which it may reorder and overwrite.
func sum(terms []Term, c int64) Form {
	slices.SortFunc(terms, func(a, b Term) int { return int(a.Sym) - int(b.Sym) })
	out := terms[:0]
	for _, t := range terms {
		if n := len(out); n > 0 && out[n-1].Sym == t.Sym {
			s, ok := add(out[n-1].Coef, t.Coef)
			if !ok {
				return Form{overflow: true}
			}
			if out[n-1].Coef = s; s == 0 {
				out = out[:n-1]
			}
		} else if t.Coef != 0 {
			out = append(out, t)
		}
	}
	return Form{Terms: out, Const: c}
}

// extreme says whether f has a number without a negative.
func (f Form) extreme() bool {
	for _, t := range f.Terms {
		if t.Coef == math.MinInt64 {
			return true
		}
	}
	return f.Const == math.MinInt64
}

// String prints f with symbols as x0, x1, ...
func (f Form) String() string {
	if f.overflow {
		return "overflow"
	}
	var b strings.Builder
	for _, t := range f.Terms {
		switch {
		case t.Coef == 1:
			b.WriteString("+")
		case t.Coef == -1:
			b.WriteString("-")
		default:
			fmt.Fprintf(&b, "%+d*", t.Coef)
		}
		fmt.Fprintf(&b, "x%d", t.Sym)
	}
	if f.Const != 0 || b.Len() == 0 {
		fmt.Fprintf(&b, "%+d", f.Const)
	}
	return strings.TrimPrefix(b.String(), "+")
}
