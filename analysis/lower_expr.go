package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

func (l *lowerer) typeOf(e ast.Expr) types.Type {
	t := l.rawType(e)
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return types.Default(t)
}

// scalar lowers an expression whose value is a number, a bool or opaque.
func (l *lowerer) scalar(e ast.Expr) ir.Expr {
	n := l.expr(e).force()
	if n.x == nil {
		if !l.refused {
			l.refuse(e.Pos(), "expression", "a single value is needed here", "use one of its parts")
		}
		return zeroConst(types.Typ[types.Int])
	}
	return n.x
}

// expr lowers an expression whose value may be used inside another one.
func (l *lowerer) expr(e ast.Expr) *node {
	return l.whole(l.value(e))
}

// whole is n as a value that may be used inside another one.
func (l *lowerer) whole(n *node) *node {
	if n.lazy != nil || !wholeOnly(n.x) {
		return n
	}
	r := l.save("v", n.x)
	if l.class(n.typ) == classOpaque {
		l.mutable[r.Var] = true // by source text that uses it: no name stands for it of which that could be learnt
	}
	return &node{typ: n.typ, x: r, fresh: true}
}

// wholeOnly says whether x may only stand as the whole value of a statement.
func wholeOnly(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.Opaque:
		return !x.Pure
	case *ir.Intrinsic:
		return multiResult[x.Fn]
	}
	return false
}

// multiResult are the functions of package math with two results.
var multiResult = map[string]bool{"math.Frexp": true, "math.Lgamma": true, "math.Modf": true, "math.Sincos": true}

// values lowers the right side of an assignment, a return or the arguments of a call: one
// expression for each value, or one call for all. want has the type of each place, nil for any.
func (l *lowerer) values(list []ast.Expr, want []types.Type) []*node {
	var vals []*node
	if len(list) == 1 && len(want) != 1 {
		if call, ok := ast.Unparen(list[0]).(*ast.CallExpr); ok {
			if t, ok := l.rawType(call).(*types.Tuple); ok {
				vals = l.call(call)
				for i := t.Len(); len(vals) > i; {
					vals = vals[:i]
				}
			}
		}
	}
	if vals != nil {
		for i := range min(len(vals), len(want)) {
			vals[i] = l.converted(vals[i], want[i], list[0].Pos())
		}
		return vals
	}
	for i, e := range list {
		var t types.Type
		if i < len(want) {
			t = want[i]
		}
		if i == len(list)-1 {
			vals = append(vals, l.valueAs(e, t))
		} else {
			vals = append(vals, l.exprAs(e, t))
		}
	}
	return vals
}

// converted is n as a value of type t, to which it may be assigned: only interfaces differ.
func (l *lowerer) converted(n *node, t types.Type, pos token.Pos) *node {
	if t == nil || types.Identical(n.typ, t) || !isInterface(t) || isInterface(n.typ) || n.isNil {
		if t != nil && n.isNil {
			return l.zeroNode(t)
		}
		return n
	}
	if o, ok := n.force().x.(*ir.Opaque); ok {
		c := *o
		c.T = t
		return leaf(&c)
	}
	isError := types.Identical(t, errorType)
	switch c := l.class(n.typ); {
	case n.bad:
		return l.dummy(t)
	case c == classScalar || c == classOpaque:
		name := types.TypeString(t, l.qualify)
		return leaf(&ir.Opaque{Parts: []string{name + "(", ")"}, Args: []ir.Expr{n.x}, Imports: l.importsOf(t), Pure: true, Looks: isError, T: t})
	case isError && c == classStruct:
		return l.errorOf(n, pos)
	case isError && c == classPointer:
		l.refuse(pos, "pointer that becomes an error", "what it points to may be written after that", "write the literal there, as return &T{...}, or make the error a value")
		return l.dummy(t)
	}
	l.refuse(pos, "conversion to interface "+types.TypeString(t, l.qualify), "the value cannot be followed through it", "use the type itself")
	return l.dummy(t)
}

// value lowers an expression that is the whole right side of a statement.
func (l *lowerer) value(e ast.Expr) *node {
	n := l.valueOf(e)
	l.noteRead(n)
	if r, ok := n.x.(*ir.Ref); ok && n.lazy == nil && l.class(n.typ) == classOpaque && l.throughPointers(r) {
		return &node{typ: n.typ, x: l.inText(r)}
	}
	return n
}

func (l *lowerer) valueOf(e ast.Expr) *node {
	l.at = e.Pos()
	if tv := l.info().Types[e]; tv.Value != nil {
		if _, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && ir.IsFloat(l.typeOf(e)) && l.namesPackage(e) {
			if x, ok := l.constTree(e, l.typeOf(e)); ok {
				return leaf(x)
			}
		}
		return leaf(l.constant(e, tv))
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return l.value(e.X)
	case *ast.Ident:
		return l.ident(e)
	case *ast.SelectorExpr:
		return l.selector(e)
	case *ast.IndexExpr:
		return l.unassigned(l.index(e), e.Pos())
	case *ast.IndexListExpr:
		return l.funcNode(e, calleeName(e.X))
	case *ast.SliceExpr:
		n := l.sliceExpr(e)
		if l.early(e) {
			return l.kept(n)
		}
		return n
	case *ast.StarExpr:
		if call, ok := ast.Unparen(e.X).(*ast.CallExpr); ok && l.info().Types[call.Fun].IsType() && l.class(l.typeOf(e)) == classArray && l.class(l.typeOf(call.Args[0])) == classSlice {
			return l.arrayOf(call, l.typeOf(e)) // *(*[3]T)(s)
		}
		return l.target(l.expr(e.X), e.Pos())
	case *ast.UnaryExpr:
		return l.unary(e)
	case *ast.BinaryExpr:
		return l.binary(e)
	case *ast.CallExpr:
		vals := l.call(e)
		if len(vals) == 0 {
			return l.dummy(l.typeOf(e))
		}
		return vals[0]
	case *ast.CompositeLit:
		return l.composite(e, l.typeOf(e))
	case *ast.FuncLit:
		return l.closure(e)
	case *ast.TypeAssertExpr:
		return l.assertion(e)
	}
	l.refuse(e.Pos(), "expression", "it is not supported", "write it otherwise")
	return l.dummy(l.typeOf(e))
}

// assertion lowers x.(T).
func (l *lowerer) assertion(e *ast.TypeAssertExpr) *node {
	t := l.typeOf(e)
	if l.class(t) == classScalar || !ir.HoldsFloats(t) {
		return leaf(l.opaque(e))
	}
	known := true
	if id, ok := ast.Unparen(e.X).(*ast.Ident); ok {
		n := l.fr.env.get(l.info().ObjectOf(id))
		known = n == nil || !n.bad
	}
	if known {
		l.refuse(e.Pos(), "value of type "+types.TypeString(t, l.qualify)+" in an interface", "its memory is not known", "pass it as an argument of its own type, or make a new one")
	}
	return l.dummy(t)
}

// place lowers the left side of an assignment.
func (l *lowerer) place(e ast.Expr) *node {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			return l.dummyPlace(l.typeOf(e))
		}
		return l.ident(e)
	case *ast.SelectorExpr:
		return l.selector(e)
	case *ast.IndexExpr:
		if _, ok := l.typeOf(e.X).Underlying().(*types.Map); ok {
			l.refuse(e.Pos(), "assignment to a map element", "it is not supported here", "assign it in a statement of its own")
			return l.dummyPlace(l.typeOf(e))
		}
		return l.index(e)
	case *ast.StarExpr:
		return l.target(l.expr(e.X), e.Pos())
	}
	l.refuse(e.Pos(), "assignment", "it is not to a variable", "assign to a variable")
	return l.dummyPlace(l.typeOf(e))
}

func (l *lowerer) ident(e *ast.Ident) *node {
	switch obj := l.info().ObjectOf(e).(type) {
	case *types.Nil:
		return &node{typ: types.Typ[types.UntypedNil], isNil: true}
	case *types.Var:
		return l.lookup(e, obj)
	case *types.Func:
		return l.funcNode(e, e)
	}
	l.refuse(e.Pos(), "name "+e.Name, "it has no value", "use a variable")
	return l.dummy(l.typeOf(e))
}

func (l *lowerer) selector(e *ast.SelectorExpr) *node {
	sel := l.info().Selections[e]
	if sel == nil { // qualified name
		if v, ok := l.info().Uses[e.Sel].(*types.Var); ok {
			return l.global(e.Sel, v)
		}
		return l.funcNode(e, e.Sel)
	}
	if sel.Kind() != types.FieldVal {
		return l.methodValue(e, sel)
	}
	return l.fieldAt(l.expr(e.X), sel.Index(), e.Sel)
}

// fieldAt follows a path of fields, through pointers.
func (l *lowerer) fieldAt(n *node, path []int, id *ast.Ident) *node {
	for _, i := range path {
		if _, ok := n.typ.Underlying().(*types.Pointer); ok && l.class(n.typ) == classPointer {
			n = l.target(n, id.Pos())
		}
		if l.class(n.typ) != classStruct {
			return l.foreignField(n, i, id)
		}
		l.at = id.Pos()
		n = l.field(n, i)
	}
	return n
}

// foreignField is a field of a struct that is opaque here.
func (l *lowerer) foreignField(n *node, i int, id *ast.Ident) *node {
	t := n.typ
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return l.dummy(l.rawType(id))
	}
	f := st.Field(i)
	if !f.Exported() && f.Pkg() != l.pkg {
		l.refuse(id.Pos(), "field "+f.Name(), "package "+f.Pkg().Name()+" does not export it, so generated code in package "+l.pkg.Name()+" cannot name it",
			"export it, or declare a //pardiff:rule")
		return l.dummy(f.Type())
	}
	if ir.HoldsFloats(f.Type()) {
		l.refuse(id.Pos(), "field "+f.Name(), "its struct has unexported fields of another package", "pass the field itself as an argument")
		return l.dummy(f.Type())
	}
	if r, ok := n.force().x.(*ir.Ref); ok {
		x := &ir.Opaque{Parts: []string{"", "." + f.Name()}, Args: []ir.Expr{r}, Pure: true, T: f.Type()}
		return leaf(x)
	}
	return l.dummy(f.Type())
}

func (l *lowerer) unary(e *ast.UnaryExpr) *node {
	switch e.Op {
	case token.AND:
		return l.addressOf(e)
	case token.ARROW:
		if !l.mayReceive(e) {
			return l.dummy(l.typeOf(e))
		}
		return l.opaqueResult(l.opaque(e), l.typeOf(e), e)
	case token.ADD:
		return l.expr(e.X)
	}
	if isComplex(l.typeOf(e)) {
		return l.complexText(e)
	}
	x := l.scalar(e.X)
	if known, ok := boolVal(x); ok && e.Op == token.NOT {
		return leaf(boolConst(!known, x.Type()))
	}
	return leaf(&ir.Unary{Op: e.Op, X: x})
}

func (l *lowerer) binary(e *ast.BinaryExpr) *node {
	switch e.Op {
	case token.LAND, token.LOR:
		x := l.scalar(e.X)
		n := leaf(l.shortCircuit(e.Op, x, func() ir.Expr {
			l.knows(e.X, e.Op == token.LAND)
			return l.scalar(e.Y)
		}, l.typeOf(e)))
		if l.early(e) {
			return l.kept(n)
		}
		return n
	}
	t := l.typeOf(e.X)
	if isNilSyntax(l, e.X) {
		t = l.typeOf(e.Y)
	}
	if isComplex(t) || isComplex(l.typeOf(e)) {
		return l.complexText(e)
	}
	switch l.class(t) {
	case classScalar:
	case classSlice:
		return l.nilCompare(e)
	case classPointer:
		return l.comparePointers(e)
	case classOpaque:
		if is, ok := l.funcIsNil(e); ok {
			return leaf(boolConst(is == (e.Op == token.EQL), types.Typ[types.Bool]))
		}
		return leaf(l.opaque(e))
	default:
		return l.compareParts(e)
	}
	x := l.scalar(e.X)
	y := l.scalar(e.Y)
	b := &ir.Binary{Op: e.Op, X: x, Y: y, T: l.typeOf(e)}
	if ir.IsComparison(e.Op) {
		b.T = types.Typ[types.Bool]
	}
	if b.Op == token.SHL || b.Op == token.SHR {
		b.T = x.Type()
	}
	return leaf(folded(b))
}

// mayReceive refuses to receive floats from a channel, and says whether e receives something else.
func (l *lowerer) mayReceive(e *ast.UnaryExpr) bool {
	t := l.typeOf(e)
	if tuple, ok := l.rawType(e).(*types.Tuple); ok {
		t = tuple.At(0).Type()
	}
	if carriesFloats(t) {
		l.refuse(e.Pos(), "channel receive", "channels cannot be followed", "pass the value as an argument")
	}
	return !carriesFloats(t)
}
