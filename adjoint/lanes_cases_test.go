package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestLanes compares rows of Jacobians with the interpreter's, and counts what is there once for all rows, and what is left out
// where an adjoint is zero.
func TestLanes(t *testing.T) {
	tests := []struct {
		name, src string
		args      []*interp.Value
		// count says how often texts occur in the body.
		count map[string]int
	}{
		{"shared factors", `func F(x, y float64) (u, v float64) {
	s := math.Exp(x * y)
	return s * x, s * s
}`, []*interp.Value{interp.Float(0.3), interp.Float(0.7)}, map[string]int{"math.Exp": 1}},
		{"a zero row", `func F(x, y float64) (u, v float64) {
	return x * y, 2
}`, []*interp.Value{interp.Float(0.3), interp.Float(0.7)}, map[string]int{"vXAdj": 0, "vYAdj": 0, "uXAdj": 1}},
		{"a condition on adjoints", `func F(x, y float64) (u, v float64) {
	r := math.Cbrt(x + y)
	if y > 0 {
		u = r * y
	}
	v = r
	return
}`, []*interp.Value{interp.Float(0.3), interp.Float(0.7)}, map[string]int{"math.Cbrt": 1}},
		{"a condition on an adjoint that is zero", `func F(x, y float64) (u, v float64) {
	r := math.Sqrt(x)
	return r * y, y
}`, []*interp.Value{interp.Float(0.3), interp.Float(0.7)}, map[string]int{"vYAdj": 1, "vXAdj": 0}},
		{"loops", `func F(x []float64, n int) (u, v float64) {
	y := make([]float64, n)
	for i := range n {
		y[i] = x[i] * x[i]
		u += y[i]
	}
	for i := range n {
		if i%2 == 0 {
			v += y[i] * u
		}
	}
	return u, v
}`, []*interp.Value{floats(0.3, 0.4, 1.2), interp.Int(3)}, nil},
		{"swapped slices", `func F(x []float64, n int) (u, v float64) {
	a, b := append([]float64{}, x...), make([]float64, len(x))
	for range n {
		for i := range x {
			b[i] = a[i] * a[len(x)-1-i]
		}
		a, b = b, a
	}
	for i := range x {
		u += a[i]
		v = v*a[i] + b[i]
	}
	return u, v
}`, []*interp.Value{floats(0.3, 0.9, 1.2), interp.Int(3)}, nil},
		{"results in memory", `func F(x []float64) (u, v float64) {
	r := [2]float64{}
	for i := range x {
		r[i%2] += x[i] * r[(i+1)%2] + x[i]
	}
	return r[0], r[1]
}`, []*interp.Value{floats(0.3, 0.9, 1.2)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "package p\n\n" + tt.src
			if strings.Contains(src, "math.") {
				src = "package p\n\nimport \"math\"\n\n" + tt.src
			}
			f := irtest.Lower(t, src, "F")
			if err := compareRows(f, tt.args, 1e-13); err != nil {
				t.Fatalf("%v\n%s", err, number(src))
			}
			g, _ := adjoint.Derive(f, adjoint.Options{Rows: true})
			body := ""
			for line := range strings.Lines(ir.StmtString(g.Body)) {
				if !strings.HasPrefix(strings.TrimSpace(line), "//") {
					body += line
				}
			}
			for text, want := range tt.count {
				if got := strings.Count(body, text); got != want {
					t.Errorf("%d times %s, want %d\n%s", got, text, want, body)
				}
			}
		})
	}
}

// TestNoLanes checks what is refused of a Jacobian.
func TestNoLanes(t *testing.T) {
	f := irtest.Lower(t, `package p

func F(x []float64, y *float64) (u, v float64) {
	*y *= x[0]
	x[1] = 2
	return x[0] * *y, x[1]
}`, "F")
	_, problems := adjoint.Derive(f, adjoint.Options{Rows: true})
	var got []string
	for _, p := range problems {
		got = append(got, f.Fset.Position(p.Pos).String()+": "+p.Message)
	}
	want := "src.go:3:8: jac has adjoints for results alone, but F writes x; use //pardiff:vjp, once for each seed\n" +
		"src.go:3:21: jac has adjoints for results alone, but F writes y; use //pardiff:vjp, once for each seed"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("refused with\n%s\nwant\n%s", s, want)
	}
}
