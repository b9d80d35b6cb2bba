package adjoint_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestControlFlow compares both modes with the interpreter on loops that conditions, break, continue and
// return end, and on swaps of slices.
func TestControlFlow(t *testing.T) {
	args := func() []*interp.Value { return []*interp.Value{floats(1.5, 2.5, 0.7, 3.1, 4.2), interp.Int(4)} }
	for i, src := range []string{
		`func F(x []float64, n int) float64 { s := x[0]; for s < 40 { s = s*x[1] + x[2] }; return s*s }`,
		`func F(x []float64, n int) float64 { s := x[0]; for { s *= x[1]; if s > 50 { break }; s += x[2]*s }; return s*s }`,
		`func F(x []float64, n int) (s float64) { for i, v := range x { if i == 1 { continue }; if v > 4 { break }; s += v*v; x[i] = s*v }; return s*s }`,
		`func F(x []float64, n int) (s float64) { for i, v := range x { for j := 0; j < i; j++ { if x[j] > 2.9 { return s*v }; if x[j] < 1 { continue }; s += v*x[j]*s + 1 }; x[i] *= v }; return s*s }`,
		`func F(x []float64, n int) (s float64) {
outer: for i := range x { for j := range x { if j > i { continue outer }; if x[i]*x[j] > 12 { break outer }; s += x[i]*x[j]; x[j] = 0.5*x[j]*x[i] }; s *= x[i] }; return s*s }`,
		`func F(x []float64, n int) (s float64) { for i := 1; i < n; i *= 2 { for k := i; k > 0; k /= 2 { x[k] *= x[i]; s += x[k] } }; return s*s }`,
		`func F(x []float64, n int) (s float64) { r := x[0]; for it := 0; it < 50; it++ { d := (r*r - x[1])/(2*r); r -= d; if d*d < 1e-3 { return r*x[2] } }; return 0 }`,
		`func F(x []float64, n int) (s float64) { u := make([]float64, n); v := make([]float64, n); copy(u, x); for t := 0; t < 3; t++ { for i := range u { v[i] = u[i]*u[(i+1)%n] }; u, v = v, u }; for _, a := range u { s += a }; return }`,
		`func F(x []float64, n int) (s float64) { for i := 0; i < n; i++ { y := x[i]; for y > 1 { y *= 0.5*x[0]; if y < 0.1 { y += x[1]; break } }; s += y*y; switch { case y > 0.8: if y > 0.9 { break }; s *= y; case y > 0.3: s += 2*y; continue }; s *= 1.1 }; return s*s }`,
		`func g(x []float64, v float64) float64 { for i, w := range x { if w > v { return w*v*float64(i+1) } }; return v*v }
func F(x []float64, n int) (s float64) { for i := range x { s += g(x, x[i])*x[i]; if g(x, s) > 100 { s = g(x, 0.1*s); x[i] += s } }; return s*s }`,
		`func F(x []float64, n int) (s float64) { i := 0; for i < n { s += x[i]*x[i]; i += 1 + i%2; for j := i; j < n; j++ { if x[j] > 3 { i = j; break }; s *= x[j] } ; i++ }; return s }`,
	} {
		src = "package p\n\n" + src
		f := irtest.Lower(t, src, "F")
		if err := compare(f, args(), newRand(), 1e-9); err != nil {
			t.Errorf("%d: %v\n%s", i, err, f)
		}
		if err := compareTangent(f, args(), newRand(), 1e-9); err != nil {
			t.Errorf("%d tangent: %v\n%s", i, err, f)
		}
	}
}
