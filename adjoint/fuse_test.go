package adjoint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// A fusing is a function F with arguments. In its text, loops that must run together with their reverse have
// the comment "// fused".
type fusing struct {
	name  string
	src   string
	args  []any
	tapes string // names of the taped values, in order, "?" is not checked
}

var fusings = []fusing{
	{"sum", `
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x { // fused
		s += v * v * v
	}
	return s
}`, []any{floats(1, 2, 3)}, ""},

	{"mean: the seed is a constant multiple", `
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x { // fused
		e := math.Exp(v)
		s += e * e
	}
	return 0.5 * s / float64(len(x))
}`, []any{floats(1, 2, 3)}, ""},

	{"norm: the seed needs the sum", `
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return math.Sqrt(s)
}`, []any{floats(1, 2, 3)}, ""},

	{"pairs", `
func F(x []float64) float64 {
	s := 0.0
	for i := range x { // fused
		for j := i + 1; j < len(x); j++ { // fused
			s += math.Sqrt(1 + (x[i]-x[j])*(x[i]-x[j]))
		}
	}
	return s
}`, []any{floats(1, 2, 4)}, ""},

	{"recurrence", `
func F(x []float64) float64 {
	s := 1.0
	for _, v := range x {
		s = s * v
	}
	return s
}`, []any{floats(1, 2, 3)}, "s"},

	{"a written argument", `
func F(x, y []float64) {
	for i := range x { // fused
		y[i] = math.Tanh(x[i]) * x[i]
	}
}`, []any{floats(1, 2, 3), floats(4, 5, 6)}, ""},

	{"a written argument that is shifted", `
func F(x []float64) {
	for i := 1; i < len(x); i++ {
		x[i] = math.Tanh(x[i-1]) * x[i]
	}
}`, []any{floats(1, 2, 3)}, "tanh x[i]"},

	{"two that were merged", `
func F(x []float64) float64 {
	y := make([]float64, len(x))
	for i, v := range x { // fused
		y[i] = v * v
	}
	s := 0.0
	for _, v := range y {
		s += v * v
	}
	return s
}`, []any{floats(1, 2, 3)}, ""},

	{"two that are independent", `
func F(x, y []float64) float64 {
	s, t := 0.0, 0.0
	for _, v := range x { // fused
		s += v * v
	}
	for _, v := range y { // fused
		t += v * v * v
	}
	return 2*s - 3*t
}`, []any{floats(1, 2, 3), floats(-1, 2)}, ""},

	{"two sums, of which one needs the other", `
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	t := 0.0
	for _, v := range x { // fused
		t += (v - s) * (v - s)
	}
	return t
}`, []any{floats(1, 2, 4)}, ""},

	{"a product of two sums", `
func F(x []float64) float64 {
	s, t := 0.0, 0.0
	for _, v := range x {
		s += v * v
	}
	for _, v := range x {
		t += v * v * v
	}
	return s * t
}`, []any{floats(1, 2, 4)}, ""},

	{"what is read is overwritten after the loop", `
func F(x []float64) float64 {
	s := 0.0
	for i := range x { // fused
		s += x[i] * x[i] * x[i]
	}
	for i := range x {
		x[i] *= 2
	}
	return s
}`, []any{floats(1, 2, 4)}, "x[i]"},

	{"what the sums are multiplied with is overwritten after the loop", `
func F(x []float64, w float64) float64 {
	s := 0.0
	for i := range x { // fused
		s += w * x[i] * x[i]
	}
	w = w * w
	return s + w
}`, []any{floats(1, 2, 4), interp.Float(3)}, "w"},

	{"the weight of a later sum is computed after the loop", `
func F(x []float64, w float64) float64 {
	s := 0.0
	for i := range x { // fused
		s += x[i] * x[i]
	}
	w *= w
	return s * math.Floor(w)
}`, []any{floats(1, 2, 4), interp.Float(1.7)}, ""},

	{"scratch that iterations share", `
func F(x, w []float64) float64 {
	b := make([]float64, len(w))
	s := 0.0
	for i := range x { // fused
		for j := range b {
			b[j] = math.Sin(w[j] * x[i])
		}
		for j := 1; j < len(b); j++ { // fused
			s += b[j] * b[0]
		}
	}
	return s
}`, []any{floats(1, 2, 4), floats(0.1, 0.2, 0.3)}, ""},

	{"a scalar that is overwritten in the iteration", `
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x { // fused
		d := v * v
		s += d * d
		d = math.Sin(d)
		s += d * d * v
	}
	return s
}`, []any{floats(1, 2, 4)}, ""},

	{"branches", `
func F(x []float64) float64 {
	s := 0.0
	for i, v := range x { // fused
		if v > 1 {
			for j := range i { // fused
				s += v * x[j]
			}
		} else if v < 0 {
			continue
		}
	}
	return s
}`, []any{floats(1, 2, 4, -1)}, ""},

	{"rows of different lengths: the reverse runs in parallel, the forward loop does not", `
func F(x []float64, ptr []int) float64 {
	s := 0.0
	for i := 0; i+1 < len(ptr); i++ {
		p := 1.0
		for k := ptr[i]; k < ptr[i+1]; k++ {
			p *= x[k]
		}
		s += p
	}
	return s
}`, []any{floats(1, 2, 4, -1), interp.Ints(0, 1, 1, 4)}, "offset of k p"},

	{"a loop that a condition ends", `
func F(x []float64) float64 {
	s := 0.0
	for i := 0; i < len(x) && x[i] < 3; i++ {
		s += x[i] * x[i]
	}
	return s
}`, []any{floats(1, 2, 4, -1)}, "?"},

	{"a loop that may panic", `
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		if v > 9 {
			panic("large")
		}
		s += v * v
	}
	return s
}`, []any{floats(1, 2, 4, -1)}, ""},

	{"a guard between the loop and its seed", `
func F(x, y []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	if len(y) != 1 {
		panic("want one weight")
	}
	k := y[0]
	return s * k
}`, []any{floats(1, 2, 4, -1), floats(0.5)}, ""},
}

// TestFusion checks which loops run together with their reverse, that they need the tapes that are left, and that
// the gradients are right.
func TestFusion(t *testing.T) {
	for _, c := range fusings {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n" + c.src + "\n"
			f := irtest.Lower(t, src, "F")
			var args []*interp.Value
			for _, a := range c.args {
				args = append(args, a.(*interp.Value))
			}
			check(t, src, f, args)
			g, errs := adjoint.Derive(f, adjoint.Options{})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			var got, want, tapes []string
			for _, n := range g.Notes {
				if n.Kind == "loop" && n.Pass == "reverse" && strings.HasPrefix(n.Why, "fused") {
					got = append(got, fmt.Sprint(f.Fset.Position(n.Pos).Line))
				}
			}
			for i, l := range strings.Split(src, "\n") {
				if strings.Contains(l, "// fused") {
					want = append(want, fmt.Sprint(i+1))
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("the loops of lines %v are fused, want %v\n%s", got, want, number(src))
			}
			for _, tape := range g.Tapes {
				tapes = append(tapes, tape.Value)
			}
			if s := strings.Join(tapes, " "); s != c.tapes && c.tapes != "?" {
				t.Errorf("tapes of %q, want %q\n%s", s, c.tapes, number(src))
			}
		})
	}
}
