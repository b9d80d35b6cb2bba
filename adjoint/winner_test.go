package adjoint_test

import (
	"math"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

var nan, negZero = math.NaN(), math.Copysign(0, -1)

// rowsOf5 are rows of five elements with ties, signed zeros, a first element that is the largest or the smallest, and
// in the last three rows a NaN: inside, at the start and at the end.
func rowsOf5() *interp.Value {
	return floats(
		0.3, 0.9, 0.9, -0.2, 0.9,
		-0.4, -0.4, -0.4, 0.1, -0.4,
		5, 1, 2, 5, 3,
		-5, 1, 2, 3, -5,
		0, negZero, 0, negZero, 0,
		negZero, 0, negZero, 0, negZero,
		1, 2, nan, 3, 0.5,
		nan, 2, 1, 3, 2,
		3, 2, 1, 4, nan,
	)
}

func weights() *interp.Value { return floats(1.5, 0.7, -0.3, 1, 0.25) }

// A keeping is the body of a loop over rows r := x[i*5:][:5] that computes m, and how many numbers are kept for each
// execution to find the winners again.
type keeping struct {
	name, body string
	keys       int
}

var keepings = []keeping{
	{"largest", "m := r[0]\nfor _, v := range r {\nm = max(m, v)\n}", 1},
	{"largest, the last of equals", "m := r[0]\nfor _, v := range r {\nm = max(v, m)\n}", 1},
	{"smallest", "m := r[4]\nfor _, v := range r {\nm = min(m, v)\n}", 1},
	{"smallest, the last of equals", "m := r[0]\nfor _, v := range r {\nm = min(v, m)\n}", 1},
	{"math.Max", "m := r[0]\nfor j := range r {\nm = math.Max(m, r[j])\n}", 1},
	{"math.Min", "m := r[0]\nfor j := range r {\nm = math.Min(r[j], m)\n}", 1},
	{"greater", "m := r[0]\nfor _, v := range r {\nif v > m {\nm = v\n}\n}", 1},
	{"not less", "m := r[0]\nfor _, v := range r {\nif v >= m {\nm = v\n}\n}", 1},
	{"not greater", "m := r[0]\nfor _, v := range r {\nif !(v >= m) {\nm = v\n}\n}", 1},
	{"from infinity", "m := math.Inf(1)\nfor _, v := range r {\nm = min(m, v*v)\n}", 1},
	{"from another value", "m := 0.5*y[i%5]\nfor _, v := range r {\nm = max(m, v*v)\n}", 1},
	{"start wins", "m := 100*y[0]\nfor _, v := range r {\nm = max(m, v)\n}", 1},
	{"start from other memory", "m := y[i%5]\nfor _, v := range r {\nm = max(m, v)\n}", 1},
	{"no iterations", "m := y[i%5]\nfor j := 3; j < 3; j++ {\nm = max(m, r[j])\n}", 1},
	{"downwards", "m := r[4]\nfor j := 4; j >= 1; j-- {\nm = max(m, r[j]*y[j])\n}", 1},
	{"in steps", "m := y[0]\nfor j := 1; j < 5; j += 2 {\nm = min(m, r[j]*y[j])\n}", 1},
	{"downwards in steps", "m := y[0]\nfor j := 4; j > 0; j -= 3 {\nm = min(m, r[j]*y[j])\n}", 1},
	{"from below zero", "m := y[0]\nfor j := -2; j < 3; j++ {\nm = min(m, r[j+2]*y[-j+2])\n}", 1},
	{"int64", "m := y[0]\nfor j := int64(2); j >= 0; j-- {\nm = min(m, r[j]*y[j])\n}", 1},
	{"index used afterwards", "m, arg := math.Inf(1), 0\nfor j, v := range r {\nif v < m {\nm = v\narg = j\n}\n}\nm += y[arg] * y[arg]", 1},
	{"with a distance", `m := math.Inf(1)
		for k := range 2 {
			var d float64
			for j, v := range r {
				e := v - y[(j+k)%5]
				d += e * e
			}
			m = min(m, d)
		}`, 1},
	{"with a function", "m := 0.0\nfor _, v := range r {\nm = max(m, math.Exp(v)*y[i%5])\n}", 1},
	{"with a branch", "m := r[0]\nfor j, v := range r {\nw := v\nif j%2 == 0 {\nw = v * y[j]\n}\nif y[j] > 0 {\nm = max(m, w)\n}\n}", 1},
	{"window", "m := r[0]\nfor a := range 2 {\nfor b := range 2 {\nm = max(m, r[2*a+b])\n}\n}", 1},
	{"window of products", "m := r[0]\nfor a := range 2 {\nw := y[a]\nfor b := range 3 {\nm = max(m, r[2*a+b]*w)\n}\n}", 2},
	{"triangle", "m := y[1]\nfor a := 1; a < 5; a++ {\nfor b := range a {\nm = max(m, r[a]*r[b])\n}\n}", 2},
	{"triangle downwards", "m := y[1]\nfor a := 4; a > 0; a-- {\nfor b := a - 1; b >= 0; b-- {\nm = max(m, r[a]*r[b])\n}\n}", 2},
	{"largest of smallest", `m := math.Inf(-1)
		for j := range r {
			n := math.Inf(1)
			for k := range 3 {
				n = min(n, r[j]*y[k])
			}
			m = max(m, n)
		}`, 2},
	{"smallest and largest", "m, n := r[0], r[0]\nfor _, v := range r {\nm = max(m, v)\nn = min(n, v)\n}\nm -= 0.5 * n", 2},
	{"with a sum beside", "m, t := r[0], y[1]\nfor _, v := range r {\nm = max(m, v)\nt += v * v\n}\nm += 0.1 * t", 1},
	{"used twice", "m := r[0]\nfor _, v := range r {\nm = max(m, v)\n}\nt := y[1]\nfor _, v := range r {\nt += math.Exp(v - m)\n}\nm += math.Log(t)", 1},
	{"overwritten later", "m := r[0]\nfor _, v := range r {\nm = max(m, v*y[0])\n}\nm = m * m", 1},
	{"kept in two loops", "m := r[0]\nfor _, v := range r {\nm = max(m, v*v)\n}\nfor _, v := range y {\nm = min(m, v*v)\n}", 2},
	{"left early", "m := r[0]\nfor j, v := range r {\nif v > 3 {\nbreak\n}\nm = max(m, v*y[j])\n}", 1},
	{"last", "m := y[0]\nfor j := range r {\nm = r[j] * y[j]\n}", 1},
	{"last that fits", "m := y[0]\nfor j := range r {\nif r[j] > 0.5 {\nm = r[j] * y[j]\n}\n}", 1},
	{"view that moved on", "k := 1\nw := r[k:]\nk = 0\nm := r[k]\nfor j := range w {\nm = max(m, w[j])\n}", 1},
	{"start in a view that moved on", "k := 1\nw := r[k:]\nm := w[0]\nk = 0\nfor j := range w {\nm = max(m, w[j])\n}", 1},
	{"view inside", "m := r[0]\nfor j := range 3 {\nw := r[j:][:2]\nm = max(m, w[1])\n}", 1},
	{"views inside", "m := y[0]\nfor j := range 3 {\nw := r[j:][:2]\nm = max(m, w[1]*w[0])\n}", 1},
	{"local array", "m := y[0]\nfor j := range 3 {\nvar t [2]float64\nt[0], t[1] = r[j], r[j+1]\nm = max(m, t[0]*t[1])\n}", 1},

	// Here every iteration matters, or one cannot be computed again.
	{"prefix used", "m, t := r[0], y[1]\nfor _, v := range r {\nm = max(m, v)\nt += m * y[i%5]\n}\nm = t", 0},
	{"of a running sum", "m, t := r[0], y[1]\nfor _, v := range r {\nt += v\nm = max(m, t*y[0])\n}", 0},
	{"of a running index", "m, k := r[0], 0\nfor range 3 {\nk = (k*2 + 1) % 5\nm = max(m, r[k]*y[k])\n}", 0},
	{"of what is overwritten", "m := r[0]\nfor j := range 4 {\nr[j] = r[j] * y[j]\nm = max(m, r[j+1]*r[j])\n}", 0},
	{"of what is overwritten later", "m := r[0]\nfor j := range 4 {\nm = max(m, r[j])\nr[j] = y[j]\n}", 0},
	{"assigned twice", "m := r[0]\nfor j, v := range r {\nif v > m {\nm = v * y[0]\n} else if v < -m {\nm = -v * y[j]\n}\n}", 0},
	{"of three", "m := r[0]\nfor j, v := range r {\nm = max(m, v, y[j])\n}", 0},
	{"of what comes later", "m, v := r[0], 1.0\nfor j := range r {\nm = max(m, r[j]*v)\nv = y[j]\n}", 0},
	{"of an array beside", "var q [2]float64\nm := r[0]\nfor j := range r {\nq[j%2] = r[j] * y[j]\nm = max(m, q[0]+q[1])\n}", 0},
	{"clipped", "m := r[0]\nfor _, v := range r {\nm = min(m+v, 2)\n}", 0},
}

func (k keeping) source(float string) string {
	return strings.ReplaceAll(`package p

import "math"

var _ = math.Pi

func F(x, y []float64) float64 {
	var s float64
	for i := range len(x) / 5 {
		r := x[i*5 : (i+1)*5]
		`+k.body+`
		s += m * y[i%5]
	}
	return s * s // whose derivative is not known before, so that the loop does not run together with its reverse
}
`, "float64", float)
}

// TestWinners compares loops that keep one of many values with the interpreter's stack tape, to the same result for
// ties, NaN and signed zeros, and says what is kept of them: a number for each execution of the loops.
func TestWinners(t *testing.T) {
	for _, k := range keepings {
		t.Run(k.name, func(t *testing.T) {
			src := k.source("float64")
			f := irtest.Lower(t, src, "F")
			check(t, src, f, []*interp.Value{floats(rowsOf5().AllFloats()[:6*5]...), weights()})
			sameBits(t, f, []*interp.Value{rowsOf5(), weights()})
			// Where the sum is not linear, the loop over the rows is not reversed in one pass, and what is kept shows.
			square := strings.Replace(src, "return s", "return s * s", 1)
			f = irtest.Lower(t, square, "F")
			check(t, square, f, []*interp.Value{floats(rowsOf5().AllFloats()[:6*5]...), weights()})
			g, errs := adjoint.Derive(f, adjoint.Options{})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			keys := 0
			for _, n := range g.Tapes {
				if strings.HasSuffix(n.Value, "At") {
					keys++
				}
			}
			if keys != k.keys {
				t.Errorf("%d numbers are kept, want %d\n%s", keys, k.keys, ir.StmtString(g.Body))
			}
		})
	}
}

// sameBits says that the forward sweep leaves the result and the arguments as f does, signs of zeros and NaN
// included.
func sameBits(t *testing.T, f *ir.Func, args []*interp.Value) {
	t.Helper()
	want := clones(args)
	results, err := interp.Run(f, want)
	if err != nil {
		t.Fatal(err)
	}
	g, errs := adjoint.Derive(f, adjoint.Options{Serial: true})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	adj := []*interp.Value{args[0].ZeroLike(), args[1].ZeroLike()}
	got, err := run(f, g, args, adj, []*interp.Value{floats(1).At(0)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	bits := func(list []*interp.Value) (b []uint64) {
		for _, v := range list {
			for _, x := range v.AllFloats() {
				b = append(b, math.Float64bits(x))
			}
		}
		return b
	}
	a, b := bits(append(results, want...)), bits(append(got, args...))
	for i := range a {
		if a[i] != b[i] && !(math.IsNaN(math.Float64frombits(a[i])) && math.IsNaN(math.Float64frombits(b[i]))) {
			t.Errorf("value %d is %v, want %v", i, math.Float64frombits(b[i]), math.Float64frombits(a[i]))
		}
	}
}

// TestWinners32 does so in float32.
func TestWinners32(t *testing.T) {
	for _, k := range keepings {
		if strings.Contains(k.body, "math.") || strings.Contains(k.body, "1.0") {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			src := k.source("float32")
			check(t, src, irtest.Lower(t, src, "F"), []*interp.Value{floats(rowsOf5().AllFloats()[:6*5]...), weights()})
		})
	}
}

// TestWinnerPlaces puts the variable elsewhere: a parameter, a pointer, a named result.
func TestWinnerPlaces(t *testing.T) {
	for _, p := range []program{
		{"parameter", "func F(m float64, x []float64) float64 {\nfor _, v := range x {\nm = max(m, v*v)\n}\nreturn m\n}", []any{interp.Float(0.5), floats(0.3, -0.9, 0.2)}, ""},
		{"pointer", "func F(m *float64, x []float64) {\nfor _, v := range x {\n*m = max(*m, v*v)\n}\n}", []any{interp.Pointer(interp.Float(0.5)), floats(0.3, -0.9, 0.2)}, ""},
		{"result", "func F(x []float64) (m float64) {\nfor _, v := range x {\nm = max(m, v*v)\n}\nreturn\n}", []any{floats(0.3, -0.9, 0.2)}, ""},
		{"in steps of time", `func F(x []float64) float64 {
			s := 0.0
			for t := 0; t < 3; t++ {
				m := x[0]
				for _, v := range x {
					m = max(m, v)
				}
				for i := range x {
					x[i] = math.Sin(x[i] - 0.5*m)
				}
				s += m
			}
			return s
		}`, []any{floats(0.3, -0.9, 0.2, 0.7)}, "?"},
	} {
		t.Run(p.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n" + p.src
			var args []*interp.Value
			for _, a := range p.args {
				args = append(args, a.(*interp.Value))
			}
			check(t, src, irtest.Lower(t, src, "F"), args)
		})
	}
}
