package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// call appends the adjoint of a call of a function that has a rule: the rule is called with the arguments
// as they were, the seeds of the results and the adjoints of the arguments. A rule leaves its
// arguments as the function does, so one that may write them gets copies of its own.
func (r *reverser) call(s *ir.Call, out *ir.Block) {
	if s.Rule == nil || !r.callActive(s) {
		return
	}
	r.checkPassed(s)
	c := &ir.Call{Fn: s.Rule, Method: s.Method, TypeArgs: s.TypeArgs, Work: s.Work}
	for _, a := range s.Args {
		c.Args = append(c.Args, r.callArg(s, a, out))
	}
	if s.ReadOnly {
		c.Keeps = len(c.Args)
	}
	places := s.Results
	for v := range s.Fn.Signature().Results().Variables() {
		n := len(ir.Parts(v.Type()))
		for _, res := range places[:n] {
			if res == nil {
				r.problem(s.Where(), "call of %s, which has a rule: every float result must be assigned", s.Fn.Name())
				return
			}
			c.Results = append(c.Results, nil)
		}
		if ir.HoldsFloats(v.Type()) {
			seed, _ := r.callSeed(s, v.Type(), places[:n])
			c.Args = append(c.Args, seed)
		}
		places = places[n:]
	}
	x := &callAdjoints{reverser: r, s: s, out: out, roots: map[*ir.Var]bool{}}
	for _, a := range s.Args {
		if t := a.Type(); t != nil && ir.HoldsFloats(t) {
			c.Args = append(c.Args, x.of(a))
		}
	}
	out.Stmts = append(out.Stmts, c)
	for _, f := range x.after {
		f()
	}
	r.checkApart(s)
}

// callActive says whether something that comes out of a call is active.
func (d *deriver) callActive(s *ir.Call) bool {
	active := false
	ir.Writes(s, func(p *ir.Ref) { active = active || d.holdsActive(p) })
	return active
}

// holdsActive says whether p is active or memory with active floats.
func (d *deriver) holdsActive(p *ir.Ref) bool {
	if ir.IsFloat(p.T) {
		return d.act.active(p)
	}
	for _, c := range cellsUnder(p) {
		if d.act.isVaried(c) && d.act.isUseful(c) {
			return true
		}
	}
	return false
}

// callArg returns argument a of call s as it is passed to the rule.
func (r *reverser) callArg(s *ir.Call, a ir.Arg, out *ir.Block) ir.Arg {
	if a.Parts != nil {
		b := ir.Arg{Addr: a.Addr, T: a.T}
		for _, x := range a.Parts {
			x.Addr = x.Addr && s.ReadOnly
			b.Parts = append(b.Parts, r.callArg(s, x, out))
		}
		return b
	}
	if a.X == nil {
		return a
	}
	if s.ReadOnly {
		return ir.Arg{X: saved(a.X, s), Addr: a.Addr}
	}
	if _, pointer := a.X.Type().Underlying().(*types.Pointer); pointer {
		return ir.Arg{X: saved(a.X, s), Addr: true} // of the copy, which is an array
	}
	if !a.Addr || ir.ElemType(a.X.Type()) != nil {
		return ir.Arg{X: saved(a.X, s), Addr: a.Addr}
	}
	v := newLocal(a.X.(*ir.Ref).Var.Name, a.X.Type())
	out.Stmts = append(out.Stmts, &ir.Decl{Var: v, Init: saved(a.X, s)})
	return ir.Arg{X: ir.NewRef(v), Addr: true}
}

// callSeed returns the seed of a result of type t that goes to places, and the places that are left.
func (r *reverser) callSeed(s *ir.Call, t types.Type, places []*ir.Ref) (ir.Arg, []*ir.Ref) {
	if st, ok := t.Underlying().(*types.Struct); ok {
		seed := ir.Arg{T: t}
		for f := range st.Fields() {
			var part ir.Arg
			part, places = r.callSeed(s, f.Type(), places)
			seed.Parts = append(seed.Parts, part)
		}
		return seed, places
	}
	res := places[0]
	switch {
	case r.holdsActive(res):
		return ir.Arg{X: r.adjPlace(res, s)}, places[1:]
	case ir.IsFloat(res.T):
		return ir.Arg{X: ir.Num("0", res.T)}, places[1:]
	}
	return ir.Arg{T: res.T}, places[1:]
}

// callAdjoints makes what is passed to a rule as the adjoints of the arguments of call s.
type callAdjoints struct {
	*reverser
	s     *ir.Call
	out   *ir.Block
	after []func() // what is to be done after the call
	roots map[*ir.Var]bool
}

// partAdjoints returns the adjoint of a struct that is passed by its parts, with that of each part, as of says.
func partAdjoints(a ir.Arg, of func(ir.Arg) ir.Arg) ir.Arg {
	adj := ir.Arg{Addr: true, T: a.T}
	for _, f := range a.Parts {
		var part ir.Arg
		if t := f.Type(); t != nil && ir.HoldsFloats(t) {
			part = of(f)
			part.Addr = part.X != nil && !isReference(t)
		}
		adj.Parts = append(adj.Parts, part)
	}
	return adj
}

// of returns the adjoint of argument a: a pointer, but for slices.
func (x *callAdjoints) of(a ir.Arg) ir.Arg {
	if a.Parts != nil {
		return partAdjoints(a, x.of)
	}
	if a.X == nil {
		return ir.Arg{}
	}
	t := a.X.Type()
	ref, place := a.X.(*ir.Ref)
	if place && x.s.Work != "" && !x.holdsActive(ref) { // not wanted
		return ir.Arg{}
	}
	if place && (a.Addr || isReference(t)) {
		return x.shared(ref, a.Addr || !isReference(t))
	}
	v := newLocal("g", t)
	if place {
		v.Name = ref.Var.Name + "Adj"
	}
	x.out.Stmts = append(x.out.Stmts, &ir.Decl{Var: v})
	x.after = append(x.after, func() {
		if place && !x.holdsActive(ref) {
			return
		}
		if ir.ElemType(t) != nil {
			x.addElements(x.adjWhole(ref, x.s, x.out), ir.NewRef(v), x.out)
			return
		}
		w := x.newWork(x.s, x.out)
		w.d.expr(a.X, monoOf(ir.NewRef(v)))
		w.flush()
	})
	return ir.Arg{X: ir.NewRef(v), Addr: true}
}

// shared returns the adjoint of the memory ref, or a pointer to it, for the rule to change. Where the call gets memory
// twice, which it may if it only reads it, the second adjoint is a slice of its own.
func (x *callAdjoints) shared(ref *ir.Ref, pointer bool) ir.Arg {
	adj, root := x.adjWhole(ref, x.s, x.out), ref.Base().Var
	elem := ir.ElemType(ref.T)
	if again := x.roots[root]; !again || !x.s.ReadOnly || elem == nil || !ir.IsFloat(elem) {
		x.roots[root] = true
		return ir.Arg{X: adj, Addr: pointer}
	}
	v := newLocal(ref.Var.Name+"Adj", types.NewSlice(elem))
	x.out.Stmts = append(x.out.Stmts, &ir.Alloc{Dst: ir.NewRef(v), Len: &ir.Len{X: adj}})
	x.after = append(x.after, func() { x.addElements(adj, ir.NewRef(v), x.out) })
	return ir.Arg{X: ir.NewRef(v), Addr: pointer && isReference(ref.T)}
}

// isReference says whether values of type t are slices or pointers.
func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}

// checkApart reports two arguments of a call that may be the same memory, of which the rule would get two
// copies. Where they have adjoints, the rule itself finds that those overlap.
func (r *reverser) checkApart(s *ir.Call) {
	if s.ReadOnly {
		return
	}
	var seen []*ir.Var
	s.Values(func(a *ir.Arg) {
		ref, ok := a.X.(*ir.Ref)
		if !ok || !a.Addr && !isReference(ref.T) || r.holdsActive(ref) {
			return
		}
		root := ref.Base().Var
		for _, v := range seen {
			if v == root {
				r.problem(s.Where(), "cannot differentiate: call of %s, which may write its arguments, with two of them in %s; pass a copy", s.Fn.Name(), root.UserName())
				return
			}
		}
		seen = append(seen, root)
	})
}
