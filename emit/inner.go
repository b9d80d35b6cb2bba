package emit

import (
	"go/token"
	"go/types"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// rowLoop prints an innermost loop that runs through rows of flat slices by parts of them,
//
//	if n > 0 {
//		row := a[i*n:][:n]
//		for j := range n { ... row[j] ... }
//	}
//
// in which the compiler sees that j is in range. It returns nil for other loops.
func (p *printer) rowLoop(s *ir.For) []code {
	if p.out == nil || p.out.sig.grad.Serial || s.While != nil || s.Limit == nil || !counts(s) || !types.Identical(s.Iter.Type, types.Typ[types.Int]) {
		return nil
	}
	r := &rows{index: s.Iter, body: ir.CloneBlock(s.Body)}
	fixed := map[*ir.Var]bool{s.Iter: true}
	plain := true
	ir.Walk(s.Body, func(st ir.Stmt) bool {
		switch st.(type) {
		case *ir.Block, *ir.Store, *ir.Reduce, *ir.Decl:
		case *ir.If: // what is below the condition may be out of range elsewhere, and is left as it is
		default:
			plain = false
		}
		ir.Writes(st, func(w *ir.Ref) {
			if len(w.Elems) == 0 {
				fixed[w.Var] = true
			}
		})
		return plain
	})
	if !plain {
		return nil
	}
	for _, st := range r.body.Stmts {
		if d, ok := st.(*ir.Decl); ok && d.Var.View != nil {
			return nil
		}
		ir.Exprs(st, func(e ir.Expr) ir.Expr { return r.replace(e, s.Iter, fixed) })
	}
	flat := false
	for _, x := range r.list {
		by, constant := ir.IntVal(x.by)
		if by < 0 { // out of range, where the loop runs; Go refuses it as a constant
			return nil
		}
		flat = flat || !constant
	}
	if !flat {
		return nil
	}
	n := p.expr(s.Limit)
	if b, ok := s.Limit.(*ir.Binary); ok && b.Op != token.MUL {
		return nil
	}
	var body []code
	for _, x := range r.list {
		from := text(p.expr(x.by))
		if ir.IsVal(x.by, 0) {
			from = ""
		}
		if from == "" {
			body = append(body, p.line("%s := %s[:%s]", p.variable(x.row), p.variable(x.v), n))
		} else {
			body = append(body, p.line("%s := %s[%s:][:%s]", p.variable(x.row), p.variable(x.v), from, n))
		}
	}
	loop := *s
	loop.Body, loop.Form = r.body, ir.Range
	head := p.loopHead(&loop)
	p.loops++
	inner := p.inner(loop.Body)
	p.loops--
	body = append(body, jen.For(p.file.code(head)).Block(inner...))
	p.rowVars(r)
	return []code{p.when(text(n)+" > 0", body)}
}

// declares notes what a copy of a loop declares.
func (p *printer) declares(s ir.Stmt) {
	if p.par == nil {
		return
	}
	ir.Walk(s, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { p.par.extra = append(p.par.extra, v) })
		return true
	})
}

// rowVars notes the rows as declared inside, so that a parallel loop around does not take them for its own.
func (p *printer) rowVars(r *rows) {
	if p.par == nil {
		return
	}
	for _, x := range r.list {
		p.par.extra = append(p.par.extra, x.row)
	}
}
