package depend

import (
	"fmt"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A step is one step into memory: a subscript, a field or a dereference.
type step struct {
	index affine.Poly
	size  int64 // length of the array that is indexed, -1 if it is a slice
	field *types.Var
	deref bool
}

func (s step) isIndex() bool { return !s.deref && s.field == nil }

// A location is a place in storage. If slice is set it is a part of a slice or array, which begins
// at offset.
type location struct {
	root   *ir.Var
	path   []step
	slice  bool
	offset affine.Poly
}

// locate resolves r through views to storage, with subscripts that have the values which
// they had where the views were declared.
func (c *compiler) locate(r *ir.Ref) location {
	loc := location{root: r.Var}
	if r.Var.View != nil {
		v := c.env[r.Var].view
		if v == nil {
			v = c.foreign(r.Var)
		}
		loc = *v
		loc.path = loc.path[:len(loc.path):len(loc.path)]
	}
	t := r.Var.Type
	for _, e := range r.Elems {
		if p, ok := t.Underlying().(*types.Pointer); ok { // explicit in e, or implied as in Go
			if len(loc.path) > 0 {
				c.follow(&loc)
			}
			t = p.Elem()
		}
		switch {
		case e.Index != nil:
			loc.index(c.poly(e.Index), t)
			t = ir.ElemType(t)
		case e.Field != nil:
			loc.path = append(loc.path, step{field: e.Field})
			t = e.Field.Type()
		}
	}
	return loc
}

// follow appends the dereference of a pointer. Where pointers may be equal, all that is known of two
// subscripts that lead to them is whether they are the same.
func (c *compiler) follow(l *location) {
	if l.root.Equal {
		for i, s := range l.path {
			if s.isIndex() {
				key := fmt.Sprintf("pointer v%d.%d %v", c.id(l.root), i, s.index)
				sym, _ := c.syms.intern(key, c.syms.depOf(s.index))
				l.path[i].index, l.path[i].size = affine.PolySym(sym), -1
			}
		}
	}
	l.path = append(l.path, step{deref: true})
}

// index appends a subscript into a slice or array of type t.
func (l *location) index(i affine.Poly, t types.Type) {
	s := step{index: i, size: -1}
	if a, ok := t.Underlying().(*types.Array); ok {
		s.size = a.Len()
	}
	if l.slice {
		s.index, l.slice, l.offset = i.Add(l.offset), false, affine.Poly{}
	}
	l.path = append(l.path, s)
}

// viewOf returns the location of a view's Decl at the present position, and its length if that
// is known.
func (c *compiler) viewOf(init ir.Expr) (location, *affine.Poly) {
	r, ok := init.(*ir.Ref)
	if ok {
		p, known := c.length(r)
		if !known {
			return c.locate(r), nil
		}
		return c.locate(r), &p
	}
	s := init.(*ir.Slice)
	loc := c.locate(s.X)
	lo := affine.Poly{}
	if s.Lo != nil {
		lo = c.poly(s.Lo)
	}
	hi := s.Hi
	if hi == nil {
		hi = &ir.Len{X: s.X}
	}
	loc.offset = loc.offset.Add(lo)
	loc.slice = true
	n := c.poly(hi).Sub(lo)
	return loc, &n
}

// foreign returns the location of a view that is declared outside the block. Its root is known,
// its subscripts are not, but they do not change.
func (c *compiler) foreign(v *ir.Var) *location {
	base := ir.NewRef(v).Base()
	loc := &location{root: base.Var}
	id := 0
	unknown := func() affine.Poly {
		s, _ := c.syms.intern(fmt.Sprintf("view v%d.%d", c.id(v), id), nil)
		id++
		return affine.PolySym(s)
	}
	for _, e := range base.Elems {
		s := step{field: e.Field, deref: e.Deref, size: -1}
		if e.Index != nil {
			s.index = unknown()
		}
		loc.path = append(loc.path, s)
	}
	if sliced(v) {
		loc.slice, loc.offset = true, unknown()
	}
	c.env[v] = binding{view: loc}
	return loc
}

// sliced says whether a view begins at an offset of its base.
func sliced(v *ir.Var) bool {
	for v.View != nil {
		switch x := v.View.(type) {
		case *ir.Slice:
			return true
		case *ir.Ref:
			if len(x.Elems) > 0 {
				return false
			}
			v = x.Var
		}
	}
	return false
}
