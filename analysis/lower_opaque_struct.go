package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Structs of the function in source text. They have a variable for each field, so the text makes a value of them.

// mayWrite says whether the text may make a struct of type t: it holds no memory that others share.
func (x *texter) mayWrite(t types.Type) bool {
	n, named := types.Unalias(t).(*types.Named)
	return plainData(t) && (!named || x.l.nameable(n.Obj()))
}

// structure writes a struct with the parts of n.
func (x *texter) structure(n *node, e ast.Expr) {
	l := x.l
	x.typ(n.typ)
	x.text("{")
	for i, p := range n.force().parts {
		f := n.typ.Underlying().(*types.Struct).Field(i)
		if i > 0 {
			x.text(", ")
		}
		l.at = e.Pos()
		l.checkName(f)
		x.text(f.Name() + ": ")
		switch p := l.inScopeHere(p, f).force(); {
		case p.parts != nil:
			x.structure(p, e)
		case p.x == nil || !x.known(p.x) || l.class(p.typ) == classArray && x.later > 0:
			l.refuse(e.Pos(), "use of "+l.head(e), "a struct or pointer is passed on as a whole to code that is not followed", "pass its fields")
		default:
			x.arg(p.x)
		}
	}
	x.text("}")
}

// receiver writes what a method is called of. One with a pointer gets no struct that the text makes.
func (x *texter) receiver(e *ast.SelectorExpr, sel *types.Selection) {
	l := x.l
	if l.class(l.typeOf(e.X)) != classStruct || isPointer(sel.Obj().(*types.Func).Signature().Recv().Type()) {
		x.child(e.X)
		return
	}
	x.text("(")
	x.child(e.X)
	x.text(")")
}

// mayTakeApart says whether an element of something opaque is a struct of which the fields can be told: it holds no memory that
// others may write. Where it holds floats, the text is written for each of them, so that it must be the same each time.
func (l *lowerer) mayTakeApart(e *ast.IndexExpr) bool {
	t := l.typeOf(e)
	_, isMap := mapOf(l, e)
	return plainData(t) || isMap && plainFloats(t) && !l.hasCall(e)
}

// structOf is a struct that source text gives, an element of a map for one.
func (l *lowerer) structOf(x *ir.Opaque, t types.Type) *node {
	if plainData(t) {
		x.T = t
		return l.partsOf(l.save("v", x), t)
	}
	n := &node{typ: t}
	for f := range t.Underlying().(*types.Struct).Fields() {
		c := *x
		c.Parts = slices.Clone(x.Parts)
		c.Parts[len(c.Parts)-1] += "." + f.Name()
		c.T = f.Type()
		if l.checkName(f); l.class(f.Type()) == classStruct {
			n.parts = append(n.parts, l.structOf(&c, f.Type()))
		} else {
			l.looked[&c] = true
			n.parts = append(n.parts, leaf(&c))
		}
	}
	return n
}

// structOK is the value of v, ok := m[k] where v is a struct with floats, nil for others. x is the text of m[k].
func (l *lowerer) structOK(e ast.Expr, x *texter, t *types.Tuple) []*node {
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	if st := t.At(0).Type(); !ok || l.class(st) != classStruct || plainData(st) || !plainFloats(st) || l.hasCall(ix) {
		return nil
	}
	o := x.done(t)
	is := l.mutableTemp("ok", types.Typ[types.Bool])
	l.emit(&ir.Exec{Define: true, Results: []*ir.Ref{nil, ir.NewRef(is)}, X: o})
	return []*node{l.structOf(o, t.At(0).Type()), {typ: is.Type, x: ir.NewRef(is), fresh: true}}
}

// plainFloats says whether a struct holds numbers, bools and text alone.
func plainFloats(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsComplex == 0 && u.Kind() != types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if !plainFloats(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// fieldAbroad is field i of a struct of another package, whose literals name their fields; nil for other types.
func (l *lowerer) fieldAbroad(t types.Type, i int) *types.Var {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == l.pkg {
		return nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	l.checkName(st.Field(i))
	return st.Field(i)
}
