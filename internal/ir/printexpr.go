package ir

import (
	"go/token"
	"strings"
)

// Precedences beyond those of binary operators, which are 1 to 5 in Go.
const (
	precUnary   = 6
	precPostfix = 7
)

// expr returns e as text, with the parentheses that keep its tree.
func (p *printer) expr(e Expr) string {
	s, _ := p.text(e)
	return s
}

// operand returns e in parentheses where it binds less tightly than prec.
func (p *printer) operand(e Expr, prec int) string {
	s, q := p.text(e)
	if q < prec {
		return "(" + s + ")"
	}
	return s
}

// text returns e and its precedence.
func (p *printer) text(e Expr) (string, int) {
	switch e := e.(type) {
	case nil:
		return "<nil>", precPostfix
	case *Const:
		return constText(e)
	case *Unary:
		// An operator of its own kind needs parentheses: -(-x), not the decrement.
		return e.Op.String() + p.operand(e.X, precPostfix), precUnary
	case *Binary:
		q := e.Op.Precedence()
		return p.operand(e.X, q) + " " + e.Op.String() + " " + p.operand(e.Y, q+1), q
	case *Intrinsic:
		s := e.Fn + "(" + p.list(e.Args) + ")"
		if e.Result > 0 {
			s += "." + string(rune('0'+e.Result))
		}
		return s, precPostfix
	case *Len:
		return "len(" + p.expr(e.X) + ")", precPostfix
	case *Convert:
		return p.typ(e.T) + "(" + p.expr(e.X) + ")", precPostfix
	case *Slice:
		return p.operand(e.X, precPostfix) + "[" + p.bound(e.Lo) + ":" + p.bound(e.Hi) + "]", precPostfix
	case *Opaque:
		return p.opaque(e), precPostfix
	case *Saved:
		return p.saved(e), precPostfix
	case *Ref:
		return p.ref(e)
	}
	return "?", precPostfix
}

// constText gives a negative constant the precedence of a negation.
func constText(c *Const) (string, int) {
	s := c.Text
	if s == "" && c.Val != nil {
		s = c.Val.ExactString()
	}
	if strings.HasPrefix(s, token.SUB.String()) {
		return s, precUnary
	}
	return s, precPostfix
}

func (p *printer) bound(e Expr) string {
	if e == nil {
		return ""
	}
	return p.expr(e)
}

func (p *printer) list(args []Expr) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = p.expr(a)
	}
	return strings.Join(parts, ", ")
}

func (p *printer) opaque(e *Opaque) string {
	var b strings.Builder
	for i, part := range e.Parts {
		b.WriteString(part)
		if i < len(e.Args) {
			b.WriteString(p.expr(e.Args[i]))
		}
	}
	return b.String()
}

func (p *printer) saved(e *Saved) string {
	when := "before"
	if e.After {
		when = "after"
	}
	s := "saved(" + p.expr(e.X) + " " + when
	if e.At != nil && e.At.Info().Src != "" {
		s += " `" + e.At.Info().Src + "`"
	}
	return s + ")"
}

func (p *printer) ref(r *Ref) (string, int) {
	s := p.name(r.Var)
	star := strings.HasPrefix(s, "*")
	for _, e := range r.Elems {
		if star && !e.Deref {
			s, star = "("+s+")", false
		}
		switch {
		case e.Index != nil:
			s += "[" + p.expr(e.Index) + "]"
		case e.Field != nil:
			s += "." + e.Field.Name()
		default:
			s, star = "*"+s, true
		}
	}
	if star {
		return s, precUnary
	}
	return s, precPostfix
}
