package interp_test

import (
	"errors"
	"go/token"
	"go/types"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// smoothGo is the Go that smooth is written after.
func smoothGo(x []float64, k float64) (res float64) {
	n := len(x)
	for i := n - 2; i >= 0; i-- {
		d := x[i+1] - k*x[i]
		if d > 0 {
			x[i] = math.Sin(d) * x[i+1]
		} else {
			x[i] += d * d
		}
	}
	k = k * k
	for i := 0; i < n; i += 2 {
		res += math.Exp(k*x[i]) / (1 + x[i]*x[i])
	}
	return res
}

// TestRun checks a program with loops in both directions, branches and updates in place against
// the same program in Go, to the bit, and that arguments are passed as in Go.
func TestRun(t *testing.T) {
	f := smooth()
	if err := ir.Check(f); err != nil {
		t.Fatal(err)
	}
	x := []float64{0.3, -1.2, 0.8, 2, -0.5}
	args := interp.Args(x, 0.7)
	got, err := interp.Run(f, args)
	if err != nil {
		t.Fatal(err)
	}
	want := smoothGo(x, 0.7)
	if got[0].Float() != want {
		t.Errorf("result %v, want %v", got[0], want)
	}
	if diff := cmp.Diff(x, args[0].AllFloats()); diff != "" {
		t.Errorf("written argument (-want +got):\n%s", diff)
	}
	if args[1].Float() != 0.7 {
		t.Errorf("a scalar argument was changed to %v", args[1])
	}
}

// TestIntegers checks width, sign, division and shifts against Go's own arithmetic.
func TestIntegers(t *testing.T) {
	i8, u8, u64 := types.Typ[types.Int8], types.Typ[types.Uint8], types.Typ[types.Uint64]
	a, b, c, d := int8(-100), int8(77), uint8(200), uint8(100)
	big, one := uint64(1)<<63+5, uint64(3)
	m := -7
	for _, x := range []struct {
		op   token.Token
		t    types.Type
		x, y any
		want any
	}{
		{token.ADD, i8, a, a, a + a}, {token.MUL, i8, a, b, a * b}, {token.SUB, u8, d, c, d - c},
		{token.ADD, u8, c, d, c + d}, {token.QUO, u64, big, one, big / one}, {token.REM, u64, big, one, big % one},
		{token.QUO, tInt, m, 2, m / 2}, {token.REM, tInt, m, 2, m % 2}, {token.SHR, tInt, m, 1, m >> 1},
		{token.SHL, i8, b, int8(1), b << 1}, {token.SHR, u64, big, uint64(60), big >> 60}, {token.AND_NOT, tInt, 14, 6, 14 &^ 6},
		{token.XOR, u8, c, d, c ^ d}, {token.LSS, u64, one, big, one < big}, {token.GTR, tInt, m, 2, m > 2},
	} {
		p, q := param("p", x.t), param("q", x.t)
		rt := x.t
		if _, ok := x.want.(bool); ok {
			rt = types.Typ[types.Bool]
		}
		res := result("res", rt)
		f := fn([]*ir.Var{p, q}, []*ir.Var{res}, store(ref(res), &ir.Binary{Op: x.op, X: ref(p), Y: ref(q), T: rt}))
		got, err := interp.Run(f, interp.Args(x.x, x.y))
		if err != nil || got[0].String() != interp.Of(x.want).String() {
			t.Errorf("%v %s %v = %v (%v), want %v", x.x, x.op, x.y, got, err, x.want)
		}
	}
}

// TestFloat32 checks that each operation of a float32 program is rounded.
func TestFloat32(t *testing.T) {
	f32 := types.Typ[types.Float32]
	p, n, res := param("p", f32), param("n", tInt), result("res", f32)
	e := ir.Bin(token.ADD, ir.Bin(token.MUL, ref(p), &ir.Const{Val: ir.Num("0.1", f32).Val, Text: "0.1", T: f32}),
		&ir.Convert{X: ref(n), T: f32})
	e = &ir.Convert{X: call("math.Exp", &ir.Convert{X: e, T: tFloat}), T: f32}
	f := fn([]*ir.Var{p, n}, []*ir.Var{res}, store(ref(res), e))
	x, k := float32(1.7), 3
	want := float32(math.Exp(float64(x*0.1 + float32(k))))
	got, err := interp.Run(f, interp.Args(x, k))
	if err != nil || got[0].Float() != float64(want) {
		t.Errorf("got %v (%v), want %v", got, err, want)
	}
}

// TestPanics checks that the faults that end a Go program end the evaluation with a PanicError, and
// that faults of the IR do not look like that.
func TestPanics(t *testing.T) {
	x, n, res := param("x", tFloats), param("n", tInt), result("res", tFloat)
	v := local("v", tFloats)
	v.View = &ir.Slice{X: ref(x), Lo: ref(n), T: tFloats}
	for _, c := range []struct {
		name, want string
		body       ir.Stmt
	}{
		{"subscript", "index out of range [5] with length 3", store(ref(res), ref(x, ref(n)))},
		{"negative subscript", "index out of range [-5]", store(ref(x, ir.Neg(ref(n))), num("1"))},
		{"division", "integer divide by zero", store(ref(x, ir.Bin(token.QUO, ref(n), ir.Bin(token.SUB, ref(n), ir.Int(5)))), num("1"))},
		{"bounds", "slice bounds out of range [5:3]", &ir.Decl{Var: v, Init: v.View}},
		{"length", "makeslice", &ir.Alloc{Dst: ref(local("s", tFloats)), Len: ir.Neg(ref(n))}},
		{"panic", `panic: "bad"`, &ir.Panic{X: &ir.Const{Text: `"bad"`}}},
	} {
		_, err := interp.Run(fn([]*ir.Var{x, n}, []*ir.Var{res}, c.body), interp.Args([]float64{1, 2, 3}, 5))
		var p *interp.PanicError
		if !errors.As(err, &p) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a panic with %q", c.name, err, c.want)
		}
	}
	for name, body := range map[string]ir.Stmt{
		"saved":  store(ref(res), &ir.Saved{X: ref(res)}),
		"source": store(ref(res), &ir.Opaque{Parts: []string{"f()"}, T: tFloat}),
		"step":   loop(iter("i"), ir.Int(0), token.LSS, ref(n), -1),
	} {
		_, err := interp.Run(fn([]*ir.Var{x, n}, []*ir.Var{res}, body), interp.Args([]float64{1, 2, 3}, 5))
		var e *interp.EvalError
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v, want an EvalError", name, err)
		}
	}
	if _, err := interp.Run(fn([]*ir.Var{x, n}, nil), interp.Args(1.0, 5)); err == nil {
		t.Error("a float is accepted for a slice")
	}
}

// TestStructs checks leaves of structs by value and behind pointers, structs inside slices, and
// struct results.
func TestStructs(t *testing.T) {
	fld := func(name string, t types.Type) *types.Var { return types.NewField(token.NoPos, nil, name, t, false) }
	fx, fy := fld("X", tFloat), fld("Y", tFloat)
	point := types.NewStruct([]*types.Var{fx, fy}, nil)
	fw, fo := fld("W", types.NewSlice(point)), fld("O", types.NewPointer(tFloat))
	model := types.NewStruct([]*types.Var{fw, fo}, nil)
	pm := &ir.ParamDecl{Name: "m", Type: types.NewPointer(model)}
	pp := &ir.ParamDecl{Name: "p", Type: point}
	w := &ir.Var{Name: "W", Type: fw.Type(), Kind: ir.Param, Home: &ir.Home{Param: pm, Path: []*types.Var{fw}}}
	o := &ir.Var{Name: "O", Type: tFloat, Kind: ir.Param, Home: &ir.Home{Param: pm, Path: []*types.Var{fo}, Deref: true}}
	py := &ir.Var{Name: "Y", Type: tFloat, Kind: ir.Param, Home: &ir.Home{Param: pp, Path: []*types.Var{fy}}}
	rx, ry := result("rx", tFloat), result("ry", tFloat)
	f := fn([]*ir.Var{w, o, py}, nil,
		add(ref(w, ir.Int(1)).Sel(fx), ref(py)),
		store(ref(o), ir.Mul(ref(o), ref(w, ir.Int(0)).Sel(fy))),
		store(ref(py), num("0")),
		store(ref(rx), ref(w, ir.Int(1)).Sel(fx)),
		store(ref(ry), ref(o)))
	f.Results = []*ir.ResultDecl{{Name: "r", Type: point, Leaves: []*ir.Var{rx, ry}}}
	type P struct{ X, Y float64 }
	off := 5.0
	args := interp.Args(&struct {
		O *float64
		W []P
	}{&off, []P{{1, 2}, {3, 4}}}, map[string]any{"Y": 10.0, "X": 20.0})
	seeds := interp.Args(P{1, 1})
	adjs := []*interp.Value{args[0].ZeroLike(), interp.Of(map[string]any{"X": 0.5, "Y": 0.25})}
	got, err := interp.Reverse(f, args, seeds, adjs)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		got  *interp.Value
		want string
	}{
		{"result", got[0], "{13 10}"}, {"written m", args[0], "&{[{1 2} {13 4}] &10}"},
		{"kept p", args[1], "{20 10}"},
		{"adjoint of m", adjs[0], "&{[{0 5} {1 0}] &2}"}, {"adjoint of p", adjs[1], "{0.5 1.25}"},
	} {
		if c.got.String() != c.want {
			t.Errorf("%s: got %v, want %s", c.what, c.got, c.want)
		}
	}
}

// TestExec checks that a block runs over memory that the caller binds, that dirty memory is
// poisoned, that Grow keeps what a tape holds, and that Calls reach the hook.
func TestExec(t *testing.T) {
	n, res := &ir.Var{Name: "n", Type: tInt, Kind: ir.Param}, &ir.Var{Name: "xAdj", Type: tFloats, Kind: ir.Adjoint}
	tp, idx := &ir.Var{Name: "xTape", Type: tFloats, Kind: ir.Tape}, &ir.Var{Name: "iTape", Type: types.NewSlice(tInt), Kind: ir.Tape}
	clear := local("c", tFloats)
	g := types.NewFunc(token.NoPos, nil, "g", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	body := []ir.Stmt{
		&ir.Alloc{Dst: ref(tp), Len: ref(n), Dirty: true},
		&ir.Alloc{Dst: ref(idx), Len: ref(n), Dirty: true},
		&ir.Alloc{Dst: ref(clear), Len: ref(n)},
		store(ref(tp, ir.Int(0)), num("7")),
		&ir.Grow{Var: tp, Len: ir.Int(9)},
		add(ref(res, ir.Int(0)), ref(tp, ir.Int(0))),
		store(ref(res, ir.Int(1)), ref(tp, ir.Int(1))),
		store(ref(res, ir.Int(2)), ref(tp, ir.Int(8))),
		store(ref(res, ir.Int(3)), ref(clear, ir.Int(1))),
		&ir.Call{Fn: g, Args: []ir.Arg{{X: ref(n)}, {X: ref(res, ir.Int(4)), Addr: true}}, Results: []*ir.Ref{ref(res, ir.Int(5)), nil}},
	}
	env := interp.NewEnv()
	env.Poison = true
	env.Call = func(c *ir.Call, args []*interp.Value) ([]*interp.Value, error) {
		args[1].Elem().SetFloat(41)
		return interp.Args(float64(args[0].Int()), 0.0), nil
	}
	out := interp.Floats(1, 0, 0, 5, 0, 0)
	env.Bind(n, interp.Int(2))
	env.Bind(res, out)
	if err := interp.Exec(block(body...), env); err != nil {
		t.Fatal(err)
	}
	if want := "[8 NaN NaN 0 41 2]"; out.String() != want {
		t.Errorf("got %v, want %s", out, want)
	}
	if env.Lookup(tp).Len() != 9 {
		t.Errorf("tape of length %d, want 9", env.Lookup(tp).Len())
	}
	err := interp.Exec(block(store(ref(res, ref(idx, ir.Int(0))), num("1"))), env)
	var p *interp.PanicError
	if !errors.As(err, &p) {
		t.Errorf("a subscript from dirty memory: got %v, want a panic", err)
	}
}

// TestViews checks that views of rows, of parts of rows and of arrays share memory.
func TestViews(t *testing.T) {
	m := param("m", types.NewSlice(tFloats))
	arr, row, part, av := local("arr", types.NewArray(tFloat, 4)), local("row", tFloats), local("part", tFloats), local("av", tFloats)
	row.View = ref(m, ir.Int(1))
	part.View = &ir.Slice{X: ref(row), Lo: ir.Int(1), Hi: ir.Int(3), T: tFloats}
	av.View = &ir.Slice{X: ref(arr), Lo: ir.Int(2), T: tFloats}
	f := fn([]*ir.Var{m}, nil,
		&ir.Decl{Var: row, Init: row.View}, &ir.Decl{Var: part, Init: part.View},
		&ir.Decl{Var: arr}, &ir.Decl{Var: av, Init: av.View},
		store(ref(av, ir.Int(1)), ref(m, ir.Int(0), ir.Int(0))),
		store(ref(part, ir.Int(1)), ref(arr, ir.Int(3))))
	if err := ir.Check(f); err != nil {
		t.Fatal(err)
	}
	args := interp.Args([][]float64{{9}, {1, 2, 3, 4}})
	if _, err := interp.Run(f, args); err != nil {
		t.Fatal(err)
	}
	if want := "[[9] [1 2 9 4]]"; args[0].String() != want {
		t.Errorf("got %v, want %s", args[0], want)
	}
}
