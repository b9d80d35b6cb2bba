package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestInverse checks which quotients of the primal become products with an inverse that the adjoints need, and that the gradients
// are right.
func TestInverse(t *testing.T) {
	for _, c := range []struct {
		name, body string
		divisions  int // in the parallel form
	}{
		{"a term of a sum in chunks", `s := 0.0; for i := range x { r := math.Sqrt(x[i]*x[i] + 1); s -= z[i] / r }; y[0] += s`, 1},
		{"a term that has a name", `s := 0.0; for i := range x { r := math.Sqrt(x[i]*x[i] + 1); q := z[i] / r; s -= q }; y[0] += s`, 1},
		{"a value that is stored", `for i := range x { r := math.Sqrt(x[i]*x[i] + 1); y[i] = z[i] / r }`, 2},
		{"a value that decides", `s := 0.0; for i := range x { r := math.Sqrt(x[i]*x[i] + 1); q := z[i] / r; if q > 0.5 { s += q } }; y[0] += s`, 2},
		{"a sum of a serial loop", `s := 0.0; for i := range x { r := math.Sqrt(x[i]*x[i] + s*s + 1); s += z[i] / r }; y[0] += s`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := mergeSource(c.body)
			f := irtest.Lower(t, src, "F")
			check(t, src, f, vectors(newRand(), 3, 4))
			body, got := ir.StmtString(derive(t, f).parallel.Body), 0
			for line := range strings.Lines(body) {
				if !strings.Contains(line, "//") {
					got += strings.Count(line, " / ")
				}
			}
			if got != c.divisions {
				t.Errorf("%d divisions, want %d\n%s", got, c.divisions, body)
			}
			serial, errs := adjoint.Derive(f, adjoint.Options{Serial: true})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if !strings.Contains(ir.StmtString(serial.Body), "z[i] / r") {
				t.Errorf("the serial form does not keep the bits of the quotient\n%s", ir.StmtString(serial.Body))
			}
		})
	}
}
