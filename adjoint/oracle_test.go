package adjoint_test

import (
	"fmt"
	"go/types"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// run executes the body of g with args and returns the results. extra are the memory of the adjoint
// (tangent) parameters, by parameter; seeds that of the results (set in reverse mode, read in
// forward mode). chunks is the number of chunks of parallel loops, 0 for the usual one. It follows the
// rules that Leaf states for the code around the body.
func run(f *ir.Func, g *adjoint.Gradient, args, extra, seeds []*interp.Value, chunks int, targs ...types.Type) ([]*interp.Value, error) {
	env := interp.NewEnv()
	env.Fset, env.Poison, env.Steps, env.Chunks, env.Jam = f.Fset, true, 1<<20, chunks, chunks > 1
	env.Instance = interp.InstanceOf(f, targs...)
	if err := env.BindFunc(f, args); err != nil {
		return nil, err
	}
	mem := map[adjoint.Slot]*interp.Value{} // extra is what belongs to the parameters, in each row of a Jacobian
	for i := range extra {
		slot := adjoint.Slot{Of: f.Params[i%len(f.Params)]}
		if g.Rows != nil {
			slot.Row = g.Rows[i/len(f.Params)]
		}
		mem[slot] = extra[i]
	}
	type local struct{ at, own *interp.Value }
	var locals []local
	outer := append([]*ir.Var(nil), f.Leaves...)
	for _, l := range g.Leaves {
		outer = append(outer, l.Adj)
		if err := env.BindLeaf(l.Adj, mem[l.Slot()]); err != nil {
			return nil, err
		}
		switch at := env.Lookup(l.Adj); {
		case l.Primal.Home.ByRef():
			if l.Primal.Home.Own() { // the slice itself is passed by value, as the argument is
				header := *at
				env.Bind(l.Adj, &header)
			}
		case l.Adj.Kind == ir.Adjoint:
			own := at.ZeroLike()
			env.Bind(l.Adj, own)
			locals = append(locals, local{at, own})
		default:
			env.Bind(l.Adj, at.Clone())
		}
	}
	for i, s := range g.Seeds {
		for j, v := range s.Adj {
			if v == nil {
				continue
			}
			outer = append(outer, v)
			m := seeds[i].Clone()
			if len(s.Adj) > 1 {
				m = seeds[i].At(j).Clone()
			}
			if v.Kind == ir.Tangent {
				m = seeds[i]
			}
			env.Bind(v, m)
		}
	}
	for _, r := range f.Results {
		outer = append(outer, r.Leaves...)
	}
	if err := ir.CheckBlock(f.Fset, g.Body, outer...); err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	if err := interp.Exec(g.Body, env); err != nil {
		return nil, err
	}
	for _, l := range locals {
		sum := l.at.AllFloats()
		for i, x := range l.own.AllFloats() {
			sum[i] += x
		}
		l.at.SetAllFloats(sum)
	}
	if len(g.Seeds) > 0 && g.Seeds[0].Adj[0] != nil && g.Seeds[0].Adj[0].Kind == ir.Tangent {
		for i, s := range g.Seeds {
			*seeds[i] = *env.Lookup(s.Adj[0])
		}
	}
	return env.Results(f), nil
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

// close compares floats relative to the size of the whole list.
func closeTo(got, want []float64, tol float64) error {
	scale := 1.0
	for _, x := range want {
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			scale = max(scale, math.Abs(x))
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("%d values, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] == want[i] || math.IsNaN(got[i]) && math.IsNaN(want[i]) {
			continue
		}
		if !(math.Abs(got[i]-want[i]) <= tol*scale) {
			return fmt.Errorf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}

// compare checks the reverse sweep of f against the interpreter's stack tape: results, arguments
// afterwards, adjoints. It does so with the serial form, which keeps the results to the bit, and
// with parallel loops cut into a few chunks. targs are the type arguments of a generic f.
func compare(f *ir.Func, args []*interp.Value, r *rand.Rand, tol float64, targs ...types.Type) error {
	if err := compareForm(f, args, r, adjoint.Options{Serial: true}, 0, tol, targs...); err != nil {
		return fmt.Errorf("serial: %w", err)
	}
	if err := compareForm(f, args, r, adjoint.Options{}, 1, tol, targs...); err != nil {
		return fmt.Errorf("one chunk: %w", err)
	}
	if err := compareForm(f, args, r, adjoint.Options{}, 3, tol, targs...); err != nil {
		return fmt.Errorf("three chunks: %w", err)
	}
	return nil
}

func compareForm(f *ir.Func, args []*interp.Value, r *rand.Rand, opt adjoint.Options, chunks int, tol float64, targs ...types.Type) error {
	exact := 0.0
	if chunks > 1 {
		exact = tol
	}
	g, errs := adjoint.Derive(f, opt)
	if len(errs) > 0 {
		return fmt.Errorf("%s: %s", f.Fset.Position(errs[0].Pos), errs[0].Message)
	}
	plain := clones(args)
	results, err := interp.Run(f, plain, targs...)
	if err != nil {
		return fmt.Errorf("primal: %w", err)
	}
	var seeds, outs []*interp.Value
	all := make([]*interp.Value, len(results))
	for i, res := range results {
		all[i] = randomLike([]*interp.Value{res}, r)[0]
	}
	for _, s := range g.Seeds {
		for i, d := range f.Results {
			if d == s.Result {
				seeds = append(seeds, all[i])
			}
		}
	}
	wantAdj := randomLike(args, r)
	gotAdj := clones(wantAdj)
	wantArgs, gotArgs := clones(args), clones(args)
	if outs, err = interp.Reverse(f, wantArgs, all, wantAdj, targs...); err != nil {
		return fmt.Errorf("oracle: %w", err)
	}
	got, err := run(f, g, gotArgs, gotAdj, seeds, chunks, targs...)
	if err != nil {
		return fmt.Errorf("gradient: %w\n%s", err, ir.StmtString(g.Body))
	}
	for i := range outs {
		if err := closeTo(got[i].AllFloats(), outs[i].AllFloats(), exact); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	for i, p := range f.Params {
		if err := closeTo(gotArgs[i].AllFloats(), wantArgs[i].AllFloats(), exact); err != nil {
			return fmt.Errorf("argument %s afterwards: %w", p.Name, err)
		}
		if err := closeTo(gotAdj[i].AllFloats(), wantAdj[i].AllFloats(), tol); err != nil {
			return fmt.Errorf("adjoint of %s: %w\n%s", p.Name, err, ir.StmtString(g.Body))
		}
	}
	return nil
}

// compareTangent checks forward mode against the interpreter's dual numbers.
func compareTangent(f *ir.Func, args []*interp.Value, r *rand.Rand, tol float64, targs ...types.Type) error {
	g, errs := adjoint.Derive(f, adjoint.Options{Forward: true})
	if len(errs) > 0 {
		return fmt.Errorf("%s: %s", f.Fset.Position(errs[0].Pos), errs[0].Message)
	}
	tans := randomLike(args, r)
	gotTans, gotArgs := clones(tans), clones(args)
	results, resTans, err := interp.Dual(f, clones(args), tans, targs...)
	if err != nil {
		return fmt.Errorf("oracle: %w", err)
	}
	var want, got []*interp.Value
	for _, s := range g.Seeds {
		for i, d := range f.Results {
			if d == s.Result {
				want = append(want, resTans[i])
				got = append(got, results[i].ZeroLike())
			}
		}
	}
	if _, err := run(f, g, gotArgs, gotTans, got, 0, targs...); err != nil {
		return fmt.Errorf("tangent: %w\n%s", err, ir.StmtString(g.Body))
	}
	for i := range want {
		if err := closeTo(got[i].AllFloats(), want[i].AllFloats(), tol); err != nil {
			return fmt.Errorf("tangent of result %d: %w\n%s", i, err, ir.StmtString(g.Body))
		}
	}
	for i, p := range f.Params {
		if err := closeTo(gotTans[i].AllFloats(), tans[i].AllFloats(), tol); err != nil {
			return fmt.Errorf("tangent of %s: %w\n%s", p.Name, err, ir.StmtString(g.Body))
		}
	}
	return nil
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// check runs both comparisons and fails the test with the source beside the finding.
func check(t *testing.T, src string, f *ir.Func, args []*interp.Value) {
	t.Helper()
	tol := 1e-11
	if strings.Contains(src, "float32") {
		tol = 1e-5
	}
	if err := compare(f, args, newRand(), tol); err != nil {
		t.Errorf("%v\n%s", err, number(src))
	}
	if err := compareTangent(f, args, newRand(), tol); err != nil {
		t.Errorf("%v\n%s", err, number(src))
	}
}

// number puts line numbers before the lines of src.
func number(src string) string {
	var b strings.Builder
	for i, l := range strings.Split(src, "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, l)
	}
	return b.String()
}
