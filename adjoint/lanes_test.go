package adjoint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRandomJacobians compares the rows of random Jacobians with the interpreter's stack tape, for the seed 1 of the result
// and 0 of the other.
func TestRandomJacobians(t *testing.T) {
	randomJacobians(t, irtest.Options{ReadOnly: true, TwoResults: true})
}

// TestRandomFlowJacobians does so with loops that are left early, slices that change and closures.
func TestRandomFlowJacobians(t *testing.T) {
	randomJacobians(t, irtest.Options{ReadOnly: true, TwoResults: true, Flow: true})
}

func randomJacobians(t *testing.T, o irtest.Options) {
	compareRandom(t, o, func(f *ir.Func, args func() []*interp.Value, tol float64) (refused bool, err error) {
		err = compareRows(f, args(), tol)
		return err != nil && (refuses(err) || strings.Contains(err.Error(), "jac has adjoints for results alone")), err
	})
}

// compareRows checks the Jacobian of f as compare checks its reverse sweep.
func compareRows(f *ir.Func, args []*interp.Value, tol float64) error {
	for _, chunks := range [][]int{{0}, {1, 3}} { // the serial form, and that with parallel loops
		g, errs := adjoint.Derive(f, adjoint.Options{Rows: true, Serial: len(chunks) == 1})
		if len(errs) > 0 {
			return fmt.Errorf("%s: %s", f.Fset.Position(errs[0].Pos), errs[0].Message)
		}
		for _, n := range chunks {
			if err := compareRowsIn(f, g, args, n, tol); err != nil {
				return fmt.Errorf("%d chunks: %w", n, err)
			}
		}
	}
	return nil
}

func compareRowsIn(f *ir.Func, g *adjoint.Gradient, args []*interp.Value, chunks int, tol float64) error {
	results, err := interp.Run(f, clones(args))
	if err != nil {
		return fmt.Errorf("primal: %w", err)
	}
	var rows []*interp.Value
	for range g.Rows {
		for _, v := range args {
			rows = append(rows, v.ZeroLike())
		}
	}
	got, err := run(f, g, clones(args), rows, nil, chunks)
	if err != nil {
		return fmt.Errorf("Jacobian: %w\n%s", err, ir.StmtString(g.Body))
	}
	exact := 0.0
	if chunks > 1 {
		exact = tol
	}
	for i := range results {
		if err := closeTo(got[i].AllFloats(), results[i].AllFloats(), exact); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	for k, r := range g.Rows {
		seeds := make([]*interp.Value, len(results))
		for i, v := range results {
			seeds[i] = v.ZeroLike()
		}
		seeds[slices.Index(f.Results, r)].SetAllFloats([]float64{1})
		want := make([]*interp.Value, len(args))
		for i, v := range args {
			want[i] = v.ZeroLike()
		}
		if _, err := interp.Reverse(f, clones(args), seeds, want); err != nil {
			return fmt.Errorf("oracle: %w", err)
		}
		for i, p := range f.Params {
			if err := closeTo(rows[k*len(args)+i].AllFloats(), want[i].AllFloats(), tol); err != nil {
				return fmt.Errorf("adjoint of %s in the row of %s: %w\n%s", p.Name, r.Name, err, ir.StmtString(g.Body))
			}
		}
	}
	return nil
}
