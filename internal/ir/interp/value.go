package interp

import (
	"fmt"
	"slices"
	"strings"
)

type kind uint8

const (
	none kind = iota
	float
	integer // of any width; unsigned ones as their bits
	boolean
	slice
	array
	structure
	pointer
	other // strings and what only source text uses
)

// A Value is a piece of memory: a scalar, or an aggregate of Values. A slice Value shares its
// elements with the Values that it was sliced from or copied to, as in Go.
type Value struct {
	kind  kind
	f     num
	i     int64
	elems []Value // slice, array, struct
	ptr   *Value  // nil for a nil pointer
	x     any     // other; for a struct its field names
}

// Float returns a float.
func Float(x float64) *Value { return &Value{kind: float, f: num{v: x}} }

// Int returns an integer.
func Int(x int) *Value { return &Value{kind: integer, i: int64(x)} }

// Bool returns a boolean.
func Bool(x bool) *Value { v := boolValue(x); return &v }

// Str returns a string.
func Str(s string) *Value { return &Value{kind: other, x: s} }

// Floats returns a slice of floats.
func Floats(x ...float64) *Value {
	v := &Value{kind: slice, elems: make([]Value, len(x))}
	for i := range x {
		v.elems[i] = *Float(x[i])
	}
	return v
}

// Ints returns a slice of integers.
func Ints(x ...int) *Value {
	v := &Value{kind: slice, elems: make([]Value, len(x))}
	for i := range x {
		v.elems[i] = *Int(x[i])
	}
	return v
}

// Slice returns a slice of copies of the elements.
func Slice(elems ...*Value) *Value { return aggregate(slice, elems) }

// Array returns an array of copies of the elements.
func Array(elems ...*Value) *Value { return aggregate(array, elems) }

// Struct returns a struct of copies of the fields, in the order of the type's fields.
func Struct(fields ...*Value) *Value { return aggregate(structure, fields) }

// Pointer returns a pointer to v itself; nil gives a nil pointer.
func Pointer(v *Value) *Value { return &Value{kind: pointer, ptr: v} }

func aggregate(k kind, elems []*Value) *Value {
	v := &Value{kind: k, elems: make([]Value, len(elems))}
	for i, e := range elems {
		v.elems[i] = *e
	}
	return v
}

func boolValue(x bool) Value {
	v := Value{kind: boolean}
	if x {
		v.i = 1
	}
	return v
}

// Float returns the value of a float. It panics for other kinds.
func (v *Value) Float() float64 { v.want(float); return v.f.v }

// SetFloat changes a float in place. It panics for other kinds.
func (v *Value) SetFloat(x float64) { v.want(float); v.f = num{v: x} }

// Int returns the value of an integer. It panics for other kinds.
func (v *Value) Int() int { v.want(integer); return int(v.i) }

// Bool returns the value of a boolean. It panics for other kinds.
func (v *Value) Bool() bool { v.want(boolean); return v.i != 0 }

// Elem returns what a pointer points to, nil for a nil pointer. It panics for other kinds.
func (v *Value) Elem() *Value { v.want(pointer); return v.ptr }

// Len returns the number of elements of a slice or array, or of fields of a struct.
func (v *Value) Len() int { return len(v.elems) }

// At returns element or field i itself, not a copy.
func (v *Value) At(i int) *Value { return &v.elems[i] }

func (v *Value) want(k kind) {
	if v.kind != k {
		panic(fmt.Sprintf("interp: a value of kind %d is used as kind %d", v.kind, k))
	}
}

// IsNilSlice says whether v is a slice without memory.
func (v *Value) IsNilSlice() bool { return v.kind == slice && v.elems == nil }

// isNil says whether v is a slice without memory or a pointer to nothing.
func (v *Value) isNil() bool { return v.IsNilSlice() || v.kind == pointer && v.ptr == nil }

// Clone returns a deep copy of v, with new memory behind slices and pointers. Memory that is
// reached twice is copied twice.
func (v *Value) Clone() *Value {
	if v == nil {
		return nil
	}
	c := *v
	if v.elems != nil {
		c.elems = make([]Value, len(v.elems))
		for i := range v.elems {
			c.elems[i] = *v.elems[i].Clone()
		}
	}
	if v.ptr != nil {
		c.ptr = v.ptr.Clone()
	}
	return &c
}

// ZeroLike returns a deep copy of v in which all floats are 0.
func (v *Value) ZeroLike() *Value {
	c := v.Clone()
	c.eachFloat(func(x *Value) { x.f = num{} })
	return c
}

// AllFloats returns all floats below v in order, through slices, arrays, structs and pointers.
func (v *Value) AllFloats() []float64 {
	var out []float64
	v.eachFloat(func(x *Value) { out = append(out, x.f.v) })
	return out
}

// SetAllFloats replaces the floats below v, in the order of AllFloats. It panics if the number
// differs.
func (v *Value) SetAllFloats(x []float64) {
	i := 0
	v.eachFloat(func(c *Value) {
		c.f = num{v: x[i]}
		i++
	})
	if i != len(x) {
		panic(fmt.Sprintf("interp: %d floats for %d", len(x), i))
	}
}

func (v *Value) eachFloat(f func(*Value)) {
	switch v.kind {
	case float:
		f(v)
	case slice, array, structure:
		for i := range v.elems {
			v.elems[i].eachFloat(f)
		}
	case pointer:
		if v.ptr != nil {
			v.ptr.eachFloat(f)
		}
	}
}

// String shows the tree.
func (v *Value) String() string {
	switch v.kind {
	case float:
		return fmt.Sprint(v.f.v)
	case integer:
		return fmt.Sprint(v.i)
	case boolean:
		return fmt.Sprint(v.i != 0)
	case slice, array, structure:
		parts := make([]string, len(v.elems))
		for i := range v.elems {
			parts[i] = v.elems[i].String()
		}
		if v.kind == structure {
			return "{" + strings.Join(parts, " ") + "}"
		}
		return "[" + strings.Join(parts, " ") + "]"
	case pointer:
		if v.ptr == nil {
			return "nil"
		}
		return "&" + v.ptr.String()
	}
	return fmt.Sprint(v.x)
}

// copied returns v as an assignment copies it: arrays and structs by value, slices and pointers
// shared.
func (v Value) copied() Value {
	if v.kind == array || v.kind == structure {
		v.elems = slices.Clone(v.elems)
		for i := range v.elems {
			v.elems[i] = v.elems[i].copied()
		}
	}
	return v
}

// pair calls f for each float below v and its partner in w, a tree of the same shape. Parts that
// are absent in w (a nil slice or pointer, a nil w) are left out.
func pair(v, w *Value, f func(x, y *Value)) error {
	if v == nil || w == nil {
		return nil
	}
	switch {
	case v.kind == pointer && w.kind == pointer:
		return pair(v.ptr, w.ptr, f)
	case v.kind != w.kind:
		return fmt.Errorf("interp: %v and %v have different shapes", v, w)
	case v.kind == float:
		f(v, w)
		return nil
	case w.IsNilSlice():
		return nil
	case len(v.elems) != len(w.elems):
		return fmt.Errorf("interp: lengths %d and %d differ", len(v.elems), len(w.elems))
	}
	for i := range v.elems {
		if err := pair(&v.elems[i], &w.elems[i], f); err != nil {
			return err
		}
	}
	return nil
}
