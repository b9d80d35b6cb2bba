package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// line returns a statement from a format with trees and texts.
func (p *printer) line(format string, args ...any) code { return p.file.codef(format, args...) }

// block prints the statements of b, without braces.
func (p *printer) block(b *ir.Block) []code {
	list := flat(b)
	var out []code
	marks := p.marks(b, list)
	done := map[ir.Stmt]bool{} // printed ahead of its turn
	for i := 0; i < len(list); i++ {
		s := list[i]
		if done[s] {
			continue
		}
		if d := partner(list[i:]); d != nil {
			done[d] = true
			out = append(p.comment(out, s), p.pair(s.(*ir.Decl), d))
			continue
		}
		if group, n := p.group(list[i:]); n > 0 {
			out = append(p.comment(out, s), group...)
			i += n - 1
			continue
		}
		out = append(out, marks.before(p, s)...)
		out = append(p.comment(out, s), p.stmt(s)...)
	}
	return append(out, marks.after(p)...)
}

// comment appends the note of s, set off from what stands before it. A note that was just
// printed is not repeated.
func (p *printer) comment(out []code, s ir.Stmt) []code {
	note := s.Info().Note
	if note == "" || note == p.note {
		return out
	}
	p.note = note
	if len(out) > 0 {
		out = append(out, jen.Line())
	}
	for l := range strings.SplitSeq(note, "\n") {
		out = append(out, jen.Comment("// "+l))
	}
	return out
}

// flat returns the statements of b with inner blocks dissolved where no name is declared twice by
// that.
func flat(b *ir.Block) []ir.Stmt {
	names := map[string]int{}
	for _, s := range b.Stmts {
		declared(s, func(v *ir.Var) { names[v.Name]++ })
	}
	var out []ir.Stmt
	for _, s := range b.Stmts {
		inner, ok := s.(*ir.Block)
		if !ok {
			out = append(out, s)
			continue
		}
		list := flat(inner)
		clash := inner.Note != ""
		for _, s := range list {
			declared(s, func(v *ir.Var) { clash = clash || names[v.Name] > 0 })
		}
		if clash {
			out = append(out, s)
			continue
		}
		for _, s := range list {
			declared(s, func(v *ir.Var) { names[v.Name]++ })
		}
		out = append(out, list...)
	}
	return out
}

// declared calls f for the Vars that s declares in the block that it stands in.
func declared(s ir.Stmt, f func(*ir.Var)) {
	switch s := s.(type) {
	case *ir.Decl:
		f(s.Var)
	case *ir.Alloc:
		if len(s.Dst.Elems) == 0 {
			f(s.Dst.Var)
		}
	case *ir.Exec:
		for _, r := range s.Results {
			if s.Define && r != nil {
				f(r.Var)
			}
		}
	}
}

func (p *printer) stmt(s ir.Stmt) []code {
	switch s := s.(type) {
	case *ir.Decl:
		return []code{p.decl(s)}
	case *ir.Alloc:
		if p.par != nil {
			return append(p.par.scratch(s), p.like(s)...)
		}
		if g, ok := p.unread[s]; ok {
			return p.withoutStart(s, g)
		}
		list := append([]code{p.alloc(s)}, p.like(s)...)
		if p.grows[s.Dst.Var] && !s.Dirty && !ir.IsVal(s.Len, 0) {
			list = append(list, p.line("%s(%s[:%s])", p.file.builtin("clear"), p.variable(s.Dst.Var), p.length(s.Len)))
		}
		return list
	case *ir.Grow:
		if p.declaredBy(s) {
			return []code{p.line("%s := %s", p.variable(s.Var), p.mem.grow(p, s.Var, p.length(s.Len)))}
		}
		return []code{p.line("%s = %s", p.variable(s.Var), p.mem.grow(p, s.Var, p.length(s.Len)))}
	case *ir.Swap:
		a, b := p.ref(s.A), p.ref(s.B)
		return []code{p.line("%s, %s = %s, %s", a, b, b, a)}
	case *ir.Store:
		return p.store(s)
	case *ir.Reduce:
		if p.par != nil && p.par.isScatter(s.Dst.Var) {
			return []code{p.par.addTerm(s)}
		}
		return []code{p.update(p.ref(s.Dst), s.Op, s.Src)}
	case *ir.For:
		return p.loop(s)
	case *ir.If:
		return p.ifElse(s)
	case *ir.Block:
		return []code{jen.Block(p.block(s)...)}
	case *ir.Call:
		return p.call(s, token.ASSIGN)
	case *ir.Exec:
		return p.exec(s)
	case *ir.Panic:
		if p.file.hides("panic") {
			panic(p.file.hidden("panic"))
		}
		x := text(p.expr(s.X))
		if rest, ok := strings.CutPrefix(x, `"`); ok && s.Made {
			x = `"pardiffgen: ` + p.file.running + ": " + rest
		}
		return []code{p.line("panic(%s)", x)}
	}
	panic(faultf("cannot print a %T", s))
}

// decl declares a scalar, an array or a view.
func (p *printer) decl(s *ir.Decl) code {
	v := p.variable(s.Var)
	switch {
	case s.Init == nil:
		return p.line("var %s %s", v, p.typ(s.Var.Type))
	case results(s.Init) > 1:
		return p.several(s.Init.(*ir.Intrinsic), token.DEFINE, v)
	}
	return p.define(v, s.Var.Type, s.Init)
}

// define declares v with an initial value, so that v gets type t.
func (p *printer) define(v ast.Expr, t types.Type, init ir.Expr) code {
	x := p.value(init)
	d := untyped(init)
	switch {
	case d == nil && types.Identical(t, init.Type()) || d != nil && types.Identical(t, d):
		return p.line("%s := %s", v, x)
	case d != nil && isLiteral(init) && types.Identical(t, types.Typ[types.Float64]):
		return p.line("%s := %s", v, p.floatConst(x, t))
	case d == nil && !types.AssignableTo(init.Type(), t):
		return p.line("%s := %s", v, call(p.typ(t), x))
	}
	return p.line("var %s %s = %s", v, p.typ(t), x)
}

// value prints the right side of an assignment.
func (p *printer) value(e ir.Expr) ast.Expr {
	x := p.expr(e)
	if paren, ok := x.(*ast.ParenExpr); ok {
		return paren.X
	}
	return x
}

func isLiteral(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Pkg == nil && len(c.Text) > 0 && isDecimal(c.Text)
}

// results returns how many values the printed expression has.
func results(e ir.Expr) int {
	if x, ok := e.(*ir.Intrinsic); ok {
		switch x.Fn {
		case "math.Sincos", "math.Modf", "math.Frexp", "math.Lgamma":
			return 2
		}
	}
	return 1
}

// several assigns one of the two values of a call.
func (p *printer) several(x *ir.Intrinsic, tok token.Token, dst ast.Expr) code {
	if x.Result == 0 {
		return p.line("%s, _ %s %s", dst, tok, p.expr(x))
	}
	return p.line("_, %s %s %s", dst, tok, p.expr(x))
}

func (p *printer) alloc(s *ir.Alloc) code {
	t := s.Dst.T
	elem := ir.ElemType(t)
	var x ast.Expr
	n := p.lengthOf(s)
	if p.grows[s.Dst.Var] && len(s.Dst.Elems) == 0 {
		x = p.mem.start(p, s.Dst.Var, n)
	} else if s.Escapes {
		x = p.file.make(p.file.typ(t), n)
	} else {
		x = p.mem.get(p, t, elem, n, s.Dirty)
	}
	if len(s.Dst.Elems) > 0 {
		return p.line("%s = %s", p.ref(s.Dst), x)
	}
	_, plain := types.Unalias(t).(*types.Slice)
	if _, arena := p.mem.(*arenas); arena && !plain && !s.Escapes {
		x = call(p.typ(t), x)
	}
	return p.line("%s := %s", p.variable(s.Dst.Var), x)
}

// like prints what makes the slice that s gives memory nil where another one is.
func (p *printer) like(s *ir.Alloc) []code {
	if s.Like == nil {
		return nil
	}
	return []code{p.when(text(p.ref(s.Like))+" == nil", []code{p.line("%s = nil", p.ref(s.Dst))})}
}

// lengthOf returns the number of elements of what s makes. That of a tape is 0 where the loops that would fill it
// do not run.
func (p *printer) lengthOf(s *ir.Alloc) ast.Expr {
	n := p.length(s.Len)
	if s.Dst.Var.Kind == ir.Tape && mayBeNegative(s.Len) {
		n = call(ast.NewIdent(p.file.builtin("max")), n, lit(token.INT, "0"))
	}
	return n
}

// mayBeNegative says whether a tape's length may be, for a loop that does not run. Where the
// memory is the user's own, a negative length panics, as it does in the primal.
func mayBeNegative(n ir.Expr) bool {
	switch n := n.(type) {
	case *ir.Const:
		return false
	case *ir.Len:
		return false
	case *ir.Intrinsic:
		return n.Fn != "max" || !slices.ContainsFunc(n.Args, func(e ir.Expr) bool { return !mayBeNegative(e) })
	case *ir.Binary:
		return n.Op != token.ADD && n.Op != token.MUL || mayBeNegative(n.X) || mayBeNegative(n.Y)
	}
	return true
}

// length prints a length as an int.
func (p *printer) length(n ir.Expr) ast.Expr {
	x := p.expr(n)
	if t := n.Type(); untyped(n) == nil && !types.Identical(t, types.Typ[types.Int]) {
		return call(ast.NewIdent("int"), x)
	}
	return x
}

func (p *printer) store(s *ir.Store) []code {
	dst := p.ref(s.Dst)
	var out []code
	if b, ok := s.Src.(*ir.Binary); ok && updates(b.Op) && ir.Equal(b.X, s.Dst) {
		out = append(out, p.update(dst, b.Op, b.Y))
	} else if results(s.Src) > 1 {
		out = append(out, p.several(s.Src.(*ir.Intrinsic), token.ASSIGN, dst))
	} else {
		out = append(out, p.line("%s = %s", dst, p.value(s.Src)))
	}
	if f := p.after[s.Dst.Var]; f != nil && len(s.Dst.Elems) == 0 {
		out = append(out, f()...)
	}
	return out
}

// updates says whether Go has the assignment operator op=.
func updates(op token.Token) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR,
		token.SHL, token.SHR, token.AND_NOT:
		return true
	}
	return false
}

// update prints dst op= src. A sign of the operand goes into a sum's operator: x + -y is x - y to
// the bit.
func (p *printer) update(dst ast.Expr, op token.Token, src ir.Expr) code {
	if u, ok := src.(*ir.Unary); ok && u.Op == token.SUB && (op == token.ADD || op == token.SUB) {
		if src = u.X; op == token.ADD {
			op = token.SUB
		} else {
			op = token.ADD
		}
	}
	if ir.IsVal(src, 1) && ir.IsInt(src.Type()) && (op == token.ADD || op == token.SUB) {
		return p.line("%s%s%s", dst, op, op)
	}
	return p.line("%s %s= %s", dst, op, p.value(src))
}

// ifElse prints a condition; a lone condition in the else branch continues the chain.
func (p *printer) ifElse(s *ir.If) []code {
	then, els := s.Then, s.Else
	if els != nil && len(els.Stmts) == 0 {
		els = nil
	}
	cond := header1(p.expr(s.Cond))
	if len(then.Stmts) == 0 {
		if els == nil {
			return nil
		}
		// Not by the opposite comparison: that is another one where there is a NaN.
		cond = "!(" + text(p.expr(s.Cond)) + ")"
		then, els = els, nil
	}
	known := len(p.positive)
	if then == s.Then {
		p.knowPositive(s)
	}
	out := jen.If(p.file.code(cond)).Block(p.inner(then)...)
	p.positive = p.positive[:known]
	if els == nil {
		return []code{out}
	}
	if c := chained(els); c != nil {
		if rest := p.ifElse(c); len(rest) == 1 {
			return []code{out.Else().Add(rest[0])}
		}
	}
	return []code{out.Else().Block(p.inner(els)...)}
}

// inner prints a branch or a loop body. What was noted inside it may be noted again after it.
func (p *printer) inner(b *ir.Block) []code {
	p.note = ""
	out := p.block(b)
	p.note = ""
	return out
}

func chained(els *ir.Block) *ir.If {
	if list := flat(els); len(list) == 1 {
		if c, ok := list[0].(*ir.If); ok && c.Note == "" {
			return c
		}
	}
	return nil
}

// header1 prints an expression for the head of an if or a loop, where a composite literal needs
// parentheses.
func header1(x ast.Expr) string {
	s := text(x)
	if strings.Contains(s, "{") {
		return "(" + s + ")"
	}
	return s
}
