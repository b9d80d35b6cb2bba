package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// A program is a function F with arguments, and the values that its gradient must keep.
type program struct {
	name  string
	src   string
	args  []any
	tapes string // names of the taped values, in order, "" for none; "?" is not checked
}

var programs = []program{
	{"spring", `
type P struct{ K, L0 float64 }
func F(x []float64, p P) float64 {
	e := 0.0
	for i := 1; i < len(x); i++ {
		d := x[i] - x[i-1] - p.L0
		e += 0.5 * p.K * d * d
	}
	return e
}`, []any{floats(0.3, 1.9, 2.2, 4.1), interp.Struct(interp.Float(1.5), interp.Float(0.8))}, ""},

	{"linear code needs no tape", `
func F(a, x, y []float64, n int) {
	for t := 0; t < 3; t++ {
		for i := 0; i < n; i++ {
			s := y[i]
			for j := 0; j < n; j++ {
				s += 0.5 * x[j]
			}
			y[i] = s
		}
		for i := 0; i < n; i++ {
			x[i] = 0.3*x[i] + y[i]
		}
	}
}`, []any{floats(1, 2), floats(0.1, 0.2, 0.3), floats(4, 5, 6), interp.Int(3)}, ""},

	{"stencil in place", `
func F(u, c []float64, T int) float64 {
	n := len(u)
	v := make([]float64, n)
	for t := 0; t < T; t++ {
		for i := 1; i < n-1; i++ {
			v[i] = u[i] + c[i]*(u[i-1]-2*u[i]+u[i+1])
		}
		for i := 1; i < n-1; i++ {
			u[i] = v[i]
		}
	}
	s := 0.0
	for i := range u {
		s += 0.5 * u[i] * u[i]
	}
	return s
}`, []any{floats(0.1, 0.5, -0.3, 0.8, 0.2), floats(0.1, 0.2, 0.3, 0.2, 0.1), interp.Int(4)}, "u"},

	{"cholesky flat", `
func F(a []float64, n int) float64 {
	for j := 0; j < n; j++ {
		for i := j; i < n; i++ {
			s := a[i*n+j]
			for k := 0; k < j; k++ {
				s -= a[i*n+k] * a[j*n+k]
			}
			if i == j {
				a[i*n+j] = math.Sqrt(s)
			} else {
				a[i*n+j] = s / a[j*n+j]
			}
		}
	}
	d := 0.0
	for j := 0; j < n; j++ {
		d += math.Log(a[j*n+j])
	}
	return d
}`, []any{floats(4, 1, 0.5, 1, 5, 0.2, 0.5, 0.2, 3), interp.Int(3)}, ""},

	{"cholesky rows", `
func F(a [][]float64) {
	for j := range a {
		for i := j; i < len(a); i++ {
			s := a[i][j]
			for k := 0; k < j; k++ {
				s -= a[i][k] * a[j][k]
			}
			if i == j {
				a[j][j] = math.Sqrt(s)
			} else {
				a[i][j] = s / a[j][j]
			}
		}
	}
}`, []any{interp.Slice(floats(4, 1, 0.5), floats(1, 5, 0.2), floats(0.5, 0.2, 3))}, ""},

	{"lu", `
func F(a []float64, n int) {
	for k := 0; k < n; k++ {
		for i := k + 1; i < n; i++ {
			a[i*n+k] /= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
}`, []any{floats(4, 1, 0.5, 1, 5, 0.2, 0.5, 0.2, 3), interp.Int(3)}, ""},

	{"triangular solve", `
func F(l, b []float64, n int) {
	for i := 0; i < n; i++ {
		s := b[i]
		for j := 0; j < i; j++ {
			s -= l[i*n+j] * b[j]
		}
		b[i] = s / l[i*n+i]
	}
}`, []any{floats(4, 0, 0, 1, 5, 0, 0.5, 0.2, 3), floats(1, 2, 3), interp.Int(3)}, ""},

	{"log-sum-exp", `
func F(x []float64) float64 {
	m := x[0]
	for _, v := range x {
		if v > m {
			m = v
		}
	}
	s := 0.0
	for _, v := range x {
		s += math.Exp(v - m)
	}
	return m + math.Log(s)
}`, []any{floats(0.3, 1.9, -2.2, 1.1)}, "exp"},

	{"recurrence with condition", `
func F(h, w []float64, T int) float64 {
	y := 0.0
	for t := 0; t < T; t++ {
		for i := range h {
			z := w[i] * h[i]
			if z > 0 {
				h[i] = z * z
			}
			y += h[i] * h[i]
		}
	}
	return y
}`, []any{floats(0.9, -0.5, 0.7), floats(1.1, 0.4, -0.3), interp.Int(4)}, "?"},

	{"triangular loops", `
func F(x []float64) float64 {
	e := 0.0
	for i := 0; i < len(x); i++ {
		for j := 0; j < i; j++ {
			r := math.Exp(x[i] * x[j])
			e += r * r
		}
	}
	return e
}`, []any{floats(0.3, 0.9, -0.2, 0.1)}, "?"},

	{"cyclic recurrence", `
func F(x [3]float64) float64 {
	for t := 0; t < 3; t++ {
		for i := 0; i < 3; i++ {
			x[i] = x[i]*x[(i+1)%3] + 0.1
		}
	}
	return x[0] + x[1] + x[2]
}`, []any{interp.Array(interp.Float(0.9), interp.Float(0.3), interp.Float(0.2))}, "?"},

	{"indirect", `
func F(x, y []float64, idx []int) float64 {
	s := 0.0
	for i, k := range idx {
		y[k] += x[i] * x[k]
		s += y[k] * y[i]
	}
	return s
}`, []any{floats(0.3, 0.9, -0.2, 0.1), floats(1, 2, 3, 4), interp.Ints(2, 0, 2, 1)}, "?"},

	{"scatter reads what it adds to", `
func F(x []float64, a, b []int) {
	for i := range a {
		x[a[i]] += x[b[i]] * x[b[i]]
	}
}`, []any{floats(0.3, 0.9, -0.2, 0.1), interp.Ints(2, 0, 2, 1), interp.Ints(2, 1, 0, 1)}, "?"},

	{"branches", `
func F(x, y float64, n int) (float64, float64) {
	r := 0.0
	switch {
	case n == 0:
		r = x * y
	case n > 1:
		r = math.Sin(x) / y
		x = r * r
	default:
		y *= x
		r = y
	}
	if x > 1 {
		return r * x, y
	}
	return r, x * y * y
}`, []any{interp.Float(0.7), interp.Float(1.3), interp.Int(2)}, "?"},

	{"early return", `
func F(x []float64, n int) float64 {
	if n == 0 {
		return 0
	}
	if len(x) < n {
		panic("short")
	}
	s := 1.0
	for i := n - 1; i >= 0; i-- {
		s = s*x[i] + 0.5
	}
	return s * s
}`, []any{floats(0.3, 0.9, -0.2, 0.1), interp.Int(3)}, "?"},

	{"ragged", `
func F(x []float64, ptr, col []int) float64 {
	s := 0.0
	for i := 0; i+1 < len(ptr); i++ {
		r := 0.1
		for e := ptr[i]; e < ptr[i+1]; e++ {
			r = math.Sin(r * x[col[e]])
		}
		s += r * x[i]
	}
	return s
}`, []any{floats(0.3, 0.9, -0.2, 0.1), interp.Ints(0, 2, 2, 5), interp.Ints(1, 3, 0, 2, 2)}, "?"},

	{"scratch reused", `
func F(x, w []float64, n, k int) float64 {
	buf := make([]float64, k)
	tot := 0.0
	for i := 0; i < n; i++ {
		for j := 0; j < k; j++ {
			buf[j] = math.Tanh(w[j] * x[i])
		}
		for j := 1; j < k; j++ {
			tot += buf[j] * buf[j-1]
		}
	}
	return tot
}`, []any{floats(0.3, 0.9, -0.2, 0.1), floats(1.1, 0.4, -0.3), interp.Int(4), interp.Int(3)}, "?"},

	{"local array in loop", `
func F(x []float64) float64 {
	tot := 0.0
	for i := range x {
		var q [3]float64
		q[0] = x[i]
		for k := 1; k < 3; k++ {
			q[k] = q[k-1] * q[k-1]
		}
		tot += q[0] * q[2]
	}
	return tot
}`, []any{floats(0.3, 0.9, -0.2)}, "?"},

	{"helpers", `
func sq(x float64) float64 { return x * x }
func norm(v []float64) float64 {
	s := 0.0
	for i := range v {
		s += sq(v[i])
	}
	return math.Sqrt(s)
}
func F(a []float64, n int) float64 {
	t := 0.0
	for i := 0; i < len(a)/n; i++ {
		t += sq(norm(a[i*n:(i+1)*n])) * norm(a)
	}
	return t
}`, []any{floats(0.3, 0.9, -0.2, 1.5, 0.2, 0.8), interp.Int(2)}, "?"},

	{"float32", `
func F(x []float32, w float32) float32 {
	s := float32(0)
	for _, v := range x {
		s += w * float32(math.Exp(float64(v*w)))
	}
	return s
}`, []any{interp.Of([]float32{0.25, 0.5, -0.125}), interp.Of(float32(0.75))}, "?"},

	{"steps", `
func F(x []float64, n, h int) float64 {
	p := 1.0
	for i := n - 1; i > 0; i -= 3 {
		for j := i; j <= n; j += h {
			p = p*x[i]*0.5 + math.Sin(p*x[j])
		}
	}
	return p
}`, []any{floats(0.3, 0.9, -0.2, 1.5, 0.2, 0.8, 1.2, 0.4, 0.9), interp.Int(8), interp.Int(2)}, "?"},

	{"slices of slices made here", `
func F(x []float64, T int) float64 {
	n := len(x)
	h := make([][]float64, T+1)
	for t := range h {
		h[t] = make([]float64, n)
	}
	for i := range x {
		h[0][i] = x[i]
	}
	for t := 0; t < T; t++ {
		for i := 0; i < n; i++ {
			h[t+1][i] = math.Sin(h[t][i]) * h[t][(i+1)%n]
		}
	}
	s := 0.0
	for i := range x {
		s += h[T][i] * h[T][i]
	}
	return s
}`, []any{floats(0.3, 0.9, -0.2), interp.Int(3)}, "?"},

	{"slice result", `
func F(x []float64) ([]float64, float64) {
	y := make([]float64, len(x))
	s := 0.0
	for i, v := range x {
		y[i] = v * v * v
		s += y[i]
	}
	return y, s
}`, []any{floats(0.3, 0.9, -0.2)}, "?"},

	{"overwritten by constants", `
func F(x []float64) float64 {
	s := x[0] * x[1]
	x[0] = 3
	x[1] = x[0] * x[2]
	clear(x[2:3])
	return s * x[1]
}`, []any{floats(0.3, 0.9, -0.2)}, "?"},
}

func floats(x ...float64) *interp.Value { return interp.Floats(x...) }

// TestPrograms compares reverse and forward mode of each program with the interpreter's stack
// tape and dual numbers, with tapes that start as NaN.
func TestPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n" + p.src
			f := irtest.Lower(t, src, "F")
			var args []*interp.Value
			for _, a := range p.args {
				args = append(args, a.(*interp.Value))
			}
			check(t, src, f, args)
			if p.tapes == "?" {
				return
			}
			g, _ := adjoint.Derive(f, adjoint.Options{})
			if g == nil {
				return
			}
			var names []string
			for _, n := range g.Tapes {
				names = append(names, n.Value)
			}
			if got := strings.Join(names, " "); got != p.tapes {
				t.Errorf("tapes: %q, want %q", got, p.tapes)
			}
		})
	}
}

// Loops over types other than int, run backwards because the sums are nested.
var iteratorPrograms = []program{
	{"unsigned", `
func F(x []float64, n uint) float64 {
	s := 1.0
	for i := uint(0); i < n; i++ {
		s = math.Sin(s*x[i]) + 0.5*x[i%3]
	}
	for i := n; i > 1; i-- {
		s = s*x[i-1] + 0.25
	}
	return s
}`, []any{floats(0.3, 0.9, 1.2, 0.4), interp.Of(uint(4))}, "?"},
	{"range over a small type", `
func F(x []float64) float64 {
	s := 1.0
	for i := range uint8(200) {
		s = 0.5*s + x[i%3]*s
	}
	for range uint16(3) {
		s = math.Sin(s)
	}
	return s
}`, []any{floats(0.3, 0.4, 0.2)}, "?"},
	{"a loop that wraps", `
func F(x []float64, n uint8, m int8) float64 {
	s := 1.0
	for i := n; i > 5; i -= 10 {
		s = 0.5*s*x[i%3] + 1
	}
	for i := m; i > 0; i -= 10 {
		s = math.Cos(s * x[i%3])
	}
	return s
}`, []any{floats(0.3, 0.4, 0.2), interp.Of(uint8(249)), interp.Of(int8(120))}, "?"},
	{"named and nested", `
type ID uint16

func F(x []float64, ids []ID) float64 {
	s := 1.0
	for i := ID(0); i < ID(len(ids)); i++ {
		for j := uint32(0); j < uint32(i); j++ {
			s = math.Tanh(s*x[ids[i]]) + x[j]
		}
		for j := int32(2); j >= 0; j -= 2 {
			s = s * x[j]
		}
	}
	return s
}`, []any{floats(0.3, 0.9, 1.2, 0.4), interp.Of([]uint16{2, 0, 3, 1})}, "?"},
}

// TestIterators is TestPrograms for loops that count in other types than int.
func TestIterators(t *testing.T) {
	for _, p := range iteratorPrograms {
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

// TestRowsInStructs says that slices in the structs of a local slice have adjoints of their own.
func TestRowsInStructs(t *testing.T) {
	src := `package p

type Layer struct {
	W []float64
	B float64
}

func F(x []float64) float64 {
	out := make([]Layer, 2)
	for i := range out {
		out[i].W = make([]float64, len(x))
		for j, v := range x {
			out[i].W[j] = v * v * float64(i+1)
		}
		out[i].B = x[i]
	}
	s := 0.0
	for i := range out {
		for _, w := range out[i].W {
			s += w * w * out[i].B
		}
	}
	return s
}
`
	check(t, src, irtest.Lower(t, src, "F"), []*interp.Value{floats(0.3, -0.7, 1.2)})
}

// TestArrayOfSlices says that the slices of a local array have adjoints of their own, and that two that
// may share one are refused.
func TestArrayOfSlices(t *testing.T) {
	src := `package p

func F(x []float64, T int) float64 {
	var b [2][]float64
	b[0] = make([]float64, len(x))
	b[1] = make([]float64, len(x))
	copy(b[0], x)
	for t := 0; t < T; t++ {
		s, d := b[t%2], b[(t+1)%2]
		for i := range s {
			d[i] = s[i]*s[i] + 0.5*x[i]
		}
	}
	return b[T%2][0] * b[0][1]
}

func G(x []float64) float64 {
	var b [2][]float64
	b[0] = make([]float64, 2)
	b[0][0] = x[0] * x[0]
	s := b[0][0]
	b[0] = make([]float64, 2)
	b[0][1] = s * x[1]
	return b[0][1] + b[0][0]
}

func P(ps []*float64) float64 {
	t := 0.0
	for _, p := range ps {
		*p = *p * *p
		t += *p
	}
	return t
}
`
	check(t, src, irtest.Lower(t, src, "F"), []*interp.Value{floats(0.3, -0.7, 1.2), interp.Int(3)})
	a, b := 0.3, -0.7
	check(t, src, irtest.Lower(t, src, "P"), []*interp.Value{interp.Of([]*float64{&a, &b})})
	if f, _ := irtest.Try(t, src, "G"); f != nil {
		if _, errs := adjoint.Derive(f, adjoint.Options{}); len(errs) == 0 {
			t.Error("G is accepted")
		}
	}
}
