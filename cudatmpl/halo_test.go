package cudatmpl_test

import (
	"strings"
	"testing"
)

// Nests that read several places around each iteration get a kernel whose blocks have a tile with a halo, and others do
// not.
func TestHalos(t *testing.T) {
	for _, test := range []struct {
		name, body string
		tiles      int
	}{
		{"star", "v := x[(i-1)*n+j] + x[(i+1)*n+j] + x[i*n+j-1] + x[i*n+j+1]; s += v * v", 1},
		{"of two slices", "v := x[(i-1)*n+j] + x[(i+1)*n+j] + x[i*n+j-1] + x[i*n+j+1]; u := y[(i-1)*n+j] + y[(i+1)*n+j] + y[i*n+j-1] + y[i*n+j]; s += v * u", 2},
		{"through an integer", "r := i*n + j; v := x[r-n] + x[r+n] + x[r-1] + x[r+1]; s += v * v", 1},
		{"taking turns", "v := 0.0; if i > 1 { v = x[(i-1)*n+j] + x[(i+1)*n+j] + x[i*n+j-1] + x[i*n+j+1] }; s += v * v", 0},
		{"three places", "s += x[(i-1)*n+j] + x[(i+1)*n+j] + x[i*n+j-1]", 0},
		{"same place", "v := x[i*n+j] * x[i*n+j] * x[i*n+j] * x[i*n+j]; s += v", 0},
		{"far apart", "v := x[(i-1)*n+j] + x[(i+9)*n+j] + x[i*n+j-1] + x[i*n+j+1]; s += v * v", 0},
		{"by sizes", "v := x[i*n+j] + x[i*n+j+m] + x[i*n+j+2*m] + x[i*n+j+3*m]; s += v * v", 0},
		{"transposed", "v := x[i*n+j] + x[j*n+i] + x[i*n+j+1] + x[j*n+i+1]; s += v * v", 0},
		{"loop", "v := 0.0; for k := range m { v += x[i*n+j+k] }; v += x[(i-1)*n+j] + x[(i+1)*n+j] + x[i*n+j-1]; s += v * v", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package src\n\nfunc F(x, y []float64, n, m int) float64 {\n\ts := 0.0\n\tfor i := 1; i < n-1; i++ {\n\t\tfor j := 1; j < n-1; j++ {\n\t\t\t" +
				strings.ReplaceAll(test.body, "; ", "\n\t\t\t") + "\n\t\t}\n\t}\n\treturn s\n}\n"
			out, refused, _ := generate(t, src, "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			if got := strings.Count(string(out.Kernels), "__shared__ double "); got != test.tiles {
				t.Errorf("%d tiles, want %d\n%s", got, test.tiles, out.Kernels)
			}
		})
	}
}
