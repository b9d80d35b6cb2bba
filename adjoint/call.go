package adjoint

import (

	"github.com/pardiff/pardiffgen/internal/ir"
)

// call appends the adjoint of a call of a function that has a rule: the rule is called with the arguments
// as they were, the seeds of the results and the adjoints of the arguments. A rule leaves its
// arguments as the function does, so one that may write them gets copies of its own.
func (r *reverser) call(s *ir.Call, out *ir.Block) {
	if s.Rule == nil || !r.callActive(s) {
		return
	}
	c := &ir.Call{Fn: s.Rule, TypeArgs: s.TypeArgs, Work: s.Work}
	if s.Recv != nil && s.Rule.Signature().Recv() != nil {
		c.Recv = saved(s.Recv, s)
	} else if s.Recv != nil {
		c.Args = append(c.Args, ir.Arg{X: saved(s.Recv, s)})
	}
	for _, a := range s.Args {
		c.Args = append(c.Args, r.callArg(s, a, out))
	}
	for _, res := range s.Results {
		if res == nil {
			r.problem(s.Pos, "call of %s, which has a rule: every float result must be assigned", s.Fn.Name())
			return
		}
		c.Results = append(c.Results, nil)
		if !ir.IsFloat(res.T) {
			continue
		}
		g := ir.Expr(ir.Num("0", res.T))
		if r.act.active(res) {
			g = r.adjPlace(res, s)
		}
		c.Args = append(c.Args, ir.Arg{X: g})
	}
	var after []func()
	for _, a := range callInputs(s) {
		if !ir.HoldsFloats(a.X.Type()) {
			continue
		}
		adj, then := r.callAdjoint(s, a, out)
		c.Args = append(c.Args, adj)
		if then != nil {
			after = append(after, then)
		}
	}
	out.Stmts = append(out.Stmts, c)
	for _, f := range after {
		f()
	}
	r.checkApart(s)
}

// callInputs are the receiver, if there is one, and the arguments.
func callInputs(s *ir.Call) []ir.Arg {
	if s.Recv == nil {
		return s.Args
	}
	return append([]ir.Arg{{X: s.Recv}}, s.Args...)
}

// callActive says whether something that comes out of a call is active.
func (r *reverser) callActive(s *ir.Call) bool {
	active := false
	ir.Writes(s, func(p *ir.Ref) { active = active || r.holdsActive(p) })
	return active
}

// holdsActive says whether p is active or memory with active floats.
func (r *reverser) holdsActive(p *ir.Ref) bool {
	if ir.IsFloat(p.T) {
		return r.act.active(p)
	}
	for _, c := range cellsUnder(p) {
		if r.act.isVaried(c) && r.act.isUseful(c) {
			return true
		}
	}
	return false
}

// callArg returns argument a of call s as it is passed to the rule.
func (r *reverser) callArg(s *ir.Call, a ir.Arg, out *ir.Block) ir.Arg {
	if s.ReadOnly || ir.ElemType(a.X.Type()) != nil || !a.Addr {
		_, array := arrayOf(a.X.Type())
		return ir.Arg{X: saved(a.X, s), Addr: a.Addr || array && !s.ReadOnly}
	}
	v := newLocal(a.X.(*ir.Ref).Var.Name, a.X.Type())
	out.Stmts = append(out.Stmts, &ir.Decl{Var: v, Init: saved(a.X, s)})
	return ir.Arg{X: ir.NewRef(v), Addr: true}
}

// callAdjoint returns what is passed to the rule as the adjoint of argument a, and what is to be done after
// the call.
func (r *reverser) callAdjoint(s *ir.Call, a ir.Arg, out *ir.Block) (adj ir.Arg, then func()) {
	ref, place := a.X.(*ir.Ref)
	if place && (ir.ElemType(ref.T) != nil || a.Addr) {
		if !r.holdsActive(ref) { // not wanted
			v := newLocal(ref.Var.Name+"Adj", ref.T)
			out.Stmts = append(out.Stmts, &ir.Decl{Var: v})
			return ir.Arg{X: ir.NewRef(v), Addr: a.Addr}, nil
		}
		return ir.Arg{X: r.adjPlace(ref, s), Addr: a.Addr}, nil
	}
	v := newLocal("g", a.X.Type())
	if place {
		v.Name = ref.Var.Name + "Adj"
	}
	out.Stmts = append(out.Stmts, &ir.Decl{Var: v})
	return ir.Arg{X: ir.NewRef(v), Addr: true}, func() {
		w := r.newWork(s, out)
		w.d.expr(a.X, monoOf(ir.NewRef(v)))
		w.flush()
	}
}

// checkApart reports two arguments of a call that may be the same memory, of which the rule would get two
// copies. Where they have adjoints, the rule itself finds that those overlap.
func (r *reverser) checkApart(s *ir.Call) {
	if s.ReadOnly {
		return
	}
	var seen []*ir.Var
	for _, a := range callInputs(s) {
		ref, ok := a.X.(*ir.Ref)
		if !ok || ir.ElemType(ref.T) == nil && !a.Addr || r.holdsActive(ref) {
			continue
		}
		root := ref.Base().Var
		for _, v := range seen {
			if v == root {
				r.problem(s.Pos, "cannot differentiate: call of %s, which may write its arguments, with two of them in %s; pass a copy", s.Fn.Name(), root.Name)
				return
			}
		}
		seen = append(seen, root)
	}
}
