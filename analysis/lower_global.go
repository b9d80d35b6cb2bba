package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// global returns a package-level variable or its parts.
func (l *lowerer) global(id *ast.Ident, v *types.Var) *node {
	key := varKey{obj: v}
	if !l.nameable(v) {
		c := l.restate(v)
		if c.why != "" {
			if l.badVars[v] {
				return l.dummy(c.t)
			}
			l.badVars[v] = true
			wayOut := "export it"
			if v.Exported() {
				wayOut = "move it"
			}
			l.refuse(id.Pos(), "package-level variable "+v.Name(), l.hidden(v)+", and generated code has no copy of it: "+c.why, wayOut+", or pass its value as an argument")
			return l.dummy(c.t)
		}
		return l.globalNode(v, v.Name(), key, c.t, c.Copy)
	}
	if l.unstable[key] {
		x := &texter{l: l, impure: true}
		x.name(v, id)
		return leaf(x.done(v.Type()))
	}
	return l.globalNode(v, v.Name(), key, v.Type(), nil)
}

// globalWrite lowers an assignment to a package-level variable that holds no floats: it is kept
// as text, and so are the reads of the variable. op is =, op=, ++ or --; rhs is nil for the last two.
func (l *lowerer) globalWrite(lhs ast.Expr, op token.Token, rhs ast.Expr) bool {
	id, ok := ast.Unparen(lhs).(*ast.Ident)
	if sel, isSel := ast.Unparen(lhs).(*ast.SelectorExpr); isSel && l.info().Selections[sel] == nil {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	v, ok := l.info().ObjectOf(id).(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || ir.HoldsFloats(v.Type()) {
		return false
	}
	if c := l.class(v.Type()); c != classScalar && c != classOpaque {
		return false
	}
	if key := (varKey{obj: v}); !l.unstable[key] {
		l.unstable[key], l.again = true, true
	}
	x := &texter{l: l, impure: true}
	x.name(v, id)
	if rhs == nil {
		x.text(op.String())
	} else {
		x.text(" " + op.String() + " ")
		x.child(rhs)
	}
	l.emit(&ir.Exec{X: x.done(types.NewTuple())})
	return true
}

// globalNode is v, or the part of it that name and key say, of type t. again is set where generated code declares it again.
func (l *lowerer) globalNode(v *types.Var, name string, key varKey, t types.Type, again *ir.Copy) *node {
	n := &node{typ: t}
	fields := func(t types.Type) (parts []*node) {
		for f := range t.Underlying().(*types.Struct).Fields() {
			parts = append(parts, l.globalNode(v, name+"."+f.Name(), key.at(f.Name()), f.Type(), again))
		}
		return parts
	}
	variable := func() *ir.Var {
		g := l.globals[key]
		if g == nil {
			g = &ir.Var{Name: name, Type: t, Kind: ir.Global, Pos: v.Pos(), Obj: v, Copy: again}
			l.globals[key] = g
			l.keys[g] = append(l.keys[g], key)
		}
		return g
	}
	switch l.class(t) {
	case classStruct:
		n.lazy = func(n *node) { n.parts = fields(t) }
	case classPointer:
		e := t.Underlying().(*types.Pointer).Elem()
		if l.class(e) == classStruct {
			n.global = variable()
			n.lazy = func(n *node) {
				n.to = &node{typ: e, lazy: func(n *node) { n.parts = fields(e) }}
			}
			break
		}
		fallthrough
	default:
		n.lazy = func(n *node) { n.x = ir.NewRef(variable()) }
	}
	return n
}
