package gradcheck

import (
	"fmt"
	"reflect"
	"slices"
)

// A signature relates the parameters and results of a derivative to those of its function.
type signature struct {
	// wrt are the parameters of the function that have an adjoint (tangent) parameter, in order.
	wrt []int
	// of are the results of the function that have a seed (tangent result), in order.
	of []int
}

// adjointType returns the type of the adjoint of a parameter of type t: a pointer for what is passed by value.
func adjointType(t reflect.Type) reflect.Type {
	if k := t.Kind(); k == reflect.Slice || k == reflect.Pointer {
		return t
	}
	return reflect.PointerTo(t)
}

func ownType(t reflect.Type) reflect.Type { return t }

// floatIns and floatOuts return the parameters and results of f that hold floats.
func floatIns(f reflect.Type) []int {
	var list []int
	for i := range f.NumIn() {
		if holdsFloats(f.In(i)) {
			list = append(list, i)
		}
	}
	return list
}

func floatOuts(f reflect.Type) []int {
	var list []int
	for i := range f.NumOut() {
		if holdsFloats(f.Out(i)) {
			list = append(list, i)
		}
	}
	return list
}

// matchGrad relates the types of a function and its gradient.
func matchGrad(f, g reflect.Type, cfg *config) (*signature, error) {
	extra, outs, err := extras(f, g, 0)
	if err != nil {
		return nil, err
	}
	floats := floatOuts(f)
	if len(floats) != 1 || !isFloat(f.Out(floats[0])) {
		return nil, fmt.Errorf("%v has not exactly one float result", f)
	}
	if len(outs) > 0 {
		return nil, fmt.Errorf("the gradient has %d results more than the function", len(outs))
	}
	m := matcher{fn: f, cfg: cfg, adjoint: adjointType}
	return m.pick(extra, func(rest []reflect.Type) []*signature {
		return m.withParams(rest, &signature{of: floats})
	})
}

// matchJac relates the types of a function and the gradients of its results.
func matchJac(f, g reflect.Type, cfg *config) (*signature, error) {
	extra, outs, err := extras(f, g, 0)
	if err != nil {
		return nil, err
	}
	if len(outs) > 0 {
		return nil, fmt.Errorf("the Jacobian has %d results more than the function", len(outs))
	}
	var rows []int // the results that may have gradients
	for _, r := range floatOuts(f) {
		if isFloat(f.Out(r)) {
			rows = append(rows, r)
		}
	}
	m := matcher{fn: f, cfg: cfg, adjoint: adjointType}
	return m.pick(extra, func(rest []reflect.Type) []*signature {
		var list []*signature
		for n := 1; n <= len(rows); n++ { // n gradients
			size := len(rest) / n
			if len(rest)%n != 0 || !repeats(rest, size) {
				continue
			}
			for _, of := range m.ofRows(rows, n) {
				list = append(list, m.withParams(rest[:size], &signature{of: of})...)
			}
		}
		return list
	})
}

// repeats says whether types are the same size types again and again.
func repeats(types []reflect.Type, size int) bool {
	for i := size; i < len(types); i++ {
		if types[i] != types[i-size] {
			return false
		}
	}
	return true
}

// ofRows returns the ordered choices of n among rows, or the given one.
func (m *matcher) ofRows(rows []int, n int) [][]int {
	if m.cfg.of != nil {
		if len(m.cfg.of) != n || slices.ContainsFunc(m.cfg.of, func(r int) bool { return !slices.Contains(rows, r) }) {
			return nil
		}
		return [][]int{m.cfg.of}
	}
	if n == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for i, r := range rows {
		for _, rest := range m.ofRows(rows[i+1:], n-1) {
			list = append(list, append([]int{r}, rest...))
		}
	}
	return list
}

// matchVJP relates the types of a function and its vector-Jacobian product.
func matchVJP(f, g reflect.Type, cfg *config) (*signature, error) {
	extra, outs, err := extras(f, g, 0)
	if err != nil {
		return nil, err
	}
	if len(outs) > 0 {
		return nil, fmt.Errorf("the vector-Jacobian product has %d results more than the function", len(outs))
	}
	m := matcher{fn: f, cfg: cfg, adjoint: adjointType}
	return m.pick(extra, func(rest []reflect.Type) []*signature {
		var list []*signature
		for k := 0; k <= len(rest); k++ { // the first k are seeds
			for _, of := range m.choose(rest[:k], floatOuts(f), cfg.of, f.Out, ownType) {
				list = append(list, m.withParams(rest[k:], &signature{of: of})...)
			}
		}
		return list
	})
}

// matchJVP relates the types of a function and its Jacobian-vector product.
func matchJVP(f, g reflect.Type, cfg *config) (*signature, error) {
	extra, outs, err := extras(f, g, errorLast(f))
	if err != nil {
		return nil, err
	}
	m := matcher{fn: f, cfg: cfg, adjoint: ownType}
	return m.pick(extra, func(rest []reflect.Type) []*signature {
		var list []*signature
		for _, of := range m.choose(outs, floatOuts(f), cfg.of, f.Out, ownType) {
			list = append(list, m.withParams(rest, &signature{of: of})...)
		}
		return list
	})
}

// errorLast returns 1 if the last result of f is an error, which stays last in a Jacobian-vector
// product, after the tangents; else 0.
func errorLast(f reflect.Type) int {
	if n := f.NumOut(); n > 0 && f.Out(n-1) == reflect.TypeFor[error]() {
		return 1
	}
	return 0
}

// extras checks that g has the parameters and results of f, in order, and returns the types of the
// parameters and results that follow them. The last results of g, as many as last says, stand for the
// last of f.
func extras(f, g reflect.Type, last int) (ins, outs []reflect.Type, err error) {
	if f.Kind() != reflect.Func || g.Kind() != reflect.Func {
		return nil, nil, fmt.Errorf("the first two arguments after t are a %v and a %v, want two functions", f, g)
	}
	if g.NumIn() < f.NumIn() || g.NumOut() < f.NumOut() {
		return nil, nil, fmt.Errorf("%v has fewer parameters or results than %v", g, f)
	}
	for i := range f.NumIn() {
		if g.In(i) != f.In(i) {
			return nil, nil, fmt.Errorf("parameter %d is a %v, in the function a %v", i, g.In(i), f.In(i))
		}
	}
	first := f.NumOut() - last
	for i := range f.NumOut() {
		at := i
		if i >= first {
			at += g.NumOut() - f.NumOut()
		}
		if g.Out(at) != f.Out(i) {
			return nil, nil, fmt.Errorf("result %d is a %v, in the function a %v", at, g.Out(at), f.Out(i))
		}
	}
	for i := f.NumIn(); i < g.NumIn(); i++ {
		ins = append(ins, g.In(i))
	}
	for i := first; i < g.NumOut()-last; i++ {
		outs = append(outs, g.Out(i))
	}
	return ins, outs, nil
}

// A matcher finds out which parameters and results the further ones of a derivative belong to.
type matcher struct {
	fn      reflect.Type
	cfg     *config
	adjoint func(reflect.Type) reflect.Type
}

// withParams completes s in all ways in which types may belong to parameters, at least one.
func (m *matcher) withParams(types []reflect.Type, s *signature) []*signature {
	var list []*signature
	for _, wrt := range m.choose(types, floatIns(m.fn), m.cfg.wrt, m.fn.In, m.adjoint) {
		if len(wrt) > 0 {
			list = append(list, &signature{wrt: wrt, of: s.of})
		}
	}
	return list
}

// choose returns the ordered choices among all (or the one given choice) whose adjoints have the given
// types.
func (m *matcher) choose(types []reflect.Type, all, given []int, at func(int) reflect.Type, adjoint func(reflect.Type) reflect.Type) [][]int {
	if given != nil {
		if len(given) != len(types) {
			return nil
		}
		for i, p := range given {
			if !slices.Contains(all, p) || adjoint(at(p)) != types[i] {
				return nil
			}
		}
		return [][]int{given}
	}
	if len(types) == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for i, p := range all {
		if adjoint(at(p)) == types[0] {
			for _, rest := range m.choose(types[1:], all[i+1:], nil, at, adjoint) {
				list = append(list, append([]int{p}, rest...))
			}
		}
	}
	return list
}

// pick returns the one match, preferring one that leaves nothing out, then one with all results.
func (m *matcher) pick(extra []reflect.Type, find func([]reflect.Type) []*signature) (*signature, error) {
	list := find(extra)
	ins, outs := floatIns(m.fn), floatOuts(m.fn)
	for _, s := range list {
		if slices.Equal(s.wrt, ins) && slices.Equal(s.of, outs) {
			return s, nil
		}
	}
	if m.cfg.of == nil {
		if full := slices.DeleteFunc(slices.Clone(list), func(s *signature) bool { return !slices.Equal(s.of, outs) }); len(full) > 0 {
			list = full
		}
	}
	switch len(list) {
	case 1:
		return list[0], nil
	case 0:
		return nil, fmt.Errorf("the further parameters %v do not fit those of %v that hold floats (Wrt says which have an adjoint, Of which results have a seed)", extra, m.fn)
	}
	return nil, fmt.Errorf("the further parameters %v may belong to several parameters of %v: say with Wrt (and Of) to which", extra, m.fn)
}

func isFloat(t reflect.Type) bool {
	return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64
}
