package cudatmpl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// Loops that pass on a number by steps a*s + b become scans, others do not. Each function is refused without.
func TestScan(t *testing.T) {
	for _, test := range []struct {
		name, body string
		scan       bool
	}{
		{"sum that is read", "for i := range x { s += x[i]; y[i] = s }", true},
		{"decay", "for i := range x { s = 0.5*s + x[i]; y[i] = s }", true},
		{"factor in memory", "for i := range x { y[i] = s; s = z[i]*s - x[i] }", true},
		{"product", "for i := range x { y[i] = s; s *= x[i] }", true},
		{"quotient", "for i := range x { s = (s + x[i]) / z[i]; y[i] = s }", true},
		{"through other numbers", "for i := range x { d := x[i] - s; g := 0.5 * z[i]; s += g * d; y[i] = d * d }", true},
		{"several steps in an iteration", "for i := range x { s = 0.5*s + x[i]; y[i] = s; s = 0.25*s - z[i] }", true},
		{"downwards", "for i := len(x) - 1; i >= 0; i-- { s = 0.5*s + x[i]; y[i] = s }", true},
		{"two numbers", "u := 1.0; for i := range x { s = 0.5*s + x[i]; u = 0.25*u + s*s; y[i] = u }", true},
		{"set from memory, then passed on", "for i := range x { s = 0.5*s + x[i]; t := s; s = z[i] * t; y[i] = s }", true},
		{"not passed on", "for i := range x { s = 0.5*s + x[i]; y[i] = s; s = x[i] }", false},
		{"square", "for i := range x { s = s*s + x[i]; y[i] = s }", false},
		{"function", "for i := range x { s = math.Sin(s) + x[i]; y[i] = s }", false},
		{"factor that depends on it", "for i := range x { d := s * x[i]; s = d*s + 1; y[i] = s }", false},
		{"branch", "for i := range x { if x[i] > 0 { s = 0.5*s + x[i] }; y[i] = s }", false},
		{"term that iterations pass on", "for i := 1; i < len(x); i++ { s = 0.5*s + y[i-1]; y[i] = s }", false},
		{"term that was written before", "for i := range x { y[i] = s; s = 0.5*s + y[i]*x[i]; z[i] = s }", false},
		{"unknown trips", "for i := 0; s < 10; i++ { s = 2*s + 1; y[i%4] += s }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, refused, _ := generate(t, "package src\n\nimport \"math\"\n\nfunc F(x, y, z []float64, s0 float64) {\ns := s0\n"+test.body+"\nz[0] += s + math.Abs(1)\n}\n", "F")
			if scan := len(refused) == 0 && strings.Contains(string(out.Kernels), "pardiff_scan_apply_double"); scan != test.scan {
				t.Errorf("scan: %v, want %v; refused: %v", scan, test.scan, refused)
			}
		})
	}
}

// TestRandomScans compares bodies with scans with the interpreter's stack tape, for random loops that pass on a number.
func TestRandomScans(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pick := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(rt, label) }
		value := func() string { return pick("value", "x[i]", "z[i]", "s", "0.5*s", "x[i]*s", "c", "y[i]") }
		var body strings.Builder
		for range rapid.IntRange(1, 5).Draw(rt, "statements") {
			place := pick("place", "y[i]", "z[i]", "s", "s", "s", "e")
			fmt.Fprintf(&body, "%s %s %s %s %s\n", place, pick("assign", "=", "+=", "-="), value(), pick("op", "+", "-", "*"), value())
		}
		loop := pick("loop", "for i := range n {", "for i := n - 1; i >= 0; i-- {", "for i := 1; i < n; i++ {", "for i := n - 2; i > 0; i-- {", "for i := 0; i <= n-2; i++ {")
		src := "package p\n\nfunc F(x, y, z []float64, n int) float64 {\ns, e := 0.5, 0.25\n" + loop + "\nc := 0.5 * x[i]\n" + body.String() + "z[0] += c\n}\nreturn s + e\n}\n"
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), src)
		}
		r := rand.New(rand.NewPCG(5, 6))
		var args []*interp.Value
		for range 3 {
			v := make([]float64, 6)
			for i := range v {
				v[i] = r.NormFloat64()
			}
			args = append(args, interp.Floats(v...))
		}
		args = append(args, interp.Int(rapid.IntRange(0, 6).Draw(rt, "n")))
		if _, err := compareSplit(f, args); err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
	})
}
