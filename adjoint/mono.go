package adjoint

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"sort"
	"strconv"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A mono is a product: coef * num[0] * num[1] ... / (den[0] * den[1] ...). Partial derivatives
// are sums of monos; like terms are added, so that d(0.5*k*d*d)/dd reads k*d.
type mono struct {
	coef constant.Value
	num  []ir.Expr
	den  []ir.Expr
	t    types.Type
}

// unit returns the mono 1 of type t.
func unit(t types.Type) mono { return mono{coef: constant.MakeInt64(1), t: t} }

// monoOf splits e into factors.
func monoOf(e ir.Expr) mono { return unit(e.Type()).mul(e) }

// mul returns m * e.
func (m mono) mul(e ir.Expr) mono {
	switch x := e.(type) {
	case *ir.Const:
		if c := numeric(x); c != nil {
			if p := constant.BinaryOp(m.coef, token.MUL, c); fits(p, m.t) {
				m.coef = p
				return m
			}
		}
	case *ir.Unary:
		if x.Op == token.SUB {
			return m.neg().mul(x.X)
		}
	case *ir.Binary:
		switch x.Op {
		case token.MUL:
			return m.mul(x.X).mul(x.Y)
		case token.QUO:
			return m.mul(x.X).quo(x.Y)
		}
	}
	m.num = appendCopy(m.num, e)
	return m
}

// quo returns m / e.
func (m mono) quo(e ir.Expr) mono {
	switch x := e.(type) {
	case *ir.Const:
		if c := numeric(x); c != nil && constant.Sign(c) != 0 {
			if q := constant.BinaryOp(m.coef, token.QUO, c); short(q) && fits(q, m.t) {
				m.coef = q
				return m
			}
		}
	case *ir.Unary:
		if x.Op == token.SUB {
			return m.neg().quo(x.X)
		}
	}
	m.den = appendCopy(m.den, e)
	return m
}

func (m mono) neg() mono {
	m.coef = constant.UnaryOp(token.SUB, m.coef, 0)
	return m
}

func appendCopy(s []ir.Expr, e ir.Expr) []ir.Expr {
	return append(s[:len(s):len(s)], e)
}

// numeric returns the value of a literal; constants with a name keep it.
func numeric(c *ir.Const) constant.Value {
	if c.Val == nil || c.Pkg != nil || c.Text == "" || c.Text[0] != '-' && c.Text[0] != '.' && (c.Text[0] < '0' || c.Text[0] > '9') {
		return nil
	}
	switch c.Val.Kind() {
	case constant.Int, constant.Float:
		return constant.ToFloat(c.Val)
	}
	return nil
}

// short says whether a coefficient has a short decimal form that is exact, so that folding
// constants neither changes a value by more than one rounding nor makes it unreadable.
func short(c constant.Value) bool {
	f, _ := constant.Float64Val(c)
	s := strconv.FormatFloat(f, 'g', -1, 64)
	back := constant.MakeFromLiteral(s, token.FLOAT, 0)
	return len(s) <= 8 && back.Kind() != constant.Unknown && constant.Compare(back, token.EQL, c)
}

// fits says whether a coefficient is 0 or a float of type t, or of float32 where that is open, with all its digits. The product of
// two constants may be too large or too small for one where the function's own steps are not.
func fits(c constant.Value, t types.Type) bool {
	abs := constant.ToFloat(absolute(c))
	lo, hi := constant.MakeFloat64(0x1p-126), constant.MakeFloat64(math.MaxFloat32)
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() != types.Float32 {
		lo, hi = constant.MakeFloat64(0x1p-1022), constant.MakeFloat64(math.MaxFloat64)
	}
	return constant.Sign(c) == 0 || constant.Compare(lo, token.LEQ, abs) && constant.Compare(abs, token.LEQ, hi)
}

// one says whether m is the constant 1, zero whether it is 0.
func (m mono) one() bool {
	return len(m.num) == 0 && len(m.den) == 0 && constant.Compare(m.coef, token.EQL, constant.MakeInt64(1))
}

func (m mono) zero() bool { return constant.Sign(m.coef) == 0 }

// atomic says whether m costs nothing to repeat: at most a sign and one factor.
func (m mono) atomic() bool {
	if len(m.den) > 0 || len(m.num) > 1 {
		return false
	}
	abs := m.coef
	if constant.Sign(abs) < 0 {
		abs = constant.UnaryOp(token.SUB, abs, 0)
	}
	if !constant.Compare(abs, token.EQL, constant.MakeInt64(1)) {
		return len(m.num) == 0
	}
	return len(m.num) == 0 || isAtom(m.num[0])
}

// isAtom says whether e is a constant or a scalar variable.
func isAtom(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Const:
		return true
	case *ir.Ref:
		return len(e.Elems) == 0
	case *ir.Saved:
		return len(e.X.Elems) == 0
	}
	return false
}

// key identifies like terms: the factors in canonical order.
func (m mono) key() string {
	k := func(list []ir.Expr) string {
		s := make([]string, len(list))
		for i, e := range list {
			s[i] = exprKey(e)
		}
		sort.Strings(s)
		out := ""
		for _, x := range s {
			out += x + "*"
		}
		return out
	}
	return k(m.num) + "/" + k(m.den)
}

// expr returns the magnitude of m as an expression, and whether its sign is negative.
func (m mono) expr() (e ir.Expr, negative bool) {
	c := m.coef
	if negative = constant.Sign(c) < 0; negative {
		c = constant.UnaryOp(token.SUB, c, 0)
	}
	if len(m.num) == 0 || !constant.Compare(c, token.EQL, constant.MakeInt64(1)) {
		e = m.literal(c)
	}
	for _, f := range m.num {
		if e == nil {
			e = f
		} else {
			e = ir.Bin(token.MUL, e, f)
		}
	}
	for _, group := range m.divisors() {
		e = ir.Bin(token.QUO, e, group)
	}
	return e, negative
}

// divisors returns the denominator as few divisors. A factor that occurs twice divides twice: its
// square may overflow where the quotient does not.
func (m mono) divisors() []ir.Expr {
	var groups []ir.Expr
	used := map[string]int{}
	for _, f := range m.den {
		k := exprKey(f)
		i := used[k]
		used[k]++
		if i < len(groups) {
			groups[i] = ir.Bin(token.MUL, groups[i], f)
		} else {
			groups = append(groups, f)
		}
	}
	return groups
}

func (m mono) literal(c constant.Value) ir.Expr {
	f, _ := constant.Float64Val(c)
	return &ir.Const{Val: constant.MakeFloat64(f), Text: strconv.FormatFloat(f, 'g', -1, 64), T: m.t}
}

// value returns m as one expression.
func (m mono) value() ir.Expr {
	e, neg := m.expr()
	if neg {
		return &ir.Unary{Op: token.SUB, X: e}
	}
	return e
}

// A sum is a sum of monos with like terms added.
type sum struct {
	terms []mono
}

func (s *sum) add(m mono) {
	k := m.key()
	for i, t := range s.terms {
		if t.key() == k {
			if c := constant.BinaryOp(t.coef, token.ADD, m.coef); fits(c, t.t) {
				s.terms[i].coef = c
				return
			}
		}
	}
	s.terms = append(s.terms, m)
}

// expr returns the sum as an expression and whether it is negative as a whole (all terms
// are, which a caller writes as -=). It returns nil for an empty sum.
func (s *sum) expr() (e ir.Expr, negative bool) {
	negative = true
	for _, t := range s.terms {
		if !t.zero() && constant.Sign(t.coef) > 0 {
			negative = false
		}
	}
	for _, t := range s.terms {
		if t.zero() {
			continue
		}
		x, neg := t.expr()
		neg = neg != negative
		switch {
		case e == nil && neg:
			e = &ir.Unary{Op: token.SUB, X: x}
		case e == nil:
			e = x
		case neg:
			e = ir.Bin(token.SUB, e, x)
		default:
			e = ir.Bin(token.ADD, e, x)
		}
	}
	return e, negative
}
