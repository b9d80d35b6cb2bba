package adjoint

import (
	"go/token"
	"sort"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// intDifference returns hi - lo for integers. It multiplies out and cancels, and keeps the plain
// difference where that does not make it shorter: (i+1)*n - i*n is n, n - i stays.
func intDifference(hi, lo ir.Expr) ir.Expr {
	plain := ir.Sub(hi, lo)
	p := polynomial{terms: map[string]*term{}}
	if !p.add(hi, 1) || !p.add(lo, -1) {
		return plain
	}
	if e := p.expr(); e != nil && operations(e) < operations(plain) {
		return e
	}
	return plain
}

// A polynomial is a sum of products of atoms, by the key of the product.
type polynomial struct {
	terms map[string]*term
	order []*term // as they were first added
}

type term struct {
	coef  int64
	atoms []ir.Expr
}

// add adds k*e. It returns false where e is too large to multiply out.
func (p *polynomial) add(e ir.Expr, k int64) bool {
	terms, ok := products(e)
	if !ok {
		return false
	}
	for _, t := range terms {
		p.addTerm(t, k)
	}
	return true
}

// addTerm adds k*t.
func (p *polynomial) addTerm(t term, k int64) {
	keys := make([]string, len(t.atoms))
	for i, a := range t.atoms {
		keys[i] = exprKey(a)
	}
	sort.Strings(keys)
	key := strings.Join(keys, "*")
	if old := p.terms[key]; old != nil {
		old.coef += k * t.coef
	} else {
		p.terms[key] = &term{k * t.coef, t.atoms}
		p.order = append(p.order, p.terms[key])
	}
}

// shorter returns e with its terms multiplied out and cancelled where that makes it shorter.
func shorter(e ir.Expr) ir.Expr {
	p := polynomial{terms: map[string]*term{}}
	if p.add(e, 1) {
		if x := p.expr(); operations(x) < operations(e) {
			return x
		}
	}
	return e
}

// maxTerms bounds what is multiplied out.
const maxTerms = 16

// products returns e as a sum of products.
func products(e ir.Expr) ([]term, bool) {
	if n, ok := ir.IntVal(e); ok {
		return []term{{n, nil}}, true
	}
	switch x := e.(type) {
	case *ir.Unary:
		if x.Op == token.SUB {
			return scaled(x.X, -1)
		}
	case *ir.Binary:
		a, ok1 := products(x.X)
		b, ok2 := products(x.Y)
		if !ok1 || !ok2 || len(a)*len(b) > maxTerms {
			return nil, false
		}
		switch x.Op {
		case token.ADD:
			return append(a, b...), true
		case token.SUB:
			b, _ = scaled(x.Y, -1)
			return append(a, b...), true
		case token.MUL:
			var out []term
			for _, s := range a {
				for _, t := range b {
					out = append(out, term{s.coef * t.coef, append(append([]ir.Expr(nil), s.atoms...), t.atoms...)})
				}
			}
			return out, true
		}
	}
	return []term{{1, []ir.Expr{e}}}, true
}

func scaled(e ir.Expr, k int64) ([]term, bool) {
	list, ok := products(e)
	for i := range list {
		list[i].coef *= k
	}
	return list, ok
}

// expr returns the polynomial in the order in which its terms were added, positive ones first.
func (p *polynomial) expr() ir.Expr {
	var e ir.Expr = ir.Int(0)
	for _, sign := range []int64{1, -1} {
		for _, t := range p.order {
			if t.coef*sign <= 0 {
				continue
			}
			var x ir.Expr = ir.Int(t.coef * sign)
			for _, a := range t.atoms {
				x = ir.Mul(x, a)
			}
			if sign < 0 {
				e = ir.Sub(e, x)
			} else {
				e = ir.Add(e, x)
			}
		}
	}
	return e
}
