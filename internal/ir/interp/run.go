package interp

import (
	"fmt"
	"go/types"
	"math"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Run calls f with args, one for each parameter, and returns its results. What f writes behind
// slices and pointers is found in args afterwards. The error is a *PanicError where the program
// ends with a panic. targs are the types that the type parameters of a generic f stand for, as in Env.
func Run(f *ir.Func, args []*Value, targs ...types.Type) ([]*Value, error) {
	return (&machine{env: Globals(nil).env(f, targs)}).callFunc(f, args)
}

// Globals are the values of package-level variables. Calls without any are those of the nil Globals.
type Globals map[*ir.Var]*Value

// Bind binds the variables in e.
func (g Globals) Bind(e *Env) {
	for v, x := range g {
		e.Bind(v, x)
	}
}

func (g Globals) env(f *ir.Func, targs []types.Type) *Env {
	env := NewEnv()
	g.Bind(env)
	env.Fset, env.Poison, env.Instance = f.Fset, true, InstanceOf(f, targs...)
	return env
}

func (m *machine) callFunc(f *ir.Func, args []*Value) ([]*Value, error) {
	if err := m.env.BindFunc(f, args); err != nil {
		return nil, err
	}
	if err := m.run(f.Body); err != nil {
		return nil, err
	}
	return m.env.Results(f), nil
}

// Dual calls f with numbers that carry tangents. tans holds the tangents of args, in Values of the
// same shape; nil, and nil slices and pointers inside, stand for zeros. On return the tangents
// of what f wrote behind slices and pointers are those of the final values. The arguments must
// not overlap. Dual returns the results and their tangents.
func Dual(f *ir.Func, args, tans []*Value, targs ...types.Type) (results, resTans []*Value, err error) {
	return Globals(nil).Dual(f, args, tans, targs...)
}

// Dual is [Dual] for a function that reads g.
func (g Globals) Dual(f *ir.Func, args, tans []*Value, targs ...types.Type) (results, resTans []*Value, err error) {
	if err := samePlaces(f, args, tans); err != nil {
		return nil, nil, err
	}
	each := func(g func(x, y *Value)) error {
		for i := range args {
			if err := pair(args[i], tans[i], g); err != nil {
				return err
			}
		}
		return nil
	}
	if err := each(func(x, t *Value) { x.f.d = t.f.v }); err != nil {
		return nil, nil, err
	}
	defer clean(args)
	results, err = (&machine{env: g.env(f, targs)}).callFunc(f, args)
	if err == nil {
		err = each(func(x, t *Value) { t.f.v = x.f.d })
	}
	if err != nil {
		return nil, nil, err
	}
	for _, r := range results {
		t := r.Clone()
		t.eachFloat(func(x *Value) { x.f = num{v: x.f.d} })
		resTans = append(resTans, t)
	}
	clean(results)
	return results, resTans, nil
}

// Reverse calls f, recording each operation, and plays the record backwards. seeds are the
// adjoints of the results, adjs those of args, in Values of the same shape; nil, and nil slices and
// pointers inside, are zero seeds and adjoints that are not wanted. For each float of an
// argument its adjoint is on entry that of the final value, on return that of the initial
// value: where f does not write, the derivative is added to it. The arguments must not overlap.
func Reverse(f *ir.Func, args, seeds, adjs []*Value, targs ...types.Type) (results []*Value, err error) {
	results, _, err = ReverseLargest(f, args, seeds, adjs, targs...)
	return results, err
}

// ReverseLargest is Reverse and returns also the absolute value of the largest adjoint that came up on the way,
// NaN if one was not finite: it says how much rounding errors may have grown.
func ReverseLargest(f *ir.Func, args, seeds, adjs []*Value, targs ...types.Type) (results []*Value, largest float64, err error) {
	return Globals(nil).ReverseLargest(f, args, seeds, adjs, targs...)
}

// ReverseLargest is [ReverseLargest] for a function that reads g.
func (g Globals) ReverseLargest(f *ir.Func, args, seeds, adjs []*Value, targs ...types.Type) (results []*Value, largest float64, err error) {
	if err := samePlaces(f, args, adjs); err != nil {
		return nil, 0, err
	}
	m := &machine{env: g.env(f, targs), tape: newTape()}
	defer clean(args)
	inputs, err := m.record(args, adjs)
	if err != nil {
		return nil, 0, err
	}
	results, err = m.callFunc(f, args)
	if err != nil {
		return nil, 0, err
	}
	adj := make([]float64, len(m.tape.first))
	add := func(x, seed *Value) { adj[x.f.node] += seed.f.v }
	for i := range seeds {
		if err := pair(results[i], seeds[i], add); err != nil {
			return nil, 0, err
		}
	}
	for i := range args {
		if err := pair(args[i], adjs[i], add); err != nil {
			return nil, 0, err
		}
	}
	m.tape.reverse(adj)
	for _, a := range adj[1:] {
		if largest = max(largest, math.Abs(a)); math.IsInf(a, 0) {
			largest = math.NaN()
		}
	}
	for _, in := range inputs {
		in.adj.f = num{v: adj[in.node]}
	}
	clean(results)
	return results, largest, nil
}

type input struct {
	adj  *Value
	node int
}

// record makes each float of args that has an adjoint a node of the tape.
func (m *machine) record(args, adjs []*Value) ([]input, error) {
	var inputs []input
	for i := range args {
		err := pair(args[i], adjs[i], func(x, a *Value) {
			x.f.node = m.tape.push()
			inputs = append(inputs, input{a, x.f.node})
		})
		if err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// samePlaces checks the numbers of arguments before their fields are brought into order, and does
// that for args and with alike.
func samePlaces(f *ir.Func, args, with []*Value) error {
	if len(args) != len(f.Params) || len(with) != len(args) {
		return fmt.Errorf("interp: %s has %d parameters, not %d and %d", f.Name, len(f.Params), len(args), len(with))
	}
	for i, p := range f.Params {
		for _, v := range []*Value{args[i], with[i]} {
			if v == nil {
				continue
			}
			if err := conform(v, p.Type, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// clean takes tangents and nodes off, which leaves plain numbers.
func clean(list []*Value) {
	for _, v := range list {
		v.eachFloat(func(x *Value) { x.f = num{v: x.f.v} })
	}
}
