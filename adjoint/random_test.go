package adjoint_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRandomPrograms compares reverse and forward mode of random functions with the interpreter's
// stack tape and dual numbers. Tapes start as NaN.
func TestRandomPrograms(t *testing.T) { randomPrograms(t, irtest.Options{}) }

// TestRandomFlow does so with loops that are left early, slices that change and closures.
func TestRandomFlow(t *testing.T) { randomPrograms(t, irtest.Options{Flow: true}) }

func randomPrograms(t *testing.T, o irtest.Options) {
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
		err := compare(f, p.NewArgs(), newRand(), tol)
		if err != nil && strings.Contains(err.Error(), "cannot differentiate: ") {
			rt.Skip(err)
		}
		if err != nil {
			rt.Fatalf("%v\n%s", err, p)
		}
		if err = compareTangent(f, p.NewArgs(), newRand(), tol); err != nil {
			rt.Fatalf("%v\n%s", err, p)
		}
	})
}
