package analysis

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// callLater writes a call whose arguments are evaluated now.
func (x *texter) callLater(e *ast.CallExpr) {
	_, lit := ast.Unparen(e.Fun).(*ast.FuncLit)
	if lit {
		x.later++
		x.literal(ast.Unparen(e.Fun).(*ast.FuncLit))
		x.later--
	}
	x.callInStmt(e, lit)
}

// callInStmt writes a call; of one of a literal that is written only the arguments.
func (x *texter) callInStmt(e *ast.CallExpr, written bool) {
	l := x.l
	tv := l.info().Types[e.Fun]
	fn := (*types.Func)(nil)
	part := false // only parts of the arguments are read
	switch name := builtinName(l, e); {
	case name == "recover":
		x.cannot(e)
		return
	case name == "len" && x.outer(e.Args[0]) != nil && x.later == 0 && l.class(l.typeOf(e.Args[0])) == classSlice:
		x.arg(l.length(e).x)
		return
	case name != "":
		part = name == "len" || name == "cap"
	case !tv.IsType():
		fn = l.callee(e)
		part = fn != nil && onlyLooks(fn)
	}
	outer := x.takesAddress
	x.takesAddress = isAtomic(fn)
	defer func() { x.takesAddress = outer }()
	f := ast.Unparen(e.Fun)
	lit, isLit := f.(*ast.FuncLit)
	switch {
	case written:
	case isLit && x.inlined > 0 && x.later == 1:
		x.later, x.deferred = x.inlined-1, true
		x.literal(lit)
		x.later, x.deferred = 1, false
	case isLit:
		x.literal(lit)
	case tv.IsType() && !bareType(e.Fun):
		x.text("(")
		x.child(f)
		x.text(")")
	default:
		x.inStmt(f, true)
	}
	x.text("(")
	for i, a := range e.Args {
		if i > 0 {
			x.text(", ")
		}
		x.hidden(e, i)
		if lit, ok := ast.Unparen(a).(*ast.FuncLit); ok && callsNow(fn) {
			x.literal(lit)
			continue
		}
		x.inStmt(a, part || builtinName(l, e) == "copy" && i == 1)
	}
	if e.Ellipsis.IsValid() {
		x.text("...")
	}
	x.text(")")
}

// builtinName is the name of the builtin function that e calls, "" for others.
func builtinName(l *lowerer, e *ast.CallExpr) string {
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := l.info().Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// callsNow says whether a function calls those that it gets before it returns, and does not keep them.
func callsNow(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return slices.Contains([]string{"sort", "slices", "maps", "strings", "bytes", "math/rand", "math/rand/v2"}, fn.Pkg().Path()) || fn.FullName() == "(*sync.Once).Do"
}

// literal writes a function literal.
func (x *texter) literal(e *ast.FuncLit) {
	if sig := x.l.typeOf(e).(*types.Signature); tupleCarries(sig.Params()) || tupleCarries(sig.Results()) {
		x.cannot(e)
		return
	}
	x.text("func(")
	x.fields(e.Type.Params)
	x.text(")")
	if r := e.Type.Results; r != nil && len(r.List) > 0 {
		x.text(" (")
		x.fields(r)
		x.text(")")
	}
	x.text(" ")
	x.block(e.Body.List)
}

func tupleCarries(t *types.Tuple) bool {
	for v := range t.Variables() {
		if carriesFloats(v.Type()) {
			return true
		}
	}
	return false
}

// fields writes parameters or results.
func (x *texter) fields(list *ast.FieldList) {
	var parts []string
	for _, f := range list.List {
		b := strings.Builder{}
		for i, id := range f.Names {
			b.WriteString([]string{"", ", "}[min(i, 1)] + id.Name)
		}
		t := f.Type
		if len(f.Names) > 0 {
			b.WriteString(" ")
		}
		if v, ok := t.(*ast.Ellipsis); ok {
			b.WriteString("...")
			t = v.Elt
		}
		typ := x.l.typ(x.l.info().TypeOf(t))
		b.WriteString(types.TypeString(typ, x.l.qualify))
		for _, p := range x.l.importsOf(typ) {
			x.imported(p)
		}
		parts = append(parts, b.String())
	}
	x.text(strings.Join(parts, ", "))
}
