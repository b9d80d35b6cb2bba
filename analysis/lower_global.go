package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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
		return l.globalNode(v, id, v.Name(), key, c.t, c.Copy)
	}
	return l.globalNode(v, id, v.Name(), key, v.Type(), nil)
}

// readByName has package-level variable v, or the part of one, read by its name wherever it is read, since it is written.
func (l *lowerer) readByName(v *ir.Var) {
	for _, k := range l.keys[v] {
		if !l.unstable[k] {
			l.unstable[k], l.again = true, true
		}
	}
}

// globalPart returns the package-level variable that e is a part of, with the fields that lead to it.
func (l *lowerer) globalPart(e ast.Expr) (v *types.Var, id *ast.Ident, path []*types.Var) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		sel := l.info().Selections[x]
		if sel == nil {
			id = x.Sel
			break
		}
		f, ok := sel.Obj().(*types.Var)
		if !ok || len(sel.Index()) != 1 {
			return nil, nil, nil
		}
		v, id, path = l.globalPart(x.X)
		return v, id, append(path, f)
	default:
		return nil, nil, nil
	}
	v, ok := l.info().ObjectOf(id).(*types.Var)
	if _, local := l.fr.env.vars[v]; !ok || local || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil, nil, nil
	}
	return v, id, nil
}

// writeNamed assigns val to the package-level variable n, or to the part of one, that is written by its name; op is =, op=, ++
// or --, and val is nil for the last two.
func (l *lowerer) writeNamed(n *node, op token.Token, val ir.Expr) {
	if wholeOnly(val) {
		val = l.save("v", val)
	}
	name := n.x.(*ir.Opaque)
	x := &texter{l: l, impure: true, imports: slices.Clone(name.Imports)}
	switch c, ok := val.(*ir.Const); {
	case val == nil:
		x.text(name.Parts[0] + op.String())
	case ok:
		x.text(name.Parts[0] + " " + op.String() + " ")
		x.constant(c)
	default:
		x.text(name.Parts[0] + " " + op.String() + " ")
		x.arg(val)
	}
	l.emit(&ir.Exec{X: x.done(types.NewTuple())})
}

// refuseGlobal reports an assignment to lhs where that is a slice, a pointer or a struct with floats in a package-level variable,
// and says whether it is one.
func (l *lowerer) refuseGlobal(lhs ast.Expr) bool {
	t := l.typeOf(lhs)
	if blank(lhs) || t == nil || !ir.HoldsFloats(t) || ir.IsFloat(t) {
		return false
	}
	e := lhs
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if e = x.X; l.info().Selections[x] == nil {
				e = x.Sel
			}
			continue
		case *ast.IndexExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			e = x.X
			continue
		case *ast.Ident:
			if v, ok := l.info().Uses[x].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				l.refuse(lhs.Pos(), "write to package-level variable "+v.Name(), "its derivative would outlive the call", "pass it as an argument")
				return true
			}
		}
		return false
	}
}

// globalNode is v, which is called id, or the part of it that name and key say, of type t. again is set where generated code
// declares it again.
func (l *lowerer) globalNode(v *types.Var, id *ast.Ident, name string, key varKey, t types.Type, again *ir.Copy) *node {
	n := &node{typ: t}
	fields := func(t types.Type) (parts []*node) {
		for f := range t.Underlying().(*types.Struct).Fields() {
			parts = append(parts, l.globalNode(v, id, name+"."+f.Name(), key.at(f.Name()), f.Type(), again))
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
	switch c := l.class(t); {
	case l.unstable[key] && (c == classScalar || c == classOpaque):
		x := &texter{l: l, impure: true}
		x.name(v, id)
		x.text(strings.TrimPrefix(name, v.Name()))
		return &node{typ: t, x: x.done(t), named: true}
	case c == classStruct:
		n.lazy = func(n *node) { n.parts = fields(t) }
	case c == classPointer:
		e := t.Underlying().(*types.Pointer).Elem()
		if l.class(e) == classStruct {
			n.global = variable()
			n.lazy = func(n *node) {
				n.to = &node{typ: e, lazy: func(n *node) { n.parts = fields(e) }}
			}
			break
		}
		n.lazy = func(n *node) { n.x = ir.NewRef(variable()) }
	default:
		n.lazy = func(n *node) { n.x = ir.NewRef(variable()) }
	}
	return n
}
