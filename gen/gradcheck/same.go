package gradcheck

import (
	"fmt"
	"math"
	"reflect"
)

// differs returns where a and b, addressable values of one type, differ first and how, "" if nowhere.
// Floats may differ by tol, relatively; a nil slice equals an empty one; functions
// and channels are not compared.
func differs(a, b reflect.Value, tol float64) string {
	return diff(a, b, "", tol, map[visit]bool{})
}

func diff(a, b reflect.Value, path string, tol float64, seen map[visit]bool) string {
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		if !sameFloat(a.Float(), b.Float(), tol) {
			return fmt.Sprintf("%s is %v, want %v", path, a.Float(), b.Float())
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s has length %d, want %d", path, a.Len(), b.Len())
		}
		if k := a.Type().Elem().Kind(); k == reflect.Float32 || k == reflect.Float64 {
			return diffFloats(a, b, path, tol)
		}
		for i := range a.Len() {
			if d := diff(a.Index(i), b.Index(i), path+index(i), tol, seen); d != "" {
				return d
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if d := diff(open(a.Field(i)), open(b.Field(i)), path+"."+a.Type().Field(i).Name, tol, seen); d != "" {
				return d
			}
		}
	case reflect.Pointer:
		if a.IsNil() != b.IsNil() {
			return fmt.Sprintf("%s is nil in one and not in the other", path)
		}
		if p := visited(a); p.p != nil && !seen[p] {
			seen[p] = true
			return diff(a.Elem(), b.Elem(), path, tol, seen)
		}
	case reflect.Interface:
		return diffInterfaces(a, b, path)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		if x, y := a.Interface(), b.Interface(); !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("%s is %v, want %v", path, x, y)
		}
	}
	return ""
}

// diffFloats is diff for lists of floats; it makes no text for what is equal.
func diffFloats(a, b reflect.Value, path string, tol float64) string {
	for i := range a.Len() {
		if x, y := a.Index(i).Float(), b.Index(i).Float(); !sameFloat(x, y, tol) {
			return fmt.Sprintf("%s is %v, want %v", path+index(i), x, y)
		}
	}
	return ""
}

// diffInterfaces compares errors by their text, other values as reflect does.
func diffInterfaces(a, b reflect.Value, path string) string {
	x, y := a.Interface(), b.Interface()
	e1, ok1 := x.(error)
	e2, ok2 := y.(error)
	if ok1 && ok2 && e1.Error() == e2.Error() || reflect.DeepEqual(x, y) {
		return ""
	}
	return fmt.Sprintf("%s is %v, want %v", path, x, y)
}

// sameFloat says whether x and y are the same number (NaN equals NaN, 0 differs from -0
// only if tol is 0) or within tol of the larger.
func sameFloat(x, y, tol float64) bool {
	if tol == 0 {
		return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
	}
	return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= tol*math.Max(math.Abs(x), math.Abs(y))
}
