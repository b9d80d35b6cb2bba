package proof

import (
	"fmt"
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// floatResults returns the names of the results that are floats.
func floatResults(f *ir.Func) []string {
	var names []string
	for _, r := range f.Results {
		if ir.IsFloat(r.Type) {
			names = append(names, r.Name)
		}
	}
	return names
}

// jacobian derives the Jacobian of the results that are floats, nil where the function has not several or is refused for it.
func (c *check) jacobian() *adjoint.Gradient {
	of := floatResults(c.f)
	if len(of) < 2 {
		return nil
	}
	g, _ := adjoint.Derive(c.f, adjoint.Options{Rows: true, Of: of})
	return g
}

// rows compares the rows of the Jacobian, if there is one.
func (c *comparison) rows(args, results []*interp.Value) error {
	g := c.jacobian
	if g == nil || len(g.Rows) == 0 {
		return nil
	}
	zero := make([]*interp.Value, len(args))
	for i, v := range args {
		zero[i] = v.ZeroLike()
	}
	var adjs []*interp.Value
	for range g.Rows {
		adjs = append(adjs, clones(zero)...)
	}
	x := &execution{f: c.f, globals: c.globals, g: g, args: clones(args), extra: adjs}
	if _, err := x.run(); err != nil {
		return fmt.Errorf("jacobian: %w\n%s", err, ir.StmtString(g.Body))
	}
	for k, row := range g.Rows {
		seeds := make([]*interp.Value, len(results))
		for i, v := range results {
			seeds[i] = v.ZeroLike()
		}
		seeds[slices.Index(c.f.Results, row)].SetAllFloats([]float64{1})
		want := clones(zero)
		if _, _, err := c.globals.ReverseLargest(c.f, clones(args), seeds, want); err != nil {
			return fmt.Errorf("oracle: %w", err)
		}
		for i, p := range c.f.Params {
			if p.Name == "_" {
				continue
			}
			if err := closeTo(adjs[k*len(args)+i].AllFloats(), want[i].AllFloats(), c.tolerance()); err != nil {
				return fmt.Errorf("adjoint of %s in the row of %s: %w\n%s", p.Name, row.Name, err, ir.StmtString(g.Body))
			}
		}
	}
	return nil
}
