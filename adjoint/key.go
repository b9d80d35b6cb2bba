package adjoint

import (
	"fmt"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A cell names memory for the analyses that do not look at subscripts: a root and the fields
// that lead from it. ps[i].Pos.X and ps[j].Pos.X are one cell, ps[i].Pos.Y is another.
type cell struct {
	v    *ir.Var
	path string
}

// cellOf returns the cell of r, with views resolved.
func cellOf(r *ir.Ref) cell {
	r = r.Base()
	var b strings.Builder
	for _, e := range r.Elems {
		switch {
		case e.Field != nil:
			b.WriteString("." + e.Field.Name())
		case e.Deref:
			b.WriteString("*")
		}
	}
	return cell{r.Var, b.String()}
}

// under says whether c is the memory of d, or a part of it, and with which path.
func (c cell) under(d cell) (string, bool) {
	rest, ok := strings.CutPrefix(c.path, d.path)
	return rest, ok && c.v == d.v && (rest == "" || rest[0] == '.' || rest[0] == '*')
}

// touches says whether c and d have memory in common.
func (c cell) touches(d cell) bool {
	_, in := c.under(d)
	_, around := d.under(c)
	return in || around
}

// exprKey returns a text that two expressions share exactly if they are the same expression over
// the same variables (and, for saved values, at the same statement).
func exprKey(e ir.Expr) string {
	var b strings.Builder
	writeKey(&b, e)
	return b.String()
}

func writeKey(b *strings.Builder, e ir.Expr) {
	list := func(open string, args ...ir.Expr) {
		b.WriteString(open + "(")
		for i, a := range args {
			if i > 0 {
				b.WriteString(",")
			}
			if a != nil {
				writeKey(b, a)
			}
		}
		b.WriteString(")")
	}
	switch e := e.(type) {
	case nil:
	case *ir.Const:
		if e.Val != nil {
			b.WriteString(e.Val.ExactString())
		} else {
			b.WriteString(e.Text)
		}
	case *ir.Unary:
		list(e.Op.String(), e.X)
	case *ir.Binary:
		list(e.Op.String(), e.X, e.Y)
	case *ir.Intrinsic:
		list(fmt.Sprint(e.Fn, e.Result), e.Args...)
	case *ir.Len:
		list("len", e.X)
	case *ir.Convert:
		list(e.T.String(), e.X)
	case *ir.Slice:
		list("slice", e.X, e.Lo, e.Hi)
	case *ir.Opaque:
		list(strings.Join(e.Parts, "%"), e.Args...)
	case *ir.Saved:
		b.WriteString(fmt.Sprintf("saved@%p,%t:", e.At, e.After))
		writeKey(b, e.X)
	case *ir.Ref:
		fmt.Fprintf(b, "%s@%p", e.Var.Name, e.Var)
		for _, x := range e.Elems {
			switch {
			case x.Index != nil:
				list("[]", x.Index)
			case x.Field != nil:
				b.WriteString("." + x.Field.Name())
			default:
				b.WriteString("*")
			}
		}
	}
}
