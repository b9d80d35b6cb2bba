package cudatmpl_test

import (
	"strings"
	"testing"
)

// Sums over what products of matrices add up get a kernel whose blocks do tiles of them, in all the forms that the
// doc comment of product allows, and other sums do not.
func TestTiles(t *testing.T) {
	for _, test := range []struct {
		name  string
		init  string // of the sum
		loop  string
		after string
		want  bool
	}{
		{"product", "0.0", "for k := range m { z += a[i*m+k] * b[k*n+j] }", "", true},
		{"both transposed", "0.0", "for k := range m { z += a[k*n+i] * b[j*m+k] }", "", true},
		{"start and what follows", "0.5", "for k := range m { z -= a[i*m+k] * b[k*n+j] }", "z = 3*z + 1", true},
		{"bounds", "0.0", "for k := 2; k < m-1; k++ { z += a[i*m+k] * b[k*n+j] }", "", true},
		{"two loops", "0.0", "for k := range m { for l := range 3 { z += a[(i*m+k)*3+l] * b[(k*3+l)*n+j] } }", "", true},
		{"factor of the sum", "0.0", "for k := range m { z += a[i*m+k] * a[k] * b[k*n+j] }", "", true},
		{"offset", "0.0", "for k := range m { z += a[i*m+k] * b[(k+1)*n+j] }", "", true},
		{"branch", "0.0", "for k := range m { if k < i { z += a[i*m+k] * b[k*n+j] } }", "", true},
		{"two terms", "0.0", "for k := range m { z += a[i*m+k] * b[k*n+j]; z += a[i*m+k] * b[j*m+k] }", "", true},

		{"one side", "0.0", "for k := range m { z += a[i*m+k] * a[k] }", "", false},
		{"both in one factor", "0.0", "for k := range m { z += a[(i+j)*m+k] * b[k*n+j] }", "", false},
		{"triangle", "0.0", "for k := range i { z += a[i*m+k] * b[k*n+j] }", "", false},
		{"bound in memory", "0.0", "for k := range idx[0] { z += a[i*m+k] * b[k*n+j] }", "", false},
		{"branch of both", "0.0", "for k := range m { if k < i+j { z += a[i*m+k] * b[k*n+j] } }", "", false},
		{"branch in memory", "0.0", "for k := range m { if a[k] > 0 { z += a[i*m+k] * b[k*n+j] } }", "", false},
		{"otherwise", "0.0", "for k := range m { if k < i { z += a[i*m+k] * b[k*n+j] } else { z += 1 } }", "", false},
		{"index in memory", "0.0", "for k := range m { z += a[i*m+k] * b[idx[k]*n+j] }", "", false},
		{"not linear", "0.0", "for k := range m { z += a[i*m+k] * b[k*k*n+j] }", "", false},
		{"steps", "0.0", "for k := 0; k < m; k += 2 { z += a[i*m+k] * b[k*n+j] }", "", false},
		{"passed on", "0.0", "g := 1.0; for k := range m { g = g * a[i*m+k]; z += g * b[k*n+j] }", "", false},
		{"two sums", "0.0", "g := 0.0; for k := range m { g += a[i*m+k]; z += a[i*m+k] * b[k*n+j] }", "z += g", false},
		{"largest", "0.0", "for k := range m { z = max(z, a[i*m+k] * b[k*n+j]) }", "", false},
		{"loop afterwards", "0.0", "for k := range m { z += a[i*m+k] * b[k*n+j] }", "for k := range m { z += a[k] }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package src\n\nimport \"math\"\n\nfunc F(a, b []float64, idx []int, y []float64, n, m int) {\n\tfor i := range n {\n\t\tfor j := range n {\n\t\t\tz := " + test.init +
				"\n\t\t\t" + test.loop + "\n\t\t\t" + test.after + "\n\t\t\ty[i*n+j] = z * math.Sqrt(2)\n\t\t}\n\t}\n}\n"
			out, refused, _ := generate(t, src, "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			text := string(out.Kernels)
			if got := strings.Contains(text, " z[4][4] = {};"); got != test.want {
				t.Errorf("a kernel of tiles: %v, want %v\n%s", got, test.want, text)
			}
		})
	}
}
