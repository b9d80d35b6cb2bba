package ir_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pardiff/pardiffgen/internal/ir"
)

var (
	tInt    = types.Typ[types.Int]
	tBool   = types.Typ[types.Bool]
	tFloat  = types.Typ[types.Float64]
	tFloats = types.NewSlice(tFloat)
)

func local(name string, t types.Type) *ir.Var { return &ir.Var{Name: name, Type: t} }

func param(name string, t types.Type) *ir.Var {
	return &ir.Var{Name: name, Type: t, Kind: ir.Param, Home: &ir.Home{Param: &ir.ParamDecl{Name: name, Type: t}}}
}

func result(name string, t types.Type) *ir.Var {
	return &ir.Var{Name: name, Type: t, Kind: ir.Result}
}

func ref(v *ir.Var, idx ...ir.Expr) *ir.Ref {
	r := ir.NewRef(v)
	for _, i := range idx {
		r = r.At(i)
	}
	return r
}

func block(s ...ir.Stmt) *ir.Block { return &ir.Block{Stmts: s} }

// count returns for i := 0; i < n; i++ { body }.
func count(i *ir.Var, n ir.Expr, body ...ir.Stmt) *ir.For {
	return &ir.For{Iter: i, Begin: ir.Int(0), Cmp: token.LSS, Limit: n, Step: ir.Int(1), Body: block(body...)}
}

func fn(leaves, results []*ir.Var, body ...ir.Stmt) *ir.Func {
	f := &ir.Func{Name: "F", Leaves: leaves, Body: block(body...)}
	for _, v := range leaves {
		f.Params = append(f.Params, v.Home.Param)
	}
	for _, r := range results {
		f.Results = append(f.Results, &ir.ResultDecl{Name: r.Name, Type: r.Type, Leaves: []*ir.Var{r}})
	}
	return f
}

// TestPrintFunc checks the whole form of a function with each kind of statement, and that Vars
// of one name get numbers only while they are in scope together.
func TestPrintFunc(t *testing.T) {
	x, res := param("x", tFloats), result("res", tFloat)
	k := &ir.Var{Name: "k", Type: tFloat, Kind: ir.Param, Home: &ir.Home{
		Param: &ir.ParamDecl{Name: "p"}, Path: []*types.Var{types.NewVar(token.NoPos, nil, "K", tFloat)}}}
	i, d1, d2, d3 := &ir.Var{Name: "i", Type: tInt, Kind: ir.Iter}, local("d", tFloat), local("d", tFloat), local("d", tFloat)
	tape, row := &ir.Var{Name: "dTape", Type: tFloats, Kind: ir.Tape}, local("row", tFloats)
	sl := &ir.Slice{X: ref(x), Lo: ir.Int(1), T: tFloats}
	row.View = sl
	body := count(i, &ir.Len{X: ref(row)},
		&ir.Decl{Var: d2, Init: ir.Bin(token.SUB, ref(x, ref(i)), ir.Bin(token.SUB, ref(d1), ref(k)))},
		&ir.Store{Dst: ref(tape, ref(i)), Src: ref(d2)},
		&ir.Reduce{Op: token.ADD, Dst: ref(res), Src: ir.Bin(token.MUL, ir.Bin(token.ADD, ref(d2), ref(d1)), ref(row, ref(i)))})
	body.Note = "adjoint of f.go:1"
	f := fn([]*ir.Var{x}, []*ir.Var{res},
		&ir.Decl{Var: d1},
		&ir.Decl{Var: row, Init: sl},
		&ir.Alloc{Dst: ref(tape), Len: &ir.Len{X: ref(x)}, Dirty: true},
		body,
		&ir.If{Cond: ir.Bin(token.LSS, ref(d1), ir.Int(0)),
			Then: block(&ir.Decl{Var: d3, Init: &ir.Unary{Op: token.SUB, X: &ir.Unary{Op: token.SUB, X: ref(d1)}}}),
			Else: block(&ir.Panic{X: &ir.Const{Text: `"neg"`}})},
		&ir.Grow{Var: tape, Len: ir.Int(9)},
	)
	f.Leaves = append(f.Leaves, k)
	want := `func F(x []float64, p.K float64) (res float64) {
	var d float64
	row := x[1:]
	dTape := make([]float64, len(x)) dirty
	// adjoint of f.go:1
	for i := 0; i < len(row); i++ {
		d#1 := x[i] - (d - p.K)
		dTape[i] = d#1
		res += (d#1 + d) * row[i]
	}
	if d < 0 {
		d#1 := -(-d)
	} else {
		panic("neg")
	}
	grow(dTape, 9)
}
`
	if diff := cmp.Diff(want, f.String()); diff != "" {
		t.Errorf("printed form (-want +got):\n%s", diff)
	}
}

// TestPrintExpr checks parentheses and the forms of expressions.
func TestPrintExpr(t *testing.T) {
	a, b := local("a", tFloat), local("b", tFloat)
	ptrs := local("q", types.NewSlice(types.NewPointer(tFloat)))
	deref := &ir.Var{Name: "k", Type: tFloats, Kind: ir.Param,
		Home: &ir.Home{Param: &ir.ParamDecl{Name: "k"}, Deref: true}}
	A, B := ref(a), ref(b)
	for _, c := range []struct {
		e    ir.Expr
		want string
	}{
		{ir.Bin(token.SUB, ir.Bin(token.SUB, A, B), A), "a - b - a"},
		{ir.Bin(token.SUB, A, ir.Bin(token.SUB, B, A)), "a - (b - a)"},
		{ir.Bin(token.MUL, A, ir.Bin(token.ADD, B, A)), "a * (b + a)"},
		{ir.Bin(token.ADD, A, ir.Bin(token.MUL, B, A)), "a + b * a"},
		{&ir.Unary{Op: token.SUB, X: ir.Bin(token.ADD, A, B)}, "-(a + b)"},
		{&ir.Intrinsic{Fn: "math.Exp", Args: []ir.Expr{A}, T: tFloat}, "math.Exp(a)"},
		{&ir.Convert{X: A, T: tInt}, "int(a)"},
		{ref(ptrs, ir.Int(2)).Star(), "*q[2]"},
		{ref(deref, ir.Int(2)), "(*k)[2]"},
		{&ir.Opaque{Parts: []string{"f(", ", 1)"}, Args: []ir.Expr{A}, T: tInt}, "f(a, 1)"},
		{&ir.Saved{X: A, At: &ir.Store{Meta: ir.Meta{Src: "a = 1"}}}, "saved(a before `a = 1`)"},
	} {
		if got := ir.ExprString(c.e); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestPrintStmt checks the statements that TestPrintFunc does not have.
func TestPrintStmt(t *testing.T) {
	a, m, n := local("a", tFloat), local("m", types.NewSlice(tFloats)), local("n", tInt)
	f := types.NewFunc(token.NoPos, nil, "Kepler", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	for _, c := range []struct {
		s    ir.Stmt
		want string
	}{
		{&ir.Alloc{Dst: ref(m, ir.Int(0)), Len: ref(n), Escapes: true}, "m[0] = make([]float64, n) escapes"},
		{&ir.Call{Fn: f, Rule: f, Results: []*ir.Ref{ref(a), nil}, Args: []ir.Arg{{X: ref(n)}, {X: ref(a), Addr: true}}},
			"a, _ = Kepler(n, &a) rule Kepler"},
		{&ir.Exec{Define: true, Results: []*ir.Ref{ref(n), nil}, X: &ir.Opaque{Parts: []string{"g()"}}}, "n, _ := g()"},
		{&ir.Exec{X: &ir.Opaque{Parts: []string{"println(", ")"}, Args: []ir.Expr{ref(a)}}}, "println(a)"},
	} {
		if got := ir.StmtString(c.s); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
