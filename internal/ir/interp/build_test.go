package interp_test

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

var (
	tInt    = types.Typ[types.Int]
	tFloat  = types.Typ[types.Float64]
	tFloats = types.NewSlice(tFloat)
)

func local(name string, t types.Type) *ir.Var { return &ir.Var{Name: name, Type: t} }

func iter(name string) *ir.Var { return &ir.Var{Name: name, Type: tInt, Kind: ir.Iter} }

func param(name string, t types.Type) *ir.Var {
	return &ir.Var{Name: name, Type: t, Kind: ir.Param, Home: &ir.Home{Param: &ir.ParamDecl{Name: name, Type: t}}}
}

func result(name string, t types.Type) *ir.Var { return &ir.Var{Name: name, Type: t, Kind: ir.Result} }

func ref(v *ir.Var, idx ...ir.Expr) *ir.Ref {
	r := ir.NewRef(v)
	for _, i := range idx {
		r = r.At(i)
	}
	return r
}

func block(s ...ir.Stmt) *ir.Block { return &ir.Block{Stmts: s} }

func store(dst *ir.Ref, src ir.Expr) ir.Stmt { return &ir.Store{Dst: dst, Src: src} }

func add(dst *ir.Ref, src ir.Expr) ir.Stmt { return &ir.Reduce{Op: token.ADD, Dst: dst, Src: src} }

func loop(i *ir.Var, begin ir.Expr, cmp token.Token, limit ir.Expr, step int64, body ...ir.Stmt) ir.Stmt {
	return &ir.For{Iter: i, Begin: begin, Cmp: cmp, Limit: limit, Step: ir.Int(step), Body: block(body...)}
}

func call(fn string, args ...ir.Expr) ir.Expr { return &ir.Intrinsic{Fn: fn, Args: args, T: tFloat} }

func num(text string) ir.Expr { return ir.Num(text, tFloat) }

// fn makes a function; a leaf may lie anywhere in its parameter.
func fn(leaves, results []*ir.Var, body ...ir.Stmt) *ir.Func {
	f := &ir.Func{Name: "F", Leaves: leaves, Body: block(body...)}
	seen := map[*ir.ParamDecl]bool{}
	for _, v := range leaves {
		if p := v.Home.Param; !seen[p] {
			seen[p] = true
			f.Params = append(f.Params, p)
		}
	}
	for _, r := range results {
		f.Results = append(f.Results, &ir.ResultDecl{Name: r.Name, Type: r.Type, Leaves: []*ir.Var{r}})
	}
	return f
}

// smooth updates x in place by a recurrence and sums a nonlinear function of it:
//
//	func F(x []float64, k float64) (res float64) {
//		n := len(x)
//		for i := n - 2; i >= 0; i-- {
//			d := x[i+1] - k*x[i]
//			if d > 0 {
//				x[i] = math.Sin(d) * x[i+1]
//			} else {
//				x[i] += d * d
//			}
//		}
//		k = k * k
//		for i := 0; i < n; i += 2 {
//			res += math.Exp(k*x[i]) / (1 + x[i]*x[i])
//		}
//	}
func smooth() *ir.Func {
	x, k, res := param("x", tFloats), param("k", tFloat), result("res", tFloat)
	n, d, i, j := local("n", tInt), local("d", tFloat), iter("i"), iter("j")
	at := func(v *ir.Var, c int64) *ir.Ref { return ref(x, ir.Add(ref(v), ir.Int(c))) }
	return fn([]*ir.Var{x, k}, []*ir.Var{res},
		&ir.Decl{Var: n, Init: &ir.Len{X: ref(x)}},
		loop(i, ir.Sub(ref(n), ir.Int(2)), token.GEQ, ir.Int(0), -1,
			&ir.Decl{Var: d, Init: ir.Sub(at(i, 1), ir.Mul(ref(k), at(i, 0)))},
			&ir.If{Cond: ir.Bin(token.GTR, ref(d), num("0")),
				Then: block(store(at(i, 0), ir.Mul(call("math.Sin", ref(d)), at(i, 1)))),
				Else: block(add(at(i, 0), ir.Mul(ref(d), ref(d))))}),
		store(ref(k), ir.Mul(ref(k), ref(k))),
		loop(j, ir.Int(0), token.LSS, ref(n), 2,
			add(ref(res), ir.Quo(call("math.Exp", ir.Mul(ref(k), at(j, 0))),
				ir.Add(num("1"), ir.Mul(at(j, 0), at(j, 0)))))))
}
