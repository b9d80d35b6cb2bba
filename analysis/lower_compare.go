package analysis

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// nilCompare lowers x == nil for a slice.
func (l *lowerer) nilCompare(e *ast.BinaryExpr) *node {
	x := e.X
	if isNilSyntax(l, e.X) {
		x = e.Y
	}
	is, why := l.isNil(l.expr(x), x.Pos())
	if why != "" {
		l.refuse(e.Pos(), "comparison with nil", why, "compare its length")
		return leaf(boolConst(false, types.Typ[types.Bool]))
	}
	if e.Op == token.EQL {
		return leaf(is)
	}
	if known, ok := boolVal(is); ok {
		return leaf(boolConst(!known, is.Type()))
	}
	if b, ok := is.(*ir.Binary); ok && b.Op == token.EQL {
		c := *b
		c.Op = token.NEQ
		return leaf(&c)
	}
	return leaf(&ir.Unary{Op: token.NOT, X: is})
}

// funcIsNil says whether a function that e compares with nil is nil, if that is known.
func (l *lowerer) funcIsNil(e *ast.BinaryExpr) (is, known bool) {
	x := e.X
	switch {
	case isNilSyntax(l, e.X):
		x = e.Y
	case !isNilSyntax(l, e.Y):
		return false, false
	}
	if _, ok := l.typeOf(x).Underlying().(*types.Signature); !ok {
		return false, false
	}
	if l.funcOf(x) != nil {
		return false, true
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return false, false
	}
	n := l.fr.env.get(l.info().ObjectOf(id))
	return true, n != nil && n.isNothing()
}

// isNothing says whether n is written as nil.
func (n *node) isNothing() bool {
	c, ok := n.x.(*ir.Const)
	return n.isNil || ok && c.Text == "nil"
}

// comparePointers lowers p == nil and p != nil.
func (l *lowerer) comparePointers(e *ast.BinaryExpr) *node {
	x := e.X
	switch {
	case isNilSyntax(l, e.X):
		x = e.Y
	case !isNilSyntax(l, e.Y):
		return leaf(l.opaque(e))
	}
	val := l.expr(x)
	switch {
	case val.isNil || val.pending:
		return leaf(boolConst(e.Op == token.EQL, types.Typ[types.Bool]))
	case val.home != nil:
		l.at = x.Pos()
		return nilTest(e.Op, ir.NewRef(l.leafVar(val.home.Param, val.home.Path, val.typ, false)))
	case val.global != nil:
		return nilTest(e.Op, ir.NewRef(val.global))
	case val.force().null != nil:
		if e.Op == token.EQL {
			return leaf(val.null)
		}
		return leaf(&ir.Unary{Op: token.NOT, X: val.null})
	case val.to != nil:
		return leaf(boolConst(e.Op == token.NEQ, types.Typ[types.Bool]))
	case val.ref() != nil && len(val.ref().Elems) > 0:
		return nilTest(e.Op, val.ref())
	}
	return leaf(l.opaque(e))
}

// nilTest is the comparison of the pointer p with nil.
func nilTest(op token.Token, p *ir.Ref) *node {
	null := &ir.Const{Text: "nil", T: types.Typ[types.UntypedNil]}
	return leaf(&ir.Binary{Op: op, X: p, Y: null, T: types.Typ[types.Bool]})
}

// compareParts lowers == of structs and arrays leaf by leaf.
func (l *lowerer) compareParts(e *ast.BinaryExpr) *node {
	cond, ok := l.equalParts(l.expr(e.X), l.expr(e.Y))
	if !ok {
		l.refuse(e.Pos(), "comparison", "it compares more than numbers and strings", "compare the parts")
		return l.dummy(types.Typ[types.Bool])
	}
	if e.Op == token.NEQ {
		cond = &ir.Unary{Op: token.NOT, X: cond}
	}
	return leaf(cond)
}

// equalArrays is the condition that all elements of two arrays are equal: a variable that a loop computes.
func (l *lowerer) equalArrays(a, b *node) (cond ir.Expr, ok bool) {
	x, y := l.sliceRef(a, l.at), l.sliceRef(b, l.at)
	same := l.mutableTemp("same", types.Typ[types.Bool])
	l.emit(&ir.Decl{Var: same, Init: boolConst(true, types.Typ[types.Bool])})
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	f := &ir.For{Meta: l.cur, Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: lengthOf(x), Step: ir.Int(1), Form: ir.Range}
	f.Body = l.in(func() {
		var c ir.Expr
		if c, ok = l.equalParts(leaf(x.At(ir.NewRef(i))), leaf(y.At(ir.NewRef(i)))); ok {
			differ := &ir.Block{Stmts: []ir.Stmt{&ir.Store{Meta: l.cur, Dst: ir.NewRef(same), Src: boolConst(false, same.Type)}}}
			l.emit(&ir.If{Cond: &ir.Unary{Op: token.NOT, X: c}, Then: differ})
		}
	})
	l.emit(f)
	return ir.NewRef(same), ok
}

// equalParts is the condition that all leaves of two values are equal.
func (l *lowerer) equalParts(a, b *node) (cond ir.Expr, ok bool) {
	switch l.class(a.typ) {
	case classScalar:
		return ir.Bin(token.EQL, a.force().x, b.force().x), true
	case classArray:
		return l.equalArrays(a, b)
	case classOpaque:
		if basic, ok := a.typ.Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
			args := []ir.Expr{a.force().x, b.force().x}
			return &ir.Opaque{Parts: []string{"", " == ", ""}, Args: args, Pure: true, T: types.Typ[types.Bool]}, true
		}
	case classStruct:
		cond = boolConst(true, types.Typ[types.Bool])
		for i := range a.typ.Underlying().(*types.Struct).NumFields() {
			c, ok := l.equalParts(l.field(a, i), l.field(b, i))
			if !ok {
				return nil, false
			}
			if i == 0 {
				cond = c
			} else {
				cond = ir.Bin(token.LAND, cond, c)
			}
		}
		return cond, true
	}
	return nil, false
}

// boolVal returns the value of a constant condition.
func boolVal(x ir.Expr) (val, ok bool) {
	c, isConst := x.(*ir.Const)
	if !isConst || c.Val == nil || c.Val.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Val), true
}

// shortCircuit lowers x && y and x || y. Where y needs statements of its own, they are executed only if
// y is evaluated.
func (l *lowerer) shortCircuit(op token.Token, x ir.Expr, y func() ir.Expr, t types.Type) ir.Expr {
	if known, ok := boolVal(x); ok {
		if known == (op == token.LOR) {
			return x
		}
		return y()
	}
	var right ir.Expr
	b := l.in(func() { right = y() })
	if len(b.Stmts) == 0 {
		return &ir.Binary{Op: op, X: x, Y: right, T: t}
	}
	v := l.mutableTemp("ok", types.Typ[types.Bool])
	l.emit(&ir.Decl{Var: v, Init: x})
	ref := ir.NewRef(v)
	b.Stmts = append(b.Stmts, &ir.Store{Meta: l.cur, Dst: ref, Src: right})
	var cond ir.Expr = ref
	if op == token.LOR {
		cond = &ir.Unary{Op: token.NOT, X: ref}
	}
	l.emit(&ir.If{Cond: cond, Then: b})
	return ref
}

func isNilSyntax(l *lowerer, e ast.Expr) bool { return l.info().Types[e].IsNil() }

func isComplex(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsComplex != 0
}
