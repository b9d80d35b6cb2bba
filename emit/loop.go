package emit

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// loop prints a loop in the form in which it was written, where it still has that form.
func (p *printer) loop(s *ir.For) []code {
	if c := p.builtinLoop(s, token.ASSIGN); c != nil {
		return []code{c}
	}
	if s.Par != nil {
		if list := p.parallel(s); list != nil {
			return list
		}
	}
	if s.Jam > 0 && p.out != nil {
		var out []code
		for _, s := range ir.Jammed(s) {
			p.declares(s)
			out = append(out, p.loop(s.(*ir.For))...)
		}
		return out
	}
	if list := p.nest(s); list != nil {
		return list
	}
	if list := p.rowLoop(s); list != nil {
		return list
	}
	head := p.loopHead(s)
	p.loops++
	body := p.inner(s.Body)
	p.loops--
	if len(body) == 0 {
		return nil
	}
	return []code{jen.For(p.file.code(head)).Block(body...)}
}

func (p *printer) loopHead(s *ir.For) string {
	if s.Limit == nil {
		return p.whileHead(s)
	}
	if s.Form != ir.ThreeClause && s.While == nil && counts(s) {
		if x := p.rangeOver(s); x != nil {
			if !reads(s.Body, s.Iter) {
				return "range " + header1(x)
			}
			return text(p.variable(s.Iter)) + " := range " + header1(x)
		}
	}
	i := func() string { return text(p.variable(s.Iter)) }
	begin := p.expr(s.Begin)
	if d := untyped(s.Begin); d != nil && !types.Identical(d, s.Iter.Type) {
		begin = call(p.typ(s.Iter.Type), begin)
	}
	cond := i() + " " + s.Cmp.String() + " " + header1(p.limit(s))
	if s.While != nil {
		cond += " && " + header1(p.conjunct(s.While))
	}
	return i() + " := " + header1(begin) + "; " + cond + "; " + p.step(i(), s)
}

// whileHead prints the head of a loop that ends where a condition fails, with its counter if the body
// reads that.
func (p *printer) whileHead(s *ir.For) string {
	cond := header1(p.expr(s.While))
	if !reads(s.Body, s.Iter) {
		return cond
	}
	i := text(p.variable(s.Iter))
	return i + " := 0; " + cond + "; " + i + "++"
}

// conjunct prints a condition that stands beside &&.
func (p *printer) conjunct(e ir.Expr) ast.Expr {
	x := p.expr(e)
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.LOR {
		return &ast.ParenExpr{X: x}
	}
	return x
}

// limit prints the bound of a three-clause loop. It binds tighter than the comparison.
func (p *printer) limit(s *ir.For) ast.Expr {
	x := p.expr(s.Limit)
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op.Precedence() <= token.LSS.Precedence() {
		return &ast.ParenExpr{X: x}
	}
	return x
}

func (p *printer) step(i string, s *ir.For) string {
	n, ok := ir.IntVal(s.Step)
	switch {
	case ok && n == 1:
		return i + "++"
	case ok && n == -1:
		return i + "--"
	case ok && n < 0:
		return i + " -= " + text(p.expr(ir.Neg(s.Step)))
	}
	if u, ok := s.Step.(*ir.Unary); ok && u.Op == token.SUB {
		return i + " -= " + text(p.expr(u.X))
	}
	return i + " += " + text(p.expr(s.Step))
}

// counts says whether the loop runs over 0, 1, ..., Limit-1.
func counts(s *ir.For) bool {
	return ir.IsVal(s.Begin, 0) && s.Cmp == token.LSS && ir.IsVal(s.Step, 1)
}

// rangeOver returns what a range loop ranges over, nil if the loop cannot be one.
func (p *printer) rangeOver(s *ir.For) ast.Expr {
	if n, ok := s.Limit.(*ir.Len); ok && ir.ElemType(n.X.T) != nil && types.Identical(s.Iter.Type, types.Typ[types.Int]) {
		return p.ref(n.X)
	}
	t := untyped(s.Limit)
	if t == nil {
		t = s.Limit.Type()
	}
	if !types.Identical(t, s.Iter.Type) {
		return nil
	}
	return p.expr(s.Limit)
}

// reads says whether a statement in b reads v.
func reads(b *ir.Block, v *ir.Var) bool {
	found := false
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { found = found || mentions(e, v) })
		return !found
	})
	return found
}

func mentions(e ir.Expr, v *ir.Var) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && r.Var == v {
			found = true
		}
		return !found
	})
	return found
}

// builtinLoop prints a loop that stands for copy, for clear or for the assignment of an array as
// that, if it is still what it was; else it returns nil. With the token := the array is declared by its
// assignment.
func (p *printer) builtinLoop(s *ir.For, tok token.Token) code {
	list := flat(s.Body)
	if s.Form == ir.ThreeClause || s.Form == ir.Range || !counts(s) || len(list) != 1 {
		return nil
	}
	st, ok := list[0].(*ir.Store)
	if !ok {
		return nil
	}
	dst := partOf(st.Dst, s.Iter)
	if dst == nil {
		return nil
	}
	zero := ir.IsVal(st.Src, 0)
	src := (*part)(nil)
	if r, ok := st.Src.(*ir.Ref); ok {
		src = partOf(r, s.Iter)
	}
	switch {
	case s.Form == ir.ArrayLoop && dst.isArray(s.Limit) && zero:
		return p.line("%s = %s{}", p.ref(dst.base), p.typ(dst.base.T))
	case s.Form == ir.ArrayLoop && dst.isArray(s.Limit) && src != nil && src.isArray(s.Limit) &&
		types.Identical(dst.base.T, src.base.T):
		return p.line("%s %s %s", p.ref(dst.base), tok, p.ref(src.base))
	case s.Form == ir.ClearLoop && zero:
		return p.line("%s(%s)", p.file.builtin("clear"), p.span(dst, s.Limit))
	case s.Form == ir.CopyLoop && src != nil && types.Identical(st.Dst.T, src.elem) &&
		dst.base.Var.Root() != src.base.Var.Root():
		return p.copy(dst, src, s.Limit)
	}
	return nil
}

// A part is base[lo+i] as a function of an iterator i.
type part struct {
	base *ir.Ref
	lo   ir.Expr // nil for 0
	elem types.Type
}

// partOf takes r apart, nil if it has not that form.
func partOf(r *ir.Ref, iter *ir.Var) *part {
	n := len(r.Elems) - 1
	if n < 0 || r.Elems[n].Index == nil {
		return nil
	}
	base := prefix(r, n)
	if mentions(base, iter) {
		return nil
	}
	switch i := r.Elems[n].Index.(type) {
	case *ir.Ref:
		if i.Var == iter {
			return &part{base, nil, r.T}
		}
	case *ir.Binary:
		if y, ok := i.Y.(*ir.Ref); ok && i.Op == token.ADD && y.Var == iter && !mentions(i.X, iter) {
			return &part{base, i.X, r.T}
		}
	}
	return nil
}

// prefix returns r without its elements from n on.
func prefix(r *ir.Ref, n int) *ir.Ref {
	q := ir.NewRef(r.Var)
	for _, e := range r.Elems[:n] {
		switch {
		case e.Index != nil:
			q = q.At(e.Index)
		case e.Field != nil:
			q = q.Sel(e.Field)
		case e.Deref:
			q = q.Star()
		}
	}
	return q
}

// isArray says whether the part is a whole array of n elements.
func (t *part) isArray(n ir.Expr) bool {
	a, ok := t.base.T.Underlying().(*types.Array)
	return ok && t.lo == nil && ir.IsVal(n, a.Len())
}

// span prints the elements from lo to lo+n as a slice.
func (p *printer) span(t *part, n ir.Expr) ast.Expr {
	_, slice := t.base.T.Underlying().(*types.Slice)
	whole := isWhole(t.base, n)
	switch {
	case t.lo == nil && whole && slice:
		return p.ref(t.base)
	case t.lo == nil && whole:
		return &ast.SliceExpr{X: p.ref(t.base)}
	case t.lo == nil:
		return &ast.SliceExpr{X: p.ref(t.base), High: p.expr(n)}
	}
	return &ast.SliceExpr{X: p.ref(t.base), Low: p.expr(t.lo), High: p.expr(ir.Add(t.lo, n))}
}

// copy prints a copy of n elements. copy(x, y) says the minimum of the lengths by itself.
func (p *printer) copy(dst, src *part, n ir.Expr) code {
	if m, ok := n.(*ir.Intrinsic); ok && m.Fn == "min" && len(m.Args) == 2 && dst.lo == nil && src.lo == nil &&
		ir.Equal(m.Args[0], &ir.Len{X: dst.base}) && ir.Equal(m.Args[1], &ir.Len{X: src.base}) {
		return p.line("%s(%s, %s)", p.file.builtin("copy"), p.whole(dst.base), p.whole(src.base))
	}
	if dst.lo == nil && src.lo == nil && (isRow(dst.base) && isWhole(src.base, n) || isRow(src.base) && isWhole(dst.base, n)) {
		return p.line("%s(%s, %s)", p.file.builtin("copy"), p.whole(dst.base), p.whole(src.base))
	}
	return p.line("%s(%s, %s)", p.file.builtin("copy"), p.span(dst, n), p.span(src, n))
}

func (p *printer) whole(r *ir.Ref) ast.Expr {
	if _, ok := r.T.Underlying().(*types.Slice); ok {
		return p.ref(r)
	}
	return &ast.SliceExpr{X: p.ref(r)}
}

// isRow says whether r is a row of a tape, as long as what is saved in it.
func isRow(r *ir.Ref) bool {
	_, slice := r.Var.View.(*ir.Slice)
	return slice && r.Var.Obj == nil && len(r.Elems) == 0 && r.Var.Root().Kind == ir.Tape
}

// isWhole says whether r has n elements.
func isWhole(r *ir.Ref, n ir.Expr) bool {
	if a, ok := r.T.Underlying().(*types.Array); ok {
		return ir.IsVal(n, a.Len())
	}
	return ir.Equal(n, &ir.Len{X: r})
}
