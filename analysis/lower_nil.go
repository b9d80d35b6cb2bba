package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A hollow says when a new slice is nil: append makes nil of nil and nothing, and in place of that stands a slice which is
// empty, but not nil.
type hollow uint8

const (
	hollowNever   hollow = iota
	hollowIfEmpty        // append([]T(nil), x...), and the slice of no arguments
	hollowIfNil          // append(x[:0:0], x...)
)

// hollowOf says when append(e, x...) is nil, for an e without elements and capacity.
func (l *lowerer) hollowOf(e ast.Expr) hollow {
	if l.isNilSlice(e) {
		return hollowIfEmpty
	}
	if _, part := ast.Unparen(e).(*ast.SliceExpr); part {
		return hollowIfNil
	}
	return hollowNever
}

// mayBeHollow says whether the slice at root may be nil where what stands in its place is empty.
func (l *lowerer) mayBeHollow(root *ir.Ref) bool {
	if len(root.Elems) == 0 && l.hollow[root.Var] != hollowNever {
		return true
	}
	for _, h := range l.hollow {
		if h != hollowNever {
			return !l.assumeHeader(root)
		}
	}
	return false
}

// isNil is the condition that the slice n is nil; why, if it is not empty, says why that is not known.
//
// The slice that stands for a variable in the generated code is nil where the variable is, as long as it is memory of the
// caller, or all of what make made. Variables that are parts of memory that grows, which is empty or not whatever they are,
// have a variable beside them that says whether they are nil, where somebody asks.
func (l *lowerer) isNil(n *node, pos token.Pos) (is ir.Expr, why string) {
	n.force()
	c := n.origin()
	if tb := n.table; tb != nil {
		c = tb.list
	}
	switch {
	case n.bad:
		return boolConst(false, types.Typ[types.Bool]), ""
	case n.isNil || n.pending && c == nil: // of a helper's parameter that was passed nil as well
		return boolConst(true, types.Typ[types.Bool]), ""
	case c == nil && n.table != nil: // which make gave
		return boolConst(false, types.Typ[types.Bool]), ""
	case c == nil:
		return l.isNilRef(l.sliceRef(n, pos))
	case c.null != nil:
		return c.null, ""
	case n.table != nil && (l.tables[c.key].whole || l.isLater(c.key)):
		return l.askNull(c)
	case n.table != nil:
		return nil, assignedAgain
	case c.table != nil:
		return nil, assignedAgain
	case c.root == nil: // up to here in the text nothing has been assigned to it
		return boolConst(true, types.Typ[types.Bool]), ""
	case l.firstValue(c) != nil:
		return l.isNil(l.firstValue(c), pos)
	case l.ownHeader(c.root.Var) && !l.oddly[c.key]:
		return l.isNilRef(c.root)
	}
	return l.askNull(c)
}

const assignedAgain = "the slice may have been assigned again"

// ownHeader says whether a slice in memory v is nil where the slice in the generated code is.
func (l *lowerer) ownHeader(v *ir.Var) bool {
	_, owned := l.memories[v]
	return !owned && !l.grown[v]
}

// askNull plans a variable that says whether c is nil, unless c cannot have one.
func (l *lowerer) askNull(c *cursor) (is ir.Expr, why string) {
	if c == nil || c.table != nil || c.key == (varKey{}) || l.nulls[c.key] {
		return nil, assignedAgain
	}
	l.nulls[c.key], l.replanned = true, true
	return boolConst(false, types.Typ[types.Bool]), ""
}

// isNilRef is isNil for a slice in memory, or a view of one.
func (l *lowerer) isNilRef(r *ir.Ref) (is ir.Expr, why string) {
	if v := r.Var; len(r.Elems) == 0 && v.View != nil {
		of, seen := l.viewOf[v]
		switch {
		case seen && of.null != nil:
			return of.null, ""
		case seen && (of.odd(l) || !l.ownHeader(v.Root())):
			return l.askNull(of.cur)
		}
		if base := viewed(v.View); len(base.Elems) == 0 && base.Var.Kind == ir.Local {
			return l.isNilRef(base)
		}
	}
	root := r.Base()
	if !l.ownHeader(root.Var.Root()) {
		return nil, assignedAgain
	}
	if none := l.textNil[root.Var]; none != nil && len(root.Elems) == 0 {
		if r.Var != root.Var || !l.assumeHeader(r) {
			return nil, assignedAgain
		}
		return none, ""
	}
	switch made := len(r.Elems) == 0 && r.Var.Kind == ir.Local && r.Var.View == nil && l.assumeHeader(r); {
	case !l.mayBeHollow(root):
		if made {
			return boolConst(false, types.Typ[types.Bool]), ""
		}
	case !made || l.hollow[root.Var] != hollowIfEmpty:
		return nil, "what append has made of nothing may be nil or empty"
	default:
		return &ir.Binary{Op: token.EQL, X: &ir.Len{X: root}, Y: ir.Int(0), T: types.Typ[types.Bool]}, ""
	}
	null := &ir.Const{Text: "nil", T: types.Typ[types.UntypedNil]}
	return &ir.Binary{Op: token.EQL, X: r, Y: null, T: types.Typ[types.Bool]}, ""
}

// viewed is the slice that a view is all or a part of.
func viewed(view ir.Expr) *ir.Ref {
	if s, ok := view.(*ir.Slice); ok {
		return s.X
	}
	return view.(*ir.Ref)
}

// A viewOrigin says of a view that it is what a variable was, and whether that was nil, if a variable says so.
type viewOrigin struct {
	cur  *cursor
	null ir.Expr
}

// odd says whether the variable may be nil where its memory is not: it is a row, or was one.
func (o viewOrigin) odd(l *lowerer) bool { return o.cur.table != nil || l.oddly[o.cur.key] }

// unsureNil says whether the slice that stands for n in the generated code may be nil where n is not, or the other way round.
func (l *lowerer) unsureNil(n *node) bool {
	of := viewOrigin{cur: n.origin()}
	if r := n.ref(); of.cur == nil && r != nil && len(r.Elems) == 0 {
		of = l.viewOf[r.Var]
	}
	return of.cur != nil && (of.odd(l) || of.cur.root == nil || !l.ownHeader(of.cur.root.Var.Root()))
}

// noteOdd notes that c is assigned src, if that may be nil where its memory is not.
func (l *lowerer) noteOdd(c *cursor, src *node) {
	of := viewOrigin{cur: src.origin()}
	if r := src.ref(); of.cur == nil && r != nil && len(r.Elems) == 0 {
		of = l.viewOf[r.Var]
	}
	if of.cur != nil && of.odd(l) && !l.oddly[c.key] {
		l.oddly[c.key], l.replanned = true, true
	}
}

// noteOrigin notes what the view v of n is.
func (l *lowerer) noteOrigin(v *ir.Var, n *node) {
	if c := n.origin(); c != nil {
		l.viewOf[v] = viewOrigin{c, l.pin("none", c.null)}
	}
}

// declareNull declares the variable that says whether c is nil, which is so at first if is says so, where somebody asks.
func (l *lowerer) declareNull(c *cursor, name string, is ir.Expr) {
	if !l.nulls[c.key] {
		return
	}
	v := l.mutableTemp(ir.Joined(name, "none"), types.Typ[types.Bool])
	l.emit(&ir.Decl{Var: v, Init: is})
	c.null = ir.NewRef(v)
}

// moveNull appends the assignment that says whether c is nil as src is.
func (l *lowerer) moveNull(list []move, c *cursor, src *node, pos token.Pos) []move {
	if c.null == nil {
		return list
	}
	is, why := l.isNil(src, pos)
	null, ok := c.null.(*ir.Ref)
	if why != "" || !ok {
		l.refuse(pos, "assignment to a slice that is compared with nil", "of the slice that is assigned it is not known whether it is nil", "compare its length")
		return list
	}
	return append(list, move{null, is})
}

// noteTested says of each leaf of f which pointers on the way to it f compares with nil.
func noteTested(f *ir.Func) {
	var tested []*ir.Var
	note := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			r, ok := ir.NilTest(e).(*ir.Ref)
			if !ok || len(r.Elems) > 0 || r.Var.Kind != ir.Param || slices.Contains(tested, r.Var) {
				return true
			}
			if _, pointer := r.T.Underlying().(*types.Pointer); pointer {
				tested = append(tested, r.Var)
			}
			return true
		})
	}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		ir.Reads(s, note)
		return true
	})
	slices.SortStableFunc(tested, func(a, b *ir.Var) int { return len(a.Home.Path) - len(b.Home.Path) })
	for _, v := range f.Leaves {
		v.Home.Tested = nil
		for _, t := range tested {
			if behind(t, v) {
				v.Home.Tested = append(v.Home.Tested, t)
			}
		}
	}
}

// noteFollowed finds the receivers of which f reads a part in each call, whichever way it takes.
func noteFollowed(f *ir.Func) {
	note := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			switch e := e.(type) {
			case *ir.Ref:
				if h := e.Base().Var.Home; h != nil && len(h.Path) > 0 {
					h.Param.Followed = h.Param.Followed || h.Param.Receiver
				}
			case *ir.Binary:
				return e.Op != token.LAND && e.Op != token.LOR
			case *ir.Opaque:
				return false
			}
			return true
		})
	}
	var block func(b *ir.Block)
	block = func(b *ir.Block) {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Block:
				block(s)
			case *ir.For:
				note(s.Begin)
				if s.Limit != nil {
					note(s.Limit)
				}
			case *ir.Decl, *ir.Alloc, *ir.Store, *ir.Reduce, *ir.If:
				ir.Reads(s, note)
			}
		}
	}
	block(f.Body)
}

// behind says whether v lies behind pointer p; an array that a pointer leads to is indexed through the pointer itself.
func behind(p, v *ir.Var) bool {
	n := len(p.Home.Path)
	if p.Home.Param != v.Home.Param || n > len(v.Home.Path) || !slices.Equal(p.Home.Path, v.Home.Path[:n]) {
		return false
	}
	return n < len(v.Home.Path) || v.Home.Deref || p == v && ir.ElemType(v.Type) != nil
}

// pendingNode is a slice or pointer variable without a value yet.
func (l *lowerer) pendingNode(t types.Type) *node {
	return &node{typ: t, pending: true, declared: slices.Clone(l.loops)}
}

// noteRead notes that n is taken to be nil here, if it is a variable without a value yet.
func (l *lowerer) noteRead(n *node) {
	if n.pending && (n.cur == nil || n.cur.table == nil) {
		n.read = append(n.read, l.loops...)
	}
}

// readBefore says whether a loop around the statement at hand takes n, which is declared before it, to be nil in an iteration
// before the statement: in the next one it is what the statement makes it.
func (l *lowerer) readBefore(n *node) bool {
	return slices.ContainsFunc(l.loops, func(loop ast.Node) bool {
		return slices.Contains(n.read, loop) && !slices.Contains(n.declared, loop)
	})
}
