package gradcheck

import "reflect"

// sentinel stands in the integers of an adjoint, which a derivative neither reads nor writes: as a
// subscript it would be out of range more often than not.
const sentinel = 77

// shadow returns an addressable value shaped like v for an adjoint or a tangent: its floats are
// those of v, its integers are the sentinel, all else that holds no floats is nil or zero.
func shadow(v reflect.Value) reflect.Value {
	s := clone(v)
	eachOther(s, func(x reflect.Value, _ func() string) {
		switch {
		case x.CanInt():
			x.SetInt(sentinel)
		case x.CanUint():
			x.SetUint(sentinel)
		default:
			x.SetZero()
		}
	})
	return s
}

// touched returns the path of a part of a shadow that is no float and is not as shadow left it.
func touched(v reflect.Value) (path string, found bool) {
	eachOther(v, func(x reflect.Value, p func() string) {
		ok := false
		switch {
		case x.CanInt():
			ok = x.Int() == sentinel
		case x.CanUint():
			ok = x.Uint() == sentinel
		default:
			ok = x.IsZero()
		}
		if !ok && !found {
			path, found = p(), true
		}
	})
	return path, found
}

// eachOther calls f for the leaves of v that are no floats.
func eachOther(v reflect.Value, f func(reflect.Value, func() string)) {
	walk(v, "", map[visit]bool{}, func(x reflect.Value, p func() string) {
		if !isFloat(x.Type()) {
			f(x, p)
		}
	})
}

// A spot is a place in an adjoint that may be nil.
type spot struct {
	path string
	v    reflect.Value
}

// spots returns the slices and pointers with floats in v that are not nil: v itself and the fields of
// structs, not the elements of slices.
func spots(v reflect.Value, path string) []spot {
	var list []spot
	switch v.Kind() {
	case reflect.Slice:
		if v.Len() > 0 && holdsFloats(v.Type()) {
			list = append(list, spot{path, v})
		}
	case reflect.Pointer:
		if !v.IsNil() && holdsFloats(v.Type()) {
			list = append(list, spot{path, v})
			list = append(list, spots(v.Elem(), path)...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, spots(open(v.Field(i)), path+"."+v.Type().Field(i).Name)...)
		}
	}
	return list
}

// setAll stores the numbers in the floats of v, in order.
func setAll(v reflect.Value, x []float64) {
	for i, c := range cells(v) {
		c.set(x[i])
	}
}

// numbers returns the floats of v.
func numbers(v reflect.Value) []float64 {
	list := cells(v)
	x := make([]float64, len(list))
	for i, c := range list {
		x[i] = c.get()
	}
	return x
}
