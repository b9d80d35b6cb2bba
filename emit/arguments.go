package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// arguments prints the arguments of a call, with what is to be done before and after it.
type arguments struct {
	p             *printer
	readOnly      bool // the call writes none of them
	before, after []code
}

// receiver prints the receiver of a method: the address is taken where that is needed.
func (a *arguments) receiver(x ir.Arg) ast.Expr {
	x.Addr = x.Addr && x.Parts != nil
	if x.Parts == nil {
		return a.p.expr(x.X)
	}
	e := a.expr(x)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return e
}

func (a *arguments) expr(x ir.Arg) ast.Expr {
	switch {
	case x.Parts != nil:
		return a.structExpr(x)
	case x.X == nil:
		return ast.NewIdent("nil")
	case x.Addr:
		return address(a.p.expr(x.X))
	}
	return a.p.expr(x.X)
}

// address prints &x, or y for *y.
func address(x ast.Expr) ast.Expr {
	if star, ok := x.(*ast.StarExpr); ok {
		return star.X
	}
	return &ast.UnaryExpr{Op: token.AND, X: x}
}

// structExpr prints a struct, or a pointer to one: where it lies as a whole, if it does, else a variable that holds
// it for the time of the call.
func (a *arguments) structExpr(x ir.Arg) ast.Expr {
	if w := wholeOf(x); w != nil {
		return a.wholeExpr(w, x.Addr)
	}
	lit := a.literal(x)
	if !x.Addr {
		return ast.NewIdent(lit)
	}
	tmp := ast.NewIdent(a.p.fresh("arg"))
	a.before = append(a.before, a.p.line("%s := %s", tmp, lit))
	if !a.readOnly {
		a.takeApart(tmp, x)
	}
	return address(tmp)
}

// wholeExpr prints the struct at w, or a pointer to it.
func (a *arguments) wholeExpr(w *whole, addr bool) ast.Expr {
	var e ast.Expr
	pointer := false
	if w.ref != nil {
		e = a.p.ref(w.ref)
	} else {
		e = a.p.home(a.p.param(w.param), &ir.Home{Param: w.param, Path: w.path})
		t := w.param.Type
		if n := len(w.path); n > 0 {
			t = w.path[n-1].Type()
		}
		_, pointer = t.Underlying().(*types.Pointer)
	}
	switch {
	case addr && !pointer:
		return address(e)
	case pointer && !addr:
		return star(e)
	}
	return e
}

// literal prints a composite literal.
func (a *arguments) literal(x ir.Arg) string {
	var fields []string
	st := x.T.Underlying().(*types.Struct)
	for i, part := range x.Parts {
		name := st.Field(i).Name()
		if name == "_" || part.X == nil && part.Parts == nil {
			continue
		}
		value := ""
		if part.Parts != nil {
			part.Addr = false
			value = text(a.structExpr(part))
		} else {
			value = text(a.p.expr(part.X))
		}
		fields = append(fields, name+": "+value)
	}
	return text(a.p.typ(x.T)) + "{" + strings.Join(fields, ", ") + "}"
}

// takeApart has the places of a struct get what a call leaves in the variable v.
func (a *arguments) takeApart(v ast.Expr, x ir.Arg) {
	st := x.T.Underlying().(*types.Struct)
	for i, part := range x.Parts {
		f := sel(v, st.Field(i).Name())
		switch {
		case part.Parts != nil:
			a.takeApart(f, part)
		case part.Addr:
			a.after = append(a.after, a.p.line("%s = %s", a.p.expr(part.X), f))
		}
	}
}

// A whole is where a struct lies: in a parameter or in memory.
type whole struct {
	param *ir.ParamDecl
	path  []*types.Var
	ref   *ir.Ref
}

// wholeOf returns where the struct x lies, nil if it is made of parts that lie in different places.
func wholeOf(x ir.Arg) *whole {
	var w *whole
	st := x.T.Underlying().(*types.Struct)
	for i, part := range x.Parts {
		f := st.Field(i)
		if f.Name() == "_" {
			continue
		}
		outer := outside(part, f)
		if outer == nil || w != nil && !w.equal(outer) {
			return nil
		}
		w = outer
	}
	return w
}

// outside returns where the struct lies whose field f is the value x.
func outside(x ir.Arg, f *types.Var) *whole {
	if x.Parts != nil {
		w := wholeOf(x)
		switch {
		case w == nil:
			return nil
		case w.ref != nil:
			return fieldOf(w.ref, f)
		case len(w.path) > 0 && w.path[len(w.path)-1] == f:
			return &whole{param: w.param, path: w.path[:len(w.path)-1]}
		}
		return nil
	}
	r, ok := x.X.(*ir.Ref)
	if !ok {
		return nil
	}
	if h := r.Var.Home; len(r.Elems) == 0 && r.Var.Kind == ir.Param && h != nil && !h.Deref {
		if n := len(h.Path); n > 0 && h.Path[n-1] == f {
			return &whole{param: h.Param, path: h.Path[:n-1]}
		}
		return nil
	}
	return fieldOf(r, f)
}

// fieldOf returns the place whose field f is r.
func fieldOf(r *ir.Ref, f *types.Var) *whole {
	n := len(r.Elems)
	if n == 0 || r.Elems[n-1].Field != f {
		return nil
	}
	return &whole{ref: &ir.Ref{Var: r.Var, Elems: r.Elems[:n-1]}}
}

func (w *whole) equal(o *whole) bool {
	if w.ref != nil || o.ref != nil {
		return w.ref != nil && o.ref != nil && ir.Equal(w.ref, o.ref)
	}
	if w.param != o.param || len(w.path) != len(o.path) {
		return false
	}
	for i, f := range w.path {
		if o.path[i] != f {
			return false
		}
	}
	return true
}

// results prints a call with the assignment of its results; structs are taken apart after it.
func (p *printer) results(s *ir.Call, tok token.Token, c ast.Expr) []code {
	sig := s.Fn.Signature().Results()
	if len(s.Results) == 0 || len(s.Results) == sig.Len() && len(ir.ResultParts(sig)) == sig.Len() {
		return []code{p.assigned(s.Results, tok, c)}
	}
	var names []string
	var after []code
	places := s.Results
	for v := range sig.Variables() {
		n := len(ir.Parts(v.Type()))
		name := "_"
		if anyNamed(places[:n]) {
			name = p.fresh("res")
			p.assignParts(ast.NewIdent(name), v.Type(), places[:n], &after)
		}
		names = append(names, name)
		places = places[n:]
	}
	if !anyNamed(s.Results) {
		return []code{p.line("%s", c)}
	}
	return append([]code{p.line("%s := %s", strings.Join(names, ", "), c)}, after...)
}

// assignParts assigns the parts of the value x to places and returns those that are left.
func (p *printer) assignParts(x ast.Expr, t types.Type, places []*ir.Ref, out *[]code) []*ir.Ref {
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			places = p.assignParts(sel(x, f.Name()), f.Type(), places, out)
		}
		return places
	}
	if places[0] != nil {
		*out = append(*out, p.line("%s = %s", p.ref(places[0]), x))
	}
	return places[1:]
}
