package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A texter collects the text of an inactive expression and the values that stand in it.
type texter struct {
	l       *lowerer
	parts   []string
	buf     strings.Builder
	args    []ir.Expr
	imports []*types.Package
	impure  bool
	// makes says that text or an error is made; touches, that other code gets memory with floats, which it may write.
	makes, touches bool
	keeps          bool // what is being written is part of an error, which outlives the call
}

// opaque lowers an expression to source text.
func (l *lowerer) opaque(e ast.Expr) *ir.Opaque {
	x := &texter{l: l}
	x.expr(e)
	o := x.done(l.opaqueType(e))
	o.Pos = e.Pos()
	return o
}

func (l *lowerer) opaqueType(e ast.Expr) types.Type {
	t := l.rawType(e)
	if t == nil {
		return types.NewTuple()
	}
	return types.Default(t)
}

func (x *texter) done(t types.Type) *ir.Opaque {
	x.parts = append(x.parts, x.buf.String())
	return &ir.Opaque{Parts: x.parts, Args: x.args, Imports: x.imports, Pure: !x.impure, Looks: x.makes && !x.touches, T: t}
}

func (x *texter) text(s string) { x.buf.WriteString(s) }

func (x *texter) arg(e ir.Expr) {
	x.parts = append(x.parts, x.buf.String())
	x.buf.Reset()
	x.args = append(x.args, e)
}

// operand is arg for a place where operators bind tighter than those in e.
func (x *texter) operand(e ir.Expr) {
	switch e.(type) {
	case *ir.Binary, *ir.Unary:
		x.text("(")
		x.arg(e)
		x.text(")")
	default:
		x.arg(e)
	}
}

func (x *texter) imported(p *types.Package) {
	if p != nil && p != x.l.pkg && !slices.Contains(x.imports, p) {
		x.imports = append(x.imports, p)
	}
}

// child writes a part of an expression: values that the IR can hold are arguments, the rest is text.
func (x *texter) child(e ast.Expr) {
	l := x.l
	tv := l.info().Types[e]
	switch {
	case tv.IsType():
		x.typ(tv.Type)
	case tv.Value != nil:
		x.constant(l.constant(e, tv))
	case tv.IsNil():
		x.text("nil")
	case l.class(l.typeOf(e)) == classScalar:
		x.operand(l.scalar(e))
	default:
		x.expr(e)
	}
}

func (x *texter) constant(c *ir.Const) {
	x.imported(c.Pkg)
	x.text(c.Text)
}

func (x *texter) typ(t types.Type) {
	t = x.l.typ(t)
	x.text(types.TypeString(t, x.l.qualify))
	for _, p := range x.l.importsOf(t) {
		x.imported(p)
	}
}

// expr writes the text of e, whose own value is not a number.
func (x *texter) expr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		x.text("(")
		x.child(e.X)
		x.text(")")
	case *ast.BasicLit:
		x.text(e.Value)
	case *ast.Ident:
		x.ident(e)
	case *ast.SelectorExpr:
		x.selector(e)
	case *ast.CallExpr:
		x.call(e)
	case *ast.IndexExpr:
		x.impure = x.impure || !isString(x.l.typeOf(e.X))
		x.child(e.X)
		x.text("[")
		x.child(e.Index)
		x.text("]")
	case *ast.IndexListExpr:
		x.child(e.X)
		for i, t := range e.Indices {
			x.text([]string{"[", ", "}[min(i, 1)])
			x.child(t)
		}
		x.text("]")
	case *ast.SliceExpr:
		x.child(e.X)
		x.text("[")
		x.optional(e.Low)
		x.text(":")
		x.optional(e.High)
		x.text("]")
	case *ast.StarExpr:
		x.impure = true
		x.text("*")
		x.child(e.X)
	case *ast.UnaryExpr:
		if _, lit := ast.Unparen(e.X).(*ast.CompositeLit); e.Op == token.AND && !lit && x.l.class(x.l.typeOf(e)) == classPointer {
			x.l.refuse(e.Pos(), "address of a variable", "it is passed on to code that is not followed and may write it", "pass the value, and assign what the code returns")
			return
		}
		x.text(e.Op.String())
		x.child(e.X)
	case *ast.BinaryExpr:
		x.child(e.X)
		x.text(" " + e.Op.String() + " ")
		x.child(e.Y)
	case *ast.TypeAssertExpr:
		x.child(e.X)
		x.text(".(")
		x.child(e.Type)
		x.text(")")
	case *ast.CompositeLit:
		x.composite(e)
	case *ast.FuncLit:
		x.l.refuseClosure(e)
	default:
		x.l.refuse(e.Pos(), "expression", "it is not supported", "move it into a function of its own")
	}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func (x *texter) optional(e ast.Expr) {
	if e != nil {
		x.child(e)
	}
}

func (x *texter) ident(e *ast.Ident) {
	switch obj := x.l.info().ObjectOf(e).(type) {
	case *types.Var:
		if !x.written(obj, e) {
			x.node(x.l.lookup(e, obj), e)
		}
	case *types.Func:
		x.name(obj, e)
	case *types.TypeName:
		x.typ(obj.Type())
	default:
		x.text(e.Name)
	}
}

// written writes the name of a package-level variable that the function assigns, and says whether v is one.
func (x *texter) written(v *types.Var, e ast.Expr) bool {
	if v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !x.l.unstable[varKey{obj: v}] {
		return false
	}
	x.impure = true
	x.name(v, e)
	return true
}

// name writes the name of a package-level object.
func (x *texter) name(obj types.Object, e ast.Expr) {
	switch {
	case obj.Pkg() == nil || obj.Pkg() == x.l.pkg:
		x.text(obj.Name())
	case x.l.nameable(obj):
		x.imported(obj.Pkg())
		x.text(obj.Pkg().Name() + "." + obj.Name())
	default:
		x.l.refuse(e.Pos(), "name "+obj.Name(), "package "+obj.Pkg().Name()+" does not export it, so generated code cannot use it", "export it, or declare a //pardiff:rule for the function that uses it")
	}
}

// node writes a variable or a part of one.
func (x *texter) node(n *node, e ast.Expr) {
	n.force()
	switch {
	case n.home != nil && n.parts != nil && plainData(n.typ):
		x.text(n.home.Param.Name)
	case n.x != nil:
		if _, ok := n.x.(*ir.Slice); ok {
			n = leaf(ir.NewRef(x.l.view("arg", n.typ, n)))
		}
		x.operand(n.x)
	case n.isNil || n.pending:
		x.text("nil")
	case n.table != nil:
		x.l.refuse(e.Pos(), "use of "+x.l.head(e), "its rows are parts of one memory, and it is passed on as a whole to code that is not followed", "pass its rows one by one")
	default:
		x.l.refuse(e.Pos(), "use of "+x.l.head(e), "a struct or pointer is passed on as a whole to code that is not followed", "pass its fields")
	}
}

// plainData says whether a struct holds neither floats nor memory that others may write.
func plainData(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return !ir.IsFloat(t)
	case *types.Array:
		return plainData(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !plainData(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func (x *texter) selector(e *ast.SelectorExpr) {
	sel := x.l.info().Selections[e]
	switch {
	case sel == nil:
		if v, ok := x.l.info().Uses[e.Sel].(*types.Var); ok {
			if !x.written(v, e) {
				x.node(x.l.global(e.Sel, v), e)
			}
			return
		}
		x.name(x.l.info().Uses[e.Sel], e)
	case sel.Kind() == types.FieldVal:
		x.node(x.l.fieldAt(x.l.expr(e.X), sel.Index(), e.Sel), e)
	default:
		x.child(e.X)
		x.text("." + e.Sel.Name)
		if !e.Sel.IsExported() && sel.Obj().Pkg() != x.l.pkg {
			x.l.refuse(e.Sel.Pos(), "method "+e.Sel.Name, "package "+sel.Obj().Pkg().Name()+" does not export it", "export it")
		}
	}
}

func (x *texter) call(e *ast.CallExpr) {
	l := x.l
	tv := l.info().Types[e.Fun]
	outer := x.keeps
	if !tv.IsType() && !tv.IsBuiltin() {
		fn := l.callee(e)
		x.impure = x.impure || !isPureCallee(fn)
		x.makes = x.makes || makesText(fn)
		x.touches = x.touches || !onlyLooks(fn) && slices.ContainsFunc(e.Args, l.leadsToFloats)
		x.keeps = fn != nil && fn.Signature().Results().Len() == 1 && types.Identical(fn.Signature().Results().At(0).Type(), errorType)
	}
	if tv.IsBuiltin() {
		x.impure = true
		x.touches = x.touches || l.builtinCall(e, "append") != nil && slices.ContainsFunc(e.Args, l.leadsToFloats)
	}
	switch {
	case tv.IsType():
		if _, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			x.typ(tv.Type)
		} else {
			x.text("(")
			x.typ(tv.Type)
			x.text(")")
		}
	default:
		x.expr(ast.Unparen(e.Fun))
	}
	x.text("(")
	for i, a := range e.Args {
		if i > 0 {
			x.text(", ")
		}
		x.argument(a)
	}
	if e.Ellipsis.IsValid() {
		x.text("...")
	}
	x.text(")")
	x.keeps = outer
}

// leadsToFloats says whether code that gets the value of e may write floats through it.
func (l *lowerer) leadsToFloats(e ast.Expr) bool {
	t := l.typeOf(e)
	return ir.HoldsFloats(t) && l.class(t) != classScalar
}

// argument writes an argument of a call, or an element of a literal. A pointer into the function's own memory is not followed.
func (x *texter) argument(e ast.Expr) {
	if l := x.l; l.class(l.typeOf(e)) == classScalar && l.info().Types[e].Value == nil {
		x.arg(l.scalar(e))
		return
	}
	x.child(e)
}

func (x *texter) composite(e *ast.CompositeLit) {
	if e.Type != nil {
		x.typ(x.l.typeOf(e))
	}
	x.l.checkType(x.l.typeOf(e))
	x.impure = true // a new value each time
	x.text("{")
	for i, elt := range e.Elts {
		if i > 0 {
			x.text(", ")
		}
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && isField(x.l.info().Uses[id]) {
				x.l.at = id.Pos()
				x.l.checkName(x.l.info().Uses[id].(*types.Var))
				x.text(id.Name)
			} else {
				x.child(kv.Key)
			}
			x.text(": ")
			elt = kv.Value
		}
		if x.keeps {
			x.kept(elt)
			continue
		}
		x.argument(elt)
	}
	x.text("}")
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}

// makesText says whether a function outside the module makes text or an error of its arguments, or prints them.
func makesText(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	p := fn.Pkg().Path()
	return p == "fmt" || p == "log" || p == "errors"
}

// onlyLooks says whether a function outside the module writes nothing that its arguments lead to.
func onlyLooks(fn *types.Func) bool {
	return makesText(fn) || isPureCallee(fn) || fn != nil && fn.FullName() == "slices.Clone"
}

// isPureCallee says whether a function outside the module only computes a value from its arguments.
func isPureCallee(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "strings", "strconv", "unicode", "unicode/utf8", "math", "math/bits":
		return !strings.HasPrefix(fn.Name(), "New") && !strings.HasPrefix(fn.Name(), "Append")
	case "sort":
		return strings.HasSuffix(fn.Name(), "AreSorted")
	case "slices":
		return fn.Name() == "IsSorted" || fn.Name() == "Contains" || fn.Name() == "Equal"
	}
	return false
}
