package emit

import (
	"bytes"
	"go/ast"
	"go/parser"
	goprinter "go/printer"
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/special"
)

// A printer prints the code of one generated function. Trees that it returns are fresh, with one
// exception: identifiers are never shared either, so that each can be renamed in place.
type printer struct {
	file *file
	// ids holds the placeholder of each variable, parameter and result, keyed by *ir.Var,
	// *ir.ParamDecl, *ir.ResultDecl or name.
	ids map[any]string
	// ranks overrides the rank of a variable's placeholder.
	ranks map[any]rank
	// places holds the Vars that are printed as a part of something else.
	places map[*ir.Var]func() ast.Expr
	// used are the keys of ids that were printed.
	used map[any]bool
	// mem gives memory for local slices.
	mem memory
	// grows are the tapes that grow.
	grows map[*ir.Var]bool
	// unread has the Allocs of these that make nothing which is read, with the Grow that declares the tape instead, if any.
	unread map[*ir.Alloc]*ir.Grow
	// onlySet are variables that are assigned by source text and not read.
	onlySet map[*ir.Var]bool
	// loops counts the loops around the statement at hand.
	loops int
	// positive are integers that are above 0 at the statement at hand.
	positive []ir.Expr
	// after holds code that belongs after the statement that assigns a result.
	after map[*ir.Var]func() []code
	note  string // the last note printed
	// out takes the parallel loops of a method of a Work; where it is nil there are none.
	out *loopOutput
	// par is the parallel loop around the statement at hand.
	par *loopPrinter
	// inNest says that the statement at hand is in the function of a nest.
	inNest bool
}

func newPrinter(f *file, mem memory) *printer {
	return &printer{
		file: f, mem: mem,
		ids: map[any]string{}, ranks: map[any]rank{}, used: map[any]bool{},
		places: map[*ir.Var]func() ast.Expr{},
		after:  map[*ir.Var]func() []code{}, grows: map[*ir.Var]bool{},
	}
}

// id returns an identifier for key, which is called wish if it can be.
func (p *printer) id(key any, wish string, r rank) *ast.Ident {
	name, ok := p.ids[key]
	if !ok {
		if or, ok := p.ranks[key]; ok {
			r = or
		}
		name = p.file.syms.add(wish, r)
		p.ids[key] = name
	}
	p.used[key] = true
	return ast.NewIdent(name)
}

// fresh returns the placeholder of a new variable that code around the body needs.
func (p *printer) fresh(wish string) string { return p.file.syms.add(wish, rankMade) }

func (p *printer) param(d *ir.ParamDecl) *ast.Ident {
	return p.id(d, paramName(d), rankParam)
}

// variable returns the expression for all of v.
func (p *printer) variable(v *ir.Var) ast.Expr {
	if f := p.places[v]; f != nil {
		return f()
	}
	switch {
	case v.Kind == ir.Global:
		return p.global(v)
	case v.Kind == ir.Param && v.Home != nil:
		return p.home(p.param(v.Home.Param), v.Home)
	case v.Obj != nil:
		return p.id(v, v.Name, rankUser)
	}
	return p.id(v, v.Name, rankMade)
}

// home returns the place of a leaf inside root, which stands for the parameter or for its
// adjoint.
func (p *printer) home(root ast.Expr, h *ir.Home) ast.Expr {
	for _, f := range h.Path {
		root = sel(root, f.Name())
	}
	if h.Deref {
		root = star(root)
	}
	return root
}

// global returns a package-level variable, or a part of one: its name then has dots.
func (p *printer) global(v *ir.Var) ast.Expr {
	parts := strings.Split(v.Name, ".")
	x := ast.Expr(ast.NewIdent(parts[0]))
	if v.Copy != nil {
		name := p.file.spec.Copies.name(v)
		p.file.copied[name] = true
		x = ast.NewIdent(name)
	} else if v.Obj != nil {
		x = p.file.object(v.Obj.Pkg(), parts[0])
	}
	for _, s := range parts[1:] {
		x = sel(x, s)
	}
	return x
}

func (p *printer) ref(r *ir.Ref) ast.Expr {
	x := p.variable(r.Var)
	for i, e := range r.Elems {
		switch {
		case e.Index != nil:
			x = index(x, p.expr(e.Index))
		case e.Field != nil:
			x = sel(x, e.Field.Name())
		case e.Deref && !implied(r, i):
			x = star(x)
		}
	}
	return x
}

// implied says whether Go follows the pointer at element i of r by itself: to a field, or to an
// element of an array.
func implied(r *ir.Ref, i int) bool {
	if i+1 == len(r.Elems) {
		return false
	}
	_, array := prefix(r, i+1).T.Underlying().(*types.Array)
	return r.Elems[i+1].Field != nil || r.Elems[i+1].Index != nil && array
}

// expr returns the tree of e.
func (p *printer) expr(e ir.Expr) ast.Expr {
	switch e := e.(type) {
	case *ir.Const:
		return p.constant(e)
	case *ir.Unary:
		return &ast.UnaryExpr{Op: e.Op, X: p.expr(e.X)}
	case *ir.Binary:
		return p.binary(e)
	case *ir.Intrinsic:
		return p.intrinsic(e)
	case *ir.Len:
		return call(ast.NewIdent("len"), p.ref(e.X))
	case *ir.Convert:
		x := p.expr(e.X)
		if t := untyped(e.X); t != nil && ir.IsFloat(e.T) && ir.ConstValue(e.X) == nil { // a constant that is shifted would be a float
			x = call(p.typ(e.X.Type()), x)
		}
		return call(p.typ(e.T), x)
	case *ir.Slice:
		s := &ast.SliceExpr{X: p.ref(e.X)}
		if e.Lo != nil && !ir.IsVal(e.Lo, 0) {
			s.Low = p.expr(e.Lo)
		}
		if e.Hi != nil {
			s.High = p.expr(e.Hi)
		}
		return s
	case *ir.Ref:
		return p.ref(e)
	case *ir.Opaque:
		return p.opaque(e)
	}
	panic(faultf("cannot print a %T", e))
}

// among says whether the condition y is one of those that op joins in x, as where a function gets one argument for two
// parameters.
func among(y, x ast.Expr, op token.Token) bool {
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op == op {
		return among(y, b.X, op) || among(y, b.Y, op)
	}
	return types.ExprString(x) == types.ExprString(y)
}

func (p *printer) binary(e *ir.Binary) ast.Expr {
	x, y := p.expr(e.X), p.expr(e.Y)
	if e.Op == token.QUO && ir.IsFloat(e.T) && untyped(e.X) != nil && untyped(e.Y) != nil {
		// 1 / 3 between constants would be an integer division.
		x = p.floatConst(x, e.T)
	}
	if typedShift(e) {
		x = call(p.typ(e.T), x)
	}
	if (e.Op == token.LAND || e.Op == token.LOR) && among(y, x, e.Op) {
		return x
	}
	return &ast.BinaryExpr{Op: e.Op, X: x, Y: y}
}

// typedShift says whether e shifts a constant by what is none. Go gives that the type that is wanted around it, which is that of
// e where int is.
func typedShift(e *ir.Binary) bool {
	return (e.Op == token.SHL || e.Op == token.SHR) && !types.Identical(e.T, types.Typ[types.Int]) && untyped(e.X) != nil && ir.ConstValue(e.Y) == nil
}

func (p *printer) intrinsic(e *ir.Intrinsic) ast.Expr {
	if ir.Predicate(e) != nil {
		return p.predicate(e)
	}
	args := make([]ast.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = p.expr(a)
	}
	pkg, name, ok := strings.Cut(e.Fn, ".")
	if !ok {
		return p.order(e, args)
	}
	if fn, ok := special.Lookup(e.Fn); ok {
		return call(ast.NewIdent(p.file.helper(fn.Ident)), args...)
	}
	return call(p.file.std(pkg, name), args...)
}

// opaque returns source text with its references filled in, as a single token.
func (p *printer) opaque(e *ir.Opaque) ast.Expr { return wrap(p.opaqueText(e)) }

func (p *printer) opaqueText(e *ir.Opaque) string {
	var b strings.Builder
	for i, part := range e.Parts {
		b.WriteString(p.file.qualify(part, e.Imports))
		switch {
		case i == len(e.Args):
		case enclosed(part, e.Parts[i+1]):
			b.WriteString(text(p.expr(e.Args[i])))
		default:
			b.WriteString(operand(p.expr(e.Args[i])))
		}
	}
	return b.String()
}

// enclosed says whether what stands between two texts is an argument, a subscript or an element, which may be any expression.
func enclosed(before, after string) bool {
	return before != "" && strings.ContainsAny(before[len(before)-1:], "([") && after != "" && strings.ContainsAny(after[:1], ")]")
}

// wrap makes one operand of text: in parentheses unless it is one anyhow.
func wrap(text string) ast.Expr {
	x, err := parser.ParseExpr(text)
	if err != nil {
		panic(faultf("%q is not an expression: %v", text, err))
	}
	simple := false
	switch x := x.(type) {
	case *ast.UnaryExpr:
		simple = x.Op == token.ARROW // the whole value of a statement
	case *ast.Ident, *ast.BasicLit, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr, *ast.ParenExpr,
		*ast.SliceExpr, *ast.TypeAssertExpr, *ast.IndexListExpr:
		simple = true
	}
	if id := ast.NewIdent(text); simple {
		return id
	}
	return &ast.ParenExpr{X: ast.NewIdent(text)}
}

// operand prints x so that it can stand anywhere.
func operand(x ast.Expr) string {
	switch x.(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr:
		x = &ast.ParenExpr{X: x}
	}
	return text(x)
}

// text prints a tree.
func text(x ast.Expr) string {
	var b bytes.Buffer
	if err := config.Fprint(&b, token.NewFileSet(), x); err != nil {
		panic(faultf("%v", err))
	}
	return b.String()
}

var config = goprinter.Config{Mode: goprinter.RawFormat}

func call(fn ast.Expr, args ...ast.Expr) ast.Expr { return &ast.CallExpr{Fun: fn, Args: args} }

func sel(x ast.Expr, name string) ast.Expr {
	return &ast.SelectorExpr{X: x, Sel: ast.NewIdent(name)}
}

func star(x ast.Expr) ast.Expr { return &ast.StarExpr{X: x} }

func index(x, i ast.Expr) ast.Expr { return &ast.IndexExpr{X: x, Index: i} }

func lit(k token.Token, text string) ast.Expr { return &ast.BasicLit{Kind: k, Value: text} }
