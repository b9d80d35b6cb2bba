package gradcheck

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// A function is a Go function under check, with its name for messages.
type function struct {
	v    reflect.Value
	name string
}

// newFunction wraps v, which should be a function; the others of its kind are reported by extras.
func newFunction(v any) function {
	f := function{v: reflect.ValueOf(v), name: "the function"}
	if f.v.Kind() != reflect.Func {
		return f
	}
	if rt := runtime.FuncForPC(f.v.Pointer()); rt != nil {
		name := strings.TrimSuffix(rt.Name(), "-fm")
		name = name[strings.LastIndexByte(name, '/')+1:]
		if _, after, ok := strings.Cut(name, "."); ok {
			f.name = strings.TrimSuffix(after, "[...]")
		}
	}
	return f
}

// A failure is the panic of a function under check.
type failure struct {
	value any
	stack string
}

// call calls f with args, a slice in place of variadic arguments, and returns addressable results.
// The arguments are handed over as they are.
func (f function) call(args []reflect.Value) (results []reflect.Value, fail *failure) {
	defer func() {
		if r := recover(); r != nil {
			fail = &failure{r, string(debug.Stack())}
		}
	}()
	var out []reflect.Value
	if f.v.Type().IsVariadic() {
		out = f.v.CallSlice(args)
	} else {
		out = f.v.Call(args)
	}
	for _, r := range out {
		results = append(results, settable(r))
	}
	return results, nil
}

// arguments turns the caller's arguments into addressable values of the parameters' types. The last
// arguments of a variadic function are gathered in a slice, unless one slice stands there already.
func arguments(f reflect.Type, args []any) ([]reflect.Value, error) {
	n := f.NumIn()
	if f.IsVariadic() && !(len(args) == n && args[n-1] != nil && reflect.TypeOf(args[n-1]) == f.In(n-1)) {
		if len(args) < n-1 {
			return nil, fmt.Errorf("%d arguments, want at least %d", len(args), n-1)
		}
		rest := reflect.MakeSlice(f.In(n-1), 0, len(args))
		for i, a := range args[n-1:] {
			v, err := argument(f.In(n-1).Elem(), a)
			if err != nil {
				return nil, fmt.Errorf("argument %d: %w", n-1+i, err)
			}
			rest = reflect.Append(rest, v)
		}
		args = append(append([]any{}, args[:n-1]...), rest.Interface())
	}
	if len(args) != n {
		return nil, fmt.Errorf("%d arguments, want %d", len(args), n)
	}
	out := make([]reflect.Value, n)
	for i, a := range args {
		v, err := argument(f.In(i), a)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i, err)
		}
		out[i] = clone(v)
	}
	return out, nil
}

// argument returns a as an addressable value of type t: nil is t's zero value, and a number is converted.
func argument(t reflect.Type, a any) (reflect.Value, error) {
	p := reflect.New(t).Elem()
	if a == nil {
		return p, nil
	}
	v := reflect.ValueOf(a)
	switch {
	case v.Type().AssignableTo(t):
		p.Set(v)
	case v.CanInt() && isFloat(t), v.CanFloat() && isFloat(t), v.CanInt() && p.CanInt():
		p.Set(v.Convert(t))
	default:
		return p, fmt.Errorf("a %v, want a %v", v.Type(), t)
	}
	return p, nil
}
