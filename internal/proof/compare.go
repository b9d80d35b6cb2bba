package proof

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// A comparison evaluates the derivatives of one function.
type comparison struct {
	f                *ir.Func
	reverse, forward *adjoint.Gradient
	jacobian         *adjoint.Gradient // nil where there is none
	globals          interp.Globals
	seed             uint64
	plans            []plan
}

// run compares at several arguments. It returns the number of them, and why arguments were left out.
func (c *comparison) run() (done int, why string, err error) {
	why = "no arguments"
	for i := range c.plans {
		a := newArguments(c.f, c.plans[i], c.seed+uint64(i))
		if a == nil {
			return 0, "arguments of its types cannot be made", nil
		}
		plain := clones(a)
		results, err := primal(c.f, c.globals, plain)
		if err != nil {
			why = err.Error()
			var p *interp.PanicError
			if errors.As(err, &p) {
				// A subscript out of range whose value nobody needs may not be evaluated.
				if err := c.panics(a); err != nil && strings.HasPrefix(p.Stmt, "panic(") {
					return done, why, err
				}
				continue
			}
			if strings.Contains(why, "more than") || strings.Contains(why, "a value of") {
				continue
			}
			return done, why, nil
		}
		if !tame(results) || !tame(plain) {
			why = "its values are huge or not finite"
			continue
		}
		r := rand.New(rand.NewPCG(c.seed, uint64(i)))
		ok, err := c.adjoint(a, results, r)
		if tooLong(err) {
			why = err.Error()
			continue
		}
		if err == nil && ok {
			err = c.tangent(a, results, r)
		}
		if err == nil && ok && done == 0 {
			err = errors.Join(c.options(a, results, r), c.rows(a, results))
		}
		if err != nil {
			return done, why, fmt.Errorf("with arguments %v: %w", a, err)
		}
		if ok {
			done++
		} else {
			why = "its derivatives are huge or not finite"
		}
		if done == 3 {
			break
		}
	}
	return done, why, nil
}

// tooLong says whether an execution was ended by the limits of the interpreter: tapes of loops that
// are left early may be much larger than what is used of them.
func tooLong(err error) bool {
	var e *interp.EvalError
	return errors.As(err, &e) && strings.Contains(e.Message, "more than")
}

// tame says whether all floats are small enough to be compared.
func tame(list []*interp.Value) bool {
	for _, v := range list {
		if v == nil {
			continue
		}
		for _, x := range v.AllFloats() {
			if !(math.Abs(x) < largest) {
				return false
			}
		}
	}
	return true
}

func clones(list []*interp.Value) []*interp.Value {
	out := make([]*interp.Value, len(list))
	for i, v := range list {
		if v != nil {
			out[i] = v.Clone()
		}
	}
	return out
}

// randomLike returns values of the shapes of list with random floats.
func randomLike(list []*interp.Value, r *rand.Rand) []*interp.Value {
	out := make([]*interp.Value, len(list))
	for i, v := range list {
		out[i] = v.ZeroLike()
		x := out[i].AllFloats()
		for j := range x {
			x[j] = r.NormFloat64()
		}
		out[i].SetAllFloats(x)
	}
	return out
}

// tolerance is relative to the largest value of an argument.
func (c *comparison) tolerance() float64 {
	text := c.f.String()
	if strings.Contains(text, "float32") {
		return 5e-3
	}
	return 1e-7
}

// panics checks that the gradient ends with a panic as the primal does.
func (c *comparison) panics(args []*interp.Value) error {
	zero := make([]*interp.Value, len(args))
	for i, v := range args {
		zero[i] = v.ZeroLike()
	}
	var seeds []*interp.Value
	for _, r := range c.f.Results {
		seeds = append(seeds, interp.Zero(r.Type))
	}
	for name, g := range map[string]*adjoint.Gradient{"gradient": c.reverse, "tangent": c.forward} {
		x := &execution{f: c.f, globals: c.globals, g: g, args: clones(args), extra: clones(zero), seeds: clones(seeds)}
		_, err := x.run()
		var p *interp.PanicError
		if !errors.As(err, &p) && !tooLong(err) {
			_, want := primal(c.f, c.globals, clones(args))
			return fmt.Errorf("with arguments %v the primal panics (%v), the %s does not (%v)\n%s", args, want, name, err, ir.StmtString(g.Body))
		}
	}
	return nil
}

// adjoint compares results, arguments afterwards and adjoints with the stack tape. It returns false
// where these are not finite.
func (c *comparison) adjoint(args, results []*interp.Value, r *rand.Rand) (bool, error) {
	seeds := randomLike(results, r)
	entryAdj := randomLike(args, r)
	wantAdj, gotAdj := clones(entryAdj), clones(entryAdj)
	wantArgs, gotArgs := clones(args), clones(args)
	want, largestAdj, err := c.globals.ReverseLargest(c.f, wantArgs, seeds, wantAdj)
	if err != nil {
		return false, fmt.Errorf("oracle: %w", err)
	}
	if !(largestAdj < largest) {
		return false, nil
	}
	x := &execution{f: c.f, globals: c.globals, g: c.reverse, args: gotArgs, extra: gotAdj, seeds: seeds}
	got, err := x.run()
	if err != nil {
		return false, fmt.Errorf("gradient: %w\n%s", err, ir.StmtString(c.reverse.Body))
	}
	if err := c.values(c.reverse, want, got, wantArgs, gotArgs); err != nil {
		return false, fmt.Errorf("gradient: %w\n%s", err, ir.StmtString(c.reverse.Body))
	}
	for i, p := range c.f.Params {
		if p.Name == "_" {
			continue
		}
		if err := closeTo(gotAdj[i].AllFloats(), wantAdj[i].AllFloats(), c.tolerance()); err != nil {
			if c.rounded(args, seeds, entryAdj, wantAdj) {
				return false, nil
			}
			return false, fmt.Errorf("adjoint of %s: %w\n%s", p.Name, err, ir.StmtString(c.reverse.Body))
		}
	}
	return true, nil
}

// rounded says whether the adjoints are rounding errors: those at arguments that differ in their last digits
// are others.
func (c *comparison) rounded(args, seeds, entryAdj, wantAdj []*interp.Value) bool {
	near, adj := clones(args), clones(entryAdj)
	for _, v := range near {
		x := v.AllFloats()
		for i := range x {
			x[i] *= 1 + 1e-14*float64(1+i%3)
		}
		v.SetAllFloats(x)
	}
	if _, _, err := c.globals.ReverseLargest(c.f, near, seeds, adj); err != nil {
		return false
	}
	for i := range wantAdj {
		if adj[i] != nil && closeTo(adj[i].AllFloats(), wantAdj[i].AllFloats(), c.tolerance()) != nil {
			return true
		}
	}
	return false
}

// values checks that a derivative computes what the primal computes: to the bit, unless sums run in parallel.
func (c *comparison) values(g *adjoint.Gradient, want, got, wantArgs, gotArgs []*interp.Value) error {
	parallel := false
	ir.Walk(g.Body, func(s ir.Stmt) bool {
		f, ok := s.(*ir.For)
		parallel = parallel || ok && f.Par != nil && len(f.Par.Sums) > 0
		return !parallel
	})
	same := func(x, y *interp.Value) bool {
		return x.String() == y.String() || parallel && closeTo(x.AllFloats(), y.AllFloats(), c.tolerance()) == nil
	}
	for i := range want {
		if !same(want[i], got[i]) {
			return fmt.Errorf("result %d is %v, want %v", i, got[i], want[i])
		}
	}
	for i, p := range c.f.Params {
		if !same(wantArgs[i], gotArgs[i]) {
			return fmt.Errorf("argument %s is %v afterwards, want %v", p.Name, gotArgs[i], wantArgs[i])
		}
	}
	return nil
}

// tangent compares forward mode with dual numbers.
func (c *comparison) tangent(args, results []*interp.Value, r *rand.Rand) error {
	want := randomLike(args, r)
	got := clones(want)
	wantArgs, gotArgs := clones(args), clones(args)
	out, wantRes, err := c.globals.Dual(c.f, wantArgs, want)
	if err != nil {
		return fmt.Errorf("oracle: %w", err)
	}
	if !tame(want) || !tame(wantRes) {
		return nil
	}
	gotRes := make([]*interp.Value, len(results))
	for i := range results {
		gotRes[i] = results[i].ZeroLike()
	}
	x := &execution{f: c.f, globals: c.globals, g: c.forward, args: gotArgs, extra: got, seeds: gotRes}
	res, err := x.run()
	if err == nil {
		err = c.values(c.forward, out, res, wantArgs, gotArgs)
	}
	for i := range wantRes {
		if err == nil {
			if e := closeTo(gotRes[i].AllFloats(), wantRes[i].AllFloats(), c.tolerance()); e != nil {
				err = fmt.Errorf("tangent of result %d: %w", i, e)
			}
		}
	}
	for i, p := range c.f.Params {
		if err == nil && p.Name != "_" {
			if e := closeTo(got[i].AllFloats(), want[i].AllFloats(), c.tolerance()); e != nil {
				err = fmt.Errorf("tangent of %s: %w", p.Name, e)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("tangent: %w\n%s", err, ir.StmtString(c.forward.Body))
	}
	return nil
}

// closeTo compares floats relative to the size of the whole list.
func closeTo(got, want []float64, tol float64) error {
	scale := 1.0
	for _, x := range want {
		scale = max(scale, math.Abs(x))
	}
	if len(got) != len(want) {
		return fmt.Errorf("%d values, want %d", len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*scale) {
			return fmt.Errorf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}
