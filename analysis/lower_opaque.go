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
	// around is the statement whose text is written, nil for an expression; see lower_keep.go.
	around       ast.Node
	takesAddress bool      // what is written are arguments of an atomic operation
	left         *leavings // what leaves the statement, nil for nothing
	moved        map[*types.Var]*movedSlice
	renamed      map[string]string // labels of inlined functions, of which there may be several copies
	deferred     bool              // it is the body of a function literal that is executed when the function at hand returns
	inlined      int               // one of an inlined function, plus the literals around its body
	later        int               // function literals around what is written, which may be called later
	sets         []*ir.Ref
	of           *footprint // what the functions that it calls may write, nil for none
	why          string     // what is reported where active values get in
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
	o := &ir.Opaque{Parts: x.parts, Args: x.args, Imports: x.imports, Pure: !x.impure, Looks: x.makes && !x.touches, T: t, Why: x.why}
	if x.around != nil || x.of != nil || x.sets != nil {
		o.Sets = &ir.Places{Refs: x.sets, Only: x.around != nil || x.of != nil}
	}
	if x.of != nil {
		a := x.l.open[len(x.l.open)-1]
		x.l.settlings = append(x.l.settlings, settling{o.Sets, o.Args, x.of, a.key()})
	}
	return o
}

func (x *texter) text(s string) { x.buf.WriteString(s) }

func (x *texter) arg(e ir.Expr) {
	x.parts = append(x.parts, x.buf.String())
	x.buf.Reset()
	x.args = append(x.args, e)
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
		x.typedConstant(e, tv)
	case tv.IsNil():
		x.text("nil")
	case x.around != nil:
		x.inStmt(e, false)
	case l.class(l.typeOf(e)) == classScalar:
		x.arg(l.scalar(e))
	case l.hiddenCall(e):
		x.node(l.expr(e), e)
	default:
		x.expr(e)
	}
}

// hiddenCall says whether e calls a function of the module that generated code cannot name: it is inlined.
func (l *lowerer) hiddenCall(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !l.follows(call) {
		return false
	}
	fn := l.callee(call)
	return fn != nil && fn.Signature().Recv() == nil && !l.nameable(fn)
}

// typedConstant writes a constant. A literal and a name have the type that they have in the primal; what stands for another
// expression is converted to its type, which matters where it becomes an interface.
func (x *texter) typedConstant(e ast.Expr, tv types.TypeAndValue) {
	c := x.l.constant(e, tv)
	t := types.Default(tv.Type)
	basic, _ := t.(*types.Basic)
	if isLiteral(e) || c.Pkg != nil || basic != nil && (basic.Info()&(types.IsString|types.IsBoolean) != 0 || tv.Type == types.Typ[types.Int]) {
		x.constant(c)
		return
	}
	x.typ(t)
	x.text("(")
	x.constant(c)
	x.text(")")
}

// isLiteral says whether e is a literal, perhaps with a sign.
func isLiteral(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return true
	case *ast.UnaryExpr:
		return isLiteral(e.X)
	}
	return false
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
		t := x.l.typeOf(e.X)
		_, array := t.Underlying().(*types.Array) // its elements are the variable's own
		x.impure = x.impure || !array && !isString(t)
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
		if t := x.l.typeOf(e.X); isArray(t) {
			x.l.pointTo(arrayType(t))
		}
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
		if e.Op == token.AND && x.takesAddress {
			x.text("&")
			x.atomicPlace(e.X)
			return
		}
		_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
		if e.Op == token.AND && !lit && x.l.class(x.l.typeOf(e)) == classPointer {
			x.l.refuse(e.Pos(), "address of a variable", "it is passed on to code that is not followed and may write it", "pass the value, and assign what the code returns")
			return
		}
		if e.Op == token.AND && !lit {
			x.l.pointTo(x.l.typeOf(e.X))
		}
		x.impure = x.impure || e.Op == token.ARROW
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
		x.calls(obj)
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
	case n.named:
		name := n.x.(*ir.Opaque)
		for _, p := range name.Imports {
			x.imported(p)
		}
		x.impure = true
		x.text(name.Parts[0])
	case n.home == nil && n.parts != nil && x.mayWrite(n.typ):
		x.structure(n, e)
	case n.home != nil && n.parts != nil && plainData(n.typ), n.home != nil && n.to != nil && x.l.calling != nil:
		x.arg(ir.NewRef(x.l.leafVar(n.home.Param, n.home.Path, n.typ, false)))
	case n.x != nil:
		if _, ok := n.x.(*ir.Slice); ok {
			n = leaf(ir.NewRef(x.l.view("arg", n.typ, n)))
		}
		r, ok := n.x.(*ir.Ref)
		x.impure = x.impure || ok && x.l.throughPointers(r)
		x.arg(n.x)
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
		x.receiver(e, sel)
		x.text("." + e.Sel.Name)
		if !e.Sel.IsExported() && sel.Obj().Pkg() != x.l.pkg {
			x.l.refuse(e.Sel.Pos(), "method "+e.Sel.Name, "package "+sel.Obj().Pkg().Name()+" does not export it", "export it")
		}
	}
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
		} else if f := x.l.fieldAbroad(x.l.typeOf(e), i); f != nil {
			x.text(f.Name() + ": ")
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
