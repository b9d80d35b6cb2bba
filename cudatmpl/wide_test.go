package cudatmpl_test

import (
	"strings"
	"testing"
)

// Nests whose iterations have elements of their own, one after the other, move 16 bytes at once, and others do not.
func TestWide(t *testing.T) {
	for _, test := range []struct {
		name, body string
		wide       bool
	}{
		{"map", "y[i*n+j] = x[i*n+j] * x[i*n+j]", true},
		{"sum", "y[i*n+j] += x[i*n+j] * a[j]", true},
		{"through integers", "r := i*n; k := r + j; y[k] = 2 * x[k]", true},
		{"through views", "u := x[i*n:(i+1)*n]; y[i*n+j] = 2 * u[j]", true},
		{"same for all", "y[i*n+j] = x[i*n+j] * float64(idx[i])", true},
		{"where a size says", "y[i*n+j+m] = 2 * x[i*n+j]", true},
		{"two places that are read", "y[i*n+j] = x[i*n+j] * float64(idx[i*n+j]+idx[i*n+j+m])", true},
		{"two iterations on", "y[i*n+j] = x[i*n+j] * float64(idx[i*n+j+2])", true},
		{"one iteration on", "y[i*n+j] = x[i*n+j] * float64(idx[i*n+j+1])", false},
		{"branch around what is written", "v := x[i*n+j]; w := y[i*n+j]; if v > 0 { y[i*n+j] = v * w }", true},
		{"branch around all", "if j > m { y[i*n+j] = 2 * x[i*n+j] }", false},
		{"condition that may not be asked", "if j > m && x[i*n+j] > 0 { y[i*n+j] = 2 }", false},
		{"transposed", "y[i*n+j] = 2 * x[j*n+i]", false},
		{"strided", "y[2*i*n+2*j] = 2 * x[i*n+j]", false},
		{"backwards", "y[i*n+j] = 2 * x[n-1-j]", false},
		{"through an index", "y[i*n+j] = 2 * x[idx[j]]", false},
		{"loop", "v := 0.0; for k := range m { v += x[k] }; y[i*n+j] = v", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package src\n\nfunc F(x, y []float64, n, m int, idx []int, a []float64) {\n\tfor i := range n {\n\t\tfor j := range n {\n\t\t\t" +
				strings.ReplaceAll(test.body, "; ", "\n\t\t\t") + "\n\t\t}\n\t}\n}\n"
			out, refused, _ := generate(t, src, "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			text := string(out.Kernels)
			_, text, _ = strings.Cut(text, "src.go:4") // the first kernel is the primal's
			text, _, _ = strings.Cut(text, "\n}\n")
			if got := strings.Contains(text, "*(pardiff_wide<double> *)&y["); got != test.wide {
				t.Errorf("16 bytes at once: %v, want %v\n%s", got, test.wide, out.Kernels)
			}
		})
	}
}
