package cudatmpl

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A goPrinter prints what the launcher evaluates.
type goPrinter struct {
	*launcher
	p     *plan
	names *namer
	// at is where a refusal is reported.
	at token.Pos
}

// Precedences beyond those of binary operators, which are 1 to 5 in Go.
const (
	goUnary   = 6
	goPostfix = 7
)

func (g *goPrinter) expr(e ir.Expr) string {
	s, _ := g.text(e)
	return s
}

func (g *goPrinter) operand(e ir.Expr, prec int) string {
	s, q := g.text(e)
	if q < prec {
		return "(" + s + ")"
	}
	return s
}

func (g *goPrinter) list(args []ir.Expr) string {
	var s []string
	for _, a := range args {
		s = append(s, g.expr(a))
	}
	return strings.Join(s, ", ")
}

func (g *goPrinter) text(e ir.Expr) (string, int) {
	switch e := e.(type) {
	case *ir.Const:
		return g.constant(e)
	case *ir.Unary:
		return e.Op.String() + g.operand(e.X, goPostfix), goUnary
	case *ir.Binary:
		q := e.Op.Precedence()
		return g.operand(e.X, q) + " " + e.Op.String() + " " + g.operand(e.Y, q+1), q
	case *ir.Intrinsic:
		if e.Fn != "min" && e.Fn != "max" {
			g.file.imports["math"] = ""
		}
		return e.Fn + "(" + g.list(e.Args) + ")", goPostfix
	case *ir.Len:
		if n := viewLen(e); n != nil {
			return g.text(n)
		}
		return g.length(e), goPostfix
	case *ir.Convert:
		return g.file.typ(e.T) + "(" + g.expr(e.X) + ")", goPostfix
	case *ir.Opaque:
		return g.opaque(e), goPostfix
	case *ir.Ref:
		return g.ref(e), goPostfix
	}
	refuse(posOf(g.at, g.p.grad.Primal.Pos), "no CUDA for %s: the launcher cannot evaluate %s", g.p.grad.Primal.Name, ir.ExprString(e))
	return "", 0
}

func (g *goPrinter) constant(c *ir.Const) (string, int) {
	s := c.Text
	if c.Pkg != nil {
		s = strings.Replace(s, c.Pkg.Name()+".", g.file.pkg(c.Pkg)+".", 1)
	}
	if s == "" && c.Val != nil {
		s = c.Val.ExactString()
	}
	if strings.HasPrefix(s, "-") {
		return s, goUnary
	}
	if strings.ContainsAny(s, " +*/") && !strings.HasPrefix(s, `"`) {
		return "(" + s + ")", goPostfix
	}
	return s, goPostfix
}

func (g *goPrinter) opaque(e *ir.Opaque) string {
	for _, p := range e.Imports {
		g.file.pkg(p)
	}
	var b strings.Builder
	for i, part := range e.Parts {
		b.WriteString(part)
		if i < len(e.Args) {
			b.WriteString(g.expr(e.Args[i]))
		}
	}
	return b.String()
}

// ref prints a variable of the launcher, or a part of an argument.
func (g *goPrinter) ref(r *ir.Ref) string {
	b := r.Base()
	s := g.variable(b.Var)
	for _, e := range b.Elems {
		switch {
		case e.Index != nil:
			s += "[" + g.expr(e.Index) + "]"
		case e.Field != nil:
			s += "." + e.Field.Name()
		default:
			s = "(*" + s + ")"
		}
	}
	return s
}

// variable prints a Var that the launcher knows.
func (g *goPrinter) variable(v *ir.Var) string {
	if v.Kind == ir.Param && v.Home != nil && !g.p.assigned[v] {
		return g.held(v)
	}
	return g.names.of(v, v.Name)
}

// held prints an argument as the launcher keeps it.
func (g *goPrinter) held(v *ir.Var) string {
	h := v.Home
	s := g.leaf(h, g.Recv+".arg."+h.Param.Name)
	if h.Deref && len(h.Path) > 0 {
		s = "*" + s
	}
	return s
}

// length prints the length of a slice.
func (g *goPrinter) length(e *ir.Len) string {
	v := e.X.Base().Var
	if l, ok := v.Type.Underlying().(*types.Array); ok && len(e.X.Base().Elems) == 0 {
		return itoa(int(l.Len()))
	}
	if isArray(e.X.T) {
		return itoa(int(arrayLen(e.X.T)))
	}
	if v.Kind == ir.Param {
		return "len(" + g.ref(e.X) + ")"
	}
	return g.lenOf(v)
}

// lenOf prints the length of the buffer of v.
func (g *goPrinter) lenOf(v *ir.Var) string {
	if b := g.p.buffers[v]; b != nil && b.primal != nil {
		return "len(" + g.held(b.primal) + ")"
	}
	if v.Kind == ir.Param {
		return "len(" + g.held(v) + ")"
	}
	if !isSlice(v.Type) {
		return "1"
	}
	return g.names.of(lenKey{v}, v.Name+"Len")
}

func arrayLen(t types.Type) int64 {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Array).Len()
}

// untypedInit says whether `v := e` would give v another type than t.
func untypedInit(e ir.Expr, t types.Type) bool {
	c, ok := e.(*ir.Const)
	if !ok {
		return false
	}
	b, ok := types.Unalias(t).(*types.Basic)
	switch {
	case !ok || c.Val == nil:
		return true
	case b.Kind() == types.Int:
		return c.Val.Kind() != constant.Int || strings.ContainsAny(c.Text, ".eE")
	case b.Kind() == types.Float64:
		return !strings.ContainsAny(c.Text, ".eE") || strings.HasPrefix(c.Text, "0x")
	}
	return b.Kind() != types.Bool && b.Kind() != types.String
}
