package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// mark makes f run in parallel, if need be only where conditions hold, among those that tested has, or says why that
// is not possible.
func (s *scheduler) mark(f *ir.For, tested *depend.Accesses) string {
	par, why := s.schedule(f)
	if why == "" && !s.opt.Kernels && little(f) {
		return "it has little work, whatever the arguments"
	}
	var near map[*ir.Var]int
	if why == "" {
		near, _ = s.shared(f)
		s.nearSums(f, par)
	}
	conds := map[*ir.Var][]ir.Expr{}
	switch {
	case tested == nil:
	case why == "":
		for _, v := range par.Sums {
			if slices.Contains(par.Near, v) {
				continue
			}
			if conds[v] = s.ownedIf(f, v); conds[v] != nil {
				par.Own = append(par.Own, ir.Own{Var: v, If: s.facts.guard(conds[v])})
			}
		}
	default:
		plain := s.idx
		s.idx = tested
		conds[nil] = s.facts.doubtful(s.idx.Using(func() {
			if par, _ = s.schedule(f); par != nil {
				near, _ = s.shared(f)
			}
		}))
		if s.idx = plain; par != nil && s.facts.plausible(conds[nil]) {
			par.If, why = s.facts.guard(conds[nil]), ""
		}
	}
	if why != "" {
		return why
	}
	par.Work = workOf(f)
	f.Par, s.near[f], s.conds[f] = par, near, conds
	return ""
}

// ownedIf returns the conditions on which iterations of f add to different elements of the slice v, nil if there are
// none.
func (s *scheduler) ownedIf(f *ir.For, v *ir.Var) []ir.Expr {
	if _, slice := v.Type.Underlying().(*types.Slice); !slice {
		return nil
	}
	shared := false
	needs := s.tested.Using(func() { shared = len(s.tested.SumsInto(f, v.Root())) > 0 })
	if shared || !s.facts.plausible(needs) {
		return nil
	}
	return s.facts.doubtful(needs)
}

// straighten replaces loop i of b, which runs backwards only because conditions may not be met, by a loop that runs
// forwards where they are, if that one runs in parallel.
func (s *scheduler) straighten(b *ir.Block, i int) bool {
	back := b.Stmts[i].(*ir.For)
	t := s.facts.turned[back]
	if t == nil || back.Begin != t.back.Begin || back.Limit != t.back.Limit || back.Step != t.back.Step {
		return false // or it is another loop by now
	}
	f := ir.Clone(back).(*ir.For)
	f.Begin, f.Limit, f.Cmp, f.Step, f.Form = t.head.Begin, t.head.Limit, t.head.Cmp, t.head.Step, t.head.Form
	s.sameOrigins(back, f)
	both := &ir.If{Cond: ir.NewRef(newLocal("cond", types.Typ[types.Bool])), Then: &ir.Block{Stmts: []ir.Stmt{f}}, Else: &ir.Block{Stmts: []ir.Stmt{back}}}
	b.Stmts[i] = both
	before := *s
	s.see()
	if s.mark(f, s.declared) != "" {
		b.Stmts[i], s.idx, s.tested, s.declared = back, before.idx, before.tested, before.declared
		return false
	}
	all := slices.Clone(t.needs)
	for _, e := range s.conds[f][nil] {
		if !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	for k, v := range s.facts.guard(all) {
		if k == 0 {
			both.Cond = v
		} else {
			both.Cond = ir.Bin(token.LAND, both.Cond, v)
		}
	}
	f.Par.If, s.conds[f][nil] = nil, all
	return true
}

// see lists the accesses of the body as it is now.
func (s *scheduler) see() {
	s.idx, s.tested, s.declared = s.plainIndex(s.body), nil, nil
	if len(s.facts.doubtful(s.facts.conds()))+len(s.facts.monotone)+len(s.facts.wide) > 0 {
		s.declared = s.index(s.body)
		s.tested = s.declared
	}
	if len(s.facts.wide) > 0 {
		s.tested = s.index(s.body, s.facts.wide...)
	}
}

// sameOrigins notes that the loops of copy come from where those of nest do.
func (s *scheduler) sameOrigins(nest, copy *ir.For) {
	loops := func(f *ir.For) (list []*ir.For) {
		ir.Walk(f, func(st ir.Stmt) bool {
			if f, ok := st.(*ir.For); ok {
				list = append(list, f)
			}
			return true
		})
		return list
	}
	to := loops(copy)
	for i, f := range loops(nest) {
		if o := s.origins[f]; o != nil {
			s.origins[to[i]] = o
		}
	}
}
