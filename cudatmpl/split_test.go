package cudatmpl_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/cudatmpl"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// compareSplit runs the gradient of f as it becomes kernels. done says whether sums were taken out of nests.
func compareSplit(f *ir.Func, args []*interp.Value) (done bool, err error) {
	g, problems := adjoint.Derive(f, adjoint.Options{Kernels: true})
	if len(problems) > 0 {
		return false, nil
	}
	g, done = cudatmpl.Split(g)
	r := rand.New(rand.NewPCG(1, 2))
	results, err := interp.Run(f, clones(args))
	if err != nil {
		return false, nil
	}
	seeds := randomLike(results, r)
	wantAdj := randomLike(args, r)
	gotAdj, wantArgs, gotArgs := clones(wantAdj), clones(args), clones(args)
	want, err := interp.Reverse(f, wantArgs, seeds, wantAdj)
	if err != nil {
		return false, err
	}
	got, err := runSplit(f, g, gotArgs, gotAdj, seeds)
	if err != nil {
		return false, fmt.Errorf("%w\n%s", err, ir.StmtString(g.Body))
	}
	for i := range want {
		if err := closeTo(got[i], want[i]); err != nil {
			return false, fmt.Errorf("result %d: %w\n%s", i, err, ir.StmtString(g.Body))
		}
	}
	for i, p := range f.Params {
		if err := closeTo(gotArgs[i], wantArgs[i]); err != nil {
			return false, fmt.Errorf("argument %s afterwards: %w\n%s", p.Name, err, ir.StmtString(g.Body))
		}
		if err := closeTo(gotAdj[i], wantAdj[i]); err != nil {
			return false, fmt.Errorf("adjoint of %s: %w\n%s", p.Name, err, ir.StmtString(g.Body))
		}
	}
	return done, nil
}

// runSplit executes the body of g as the launcher would, with the adjoints of the arguments in adj.
func runSplit(f *ir.Func, g *adjoint.Gradient, args, adj, seeds []*interp.Value) ([]*interp.Value, error) {
	env := interp.NewEnv()
	env.Fset, env.Poison, env.Steps, env.Chunks = f.Fset, true, 1<<20, 3
	if err := env.BindFunc(f, args); err != nil {
		return nil, err
	}
	memory := map[*ir.ParamDecl]*interp.Value{}
	for i, p := range f.Params {
		memory[p] = adj[i]
	}
	for _, l := range g.Leaves {
		if err := env.BindLeaf(l.Adj, memory[l.Primal.Home.Param]); err != nil {
			return nil, err
		}
		if at := env.Lookup(l.Adj); !l.Primal.Home.ByRef() {
			own := at.ZeroLike()
			env.Bind(l.Adj, own)
			defer add(at, own)
		}
	}
	for _, s := range g.Seeds {
		for i, d := range f.Results {
			if d != s.Result {
				continue
			}
			for j, v := range s.Adj {
				if v == nil {
					continue
				}
				if len(s.Adj) > 1 {
					env.Bind(v, seeds[i].At(j).Clone())
				} else {
					env.Bind(v, seeds[i].Clone())
				}
			}
		}
	}
	if err := interp.Exec(g.Body, env); err != nil {
		return nil, err
	}
	return env.Results(f), nil
}

// add adds the floats of y to those of x.
func add(x, y *interp.Value) {
	sum := x.AllFloats()
	for i, v := range y.AllFloats() {
		sum[i] += v
	}
	x.SetAllFloats(sum)
}

func clones(list []*interp.Value) []*interp.Value {
	out := make([]*interp.Value, len(list))
	for i, v := range list {
		out[i] = v.Clone()
	}
	return out
}

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

func closeTo(a, b *interp.Value) error {
	got, want := a.AllFloats(), b.AllFloats()
	scale := 1.0
	for _, x := range want {
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			scale = max(scale, math.Abs(x))
		}
	}
	for i := range want {
		if got[i] == want[i] || math.IsNaN(got[i]) && math.IsNaN(want[i]) {
			continue
		}
		if !(math.Abs(got[i]-want[i]) <= 1e-9*scale) {
			return fmt.Errorf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}

// Sums that depend on what iterations pass on, or on memory that the nest writes, stay where they are; others are
// taken out.
func TestSplits(t *testing.T) {
	for _, test := range []struct {
		name, body string
		nests      int // with a sum in a variable
	}{
		{"matrix", `for i := range n {
		for j := range n {
			z := x[i*n+j] * x[j]
			for k := range n {
				y[j*n+k] += z * x[k]
			}
		}
	}`, 1},
		{"passed on", `for i := range n {
		run := 0.0
		for j := range n {
			run += x[i*n+j]
			y[j] += run * x[j]
		}
	}`, 0},
		{"read", `for i := range n {
		for j := range n {
			y[j] += x[i*n+j]
		}
		y[i] = 2 * x[i]
	}`, 0},
		{"slice of an iteration", `for i := range n {
		p := make([]float64, n)
		for j := range n {
			p[j] = x[i*n+j] * x[i*n+j]
		}
		for j := range n {
			y[j] += p[n-1-j] * x[i*n]
		}
	}`, 1},
		{"slice that changes afterwards", `for i := range n {
		p := make([]float64, n)
		for j := range n {
			p[j] = x[i*n+j] * x[i*n+j]
		}
		for j := range n {
			y[j] += p[j] * x[i*n]
			p[j] = x[i*n+j]
		}
		y[n] += p[0]
	}`, 0},
		{"branch around memory that is not there", `for i := range n {
		for j := range 9 * n {
			if j < n {
				y[j] += x[j] * x[i]
			}
		}
	}`, 1},
		{"no iterations inside", `for i := range 9 * n {
		for j := n; j < 5; j++ {
			y[i] += x[i] * x[j]
		}
	}`, 1},
		{"triangle", `for i := range n {
		for j := range i {
			y[j] += x[i*n+j] * x[i]
		}
	}`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package src\n\nfunc F(x, y []float64, n int) {\n\t" + test.body + "\n}\n"
			f := irtest.Lower(t, src, "F")
			r := rand.New(rand.NewPCG(3, 4))
			x, y := make([]float64, 25), make([]float64, 25)
			for i := range x {
				x[i], y[i] = r.NormFloat64(), r.NormFloat64()
			}
			_, err := compareSplit(f, []*interp.Value{interp.Floats(x...), interp.Floats(y...), interp.Int(5)})
			if err != nil {
				t.Fatal(err)
			}
			g, _ := adjoint.Derive(f, adjoint.Options{Kernels: true})
			g, _ = cudatmpl.Split(g)
			if got := strings.Count(ir.StmtString(g.Body), "ySum := "); got != test.nests {
				t.Errorf("%d nests with a sum into y, want %d\n%s", got, test.nests, ir.StmtString(g.Body))
			}
		})
	}
}

// What is kept of a number for another nest is the value that the statements there want, though the number changes
// later.
func TestKeptBeforeItChanges(t *testing.T) {
	f := irtest.Lower(t, `package src

import "math"

func F(x, y []float64, n int) {
	for i := range n {
		v := math.Sin(x[i+i])
		if x[i] > 0 {
			y[i+i] += v * x[i*n+i]
		}
		for j := range n {
			for k := range n {
				v += 0.25 * x[j*n+k]
				v += 0.25 * x[i]
				y[i] += v
			}
			y[i+1] += v * x[j*n+i]
		}
	}
}
`, "F")
	r := rand.New(rand.NewPCG(3, 4))
	x, y := make([]float64, 25), make([]float64, 25)
	for i := range x {
		x[i], y[i] = math.Abs(r.NormFloat64()), r.NormFloat64()
	}
	if _, err := compareSplit(f, []*interp.Value{interp.Floats(x...), interp.Floats(y...), interp.Int(5)}); err != nil {
		t.Fatal(err)
	}
}
