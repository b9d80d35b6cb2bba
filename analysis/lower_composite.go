package analysis

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// composite lowers a composite literal of type t.
func (l *lowerer) composite(e *ast.CompositeLit, t types.Type) *node {
	switch l.class(t) {
	case classStruct:
		return l.structLit(e, t)
	case classArray, classSlice:
		switch {
		case l.refusePointers(e, t):
			return l.dummy(t)
		case l.class(t) == classArray:
			return l.arrayLit(e, t)
		}
		return l.sliceLit(e, t)
	case classPointer: // an element &T{} of a literal whose type is left out
		elem := t.Underlying().(*types.Pointer).Elem()
		v := l.declareAs("p", nil, madeAt(e.Pos()), l.composite(e, elem))
		l.markMutable(v)
		return &node{typ: t, to: v}
	}
	return leaf(l.opaque(e))
}

func (l *lowerer) structLit(e *ast.CompositeLit, t types.Type) *node {
	st := t.Underlying().(*types.Struct)
	n := l.zeroNode(t)
	for i, x := range e.Elts {
		k := i
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			x = kv.Value
			name := kv.Key.(*ast.Ident).Name
			for j := range st.NumFields() {
				if st.Field(j).Name() == name {
					k = j
				}
			}
		}
		n.parts[k] = l.converted(l.element(x, st.Field(k).Type()), st.Field(k).Type(), x.Pos())
	}
	return n
}

// element lowers one element of a literal; its type may be left out.
func (l *lowerer) element(x ast.Expr, t types.Type) *node {
	if lit, ok := x.(*ast.CompositeLit); ok && lit.Type == nil {
		return l.composite(lit, t)
	}
	return l.expr(x)
}

func (l *lowerer) arrayLit(e *ast.CompositeLit, t types.Type) *node {
	if len(e.Elts) == 0 {
		return &node{typ: t, zero: true}
	}
	return l.literal(t, l.elementsOf(e), func() *ir.Ref {
		v := l.mutableTemp("arr", t)
		l.emit(&ir.Decl{Var: v})
		return ir.NewRef(v)
	})
}

func (l *lowerer) sliceLit(e *ast.CompositeLit, t types.Type) *node {
	return l.literal(t, l.elementsOf(e), func() *ir.Ref {
		v := l.mutableTemp("s", t)
		l.made[v] = true
		l.emit(&ir.Alloc{Dst: ir.NewRef(v), Len: ir.Int(l.litLen(e))})
		return ir.NewRef(v)
	})
}

// litLen is the length of a slice literal: one more than its largest index.
func (l *lowerer) litLen(e *ast.CompositeLit) int64 {
	n := int64(0)
	l.eachElement(e, func(i int64, _ ast.Expr) { n = max(n, i+1) })
	return n
}

func (l *lowerer) eachElement(e *ast.CompositeLit, f func(i int64, x ast.Expr)) {
	i := int64(0)
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if k := l.info().Types[kv.Key].Value; k != nil {
				i, _ = constant.Int64Val(constant.ToInt(k))
			}
			x = kv.Value
		}
		f(i, x)
		i++
	}
}

// elementsOf is eachElement for one literal.
func (l *lowerer) elementsOf(e *ast.CompositeLit) func(func(int64, ast.Expr)) {
	return func(f func(int64, ast.Expr)) { l.eachElement(e, f) }
}

// elements stores the elements of a literal into dst, whose memory is zero.
func (l *lowerer) elements(e *ast.CompositeLit, dst *ir.Ref) {
	l.eachElement(e, func(i int64, x ast.Expr) { l.elementInto(dst.At(ir.Int(i)), x) })
}

func (l *lowerer) elementInto(place *ir.Ref, x ast.Expr) {
	if lit, ok := ast.Unparen(x).(*ast.CompositeLit); ok {
		switch l.class(place.T) {
		case classArray:
			l.elements(lit, place)
			return
		case classSlice:
			l.emit(&ir.Alloc{Dst: place, Len: ir.Int(l.litLen(lit))})
			l.elements(lit, place)
			return
		}
	}
	if l.class(place.T) == classSlice && l.makeInto(place, x) {
		return
	}
	val := l.converted(l.element(x, place.T), place.T, x.Pos())
	if l.class(place.T) == classSlice && l.rowInto(place, val, x.Pos()) {
		return
	}
	l.storeElement(place, val, x.Pos())
}

// storeElement stores what is not zero of val into place, whose memory is zero.
func (l *lowerer) storeElement(place *ir.Ref, val *node, pos token.Pos) {
	for _, m := range l.moves(nil, leaf(place), val, pos) {
		if m.src == nil || isZero(m.src) {
			continue
		}
		l.store(m)
	}
}

// isZero says whether x is the zero value of its type, written as a constant.
func isZero(x ir.Expr) bool {
	c, ok := x.(*ir.Const)
	if !ok || c.Val == nil {
		return false
	}
	switch c.Val.Kind() {
	case constant.Bool:
		return !constant.BoolVal(c.Val)
	case constant.Int, constant.Float:
		return constant.Sign(c.Val) == 0
	}
	return false
}

// allocInto lowers x[i] = make(...) and x[i] = []T{...}, where the left side is a place in memory.
func (l *lowerer) allocInto(lhs, rhs ast.Expr) bool {
	if !l.makesSlice(rhs) {
		return false
	}
	dst := l.place(lhs)
	r := dst.ref()
	if r == nil || len(r.Elems) == 0 {
		return false
	}
	switch {
	case r.Base().Var.Kind == ir.Global || r.Base().Var.Kind == ir.Param:
		l.refuse(lhs.Pos(), "new memory in an argument", "its adjoint would have to be new memory too", "let the caller make it")
		return true
	}
	if !l.onceFor(r.Base()) && l.planOwn(l.tableVar(lhs, dst), r.T) {
		return true
	}
	l.elementInto(r, rhs)
	return true
}

// makesSlice says whether e is a make or a literal of a slice.
func (l *lowerer) makesSlice(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return l.builtinCall(e, "make") != nil
	}
	return false
}

// makeInto lowers make(...) to an Alloc of place.
func (l *lowerer) makeInto(place *ir.Ref, e ast.Expr) bool {
	call := l.builtinCall(e, "make")
	if call == nil {
		return false
	}
	l.emit(&ir.Alloc{Dst: place, Len: l.makeLen(call)})
	return true
}

// makeLen is the length that make is given. A capacity is of no effect on what is accepted.
func (l *lowerer) makeLen(call *ast.CallExpr) ir.Expr {
	if len(call.Args) < 2 {
		return ir.Int(0)
	}
	n := l.scalar(call.Args[1])
	if !ir.IsInt(n.Type()) {
		if c, ok := n.(*ir.Const); ok {
			c := *c
			c.T = types.Typ[types.Int]
			c.Val = constant.ToInt(c.Val)
			return &c
		}
	}
	return n
}
