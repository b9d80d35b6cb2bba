package check

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// CUDA calls a gradient and the method of its launcher with copies of the same arguments, as floats of the size that
// each of them takes, the method twice, and
// fails the test unless all of their results and all that they leave in the arguments agree to tol, relative to the
// largest number of each argument, and the two calls of the method to the bit. It logs the largest difference.
func CUDA(t testing.TB, tol float64, gradient, method any, args ...any) {
	t.Helper()
	want := call(t, gradient, args)
	got, again := call(t, method, args), call(t, method, args)
	largest := 0.0
	for i := range want {
		name := fmt.Sprintf("result %d", i-len(args))
		if i < len(args) {
			name = fmt.Sprintf("argument %d", i)
		}
		largest = max(largest, near(t, name, got[i], want[i], tol))
		same(t, name, again[i], got[i])
	}
	name := runtime.FuncForPC(reflect.ValueOf(gradient).Pointer()).Name()
	t.Logf("%s: largest relative difference %.1e", name[strings.LastIndex(name, "/")+1:], largest)
}

// call calls fn with copies of args. It returns the numbers in each of them afterwards, and in each result.
func call(t testing.TB, fn any, args []any) [][]float64 {
	t.Helper()
	var in []reflect.Value
	f := reflect.ValueOf(fn)
	for i, a := range args {
		in = append(in, clone(reflect.ValueOf(a), f.Type().In(i)))
	}
	out := f.Call(in)
	var all [][]float64
	for _, v := range append(in, out...) {
		if err, ok := v.Interface().(error); ok && err != nil {
			t.Fatal(err)
		}
		all = append(all, numbers(nil, v))
	}
	return all
}

// clone returns a copy of v as a value of type t that shares no memory with v.
func clone(v reflect.Value, t reflect.Type) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			return reflect.Zero(t)
		}
		c := reflect.MakeSlice(t, v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(clone(v.Index(i), t.Elem()))
		}
		return c
	case reflect.Array:
		c := reflect.New(t).Elem()
		for i := range v.Len() {
			c.Index(i).Set(clone(v.Index(i), t.Elem()))
		}
		return c
	case reflect.Pointer:
		if v.IsNil() {
			return reflect.Zero(t)
		}
		c := reflect.New(t.Elem())
		c.Elem().Set(clone(v.Elem(), t.Elem()))
		return c
	case reflect.Struct:
		c := reflect.New(t).Elem()
		if v.Type() == t {
			c.Set(v)
		}
		for i := range v.NumField() {
			c.Field(i).Set(clone(v.Field(i), t.Field(i).Type))
		}
		return c
	}
	return v.Convert(t)
}

// numbers appends the floats and integers in v to list.
func numbers(list []float64, v reflect.Value) []float64 {
	switch {
	case v.CanFloat():
		return append(list, v.Float())
	case v.CanInt():
		return append(list, float64(v.Int()))
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			list = numbers(list, v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			list = numbers(list, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			list = numbers(list, v.Field(i))
		}
	}
	return list
}

// near returns the largest difference between got and want, relative to the largest number in want.
func near(t testing.TB, name string, got, want []float64, tol float64) (largest float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", name, len(got), len(want))
		return 0
	}
	size := 0.0
	for _, w := range want {
		size = max(size, math.Abs(w))
	}
	for i := range got {
		d := math.Abs(got[i] - want[i])
		if !(d <= tol*size) {
			t.Errorf("%s, number %d is %v, want %v within %v of %v", name, i, got[i], want[i], tol, size)
			return math.Inf(1)
		}
		if d > 0 {
			largest = max(largest, d/size)
		}
	}
	return largest
}

func same(t testing.TB, name string, got, want []float64) {
	t.Helper()
	for i := range got {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Errorf("%s, number %d is %v in the second call and was %v in the first", name, i, got[i], want[i])
			return
		}
	}
}
