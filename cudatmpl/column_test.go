package cudatmpl_test

import (
	"strings"
	"testing"
)

// Sums whose terms lie side by side for neighbouring sums are sums of columns, others have a warp each where they are few,
// and those whose terms lie side by side wherever they are long.
func TestColumns(t *testing.T) {
	for _, test := range []struct {
		name, body string
		columns    bool
		rows       bool
	}{
		{"of all rows", "d := x[i*n+j] + b[j]; s += d * d", true, false},
		{"of rows from the second on", "if i > 0 { d := x[i*n+j] + b[j]; s += d * d }", true, false},
		{"of a row", "d := x[i*n+j] + b[i]; s += d * d", false, false},
		{"of columns of the transposed", "d := x[j*m+i] + b[j]; s += d * d", false, true},
		{"of both", "d := x[i*n+j]*x[j*m+i] + b[j]; s += d * d", false, false},
		{"with a loop in a row", "for k := range 3 { d := x[(3*i+k)*n+j] + b[j]; s += d * d }", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package src\n\nfunc F(x, b []float64, n, m int) float64 {\n\ts := 0.0\n\tfor i := range m {\n\t\tfor j := range n {\n\t\t\t" +
				strings.ReplaceAll(test.body, "; ", "\n\t\t\t") + "\n\t\t}\n\t}\n\treturn s\n}\n"
			out, refused, _ := generate(t, src, "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			if got := strings.Contains(string(out.Kernels), "pardiff_column_sum<double>(bAdjSum, rows)"); got != test.columns {
				t.Errorf("sums of columns: %v, want %v\n%s", got, test.columns, out.Kernels)
			}
			if got := strings.Contains(string(out.Launcher), "pardiffRowLanes(c.arg.m, c.arg.n)"); got != test.rows {
				t.Errorf("terms side by side: %v, want %v\n%s", got, test.rows, out.Launcher)
			}
		})
	}
}
