package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// declStmt lowers var declarations; constants and types need nothing.
func (l *lowerer) declStmt(s *ast.DeclStmt) {
	d := s.Decl.(*ast.GenDecl)
	if d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) == 0 {
			for _, id := range spec.Names {
				if obj := l.info().Defs[id]; obj != nil && id.Name != "_" {
					l.declareZero(id, obj)
				}
			}
			continue
		}
		var want []types.Type
		for _, id := range spec.Names {
			var t types.Type
			if obj := l.info().Defs[id]; obj != nil {
				t = l.typ(obj.Type())
			}
			want = append(want, t)
		}
		for i, v := range l.values(spec.Values, want) {
			id := spec.Names[i]
			if obj := l.info().Defs[id]; obj != nil && id.Name != "_" {
				l.declareVar(id, obj, v)
			}
		}
	}
}

func (l *lowerer) declareZero(id *ast.Ident, obj types.Object) {
	l.fr.env.set(obj, l.declareAs(id.Name, obj, varKey{obj: obj}, l.zeroOrPending(l.typ(obj.Type()))))
}

// zeroOrPending is the zero value of t, with slices and pointers that get their value later.
func (l *lowerer) zeroOrPending(t types.Type) *node {
	switch l.class(t) {
	case classSlice, classPointer:
		return l.pendingNode(t)
	case classStruct:
		n := &node{typ: t}
		for f := range t.Underlying().(*types.Struct).Fields() {
			n.parts = append(n.parts, l.zeroOrPending(f.Type()))
		}
		return n
	}
	return l.zeroNode(t)
}

// declareVar declares the user's variable obj with a value.
func (l *lowerer) declareVar(id *ast.Ident, obj types.Object, val *node) {
	if l.bindFunc(id, obj, val) {
		return
	}
	l.fr.env.set(obj, l.declareAs(id.Name, obj, varKey{obj: obj}, val))
}

// declareAs declares Vars for all leaves of val, which hold its value, and returns them.
func (l *lowerer) declareAs(name string, obj types.Object, key varKey, val *node) *node {
	t := val.typ
	if obj != nil {
		t = l.typ(obj.Type())
	}
	val.force()
	switch l.class(t) {
	case classStruct:
		return l.declareFields(name, key, t, val)
	case classSlice:
		n := l.declareSlice(name, obj, key, t, val)
		if obj == nil {
			n.slot = &key
		}
		return n
	case classPointer:
		if val.pending || val.isNil {
			l.noteRead(val)
			return l.pendingNode(t)
		}
		c := *l.pinNode(val)
		c.typ = t
		return &c
	}
	if val.fn != nil && l.keeps(key) {
		return &node{typ: t, x: val.x, fn: val.fn}
	}
	if val.fn != nil && val.fn.lit != nil {
		l.refuse(val.fn.lit.Pos(), "function literal", "it must be known which function "+key.called(name)+" holds", "assign no field of the struct after its declaration and take no address of it, or call a variable")
		return l.dummy(t)
	}
	if r := val.ref(); val.fresh && r != nil && types.Identical(r.Var.Type, t) {
		l.adopt(r.Var, name, obj, key)
		return leaf(r)
	}
	if val.bad && l.class(t) == classOpaque {
		return l.dummy(t)
	}
	v := l.newVar(name, obj, key, t)
	d := &ir.Decl{Var: v, Init: l.inText(val.x)}
	switch {
	case val.zero:
		d.Init = nil
	case l.ofElements(t):
		d.Init = nil
		l.emit(d)
		l.arrayLoop(ir.NewRef(v), val.x)
		return leaf(ir.NewRef(v))
	}
	l.emit(d)
	return leaf(ir.NewRef(v))
}

func (l *lowerer) declareFields(name string, key varKey, t types.Type, val *node) *node {
	st := t.Underlying().(*types.Struct)
	n := &node{typ: t, parts: make([]*node, st.NumFields())}
	for i := range n.parts {
		f := st.Field(i)
		n.parts[i] = l.declareAs(ir.Joined(name, f.Name()), nil, key.at(f.Name()), l.field(val, i))
	}
	return n
}

// newVar makes the Var of a user's variable or of a field of one.
func (l *lowerer) newVar(name string, obj types.Object, key varKey, t types.Type) *ir.Var {
	v := l.temp(name, t)
	v.Obj = obj
	if obj != nil {
		v.Pos = obj.Pos()
	}
	l.keys[v] = append(l.keys[v], key)
	v.User = key.field()
	return v
}

// adopt gives a Var that was made for a value to the variable that is declared with it.
func (l *lowerer) adopt(v *ir.Var, name string, obj types.Object, key varKey) {
	v.Name, v.Obj = name, obj
	if obj != nil {
		v.Pos = obj.Pos()
	}
	l.keys[v] = append(l.keys[v], key)
	v.User = key.field()
}

// declareSlice binds a slice variable: it takes over new memory, or becomes a view, or can move.
func (l *lowerer) declareSlice(name string, obj types.Object, key varKey, t types.Type, val *node) *node {
	l.noteRead(val)
	val = l.withCapacity(obj, val)
	if n, ok := l.cursorFor(l.fr, name, obj, key, t, val); ok {
		return n
	}
	if val.pending || val.isNil {
		return l.pendingNode(t)
	}
	if tb := val.table; tb != nil {
		if tb.list != nil && !val.fresh {
			return l.tableView(name, nil, t, tb, nil, nil, l.cur.Pos)
		}
		return &node{typ: t, table: tb}
	}
	if obj != nil {
		if n := l.tableFor(name, obj, key, t, val); n != nil {
			return n
		}
	}
	if r := val.ref(); val.fresh && r != nil && types.Identical(r.Var.Type, t) {
		l.adopt(r.Var, name, obj, key)
		if l.fr != nil && l.fr.slots != nil {
			l.slot(l.fr, obj, &node{typ: t, x: r})
		}
		return &node{typ: t, x: r}
	}
	if val.unsure() {
		return l.moving(name, obj, key, t, val, rowMoves)
	}
	v := l.view(name, t, val)
	l.adopt(v, name, obj, key)
	return &node{typ: t, x: ir.NewRef(v)}
}

// view declares a slice variable that is a view of val.
func (l *lowerer) view(name string, t types.Type, val *node) *ir.Var {
	v := l.temp(name, t)
	switch x := val.force().x.(type) {
	case *ir.Ref:
		v.View = l.pinRef(x)
	case *ir.Slice:
		if val.unsure() {
			l.viewUnsure(val)
		}
		v.View = l.pinSlice(x)
	default:
		if val.bad {
			return v
		}
		what, pos := "slice", l.at
		if val.table != nil {
			what += " " + val.table.called()
		}
		if !pos.IsValid() {
			pos = l.cur.Pos
		}
		l.refuse(pos, what, "it is nil or its memory is not known", "give it its value by make")
		return v
	}
	l.emit(&ir.Decl{Var: v, Init: v.View})
	l.noteAlias(ir.NewRef(v), v)
	l.noteOrigin(v, val)
	return v
}

func (l *lowerer) pinSlice(x *ir.Slice) *ir.Slice {
	c := *x
	c.X, c.Lo, c.Hi = l.pinRef(x.X), l.pin("lo", x.Lo), l.pin("hi", x.Hi)
	return &c
}

// sliceVar returns a Var that holds the slice n, making one if it is not in one.
func (l *lowerer) sliceVar(n *node, name string) *ir.Var {
	if r := n.ref(); r != nil && len(r.Elems) == 0 {
		return r.Var
	}
	return l.view(name, n.typ, n)
}

// sliceRef returns a reference to the slice, array or pointer to an array n.
func (l *lowerer) sliceRef(n *node, pos token.Pos) *ir.Ref {
	if r := n.ref(); r != nil {
		return r
	}
	switch {
	case n.table != nil:
		l.refuse(pos, "slice "+n.table.called(), "its rows are parts of one memory", "use its rows one by one")
	case n.pending || n.isNil:
		l.refuseUnmade(n, pos, "slice")
	case n.zero:
		v := l.mutableTemp("zero", n.typ)
		l.emit(&ir.Decl{Var: v})
		return ir.NewRef(v)
	default:
		if o, ok := n.x.(*ir.Opaque); ok { // an inactive slice that is not followed
			return l.save("list", o)
		}
		return ir.NewRef(l.sliceVar(n, "view"))
	}
	return ir.NewRef(l.temp("bad", n.typ))
}

// refuseUnmade reports a slice without memory, once.
func (l *lowerer) refuseUnmade(n *node, pos token.Pos, what string) {
	if !l.unmade[n] {
		l.unmade[n] = true
		l.refuse(pos, what, "it has no memory yet", "give it its value by make where it is declared")
	}
}

// bindPending gives a slice or pointer variable that was declared without a value its value, if that
// is what an assignment to lhs does.
func (l *lowerer) bindPending(lhs ast.Expr, dst, src *node) bool {
	if !dst.pending || src.pending || dst.cur != nil {
		return false
	}
	name := "v"
	var key varKey
	var obj types.Object
	switch e := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		obj = l.info().ObjectOf(e)
		name, key = e.Name, varKey{obj: obj}
	case *ast.SelectorExpr:
		name = l.wishedName(e)
		key = varKey{obj: l.info().ObjectOf(e.Sel), path: name}
	}
	if src.isNil {
		return true
	}
	if dst.slot != nil {
		key, obj = *dst.slot, nil
	}
	if l.readBefore(dst) {
		if l.class(dst.typ) != classSlice || !l.planOwn(key, dst.typ) && !l.planWhole(key, dst.typ) {
			l.refuseLate(lhs.Pos(), l.kindOf(dst)+" "+types.ExprString(lhs))
		}
		return true
	}
	l.bindTo(dst, src, name, obj, key)
	return true
}

// refuseLate reports a variable that gets its value after a loop has read it.
func (l *lowerer) refuseLate(pos token.Pos, what string) {
	l.refuse(pos, what, "the loop reads it before it assigns it, and it has no value where the loop begins", "give it its value where it is declared, and let a variable of type bool say whether it counts")
}

// bindTo gives dst, which was declared without a value, the value src under a name.
func (l *lowerer) bindTo(dst, src *node, name string, obj types.Object, key varKey) {
	bound := l.declareAs(name, obj, key, &node{typ: dst.typ, x: src.x, to: src.to, lazy: src.lazy, fresh: src.fresh, zero: src.zero, of: src.origin()})
	*dst = *bound
	dst.block = l.blk
}

// bindFields does what bindPending does for the slices in the fields of a struct, which is assigned as a whole. What has its
// value then is in given until the rest is assigned.
func (l *lowerer) bindFields(dst, src *node, pos token.Pos) {
	to, from := l.sliceFields(dst, nil), l.sliceFields(src, nil)
	if len(to) != len(from) || slices.ContainsFunc(from, func(n *node) bool { return slices.Contains(to, n) }) {
		return
	}
	for i, d := range to {
		s := from[i]
		if !d.pending || d.cur != nil || d.slot == nil || s.pending || s.isNil || s.bad {
			continue
		}
		if l.given[d] = true; l.readBefore(d) {
			if !l.planOwn(*d.slot, d.typ) && !l.planWhole(*d.slot, d.typ) {
				l.refuseLate(pos, l.kindOf(d)+" "+d.slot.called(l.fieldName(d)))
			}
		} else {
			l.bindTo(d, s, l.fieldName(d), nil, *d.slot)
		}
	}
}

// fieldName is the wished name of a variable for a field that has a slot: that of its struct and its own.
func (l *lowerer) fieldName(n *node) string {
	name := "v"
	if n.slot.obj != nil {
		name = n.slot.obj.Name()
	}
	return ir.OneName(name + "." + strings.TrimPrefix(n.slot.path, "."))
}

// sliceFields appends the slices in the fields of a struct to list; none of another value.
func (l *lowerer) sliceFields(n *node, list []*node) []*node {
	if n.force(); n.bad || l.class(n.typ) != classStruct {
		return list
	}
	for i := range n.typ.Underlying().(*types.Struct).NumFields() {
		if f := l.field(n, i).force(); l.class(f.typ) == classSlice {
			list = append(list, f)
		} else {
			list = l.sliceFields(f, list)
		}
	}
	return list
}

// kindOf is what n is called.
func (l *lowerer) kindOf(n *node) string {
	if l.class(n.typ) == classPointer {
		return "pointer"
	}
	return "slice"
}

// wishedName joins the names on the way to a field.
func (l *lowerer) wishedName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return ir.Joined(l.wishedName(e.X), e.Sel.Name)
	case *ast.StarExpr:
		return l.wishedName(e.X)
	}
	return "v"
}
