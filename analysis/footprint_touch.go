package analysis

import (
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A touch is what is done to a place.
type touch uint8

const (
	touchNone    touch = iota
	touchWritten       // its value, or elements of it
	touchMoved         // it refers to other memory
)

// reaches says what code with the footprint may do to r, which is all of a variable.
func (f *footprint) reaches(r *ir.Ref) touch {
	v := r.Var
	if h := v.Home; h != nil && v.Kind == ir.Param {
		for i, p := range h.Path {
			last := i == len(h.Path)-1
			if f.fields[p] && !(last && h.Own()) {
				if !last || followed(f.l.class(v.Type)) {
					return touchMoved
				}
				return touchWritten
			}
		}
		if h.Deref && f.hasCell(v.Type) {
			return touchWritten
		}
	}
	if obj, ok := v.Obj.(*types.Var); ok && v.Kind == ir.Global {
		whole, assigned := f.global[obj]
		pointed := slices.ContainsFunc(f.stars, func(t types.Type) bool { return types.Identical(t, v.Type) })
		changed := assigned || pointed || f.fieldOf(v)
		switch c := f.l.class(v.Type); {
		case followed(c):
			if whole {
				return touchMoved
			}
		case changed && c == classArray:
			return touchWritten
		case changed:
			f.l.readByName(v)
		}
		if c := f.l.class(v.Type); c != classSlice && c != classArray {
			return touchNone
		}
	}
	switch e := ir.ElemType(r.T); {
	case e == nil:
	case f.moves(e):
		return touchMoved
	case f.holds(e):
		return touchWritten
	}
	return touchNone
}

// fieldOf says whether a field is assigned that may be the part v of a package-level variable, which a pointer may lead to.
func (f *footprint) fieldOf(v *ir.Var) bool {
	at := strings.LastIndexByte(v.Name, '.')
	for o := range f.fields {
		if at >= 0 && o.Name() == v.Name[at+1:] && types.Identical(o.Type(), v.Type) {
			return true
		}
	}
	return false
}

// moves says whether elements of type t, or what lies in them, may be made to refer to other memory.
func (f *footprint) moves(t types.Type) bool {
	if followed(f.l.class(t)) && f.hasCell(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return f.moves(u.Elem())
	case *types.Array:
		return f.moves(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if f.fields[v] && followed(f.l.class(v.Type())) || f.moves(v.Type()) {
				return true
			}
		}
	}
	return false
}

// followed says whether lowering knows what memory values of a class refer to.
func followed(c class) bool { return c == classSlice || c == classPointer }

func (f *footprint) hasCell(t types.Type) bool {
	return slices.ContainsFunc(f.cells, func(o types.Type) bool { return types.Identical(o, t) })
}

// holds says whether elements of type t are assigned, or parts of them.
func (f *footprint) holds(t types.Type) bool {
	if f.hasCell(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return f.holds(u.Elem())
	case *types.Array:
		return f.holds(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if f.fields[v] || f.holds(v.Type()) {
				return true
			}
		}
	}
	return false
}

// writesText says whether anything but numbers is assigned, which might be made of floats.
func (f *footprint) writesText() bool {
	text := func(t types.Type) bool { return !ir.IsInt(t) && !ir.IsBool(t) }
	for v := range f.fields {
		if text(v.Type()) {
			return true
		}
	}
	for v := range f.global {
		if text(v.Type()) {
			return true
		}
	}
	return f.maps || slices.ContainsFunc(f.cells, text)
}
