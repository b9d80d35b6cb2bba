package adjoint_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRandomPrograms compares reverse and forward mode of random functions with the interpreter's
// stack tape and dual numbers. Tapes start as NaN.
func TestRandomPrograms(t *testing.T) { randomPrograms(t, irtest.Options{}) }

// TestRandomFlow does so with loops that are left early, slices that change and closures.
func TestRandomFlow(t *testing.T) { randomPrograms(t, irtest.Options{Flow: true}) }

func randomPrograms(t *testing.T, o irtest.Options) {
	compareRandom(t, o, func(f *ir.Func, args func() []*interp.Value, tol float64) (refused bool, err error) {
		if err := compare(f, args(), newRand(), tol); err != nil {
			return refuses(err), err
		}
		return false, compareTangent(f, args(), newRand(), tol)
	})
}

func refuses(err error) bool { return strings.Contains(err.Error(), "cannot differentiate: ") }

// compareRandom draws programs, and arguments for each, and has check look at them. What is refused is drawn again.
func compareRandom(t *testing.T, o irtest.Options, check func(f *ir.Func, args func() []*interp.Value, tol float64) (refused bool, err error)) {
	gen := irtest.RandomFunc(o)
	rapid.Check(t, func(rt *rapid.T) {
		p := gen.Draw(rt, "program")
		f, diags := irtest.Try(t, p.Src, "F")
		if f == nil && strings.Contains(diags.Sorted()[0].Message, "loop bound") {
			rt.Skip()
		}
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), p)
		}
		tol := 1e-9
		if strings.Contains(p.Src, "float32") {
			tol = 2e-3
		}
		refused, err := check(f, p.NewArgs, tol)
		if refused {
			rt.Skip(err)
		}
		if err != nil {
			rt.Fatalf("%v\n%s", err, p)
		}
	})
}
