package slices

import (
	"fmt"
	"reflect"
	"testing"

	"example.com/accepted/gradcheck"
)

// TestMade runs with fields that are made and that are not: zero trips, and each branch.
func TestMade(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	for n := -1; n < 4; n++ {
		gradcheck.VJP(t, Made, MadeVJP, x, n)
		gradcheck.JVP(t, Made, MadeJVP, x, n)
		gradcheck.VJP(t, MadeEither, MadeEitherVJP, x, n)
		gradcheck.JVP(t, MadeEither, MadeEitherJVP, x, n)
		gradcheck.VJP(t, MadeThere, MadeThereVJP, x, n)
		gradcheck.JVP(t, MadeThere, MadeThereJVP, x, n)
		gradcheck.VJP(t, MadeInside, MadeInsideVJP, x, n)
		gradcheck.JVP(t, MadeInside, MadeInsideJVP, x, n)
		gradcheck.VJP(t, MadeBy, MadeByVJP, x, n)
		gradcheck.JVP(t, MadeBy, MadeByJVP, x, n)
	}
	for n := range 4 {
		gradcheck.VJP(t, MadeEach, MadeEachVJP, x, n)
		gradcheck.JVP(t, MadeEach, MadeEachJVP, x, n)
		gradcheck.VJP(t, MadeOnce, MadeOnceVJP, x, n)
		gradcheck.JVP(t, MadeOnce, MadeOnceJVP, x, n)
		gradcheck.VJP(t, MadeDemanded, MadeDemandedVJP, x, n)
		gradcheck.JVP(t, MadeDemanded, MadeDemandedJVP, x, n)
	}
}

// TestConstant checks tangents, and that they have the shape of the results: the lengths at every level, and what is nil.
func TestConstant(t *testing.T) {
	for n := range 5 {
		for _, x := range [][]float64{{-0.7, 1.2, 0.4, 2, 0.6}, {0.7, 1.2, 0.4, 2, 0.6}} {
			tangents(t, Constant, ConstantJVP, []any{x}, x)
			tangents(t, ConstantRows, ConstantRowsJVP, []any{x[0], n}, x[0])
			tangents(t, ConstantParts, ConstantPartsJVP, []any{x, n}, x)
			tangents(t, ConstantFields, ConstantFieldsJVP, []any{x[0], n}, x[0])
			tangents(t, ConstantSwapped, ConstantSwappedJVP, []any{x, n}, x)
			tangents(t, ConstantGrown, ConstantGrownJVP, []any{x, n}, x)
		}
	}
}

func tangents(t *testing.T, f, jvp any, args []any, tan any) {
	t.Helper()
	gradcheck.JVP(t, f, jvp, args...)
	var in []reflect.Value
	for _, a := range append(args, tan) {
		in = append(in, reflect.ValueOf(a))
	}
	out := reflect.ValueOf(jvp).Call(in)
	for i, n := 0, len(out)/2; i < n; i++ {
		if a, b := shape(out[i]), shape(out[n+i]); a != b {
			t.Errorf("arguments %v, result %d: the shape is %s, that of the tangent %s", args, i, a, b)
		}
	}
}

// shape says how long the slices in v are.
func shape(v reflect.Value) (s string) {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return "nil"
		}
		s = fmt.Sprint(v.Len())
		for i := range v.Len() {
			s += "[" + shape(v.Index(i)) + "]"
		}
	case reflect.Struct:
		for i := range v.NumField() {
			s += "{" + shape(v.Field(i)) + "}"
		}
	}
	return s
}
