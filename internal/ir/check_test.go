package ir_test

import (
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// sample returns a function without faults that has most kinds of statements.
func sample() (f *ir.Func, x, res *ir.Var) {
	x, res = param("x", tFloats), result("res", tFloat)
	i, d, buf, row := &ir.Var{Name: "i", Type: tInt, Kind: ir.Iter}, local("d", tFloat), local("buf", tFloats), local("row", tFloats)
	sl := &ir.Slice{X: ref(x), Lo: ir.Int(1), Hi: &ir.Len{X: ref(x)}, T: tFloats}
	row.View = sl
	f = fn([]*ir.Var{x}, []*ir.Var{res},
		&ir.Decl{Var: row, Init: sl},
		&ir.Alloc{Dst: ref(buf), Len: &ir.Len{X: ref(row)}},
		count(i, &ir.Len{X: ref(row)},
			&ir.Decl{Var: d, Init: ir.Bin(token.SUB, ref(row, ref(i)), ref(x, ref(i)))},
			&ir.Store{Dst: ref(row, ref(i)), Src: ref(d)},
			&ir.If{Cond: ir.Bin(token.GTR, ref(d), ir.Num("0", tFloat)), Then: block(
				&ir.Reduce{Op: token.ADD, Dst: ref(res), Src: ir.Bin(token.MUL, ref(d), ref(d))})}),
		&ir.Decl{Var: local("again", tFloat)},
	)
	return f, x, res
}

// TestCheckAccepts checks that a function without faults passes, and that a Var may be declared in
// two scopes that do not overlap.
func TestCheckAccepts(t *testing.T) {
	f, _, _ := sample()
	d := local("d", tFloat)
	f.Body.Stmts = append(f.Body.Stmts, block(&ir.Decl{Var: d}), block(&ir.Decl{Var: d}))
	if err := ir.Check(f); err != nil {
		t.Error(err)
	}
	if err := ir.CheckBlock(nil, f.Body, f.Leaves[0], f.Results[0].Leaves[0]); err != nil {
		t.Error(err)
	}
	if err := ir.CheckBlock(nil, f.Body); err == nil {
		t.Error("a block is accepted without the Vars that it uses")
	}
}

// TestCheckRefuses checks that each violation is found, by itself, in a function that is otherwise
// without faults.
func TestCheckRefuses(t *testing.T) {
	iter := func(name string) *ir.Var { return &ir.Var{Name: name, Type: tInt, Kind: ir.Iter} }
	strings_ := types.NewSlice(types.Typ[types.String])
	arr := types.NewArray(tFloat, 3)
	for _, c := range []struct {
		name string
		want string
		add  func(x, res *ir.Var) []ir.Stmt
	}{
		{"undeclared", "y is not in scope", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: ref(local("y", tFloat))}}
		}},
		{"out of scope", "y is not in scope", func(x, res *ir.Var) []ir.Stmt {
			y := local("y", tFloat)
			return []ir.Stmt{block(&ir.Decl{Var: y}), &ir.Store{Dst: ref(res), Src: ref(y)}}
		}},
		{"use in own declaration", "y is not in scope", func(x, res *ir.Var) []ir.Stmt {
			y := local("y", tFloat)
			return []ir.Stmt{&ir.Decl{Var: y, Init: ref(y)}}
		}},
		{"declared twice", "declared again", func(x, res *ir.Var) []ir.Stmt {
			y := local("y", tFloat)
			return []ir.Stmt{&ir.Decl{Var: y}, block(&ir.Decl{Var: y})}
		}},
		{"parameter given memory", "x cannot be given memory", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Alloc{Dst: ref(x), Len: ir.Int(1)}}
		}},
		{"shared statement", "stands twice", func(x, res *ir.Var) []ir.Stmt {
			s := &ir.Store{Dst: ref(res), Src: ir.Num("1", tFloat)}
			return []ir.Stmt{s, block(s)}
		}},
		{"iterator assigned", "iterator i is assigned", func(x, res *ir.Var) []ir.Stmt {
			i := iter("i")
			return []ir.Stmt{count(i, ir.Int(3), &ir.Store{Dst: ref(i), Src: ir.Int(1)})}
		}},
		{"view assigned", "view v is assigned", func(x, res *ir.Var) []ir.Stmt {
			v := local("v", tFloats)
			v.View = ref(x)
			return []ir.Stmt{&ir.Decl{Var: v, Init: v.View}, &ir.Store{Dst: ref(v), Src: ref(x)}}
		}},
		{"view differs", "not its initial value", func(x, res *ir.Var) []ir.Stmt {
			v := local("v", tFloats)
			v.View = &ir.Slice{X: ref(x), Lo: ir.Int(1), T: tFloats}
			return []ir.Stmt{&ir.Decl{Var: v, Init: &ir.Slice{X: ref(x), Lo: ir.Int(2), T: tFloats}}}
		}},
		{"global assigned", "package-level g is assigned", func(x, res *ir.Var) []ir.Stmt {
			g := &ir.Var{Name: "g", Type: tFloat, Kind: ir.Global}
			return []ir.Stmt{&ir.Store{Dst: ref(g), Src: ir.Num("1", tFloat)}}
		}},
		{"mixed operands", "operands of types", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: ir.Bin(token.ADD, ref(x, ir.Int(0)), &ir.Len{X: ref(x)})}}
		}},
		{"comparison without bool", "operands of types", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: &ir.Binary{Op: token.LSS, X: ref(res), Y: ref(res), T: tFloat}}}
		}},
		{"wrong type stored", "has type int, not float64", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: &ir.Len{X: ref(x)}}}
		}},
		{"float subscript", "subscript res has type float64", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(x, ref(res)), Src: ref(res)}}
		}},
		{"float condition", "condition of type float64", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.If{Cond: ref(res), Then: block()}}
		}},
		{"sum reads its place", "a sum reads its place", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Reduce{Op: token.ADD, Dst: ref(res), Src: ir.Bin(token.MUL, ref(res), ref(res))}}
		}},
		{"sum reads its element through a view", "a sum reads its place", func(x, res *ir.Var) []ir.Stmt {
			v := local("v", tFloats)
			v.View = ref(x)
			return []ir.Stmt{&ir.Decl{Var: v, Init: v.View},
				&ir.Reduce{Op: token.ADD, Dst: ref(v, ir.Int(1)), Src: ref(x, ir.Int(1))}}
		}},
		{"product as sum", "a sum with operator *", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Reduce{Op: token.MUL, Dst: ref(res), Src: ref(x, ir.Int(0))}}
		}},
		{"slice inside", "not the value of a view", func(x, res *ir.Var) []ir.Stmt {
			o := &ir.Opaque{Parts: []string{"f(", ")"}, Pure: true, T: tFloat,
				Args: []ir.Expr{&ir.Slice{X: ref(x), T: tFloats}}}
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: o}}
		}},
		{"effects inside", "has effects", func(x, res *ir.Var) []ir.Stmt {
			o := &ir.Opaque{Parts: []string{"f()"}, T: tFloat}
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: &ir.Unary{Op: token.SUB, X: o}}}
		}},
		{"several results inside", "stands inside an expression", func(x, res *ir.Var) []ir.Stmt {
			g := &ir.Intrinsic{Fn: "math.Lgamma", Args: []ir.Expr{ref(res)}, T: tFloat}
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: &ir.Unary{Op: token.SUB, X: g}}}
		}},
		{"second result of one", "result 1 of math.Exp", func(x, res *ir.Var) []ir.Stmt {
			g := &ir.Intrinsic{Fn: "math.Exp", Args: []ir.Expr{ref(res)}, Result: 1, T: tFloat}
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: g}}
		}},
		{"saved left", "is left", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: &ir.Saved{X: ref(res)}}}
		}},
		{"step away", "does not lead", func(x, res *ir.Var) []ir.Stmt {
			l := count(iter("i"), ir.Int(3))
			l.Step = ir.Int(-1)
			return []ir.Stmt{l}
		}},
		{"comparison of a loop", "a loop compares by !=", func(x, res *ir.Var) []ir.Stmt {
			l := count(iter("i"), ir.Int(3))
			l.Cmp = token.NEQ
			return []ir.Stmt{l}
		}},
		{"limit written", "which a bound reads", func(x, res *ir.Var) []ir.Stmt {
			n := local("n", tInt)
			return []ir.Stmt{&ir.Decl{Var: n, Init: ir.Int(4)},
				count(iter("i"), ref(n), block(&ir.Reduce{Op: token.SUB, Dst: ref(n), Src: ir.Int(1)}))}
		}},
		{"iterator of another kind", "i is no iterator", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{count(local("i", tInt), ir.Int(3))}
		}},
		{"array stored", "whole [3]float64 is assigned", func(x, res *ir.Var) []ir.Stmt {
			a, b := local("a", arr), local("b", arr)
			return []ir.Stmt{&ir.Decl{Var: a}, &ir.Decl{Var: b}, &ir.Store{Dst: ref(a), Src: ref(b)}}
		}},
		{"array copied by declaration", "whole [3]float64 is assigned", func(x, res *ir.Var) []ir.Stmt {
			a, b := local("a", arr), local("b", arr)
			return []ir.Stmt{&ir.Decl{Var: a}, &ir.Decl{Var: b, Init: ref(a)}}
		}},
		{"slice without memory", "has no memory", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Decl{Var: local("s", tFloats)}}
		}},
		{"slice of strings copied", "is assigned", func(x, res *ir.Var) []ir.Stmt {
			a, b := local("a", strings_), local("b", strings_)
			return []ir.Stmt{&ir.Decl{Var: a}, &ir.Decl{Var: b}, &ir.Store{Dst: ref(a), Src: ref(b)}}
		}},
		{"tape of another kind", "is not a tape", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Grow{Var: x, Len: ir.Int(3)}}
		}},
		{"wrong place type", "has type float64, not int", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Decl{Var: local("n", tInt), Init: &ir.Ref{Var: x, Elems: []ir.Elem{{Index: ir.Int(0)}}, T: tInt}}}
		}},
		{"no such field", "no such element", func(x, res *ir.Var) []ir.Stmt {
			fld := types.NewField(token.NoPos, nil, "K", tFloat, false)
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: ref(x, ir.Int(0)).Sel(fld)}}
		}},
		{"conversion of bool", "conversion of bool", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Store{Dst: ref(res), Src: &ir.Convert{X: &ir.Const{Text: "true", T: tBool}, T: tFloat}}}
		}},
		{"length of a float", "length of a float64", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.Decl{Var: local("n", tInt), Init: &ir.Len{X: ref(res)}}}
		}},
		{"missing block", "a block is missing", func(x, res *ir.Var) []ir.Stmt {
			return []ir.Stmt{&ir.If{Cond: ir.Bin(token.LSS, ref(res), ref(res))}}
		}},
	} {
		f, x, res := sample()
		f.Body.Stmts = append(f.Body.Stmts, c.add(x, res)...)
		err := ir.Check(f)
		if err == nil {
			t.Errorf("%s: accepted", c.name)
		} else if lines := strings.Split(err.Error(), "\n"); !strings.Contains(err.Error(), c.want) || len(lines) > 1 {
			t.Errorf("%s: got %v, want one error with %q", c.name, err, c.want)
		}
	}
}

// TestCheckScatters checks that a scatter is what it says: a slice of floats among the sums, to single elements of which
// so many statements add outside loops.
func TestCheckScatters(t *testing.T) {
	add := func(v *ir.Var, i ir.Expr) ir.Stmt {
		return &ir.Reduce{Op: token.ADD, Dst: ref(v, i), Src: ir.Num("1", tFloat)}
	}
	for _, c := range []struct {
		name, want string
		change     func(l *ir.For, x *ir.Var)
	}{
		{"none", "", func(*ir.For, *ir.Var) {}},
		{"below a condition", "", func(l *ir.For, x *ir.Var) {
			l.Par.Scatters[0].Terms = 2
			l.Body.Stmts = append(l.Body.Stmts, &ir.If{Cond: ir.Bin(token.GTR, ref(l.Iter), ir.Int(1)), Then: block(add(x, ir.Int(0)))})
		}},
		{"another number", "1 terms of the scatter x, not 2", func(l *ir.For, x *ir.Var) { l.Par.Scatters[0].Terms = 2 }},
		{"in a loop", "no single term of the scatter x", func(l *ir.For, x *ir.Var) {
			l.Par.Scatters[0].Terms = 2
			l.Body.Stmts = append(l.Body.Stmts, count(&ir.Var{Name: "j", Type: tInt, Kind: ir.Iter}, ir.Int(3), add(x, ir.Int(0))))
		}},
		{"no sum", "x is no slice of floats among the sums", func(l *ir.For, x *ir.Var) { l.Par.Sums = nil }},
		{"a halo", "x is no slice of floats among the sums", func(l *ir.For, x *ir.Var) { l.Par.Halo = 1 }},
	} {
		x, l := param("x", tFloats), (*ir.For)(nil)
		i := &ir.Var{Name: "i", Type: tInt, Kind: ir.Iter}
		l = count(i, &ir.Len{X: ref(x)}, add(x, ir.Bin(token.REM, ref(i), ir.Int(3))))
		l.Par = &ir.Par{Work: ir.Int(1), Sums: []*ir.Var{x}, Scatters: []ir.Scatter{{Var: x, Terms: 1}}}
		c.change(l, x)
		err := ir.Check(fn([]*ir.Var{x}, nil, l))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// TestCheckPosition checks that an error starts with the position of its statement.
func TestCheckPosition(t *testing.T) {
	f, _, res := sample()
	f.Fset = token.NewFileSet()
	file := f.Fset.AddFile("f.go", -1, 100)
	file.SetLines([]int{0, 20})
	s := &ir.Store{Dst: ref(res), Src: &ir.Saved{X: ref(res)}}
	s.Pos = file.Pos(24)
	f.Body.Stmts = append(f.Body.Stmts, s)
	if err := ir.Check(f); err == nil || !strings.HasPrefix(err.Error(), "f.go:2:5: ") {
		t.Errorf("got %v, want it at f.go:2:5", err)
	}
}

// TestEqual checks that expressions are compared by structure.
func TestEqual(t *testing.T) {
	a, b := local("a", tFloats), local("b", tFloats)
	i := local("i", tInt)
	mk := func(v *ir.Var, n int64) ir.Expr {
		return ir.Bin(token.ADD, ref(v, ir.Bin(token.SUB, ref(i), ir.Int(n))), &ir.Intrinsic{Fn: "math.Exp", Args: []ir.Expr{ref(v, ref(i))}, T: tFloat})
	}
	if !ir.Equal(mk(a, 1), mk(a, 1)) {
		t.Error("the same expression built twice differs")
	}
	if ir.Equal(mk(a, 1), mk(a, 2)) || ir.Equal(mk(a, 1), mk(b, 1)) {
		t.Error("different expressions are equal")
	}
	if !ir.Equal(ir.Num("1e0", tFloat), ir.Num("1.0", tFloat)) || ir.Equal(ir.Num("1", tFloat), ir.Int(1)) {
		t.Error("constants are not compared by value and type")
	}
}
