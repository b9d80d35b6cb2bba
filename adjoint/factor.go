package adjoint

import (
	"go/constant"
	"go/token"
	"math"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// moveFactors takes powers of 2 out of adjoints where they meet others in what is computed from them:
//
//	g := 0.5 * rAdj * inv
//	xAdj += 2 * g * x      becomes      g := rAdj * inv
//	yAdj += 2 * g * y                   xAdj += g * x
//	                                    yAdj += g * y
//
// Such a factor rounds nothing, so that it may stand anywhere in a product. The result says whether anything changed.
func moveFactors(b *ir.Block) bool {
	changed := false
	adj := map[*ir.Var]bool{} // the variables that hold what is computed from adjoints
	ir.Walk(b, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		if ok && d.Init != nil && ofAdjoint(d.Init, adj) {
			adj[d.Var] = true
		}
		return true
	})
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		for i, s := range b.Stmts {
			ir.Inner(s, visit)
			if d, ok := s.(*ir.Decl); ok && adj[d.Var] && d.Var.Obj == nil {
				changed = moveFactor(d, b.Stmts[i+1:]) || changed
			}
		}
	}
	visit(b)
	return changed
}

// loopWeight is how much more often than what is around it the body of a loop is taken to run.
const loopWeight = 8

// moveFactor takes the factor out of the value of d if the statements in its scope then have less to multiply.
func moveFactor(d *ir.Decl, scope []ir.Stmt) bool {
	m := monoOf(d.Init)
	f := &factor{of: d.Var, by: absolute(m.coef), gain: 1}
	if !ir.IsFloat(d.Var.Type) || len(m.num) == 0 || !powerOfTwo(f.by) {
		return false
	}
	if len(m.num) == 1 && len(m.den) == 0 && isAtom(m.num[0]) { // without a sign the variable is another name
		f.by = m.coef
	}
	f.block(&ir.Block{Stmts: scope}, 1)
	if f.stuck || f.gain <= 0 {
		return false
	}
	m.coef = constant.BinaryOp(m.coef, token.QUO, f.by)
	d.Init = m.value()
	d.Var.Name = "g" // it is no longer the adjoint of what it was called after
	for _, change := range f.changes {
		change()
	}
	return true
}

// A factor is taken out of the value of a variable.
type factor struct {
	of      *ir.Var
	by      constant.Value
	gain    int      // multiplications that are saved
	stuck   bool     // the variable is used otherwise than in numbers that are assigned
	changes []func() // put the factor where the variable is used
}

func (f *factor) block(b *ir.Block, weight int) {
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			if s.Var.View == nil && s.Init != nil {
				f.value(&s.Init, weight)
				continue
			}
		case *ir.Store:
			f.value(&s.Src, weight)
			f.stuck = f.stuck || mentionsVar(&ir.Store{Dst: s.Dst, Src: ir.Num("0", s.Dst.T)}, f.of)
			continue
		case *ir.Reduce:
			f.term(s, weight)
			f.stuck = f.stuck || mentionsVar(&ir.Reduce{Op: s.Op, Dst: s.Dst, Src: ir.Num("0", s.Dst.T)}, f.of)
			continue
		case *ir.For:
			f.stuck = f.stuck || mentionsVar(&ir.For{Iter: s.Iter, Begin: s.Begin, Limit: s.Limit, Step: s.Step, While: s.While, Body: &ir.Block{}}, f.of)
			f.block(s.Body, weight*loopWeight)
			continue
		case *ir.If:
			f.stuck = f.stuck || mentionsVar(&ir.If{Cond: s.Cond, Then: &ir.Block{}}, f.of)
			f.block(s.Then, weight)
			if s.Else != nil {
				f.block(s.Else, weight)
			}
			continue
		case *ir.Block:
			f.block(s, weight)
			continue
		}
		f.stuck = f.stuck || mentionsVar(s, f.of)
	}
}

// value puts the factor into the value *e of an assignment.
func (f *factor) value(e *ir.Expr, weight int) {
	if x := f.expr(*e, weight); x != *e {
		f.changes = append(f.changes, func() { *e = x })
	}
}

// term puts the factor into the term of a sum, its sign before the term.
func (f *factor) term(s *ir.Reduce, weight int) {
	x := f.expr(s.Src, weight)
	if x == s.Src {
		return
	}
	f.changes = append(f.changes, func() {
		s.Src = x
		if u, ok := x.(*ir.Unary); ok && u.Op == token.SUB {
			s.Src = u.X
			s.Op = map[token.Token]token.Token{token.ADD: token.SUB, token.SUB: token.ADD}[s.Op]
		}
	})
}

// expr returns e with the factor beside the variable.
func (f *factor) expr(e ir.Expr, weight int) ir.Expr {
	switch x := e.(type) {
	case *ir.Ref:
		if x.Var == f.of {
			return f.product(monoOf(e), weight)
		}
	case *ir.Unary:
		return rebuild(e, x.X, f.expr(x.X, weight), func(y ir.Expr) ir.Expr { return &ir.Unary{Op: x.Op, X: y} })
	case *ir.Binary:
		if !ir.IsFloat(x.T) {
			break
		}
		if x.Op == token.MUL || x.Op == token.QUO {
			if m := monoOf(e); f.among(m.num) == 1 && !f.inside(m) {
				return f.product(m, weight)
			}
			break
		}
		l, r := f.expr(x.X, weight), f.expr(x.Y, weight)
		if l == x.X && r == x.Y {
			return e
		}
		return &ir.Binary{Op: x.Op, X: l, Y: r, T: x.T}
	}
	f.stuck = f.stuck || refersTo(e, f.of)
	return e
}

// product returns m, one factor of which is the variable, times the factor.
func (f *factor) product(m mono, weight int) ir.Expr {
	before := m.coef
	m.coef = constant.BinaryOp(before, token.MUL, f.by)
	f.stuck = f.stuck || !short(m.coef)
	if isOne(absolute(m.coef)) {
		f.gain += weight
	}
	if isOne(absolute(before)) {
		f.gain -= weight
	}
	return m.value()
}

// among returns how many factors are the variable.
func (f *factor) among(factors []ir.Expr) int {
	n := 0
	for _, e := range factors {
		if r, ok := e.(*ir.Ref); ok && r.Var == f.of {
			n++
		}
	}
	return n
}

// inside says whether the variable occurs in m otherwise than as a factor.
func (f *factor) inside(m mono) bool {
	n := 0
	for _, list := range [][]ir.Expr{m.num, m.den} {
		for _, e := range list {
			if refersTo(e, f.of) {
				n++
			}
		}
	}
	return n > f.among(m.num)
}

// absolute returns the absolute value of c.
func absolute(c constant.Value) constant.Value {
	if constant.Sign(c) < 0 {
		return constant.UnaryOp(token.SUB, c, 0)
	}
	return c
}

func isOne(c constant.Value) bool { return constant.Compare(c, token.EQL, constant.MakeInt64(1)) }

// powerOfTwo says whether c, which is positive, is 2, 4, 8, their inverses, and so on, but not 1.
func powerOfTwo(c constant.Value) bool {
	f, exact := constant.Float64Val(c)
	frac, _ := math.Frexp(f)
	return exact && frac == 0.5 && f != 1
}
