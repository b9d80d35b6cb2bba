package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRows checks that an array is kept as a whole where the iterations inside read all of it, and that of one whose
// parts are changed one after the other each part is kept once.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		name, body string
		whole      bool // the tapes hold all of x for each iteration
	}{
		{"all of it", `for i := range n {
			s := 0.0
			for _, v := range x {
				s += v * v
			}
			for j := range x {
				x[j] *= 6 / s
			}
			x[i] += x[0]
		}`, true},
		{"a part", `for i := range n {
			s := 0.0
			for _, v := range x[i*2 : i*2+2] {
				s += v * v
			}
			for j := range 2 {
				x[i*2+j] *= 6 / s
			}
			if i > 0 {
				x[i*2] += x[(i-1)*2]
			}
		}`, false},
		{"rows of a sparse matrix", `ptr := []int{0, 2, 2, 6}
		for r := range n {
			for j := ptr[r] + 1; j < ptr[r+1]; j++ {
				x[j] *= x[j-1]
			}
		}`, false},
		{"windows", `for i := 0; i+2 <= len(x); {
			s := 0.0
			for _, v := range x[i : i+2] {
				s += v * v
			}
			for j := range 2 {
				x[i+j] *= 6 / s
			}
			i += n
		}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nfunc F(x []float64, n int) float64 {\n\t" + c.body + "\n\treturn x[0]\n}\n"
			f := irtest.Lower(t, src, "F")
			check(t, src, f, []*interp.Value{floats(0.3, 1.9, 1.2, 0.7, 0.1, 0.4), interp.Int(3)})
			g, errs := adjoint.Derive(f, adjoint.Options{})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			arrays := 0
			for _, n := range g.Tapes {
				if n.Value == "s" || strings.HasPrefix(n.Value, "offset of ") {
					continue
				}
				arrays++
				if whole := strings.Contains(n.Shape, "len(x)"); whole != c.whole {
					t.Errorf("tape of %s has the shape %s", n.Value, n.Shape)
				}
			}
			if arrays == 0 {
				t.Error("no array is kept")
			}
		})
	}
}
