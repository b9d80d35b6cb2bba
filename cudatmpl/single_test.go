package cudatmpl_test

import (
	"strings"
	"testing"
)

// Calls of package math in float32 code are calls for float32, with all that the gradient makes of them; what the code
// itself computes in float64 stays in float64.
func TestSingles(t *testing.T) {
	for _, test := range []struct {
		name, body string
		double     bool
	}{
		{"call", "y := float32(math.Exp(float64(v))); s += y * v", false},
		{"calls", "s += float32(math.Hypot(float64(v), 2)) / float32(math.Sqrt(float64(v)))", false},
		{"loop", "p := float32(1); for range 3 { p *= float32(math.Sin(float64(p * v))) }; s += p", false},
		{"arithmetic in an argument", "s += float32(math.Sqrt(float64(v)*float64(v) + 1))", true},
		{"arithmetic with results", "s += float32(math.Exp(float64(v)) * math.Exp(-1))", true},
		{"variable", "d := float64(v); s += float32(math.Exp(d))", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, refused, _ := generate(t, "package src\n\nimport \"math\"\n\nfunc F(x []float32) float32 {\n\ts := float32(0)\n\tfor _, v := range x {\n\t\t"+test.body+"\n\t}\n\treturn s\n}\n", "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			if got := strings.Contains(string(out.Kernels), "double"); got != test.double {
				t.Errorf("float64 in the kernels: %v\n%s", got, out.Kernels)
			}
		})
	}
}
