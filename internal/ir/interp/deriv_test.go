package interp_test

import (
	"go/token"
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// TestReverse checks values and adjoints of smooth against central differences, with a seed for
// the result and one for the final value of the written argument.
func TestReverse(t *testing.T) {
	f := smooth()
	x0, k0 := []float64{0.3, -1.2, 0.8, 2, -0.5}, 0.7
	seed, w := 1.5, []float64{0.2, -0.4, 0.6, 1, -0.3}
	// loss is the number whose gradient a VJP with these seeds is.
	loss := func(x []float64, k float64) float64 {
		x = append([]float64(nil), x...)
		s := seed * smoothGo(x, k)
		for i := range x {
			s += w[i] * x[i]
		}
		return s
	}
	args := interp.Args(x0, k0)
	adjs := interp.Args(w, 100.0) // the adjoint of k is added to
	if _, err := interp.Reverse(f, args, interp.Args(seed), adjs); err != nil {
		t.Fatal(err)
	}
	const h = 1e-6
	for i := range x0 {
		p, q := append([]float64(nil), x0...), append([]float64(nil), x0...)
		p[i] += h
		q[i] -= h
		want := (loss(p, k0) - loss(q, k0)) / (2 * h)
		if got := adjs[0].At(i).Float(); !(math.Abs(got-want) <= 1e-7*(1+math.Abs(want))) {
			t.Errorf("adjoint of x[%d] = %v, want %v", i, got, want)
		}
	}
	want := (loss(x0, k0+h) - loss(x0, k0-h)) / (2 * h)
	if got := adjs[1].Float() - 100; !(math.Abs(got-want) <= 1e-7*(1+math.Abs(want))) {
		t.Errorf("adjoint of k = %v, want %v", got, want)
	}
}

// TestDualAgainstReverse checks the dot-product identity between the two modes, written
// arguments included.
func TestDualAgainstReverse(t *testing.T) {
	f := smooth()
	x, k := []float64{0.3, -1.2, 0.8, 2, -0.5}, 0.7
	dx, dk := []float64{1, -2, 0.5, 0.25, 3}, -0.75
	seed, w := 1.5, []float64{0.2, -0.4, 0.6, 1, -0.3}
	tans := interp.Args(dx, dk)
	_, rt, err := interp.Dual(f, interp.Args(x, k), tans)
	if err != nil {
		t.Fatal(err)
	}
	forward := seed * rt[0].Float()
	for i, d := range tans[0].AllFloats() {
		forward += w[i] * d
	}
	adjs := interp.Args(w, 0.0)
	if _, err := interp.Reverse(f, interp.Args(x, k), interp.Args(seed), adjs); err != nil {
		t.Fatal(err)
	}
	reverse := dk * adjs[1].Float()
	for i, a := range adjs[0].AllFloats() {
		reverse += dx[i] * a
	}
	if !(math.Abs(forward-reverse) <= 1e-13*math.Abs(forward)) {
		t.Errorf("forward %v, reverse %v", forward, reverse)
	}
}

// TestOverwritten checks that the adjoint of an element that is overwritten loses the seed of the
// final value, and that a nil adjoint is left alone.
func TestOverwritten(t *testing.T) {
	x, y := param("x", tFloats), param("y", tFloats)
	f := fn([]*ir.Var{x, y}, nil,
		store(ref(x, ir.Int(0)), num("2")),
		store(ref(x, ir.Int(1)), ir.Mul(ref(x, ir.Int(1)), ref(y, ir.Int(0)))))
	adjs := []*interp.Value{interp.Floats(5, 7, 11), nil}
	if _, err := interp.Reverse(f, interp.Args([]float64{1, 2, 3}, []float64{10}), nil, adjs); err != nil {
		t.Fatal(err)
	}
	if want := "[0 70 11]"; adjs[0].String() != want {
		t.Errorf("got %v, want %s", adjs[0], want)
	}
}

// eval1 returns the value and the gradient of a math function by Reverse.
func eval1(t *testing.T, name string, which int, x []float64, ints map[int]int) (float64, []float64) {
	t.Helper()
	var leaves []*ir.Var
	var args, adjs []*interp.Value
	e := &ir.Intrinsic{Fn: name, Result: which, T: tFloat}
	for i, v := range x {
		if n, ok := ints[i]; ok {
			e.Args = append(e.Args, ir.Int(int64(n)))
			continue
		}
		p := param("p", tFloat)
		leaves = append(leaves, p)
		e.Args = append(e.Args, ref(p))
		args = append(args, interp.Float(v))
		adjs = append(adjs, interp.Float(0))
	}
	r := result("res", tFloat)
	f := fn(leaves, []*ir.Var{r}, store(ref(r), e))
	out, err := interp.Reverse(f, args, interp.Args(1.0), adjs)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var g []float64
	for _, a := range adjs {
		g = append(g, a.Float())
	}
	return out[0].Float(), g
}

// TestMath checks the derivative of each function of package math against a central difference.
func TestMath(t *testing.T) {
	none := map[int]int{}
	for _, c := range []struct {
		fn     string
		result int
		x      []float64
		ints   map[int]int
	}{
		{"math.Abs", 0, []float64{-0.7}, none}, {"math.Acos", 0, []float64{0.3}, none}, {"math.Acosh", 0, []float64{1.7}, none},
		{"math.Asin", 0, []float64{-0.6}, none}, {"math.Asinh", 0, []float64{1.3}, none}, {"math.Atan", 0, []float64{0.8}, none},
		{"math.Atan2", 0, []float64{0.8, -1.1}, none}, {"math.Atanh", 0, []float64{0.4}, none}, {"math.Cbrt", 0, []float64{-2.2}, none},
		{"math.Ceil", 0, []float64{1.4}, none}, {"math.Copysign", 0, []float64{1.4, -2}, none}, {"math.Cos", 0, []float64{1.1}, none},
		{"math.Cosh", 0, []float64{-0.9}, none}, {"math.Dim", 0, []float64{1.4, 0.2}, none}, {"math.Dim", 0, []float64{0.2, 1.4}, none},
		{"math.Erf", 0, []float64{0.6}, none}, {"math.Erfc", 0, []float64{0.6}, none}, {"math.Erfinv", 0, []float64{0.4}, none},
		{"math.Erfcinv", 0, []float64{0.7}, none}, {"math.Exp", 0, []float64{0.6}, none}, {"math.Exp2", 0, []float64{0.6}, none},
		{"math.Expm1", 0, []float64{0.6}, none}, {"math.FMA", 0, []float64{0.6, -2, 3}, none}, {"math.Floor", 0, []float64{1.4}, none},
		{"math.Gamma", 0, []float64{2.6}, none}, {"math.Gamma", 0, []float64{-1.4}, none}, {"math.Hypot", 0, []float64{0.6, -2}, none},
		{"math.J0", 0, []float64{1.6}, none}, {"math.J1", 0, []float64{1.6}, none}, {"math.Jn", 0, []float64{0, 1.6}, map[int]int{0: 3}},
		{"math.Ldexp", 0, []float64{1.6, 0}, map[int]int{1: -2}}, {"math.Lgamma", 0, []float64{0.3}, none}, {"math.Lgamma", 0, []float64{-2.7}, none},
		{"math.Log", 0, []float64{0.6}, none}, {"math.Log10", 0, []float64{0.6}, none}, {"math.Log1p", 0, []float64{0.6}, none},
		{"math.Log2", 0, []float64{0.6}, none}, {"math.Logb", 0, []float64{0.6}, none}, {"math.Max", 0, []float64{0.6, 0.7}, none},
		{"math.Min", 0, []float64{0.6, 0.7}, none}, {"max", 0, []float64{0.6, 1.7, 0.7}, none}, {"min", 0, []float64{0.6, 0.7, 0.2}, none},
		{"math.Mod", 0, []float64{-5.3, 1.2}, none}, {"math.Modf", 0, []float64{2.3}, none}, {"math.Modf", 1, []float64{2.3}, none},
		{"math.Frexp", 0, []float64{2.3}, none}, {"math.Nextafter", 0, []float64{0.6, 2}, none}, {"math.Pow", 0, []float64{0.6, 1.7}, none},
		{"math.Pow", 0, []float64{-0.6, 0}, map[int]int{1: 3}}, {"math.Remainder", 0, []float64{5.3, 1.2}, none}, {"math.Round", 0, []float64{2.3}, none},
		{"math.RoundToEven", 0, []float64{2.3}, none}, {"math.Sin", 0, []float64{0.6}, none}, {"math.Sincos", 0, []float64{0.6}, none},
		{"math.Sincos", 1, []float64{0.6}, none}, {"math.Sinh", 0, []float64{0.6}, none}, {"math.Sqrt", 0, []float64{0.6}, none},
		{"math.Tan", 0, []float64{0.6}, none}, {"math.Tanh", 0, []float64{0.6}, none}, {"math.Trunc", 0, []float64{0.6}, none},
		{"math.Y0", 0, []float64{1.6}, none}, {"math.Y1", 0, []float64{1.6}, none}, {"math.Yn", 0, []float64{0, 1.6}, map[int]int{0: 2}},
	} {
		_, g := eval1(t, c.fn, c.result, c.x, c.ints)
		k := 0
		for i := range c.x {
			if _, ok := c.ints[i]; ok {
				continue
			}
			const h = 1e-6
			p, q := append([]float64(nil), c.x...), append([]float64(nil), c.x...)
			p[i] += h
			q[i] -= h
			a, _ := eval1(t, c.fn, c.result, p, c.ints)
			b, _ := eval1(t, c.fn, c.result, q, c.ints)
			if want := (a - b) / (2 * h); !(math.Abs(g[k]-want) <= 1e-7*(1+math.Abs(want))) {
				t.Errorf("%s%v: derivative %d is %v, want %v", c.fn, c.x, i, g[k], want)
			}
			k++
		}
	}
}

// TestConventions checks the derivatives that the contract states for points without one.
func TestConventions(t *testing.T) {
	for _, c := range []struct {
		fn   string
		x    []float64
		want []float64
	}{
		{"math.Abs", []float64{0}, []float64{0}},
		{"math.Max", []float64{2, 2}, []float64{1, 0}}, {"math.Min", []float64{2, 2}, []float64{1, 0}},
		{"max", []float64{1, 2, 2}, []float64{0, 1, 0}}, {"min", []float64{2, 2, 2}, []float64{1, 0, 0}},
		{"math.Hypot", []float64{0, 0}, []float64{0, 0}},
		{"math.Pow", []float64{0, 2}, []float64{0, 0}}, {"math.Pow", []float64{0, 1}, []float64{1, 0}},
		{"math.Pow", []float64{0, 0}, []float64{0, 0}},
		{"math.Mod", []float64{7, 2}, []float64{1, -3}}, {"math.Remainder", []float64{7, 2}, []float64{1, -4}},
		{"math.Floor", []float64{2}, []float64{0}},
	} {
		if _, g := eval1(t, c.fn, 0, c.x, nil); !equal(g, c.want) {
			t.Errorf("%s%v: derivatives %v, want %v", c.fn, c.x, g, c.want)
		}
	}
	// A zero adjoint stays zero at the square root of 0.
	x, res := param("x", tFloat), result("res", tFloat)
	f := fn([]*ir.Var{x}, []*ir.Var{res},
		store(ref(res), ir.Bin(token.MUL, num("0"), call("math.Sqrt", ref(x)))))
	adjs, tans := interp.Args(0.0), interp.Args(0.0)
	if _, err := interp.Reverse(f, interp.Args(0.0), interp.Args(1.0), adjs); err != nil || adjs[0].Float() != 0 {
		t.Errorf("0*Sqrt(0): adjoint %v (%v), want 0", adjs[0], err)
	}
	if _, rt, err := interp.Dual(f, interp.Args(0.0), tans); err != nil || rt[0].Float() != 0 {
		t.Errorf("Sqrt(0) with tangent 0: tangent %v (%v), want 0", rt, err)
	}
}

func equal(a, b []float64) bool {
	for i := range a {
		if !(a[i] == b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

// TestRoundTrip checks that all floats of a tree can be read and replaced in one order.
func TestRoundTrip(t *testing.T) {
	v := interp.Of(map[string]any{"A": [2]float64{1, 2}})
	v.SetAllFloats([]float64{3, 4})
	if got := v.Clone().AllFloats(); !equal(got, []float64{3, 4}) {
		t.Errorf("got %v", got)
	}
}
