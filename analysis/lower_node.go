package analysis

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A class says how values of a type are represented in the IR.
type class uint8

const (
	classScalar  class = iota // a number or a bool: one Var
	classSlice                // one Var, storage or view
	classArray                // one Var
	classStruct               // one node for each field
	classPointer              // another name for what it points to
	classOpaque               // anything else: a Var that only source text uses
)

// class returns the class of t. Structs of other modules with fields that generated code cannot
// name, and slices, arrays and pointers to opaque things, are opaque.
func (l *lowerer) class(t types.Type) class { return l.classAt(t, 0) }

func (l *lowerer) classAt(t types.Type, depth int) class {
	if depth > 8 {
		return classOpaque
	}
	if isTypeParam(t) && (ir.IsFloat(t) || ir.IsInt(t) || ir.IsBool(t)) {
		return classScalar
	}
	elem := func(e types.Type, c class) class {
		if l.classAt(e, depth+1) == classOpaque {
			return classOpaque
		}
		return c
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) != 0 {
			return classScalar
		}
	case *types.Slice:
		return elem(u.Elem(), classSlice)
	case *types.Array:
		return elem(u.Elem(), classArray)
	case *types.Pointer:
		return elem(u.Elem(), classPointer)
	case *types.Struct:
		for f := range u.Fields() {
			if !l.nameable(f) && !l.inModule(f.Pkg()) {
				return classOpaque
			}
		}
		return classStruct
	}
	return classOpaque
}

// A node is the value of a Go expression, or the place that a Go variable stands for. Its class
// decides which of the fields are set.
type node struct {
	typ types.Type
	// x is the value: a scalar, an array, a slice, something opaque; or a *ir.Ref to a struct or a
	// pointer that lies in memory. A place is a *ir.Ref.
	x ir.Expr
	// parts are the fields of a struct that is split up. Where lazy is set it makes each of
	// them (or x, or the target of a pointer) when it is first used.
	parts []*node
	lazy  func(n *node)
	// to is what a pointer points to; null is set for a pointer that may be nil all the same: a variable that says so.
	to   *node
	null ir.Expr
	// fresh says that x is a local Var that nothing else names, which a declaration may take over.
	fresh bool
	// zero is a value that was not written down because it is zero; an array has no x then. isNil is
	// a nil slice, pointer or interface.
	zero, isNil bool
	// pending is a slice or pointer variable without a value yet.
	pending bool
	// declared are the loops around the declaration of such a variable, read those around places where it is taken to
	// be nil, which it is in their first iterations.
	declared, read []ast.Node
	// block is where the Vars of a variable that was pending are declared, else nil.
	block *ir.Block
	// slot is set for a field of a struct that holds a slice: the name under which is kept how it is
	// assigned.
	slot *varKey
	// cur is set for a slice variable that is assigned again; x is then its value now.
	cur *cursor
	// of is set for a part of such a variable, and full for a part that has no capacity beyond its end, x[i:j:j].
	of   *cursor
	full bool
	// table is set for a slice of slices whose rows are parts of other memory; it has no x.
	table *table
	// fn is a function that is known, of which x is the source text, if there is one.
	fn *funcValue
	// named is set for a package-level variable, or a part of one, that is read and written by its name: x is its text.
	named bool
	// bad stands for something refused; no further fault is reported for it.
	bad bool
	// home is set for a parameter that is named as a whole in source text, and for a pointer that
	// lies in a parameter.
	home *ir.Home
	// global is set for a pointer to a struct that is a package-level variable, or a part of one: the pointer itself.
	global *ir.Var
}

func leaf(x ir.Expr) *node { return &node{typ: x.Type(), x: x} }

// force makes what a lazy node holds.
func (n *node) force() *node {
	if f := n.lazy; f != nil {
		n.lazy = nil
		f(n)
	}
	return n
}

// origin is the variable that a slice is, or is a part of, if that is one that is assigned again.
func (n *node) origin() *cursor {
	if n.cur != nil {
		return n.cur
	}
	return n.of
}

func (n *node) ref() *ir.Ref {
	r, _ := n.force().x.(*ir.Ref)
	return r
}

// paramNode is the part of a parameter at path, which has type t.
func (l *lowerer) paramNode(p *ir.ParamDecl, path []*types.Var, t types.Type) *node {
	n := &node{typ: t}
	switch l.class(t) {
	case classStruct:
		n.lazy = func(n *node) { n.parts = l.paramFields(p, path, t) }
	case classPointer:
		n.home = &ir.Home{Param: p, Path: path}
		n.lazy = func(n *node) { n.to = l.paramTarget(p, path, t) }
	default:
		if h := (&ir.Home{Param: p, Path: path}); len(path) > 0 && h.Own() {
			key := varKey{obj: p.Obj}
			for _, f := range path {
				key = key.at(f.Name())
			}
			n.slot = &key
		}
		n.lazy = func(n *node) { n.x = ir.NewRef(l.leafVar(p, path, t, false)) }
	}
	return n
}

func (l *lowerer) paramFields(p *ir.ParamDecl, path []*types.Var, t types.Type) []*node {
	st := t.Underlying().(*types.Struct)
	parts := make([]*node, st.NumFields())
	for i := range parts {
		f := st.Field(i)
		parts[i] = l.paramNode(p, append(path[:len(path):len(path)], f), f.Type())
	}
	return parts
}

// paramTarget is what the pointer at path points to. Structs are reached without a
// dereference of their own; an array is indexed through its pointer.
func (l *lowerer) paramTarget(p *ir.ParamDecl, path []*types.Var, t types.Type) *node {
	e := t.Underlying().(*types.Pointer).Elem()
	n := &node{typ: e}
	switch l.class(e) {
	case classStruct:
		n.lazy = func(n *node) { n.parts = l.paramFields(p, path, e) }
	case classArray:
		n.lazy = func(n *node) { n.x = ir.NewRef(l.leafVar(p, path, t, false)) }
	case classPointer:
		pos := p.Obj.Pos()
		n.lazy = func(n *node) {
			l.refuse(pos, "parameter "+p.Name, "it leads to a pointer to a pointer", "pass the inner pointer")
			n.to = l.dummy(e.Underlying().(*types.Pointer).Elem())
		}
	default:
		n.lazy = func(n *node) { n.x = ir.NewRef(l.leafVar(p, path, e, true)) }
	}
	return n
}

// leafVar returns the Var for a leaf of a parameter; there is one for each.
func (l *lowerer) leafVar(p *ir.ParamDecl, path []*types.Var, t types.Type, deref bool) *ir.Var {
	for _, v := range l.fn.Leaves { // a pointer that is compared has one beside what it points to
		if h := v.Home; h.Param == p && h.Deref == deref && slices.Equal(h.Path, path) {
			return v
		}
	}
	v := &ir.Var{Name: p.Name, Type: t, Kind: ir.Param, Pos: p.Obj.Pos(), Home: &ir.Home{Param: p, Path: path, Deref: deref}}
	key := varKey{obj: p.Obj}
	for _, f := range path {
		l.checkName(f)
		v.Name = ir.Joined(v.Name, f.Name())
		key = key.at(f.Name())
	}
	if len(path) == 0 {
		v.Obj = p.Obj
	}
	l.keys[v] = append(l.keys[v], key)
	l.fn.Leaves = append(l.fn.Leaves, v)
	return v
}

// field returns field i of a struct.
func (l *lowerer) field(n *node, i int) *node {
	st := n.typ.Underlying().(*types.Struct)
	n.force()
	if n.parts != nil {
		return l.inScopeHere(n.parts[i], st.Field(i))
	}
	if r, ok := n.x.(*ir.Ref); ok {
		l.checkName(st.Field(i))
		return leaf(r.Sel(st.Field(i)))
	}
	return l.dummy(st.Field(i).Type())
}

// inScopeHere is n, the field f of a local struct, if the Vars that hold its value are in scope. Otherwise memory of
// its own is planned for it, as for a variable, or it is refused.
func (l *lowerer) inScopeHere(n *node, f *types.Var) *node {
	if n.block == nil || l.visible(n.block) {
		return n
	}
	if n.slot != nil && l.planInner(*n.slot, n.typ) {
		return l.dummy(n.typ)
	}
	pos := l.at
	if !pos.IsValid() {
		pos = l.cur.Pos
	}
	l.refuse(pos, "field "+f.Name(), "it gets its value in an inner block", "give it its value where the struct is declared")
	*n = *l.dummy(n.typ)
	return n
}

// target returns what a pointer points to.
func (l *lowerer) target(n *node, pos token.Pos) *node {
	n.force()
	if n.to != nil {
		l.notNil(n.null)
		return n.to
	}
	e := n.typ.Underlying().(*types.Pointer).Elem()
	if n.pending {
		l.refuse(pos, "pointer", "it has no value here that is known when the code is generated", "declare it where it gets its value")
		return l.dummy(e)
	}
	if r, ok := n.x.(*ir.Ref); ok {
		if l.class(e) == classArray {
			return &node{typ: e, x: r}
		}
		return leaf(r.Star())
	}
	l.refuse(pos, "pointer", "it is nil or not known when the code is generated", "point it at a variable")
	return l.dummy(e)
}

// zeroNode is the zero value of t.
func (l *lowerer) zeroNode(t types.Type) *node {
	switch l.class(t) {
	case classScalar:
		return &node{typ: t, x: zeroConst(t), zero: true}
	case classArray:
		return &node{typ: t, zero: true}
	case classSlice:
		return &node{typ: t, isNil: true}
	case classPointer:
		return &node{typ: t, isNil: true}
	case classStruct:
		n := &node{typ: t}
		for f := range t.Underlying().(*types.Struct).Fields() {
			n.parts = append(n.parts, l.zeroNode(f.Type()))
		}
		return n
	}
	return &node{typ: t, x: l.zeroOpaque(t), zero: true}
}

func zeroConst(t types.Type) *ir.Const {
	if ir.IsBool(t) {
		return boolConst(false, t)
	}
	c := ir.Int(0)
	c.T = t
	return c
}

// zeroOpaque is the zero value of a type that only source text uses.
func (l *lowerer) zeroOpaque(t types.Type) ir.Expr {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return &ir.Const{Val: constant.MakeString(""), Text: `""`, T: t}
		}
	case *types.Struct, *types.Array:
		return &ir.Opaque{Parts: []string{types.TypeString(t, l.qualify) + "{}"}, Pure: true, T: t, Imports: l.importsOf(t)}
	}
	return &ir.Const{Text: "nil", T: t}
}

// dummy stands for a value whose expression was refused, so that lowering can go on and find further
// faults. The result of lowering is thrown away.
func (l *lowerer) dummy(t types.Type) *node {
	n := l.dummyValue(t)
	n.bad = true
	return n
}

func (l *lowerer) dummyValue(t types.Type) *node {
	switch l.class(t) {
	case classScalar:
		return leaf(zeroConst(t))
	case classStruct:
		n := &node{typ: t}
		for f := range t.Underlying().(*types.Struct).Fields() {
			f := f
			n.parts = append(n.parts, &node{typ: f.Type(), lazy: func(n *node) { *n = *l.dummy(f.Type()) }})
		}
		return n
	case classPointer:
		e := t.Underlying().(*types.Pointer).Elem()
		return &node{typ: t, lazy: func(n *node) { n.to = l.dummy(e) }}
	}
	return leaf(ir.NewRef(l.temp("bad", t)))
}

// dummyPlace is dummy for something that is assigned.
func (l *lowerer) dummyPlace(t types.Type) *node {
	if l.class(t) == classScalar {
		return leaf(ir.NewRef(l.temp("bad", t)))
	}
	return l.dummy(t)
}

// temp makes a Var that lowering needs for itself. It is written once, by its Decl.
func (l *lowerer) temp(name string, t types.Type) *ir.Var {
	return &ir.Var{Name: name, Type: t, Kind: ir.Local, Pos: l.cur.Pos}
}

// mutableTemp is temp for a Var that is assigned later.
func (l *lowerer) mutableTemp(name string, t types.Type) *ir.Var {
	v := l.temp(name, t)
	l.mutable[v] = true
	return v
}

// save puts a value into a Var of its own and returns the reference to it.
func (l *lowerer) save(name string, x ir.Expr) *ir.Ref {
	v := l.temp(name, x.Type())
	l.emit(&ir.Decl{Var: v, Init: l.inText(x)})
	return ir.NewRef(v)
}

// lookup returns what a variable stands for.
func (l *lowerer) lookup(id *ast.Ident, obj types.Object) *node {
	n := l.fr.env.get(obj)
	if n == nil {
		v, ok := obj.(*types.Var)
		if ok && v.Parent() == v.Pkg().Scope() {
			return l.global(id, v)
		}
		l.refuse(id.Pos(), "variable "+id.Name, "its value is not known here", "declare it in this function")
		n = l.dummy(l.typ(obj.Type()))
		l.fr.env.set(obj, n)
		return n
	}
	if n.block != nil && !l.visible(n.block) {
		if t := l.typ(obj.Type()); l.planInner(varKey{obj: obj}, t) {
			return l.dummy(t)
		}
		l.refuse(id.Pos(), "variable "+id.Name, "it gets its value in an inner block", "give it its value where it is declared")
		return l.dummy(l.typ(obj.Type()))
	}
	return n
}
