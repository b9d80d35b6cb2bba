package adjoint

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// ruleCall adds the tangents of the results of a function that has a rule, which is its VJP: with the seed 1 for
// one number of the results that gives a row of the Jacobian, to be multiplied by the tangents of the arguments.
func (t *tangenter) ruleCall(s *ir.Call, out *ir.Block) {
	if !t.onlyReads(s) {
		return
	}
	for i, res := range s.Results {
		if res != nil && t.holdsActive(res) {
			t.ruleRows(s, i, res, nil, out)
		}
	}
}

// ruleRows adds the tangents of the numbers in x, which is result part of s or, at the subscripts at, an element of it.
func (t *tangenter) ruleRows(s *ir.Call, part int, x *ir.Ref, at []ir.Expr, out *ir.Block) {
	elem := ir.ElemType(x.T)
	if elem == nil {
		(&ruleRow{tangenter: t, s: s, part: part, at: at, out: out}).add(x)
		return
	}
	a, ok := x.T.Underlying().(*types.Array)
	if !ok {
		t.onlyVJP(s, "it returns a slice, so that the VJP would have to be called once for each element")
		return
	}
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	body := &ir.Block{}
	t.ruleRows(s, part, x.At(ir.NewRef(i)), append(at[:len(at):len(at)], ir.NewRef(i)), body)
	out.Stmts = append(out.Stmts, &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: ir.Int(a.Len()), Step: ir.Int(1), Body: body, Form: ir.Range})
}

// A ruleRow makes the tangent of one number of the results of the call s.
type ruleRow struct {
	*tangenter
	s    *ir.Call
	part int       // of the results
	at   []ir.Expr // the subscripts of the number in it
	out  *ir.Block

	total ir.Expr   // of the arguments that are numbers
	rest  *ir.Block // adds what memory contributes to sum
	sum   *ir.Var
}

func (r *ruleRow) add(res *ir.Ref) {
	c := &ir.Call{Fn: r.s.Rule, Method: r.s.Method, TypeArgs: r.s.TypeArgs, Results: make([]*ir.Ref, len(r.s.Results))}
	for _, a := range r.s.Args {
		c.Args = append(c.Args, unwritten(a))
	}
	n := 0
	for v := range r.s.Fn.Signature().Results().Variables() {
		if ir.HoldsFloats(v.Type()) {
			c.Args = append(c.Args, r.seed(v.Type(), n))
		}
		n += len(ir.Parts(v.Type()))
	}
	r.total, r.rest, r.sum = ir.Num("0", res.T), &ir.Block{}, newLocal("tan", res.T)
	for _, a := range r.s.Args {
		if typ := a.Type(); typ != nil && ir.HoldsFloats(typ) {
			c.Args = append(c.Args, r.adjoint(a))
		}
	}
	r.out.Stmts = append(r.out.Stmts, c)
	if len(r.rest.Stmts) > 0 {
		r.out.Stmts = append(append(r.out.Stmts, &ir.Decl{Var: r.sum, Init: r.total}), r.rest.Stmts...)
		r.total = ir.NewRef(r.sum)
	}
	r.out.Stmts = append(r.out.Stmts, &ir.Store{Dst: r.place(res), Src: r.total})
}

// unwritten is argument a for a call that does not write it: nothing is taken out of a struct after the call.
func unwritten(a ir.Arg) ir.Arg {
	if a.Parts == nil {
		return a
	}
	b := ir.Arg{Addr: a.Addr, T: a.T}
	for _, f := range a.Parts {
		if f.Parts == nil {
			f.Addr = false
		}
		b.Parts = append(b.Parts, unwritten(f))
	}
	return b
}

// seed returns the seed of a result of type t of which n is the first part: 1 for the number at hand, 0 for all others.
func (r *ruleRow) seed(t types.Type, n int) ir.Arg {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		a := ir.Arg{T: t, Parts: []ir.Arg{}}
		for f := range u.Fields() {
			part := ir.Arg{}
			if ir.HoldsFloats(f.Type()) {
				part = r.seed(f.Type(), n)
			}
			a.Parts = append(a.Parts, part)
			n += len(ir.Parts(f.Type()))
		}
		return a
	case *types.Array:
		v := newLocal("seed", t)
		r.out.Stmts = append(r.out.Stmts, &ir.Decl{Var: v})
		if n == r.part {
			x := ir.NewRef(v)
			for _, i := range r.at {
				x = x.At(i)
			}
			r.out.Stmts = append(r.out.Stmts, &ir.Store{Dst: x, Src: ir.Num("1", x.T)})
		}
		return ir.Arg{X: ir.NewRef(v)}
	}
	if n == r.part {
		return ir.Arg{X: ir.Num("1", t)}
	}
	return ir.Arg{X: ir.Num("0", t)}
}

// adjoint is what the VJP gets as the adjoint of argument a: memory of its own that holds zeros.
func (r *ruleRow) adjoint(a ir.Arg) ir.Arg {
	if a.Parts != nil {
		return partAdjoints(a, r.adjoint)
	}
	if a.X == nil {
		return ir.Arg{}
	}
	v := newLocal("g", a.X.Type())
	if _, ok := v.Type.Underlying().(*types.Slice); ok {
		r.zeros(ir.NewRef(v), a.X.(*ir.Ref), r.out)
	} else {
		v.Type = arrayType(v.Type)
		r.out.Stmts = append(r.out.Stmts, &ir.Decl{Var: v})
	}
	r.contribute(v, a.X)
	_, slice := v.Type.Underlying().(*types.Slice)
	return ir.Arg{X: ir.NewRef(v), Addr: !slice}
}

// zeros appends statements that make dst zeros, with slices as long as those of src.
func (r *ruleRow) zeros(dst, src *ir.Ref, out *ir.Block) {
	elem := ir.ElemType(dst.T)
	out.Stmts = append(out.Stmts, &ir.Alloc{Dst: dst, Len: &ir.Len{X: src}})
	if _, rows := elem.Underlying().(*types.Slice); rows {
		i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
		body := &ir.Block{}
		r.zeros(dst.At(ir.NewRef(i)), src.At(ir.NewRef(i)), body)
		out.Stmts = append(out.Stmts, &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: &ir.Len{X: src}, Step: ir.Int(1), Body: body, Form: ir.Range})
	}
}

// contribute adds the product of the adjoint g of an argument x and the tangent of x.
func (r *ruleRow) contribute(g *ir.Var, x ir.Expr) {
	if ir.IsFloat(x.Type()) {
		if tan, _ := r.linear(x, r.s); tan != nil {
			r.total = ir.Add(r.total, r.product(ir.NewRef(g), tan))
		}
		return
	}
	if ref := x.(*ir.Ref); r.holdsActive(ref) {
		r.addProducts(ir.NewRef(g), r.place(ref), ref, r.rest)
	}
}

// addProducts adds the products of the numbers in g and in tan, which are laid out as x is.
func (r *ruleRow) addProducts(g, tan, x *ir.Ref, out *ir.Block) {
	if st, ok := x.T.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if f.Name() != "_" {
				r.addProducts(g.Sel(f), tan.Sel(f), x.Sel(f), out)
			}
		}
		return
	}
	if ir.ElemType(x.T) == nil {
		if r.act.active(x) {
			out.Stmts = append(out.Stmts, &ir.Reduce{Op: token.ADD, Dst: ir.NewRef(r.sum), Src: r.product(g, tan)})
		}
		return
	}
	i := &ir.Var{Name: "i", Type: types.Typ[types.Int], Kind: ir.Iter}
	body := &ir.Block{}
	r.addProducts(g.At(ir.NewRef(i)), tan.At(ir.NewRef(i)), x.At(ir.NewRef(i)), body)
	if len(body.Stmts) == 0 {
		return
	}
	n := ir.Expr(&ir.Len{X: x})
	if a, ok := arrayOf(x.T); ok {
		n = ir.Int(a.Len())
	}
	out.Stmts = append(out.Stmts, &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Body: body, Form: ir.Range})
}

// product is g*tan with the type of the result.
func (r *ruleRow) product(g, tan ir.Expr) ir.Expr {
	x := ir.Mul(g, tan)
	if !types.Identical(x.Type(), r.sum.Type) {
		return &ir.Convert{X: x, T: r.sum.Type}
	}
	return x
}

// onlyReads says whether the tangent of a call of a function with a rule can be made of calls of its VJP, and
// reports why not.
func (t *tangenter) onlyReads(s *ir.Call) bool {
	for i := range s.Args {
		a := &s.Args[i]
		why := ""
		a.Values(func(a *ir.Arg) {
			switch typ := a.X.Type(); {
			case !s.ReadOnly && (a.Addr || isReference(typ)):
				why = "it may write " + paramOf(s, i) + ", and the VJP would write it again, once for each result"
			case ir.HoldsFloats(typ) && !plainMemory(typ):
				why = "in " + paramOf(s, i) + " are pointers, or structs with slices"
			}
		})
		if why != "" {
			t.onlyVJP(s, why)
			return false
		}
	}
	return true
}

// plainMemory says whether t is a number, or slices, arrays and structs of numbers; the structs have no slices.
func plainMemory(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return plainMemory(s.Elem())
	}
	t = arrayType(t)
	return ir.FlatFloats(t) > 0 || isScalar(t) || ir.LeavesAre(t, isScalar)
}

// onlyVJP reports a call of a function of which only a VJP is known and that has no tangent therefore.
func (t *tangenter) onlyVJP(s *ir.Call, why string) {
	t.problem(s.Where(), "cannot differentiate: a tangent through the call of %s, of which only a VJP is known: %s; return numbers and write no argument there, or ask for grad or vjp", s.Fn.Name(), why)
}

// paramOf is what argument i of a call is for.
func paramOf(s *ir.Call, i int) string {
	sig := s.Fn.Signature()
	if s.Method {
		if i--; i < 0 {
			return "the receiver " + sig.Recv().Name()
		}
	}
	v := sig.Params().At(min(i, sig.Params().Len()-1))
	if v.Name() == "" || v.Name() == "_" {
		return fmt.Sprintf("argument %d", i+1)
	}
	return v.Name()
}
