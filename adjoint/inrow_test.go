package adjoint_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestComputeInRows checks which locals are computed on the tape, in place of being copied there, and their gradients.
func TestComputeInRows(t *testing.T) {
	for _, c := range []struct {
		name, body string
		copies     int  // passes that copy a local to the tape
		memory     bool // whether the local has memory beside the tape
	}{
		{"a local that steps clear", `clear(c); for i := range c { c[i] += x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 0, false},
		{"a local that steps store", `for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 0, false},
		{"what changes twice", `for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; for i := range c { c[i] = x[i] - u }; for i := range c { s -= c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 0, false},
		{"what changes twice and is kept once", `for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; for i := range c { c[i] = x[i] - u }; for i := range c { s -= c[i] }; u = 0.5 * u * s`, 0, true},
		{"parts of it", `clear(c); for i := range c { c[i] += u; below := c[i:]; for r := range below { below[r] += x[r] * c[i] } }; for i := range c { s += c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 0, false},
		{"a part that is known for long", `part := c[1:]; for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; part[0] = 0; u = 0.5 * u * s * c[0]`, 1, true},
		{"what is left to the next step", `for i := range c { c[i] = 0.5*c[i] + x[i]*u }; for i := range c { s += c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 1, true},
		{"what changes after it was kept", `for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; c[0] = u; s += c[0]; u = 0.5 * u * s`, 1, true},
		{"what is read before", `s += c[0] * u; for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 1, true},
		{"a part that is known for long and read", `for i := range c { c[i] = u }; part := c[1:]; for i := range c { c[i] = x[i] * u }; for i := range c { s += c[i] * c[i] * c[i] }; s += part[0]; u = 0.5 * u * s`, 1, true},
		{"sums of chunks", `clear(c); for i := range c { below := c[i:]; for r := range below { below[r] += x[r] * u } }; for i := range c { s += c[i] * c[i] * c[i] }; u = 0.5 * u * s`, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nfunc F(x []float64, steps int) float64 { c := make([]float64, len(x)); s, u := 0.1, 0.3; for k := 0; k < steps; k++ { " +
				c.body + " }; return s + u }"
			f := irtest.Lower(t, src, "F")
			for n := 2; n < 5; n++ {
				check(t, src, f, append(vectors(newRand(), 1, n), interp.Int(3)))
			}
			g, errs := adjoint.Derive(f, adjoint.Options{})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			copies, memory := 0, false
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				switch s := s.(type) {
				case *ir.For:
					if s.Form == ir.CopyLoop {
						copies++
					}
				case *ir.Alloc:
					memory = memory || s.Dst.Var.Name == "c"
				}
				return true
			})
			if copies != c.copies || memory != c.memory {
				t.Errorf("%d passes copy, want %d; memory %v, want %v\n%s", copies, c.copies, memory, c.memory, ir.StmtString(g.Body))
			}
		})
	}
}
