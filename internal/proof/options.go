package proof

import (
	"fmt"
	"math/rand/v2"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// options compares a gradient with respect to one parameter alone, and one of one output alone.
func (c *comparison) options(args, results []*interp.Value, r *rand.Rand) error {
	var params, outputs []string
	for _, p := range c.f.Params {
		if p.Name != "_" && ir.HoldsFloats(p.Type) {
			params = append(params, p.Name)
		}
	}
	for _, s := range c.reverse.Seeds {
		outputs = append(outputs, s.Result.Name)
	}
	for _, l := range c.reverse.Leaves {
		if l.Written {
			outputs = append(outputs, l.Primal.Home.Param.Name)
		}
	}
	if len(params) == 0 || len(outputs) == 0 {
		return nil
	}
	wrt, of := params[r.IntN(len(params))], outputs[r.IntN(len(outputs))]
	if err := c.chosen(adjoint.Options{Wrt: []string{wrt}}, args, results, r); err != nil {
		return fmt.Errorf("wrt=%s: %w", wrt, err)
	}
	if err := c.chosen(adjoint.Options{Of: []string{of}}, args, results, r); err != nil {
		return fmt.Errorf("of=%s: %w", of, err)
	}
	return nil
}

// chosen compares the adjoints of the parameters of opt.Wrt, for seeds of the outputs of opt.Of.
func (c *comparison) chosen(opt adjoint.Options, args, results []*interp.Value, r *rand.Rand) error {
	g, problems := adjoint.Derive(c.f, opt)
	if len(problems) > 0 {
		return fmt.Errorf("refused although it is accepted as a whole: %s", problems[0].Message)
	}
	seeds, adjs := randomLike(results, r), randomLike(args, r)
	counts := func(name string) bool { return opt.Of == nil || opt.Of[0] == name }
	oracleSeeds, want := clones(seeds), clones(adjs)
	for i, res := range c.f.Results {
		if !counts(res.Name) {
			oracleSeeds[i] = seeds[i].ZeroLike()
		}
	}
	written := map[*ir.ParamDecl]bool{}
	for _, l := range g.Leaves {
		written[l.Primal.Home.Param] = written[l.Primal.Home.Param] || l.Written
	}
	for i, p := range c.f.Params {
		if written[p] && !counts(p.Name) {
			want[i], adjs[i] = args[i].ZeroLike(), args[i].ZeroLike()
		}
	}
	if _, _, err := c.globals.ReverseLargest(c.f, clones(args), oracleSeeds, want); err != nil {
		return fmt.Errorf("oracle: %w", err)
	}
	x := &execution{f: c.f, globals: c.globals, g: g, args: clones(args), extra: adjs, seeds: seeds}
	if _, err := x.run(); err != nil {
		return fmt.Errorf("gradient: %w\n%s", err, ir.StmtString(g.Body))
	}
	for i, p := range c.f.Params {
		if p.Name == "_" || opt.Wrt != nil && opt.Wrt[0] != p.Name {
			continue
		}
		if err := closeTo(adjs[i].AllFloats(), want[i].AllFloats(), c.tolerance()); err != nil {
			return fmt.Errorf("adjoint of %s: %w\n%s", p.Name, err, ir.StmtString(g.Body))
		}
	}
	return nil
}
