package interp

import (
	"fmt"
	"go/types"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Args returns Of of each x.
func Args(x ...any) []*Value {
	out := make([]*Value, len(x))
	for i := range x {
		out[i] = Of(x[i])
	}
	return out
}

// Of returns a copy of a Go value: numbers, booleans, strings, slices, arrays, structs and pointers
// to them. A map[string]any stands for a struct with those fields, for types that exist only in
// source text. A *Value is returned as it is. Of panics for other types.
func Of(x any) *Value {
	switch x := x.(type) {
	case *Value:
		return x
	case map[string]any:
		names := slices.Sorted(maps.Keys(x)) // conform brings them into the order of the type
		v := &Value{kind: structure, x: names}
		for _, name := range names {
			v.elems = append(v.elems, *Of(x[name]))
		}
		return v
	}
	v := ofReflect(reflect.ValueOf(x))
	return &v
}

func ofReflect(r reflect.Value) Value {
	switch {
	case r.CanFloat():
		return *Float(r.Float())
	case r.CanInt():
		return Value{kind: integer, i: r.Int()}
	case r.CanUint():
		return Value{kind: integer, i: int64(r.Uint())}
	}
	switch r.Kind() {
	case reflect.Bool:
		return boolValue(r.Bool())
	case reflect.String:
		return *Str(r.String())
	case reflect.Slice:
		v := Value{kind: slice}
		if !r.IsNil() {
			v.elems = ofElems(r)
		}
		return v
	case reflect.Array:
		return Value{kind: array, elems: ofElems(r)}
	case reflect.Struct:
		return ofStruct(r)
	case reflect.Pointer:
		v := Value{kind: pointer}
		if !r.IsNil() {
			e := ofReflect(r.Elem())
			v.ptr = &e
		}
		return v
	case reflect.Interface:
		if !r.IsNil() && r.CanInterface() {
			return *Of(r.Interface())
		}
	}
	panic(fmt.Sprintf("interp: no value for a %v", r))
}

func ofElems(r reflect.Value) []Value {
	elems := make([]Value, r.Len())
	for i := range elems {
		e := r.Index(i)
		if e.Kind() == reflect.Interface {
			e = e.Elem()
		}
		elems[i] = ofReflect(e)
	}
	return elems
}

func ofStruct(r reflect.Value) Value {
	v := Value{kind: structure}
	var names []string
	for i := range r.NumField() {
		names = append(names, r.Type().Field(i).Name)
		v.elems = append(v.elems, ofReflect(r.Field(i)))
	}
	v.x = names
	return v
}

// conform checks that v is a value of type t, brings the fields of structs into the order of t and
// rounds floats to t.
func conform(v *Value, t types.Type, inst Instance) error {
	mismatch := fmt.Errorf("interp: %v is no %s", v, t)
	if ir.IsFloat(t) || ir.IsInt(t) || ir.IsBool(t) {
		switch {
		case ir.IsFloat(t) && v.kind == float:
			v.f.v = round(inst.Type(t), v.f.v)
		case ir.IsInt(t) && v.kind == integer:
			v.i = wrap(inst.Type(t), v.i)
		case ir.IsBool(t) && v.kind == boolean:
		default:
			return mismatch
		}
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if v.kind != slice {
			return mismatch
		}
		return conformElems(v, u.Elem(), inst)
	case *types.Array:
		if v.kind != array || int64(len(v.elems)) != u.Len() {
			return mismatch
		}
		return conformElems(v, u.Elem(), inst)
	case *types.Struct:
		if v.kind != structure || len(v.elems) != u.NumFields() {
			return mismatch
		}
		return conformStruct(v, u, inst)
	case *types.Pointer:
		if v.kind != pointer {
			return mismatch
		}
		if v.ptr != nil {
			return conform(v.ptr, u.Elem(), inst)
		}
	}
	return nil
}

func conformElems(v *Value, elem types.Type, inst Instance) error {
	for i := range v.elems {
		if err := conform(&v.elems[i], elem, inst); err != nil {
			return err
		}
	}
	return nil
}

func conformStruct(v *Value, t *types.Struct, inst Instance) error {
	if names, ok := v.x.([]string); ok {
		sorted := make([]Value, len(v.elems))
		for i := range sorted {
			j := slices.Index(names, t.Field(i).Name())
			if j < 0 {
				return fmt.Errorf("interp: %v has no field %s", v, t.Field(i).Name())
			}
			sorted[i] = v.elems[j]
		}
		v.elems, v.x = sorted, nil
	}
	for i := range v.elems {
		if err := conform(&v.elems[i], t.Field(i).Type(), inst); err != nil {
			return err
		}
	}
	return nil
}

// Zero returns the zero value of type t.
func Zero(t types.Type) *Value { v := zero(t); return &v }

// zero returns the zero value of type t.
func zero(t types.Type) Value { return fill(t, 0, 0) }

// poison returns a value of type t that spoils whatever reads it: floats are NaN, integers so far
// out that a subscript or a bound fails.
func poison(t types.Type) Value { return fill(t, math.NaN(), math.MinInt64/3) }

func fill(t types.Type, f float64, i int64) Value {
	switch {
	case ir.IsFloat(t):
		return *Float(f)
	case ir.IsInt(t):
		return Value{kind: integer, i: wrap(t, i)}
	case ir.IsBool(t):
		return boolValue(i != 0)
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return Value{kind: slice}
	case *types.Pointer:
		return Value{kind: pointer}
	case *types.Array:
		return Value{kind: array, elems: fillN(u.Elem(), int(u.Len()), f, i)}
	case *types.Struct:
		v := Value{kind: structure}
		for fld := range u.Fields() {
			v.elems = append(v.elems, fill(fld.Type(), f, i))
		}
		return v
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return *Str("")
		}
	}
	return Value{kind: other}
}

func fillN(elem types.Type, n int, f float64, i int64) []Value {
	elems := make([]Value, n)
	for k := range elems {
		elems[k] = fill(elem, f, i)
	}
	return elems
}
