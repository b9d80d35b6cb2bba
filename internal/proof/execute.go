package proof

import (
	"fmt"
	"go/types"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// steps limits the number of statements of one execution.
const steps = 1 << 14

// largest limits the values of a program: where they are huge or not finite, derivatives are rounding
// errors, or 0/0.
const largest = 1e6

// primal executes f within these limits, with the values of package-level variables. What it writes is found in args.
func primal(f *ir.Func, globals interp.Globals, args []*interp.Value) ([]*interp.Value, error) {
	env := interp.NewEnv()
	globals.Bind(env)
	env.Fset, env.Poison, env.Steps, env.Largest = f.Fset, true, steps, largest
	if err := env.BindFunc(f, args); err != nil {
		return nil, err
	}
	if err := interp.Exec(f.Body, env); err != nil {
		return nil, err
	}
	return env.Results(f), nil
}

// An execution is one call of a derivative.
type execution struct {
	f *ir.Func
	g *adjoint.Gradient
	// globals are the values of package-level variables.
	globals interp.Globals
	// args are the arguments; extra are the memory of the adjoint or tangent parameters, by parameter, in each row of a
	// Jacobian.
	args, extra []*interp.Value
	// seeds are the adjoints of all results (read), or their tangents (set).
	seeds []*interp.Value

	env    *interp.Env
	outer  []*ir.Var
	locals []localAdjoint
}

// A localAdjoint is the adjoint of a leaf that is passed by value: it is added at the end.
type localAdjoint struct{ at, own *interp.Value }

// run executes the body of the derivative and what Leaf says stands around it. It returns the results.
func (x *execution) run() ([]*interp.Value, error) {
	x.env = interp.NewEnv()
	x.globals.Bind(x.env)
	x.env.Fset, x.env.Poison, x.env.Steps = x.f.Fset, true, 64*steps
	if err := x.env.BindFunc(x.f, x.args); err != nil {
		return nil, err
	}
	x.outer = append([]*ir.Var(nil), x.f.Leaves...)
	if err := x.bindLeaves(); err != nil {
		return nil, err
	}
	x.bindSeeds()
	for _, r := range x.f.Results {
		x.outer = append(x.outer, r.Leaves...)
	}
	if err := ir.CheckBlock(x.f.Fset, x.g.Body, x.outer...); err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	if err := interp.Exec(x.g.Body, x.env); err != nil {
		return nil, err
	}
	for _, l := range x.locals {
		sum := l.at.AllFloats()
		for i, v := range l.own.AllFloats() {
			sum[i] += v
		}
		l.at.SetAllFloats(sum)
	}
	x.takeTangents()
	return x.env.Results(x.f), nil
}

func (x *execution) bindLeaves() error {
	mem := map[adjoint.Slot]*interp.Value{}
	for i, v := range x.extra {
		slot := adjoint.Slot{Of: x.f.Params[i%len(x.f.Params)]}
		if x.g.Rows != nil {
			slot.Row = x.g.Rows[i/len(x.f.Params)]
		}
		mem[slot] = v
	}
	for _, l := range x.g.Leaves {
		x.outer = append(x.outer, l.Adj)
		if err := x.env.BindLeaf(l.Adj, mem[l.Slot()]); err != nil {
			return err
		}
		at := x.env.Lookup(l.Adj)
		if l.Cleared {
			at.SetAllFloats(make([]float64, len(at.AllFloats())))
		}
		switch {
		case l.Primal.Home.ByRef():
			if l.Primal.Home.Own() { // the slice itself is passed by value, as the argument is
				header := *at
				x.env.Bind(l.Adj, &header)
			}
		case l.Adj.Kind == ir.Adjoint:
			own := at.ZeroLike()
			x.env.Bind(l.Adj, own)
			x.locals = append(x.locals, localAdjoint{at, own})
		default:
			x.env.Bind(l.Adj, at.Clone())
		}
	}
	return nil
}

// seedOf returns the memory of leaf j of the result that s belongs to.
func (x *execution) seedOf(s adjoint.Seed) []*interp.Value {
	for i, r := range x.f.Results {
		if r == s.Result {
			return leaves(r.Type, x.seeds[i])
		}
	}
	return nil
}

// leaves returns the parts of a result in the order of its leaves.
func leaves(t types.Type, v *interp.Value) []*interp.Value {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return []*interp.Value{v}
	}
	var out []*interp.Value
	for i := range s.NumFields() {
		out = append(out, leaves(s.Field(i).Type(), v.At(i))...)
	}
	return out
}

func (x *execution) bindSeeds() {
	for _, s := range x.g.Seeds {
		parts := x.seedOf(s)
		for j, v := range s.Adj {
			if v != nil {
				x.outer = append(x.outer, v)
				x.env.Bind(v, parts[j].Clone())
			}
		}
	}
}

// takeTangents copies the tangents of the results to seeds.
func (x *execution) takeTangents() {
	for _, s := range x.g.Seeds {
		parts := x.seedOf(s)
		for j, v := range s.Adj {
			if v != nil && v.Kind == ir.Tangent {
				*parts[j] = *x.env.Lookup(v).Clone()
			}
		}
	}
}
