package gradcheck

import (
	"reflect"
	"strconv"
	"unsafe"
)

// holdsFloats says whether memory of type t contains floats, in the sense in which pardiffgen gives
// a parameter of that type an adjoint.
func holdsFloats(t reflect.Type) bool { return typeHolds(t, map[reflect.Type]bool{}) }

func typeHolds(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return typeHolds(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if typeHolds(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// open returns v, which is addressable, without the lock that reflect puts on unexported fields.
func open(v reflect.Value) reflect.Value {
	if v.CanSet() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// settable returns a shallow copy of v that is addressable.
func settable(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}

// clone returns an addressable deep copy of v, which is addressable. Two equal pointers in v stay
// equal; functions, channels and what interfaces hold are shared.
func clone(v reflect.Value) reflect.Value {
	c := settable(open(v))
	deepen(c, map[visit]reflect.Value{})
	return c
}

// A visit is a pointer that was followed. A pointer to a struct and one to its first field are
// the same address, so the type counts too.
type visit struct {
	p unsafe.Pointer
	t reflect.Type
}

func visited(p reflect.Value) visit { return visit{p.UnsafePointer(), p.Type()} }

func cloneAll(list []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(list))
	for i, v := range list {
		out[i] = clone(v)
	}
	return out
}

// deepen replaces what v points to by copies.
func deepen(v reflect.Value, seen map[visit]reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(s, v)
		v.Set(s)
		deepenElems(v, seen)
	case reflect.Array:
		deepenElems(v, seen)
	case reflect.Struct:
		for i := range v.NumField() {
			deepen(open(v.Field(i)), seen)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		old := visited(v)
		if c, ok := seen[old]; ok {
			v.Set(c)
			return
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(v.Elem())
		c = c.Convert(v.Type())
		seen[old] = c
		v.Set(c)
		deepen(c.Elem(), seen)
	case reflect.Map:
		if v.IsNil() {
			return
		}
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for it := v.MapRange(); it.Next(); {
			e := settable(it.Value())
			deepen(e, seen)
			m.SetMapIndex(it.Key(), e)
		}
		v.Set(m)
	}
}

func deepenElems(v reflect.Value, seen map[visit]reflect.Value) {
	if isPlain(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		deepen(v.Index(i), seen)
	}
}

// isPlain says whether values of t point to nothing that has to be copied.
func isPlain(t reflect.Type) bool {
	k := t.Kind()
	return reflect.Bool <= k && k <= reflect.Complex128 || k == reflect.String
}

// A cell is one float in memory.
type cell struct {
	p      unsafe.Pointer
	single bool
}

func (c cell) get() float64 {
	if c.single {
		return float64(*(*float32)(c.p))
	}
	return *(*float64)(c.p)
}

// set stores x, rounded to the cell's type.
func (c cell) set(x float64) {
	if c.single {
		*(*float32)(c.p) = float32(x)
		return
	}
	*(*float64)(c.p) = x
}

// cells returns the floats in v, which is addressable, in a fixed order, each once.
func cells(v reflect.Value) []cell {
	var list []cell
	walk(v, "", map[visit]bool{}, func(x reflect.Value, _ func() string) {
		if k := x.Kind(); k == reflect.Float32 || k == reflect.Float64 {
			list = append(list, cell{x.Addr().UnsafePointer(), k == reflect.Float32})
		}
	})
	return list
}

// cellPath returns how the k'th cell of v is reached from v: ".W[2][3]".
func cellPath(v reflect.Value, k int) string {
	path := ""
	walk(v, "", map[visit]bool{}, func(x reflect.Value, p func() string) {
		if kind := x.Kind(); kind == reflect.Float32 || kind == reflect.Float64 {
			if k == 0 {
				path = p()
			}
			k--
		}
	})
	return path
}

// walk calls f for the leaves of v: whatever is neither array, slice of floats, struct nor pointer. A
// slice or pointer without floats is a leaf. Each pointer is followed once.
func walk(v reflect.Value, path string, seen map[visit]bool, f func(reflect.Value, func() string)) {
	leaf := func() { f(v, func() string { return path }) }
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && !holdsFloats(v.Type()) {
			leaf()
			return
		}
		if k := v.Type().Elem().Kind(); k == reflect.Float32 || k == reflect.Float64 {
			for i := range v.Len() {
				f(v.Index(i), func() string { return path + index(i) })
			}
			return
		}
		for i := range v.Len() {
			walk(v.Index(i), path+index(i), seen, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			walk(open(v.Field(i)), path+"."+v.Type().Field(i).Name, seen, f)
		}
	case reflect.Pointer:
		if !holdsFloats(v.Type()) {
			leaf()
		} else if p := visited(v); p.p != nil && !seen[p] {
			seen[p] = true
			walk(v.Elem(), path, seen, f)
		}
	default:
		leaf()
	}
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
