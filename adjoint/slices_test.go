package adjoint_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestSliceVariables compares both modes with the interpreter on slices that are assigned again, that grow
// and that shrink, and on closures that share variables.
func TestSliceVariables(t *testing.T) {
	args := func() []*interp.Value {
		return []*interp.Value{floats(1.5, 2.5, 0.7, 3.1, 4.2), interp.Slice(floats(0.3, 1.2, 2), floats(0.8, 0.1, 0.5), floats(1.1, 1.7, 0.2)), interp.Int(4)}
	}
	const sig = "func F(x []float64, a [][]float64, n int) (s float64) "
	for i, src := range []string{
		`{ for len(x) > 1 { s += x[0]*x[1]*s + x[0]; x[1] *= x[0]; x = x[1:] }; return s*s }`,
		`{ y := x; for i := 0; i < n; i++ { y[0] *= y[len(y)-1] + s; s += y[0]; if i%2 == 0 { y = y[1:] } else { y = y[:len(y)-1] } }; return s*s }`,
		`{ row := a[0]; for i := range a { s += row[i]*row[0]; row = a[(i*2+1)%3]; row[1] *= s + row[0] }; return s*row[0] }`,
		`{ p, q := a[0], a[1]; for t := 0; t < n; t++ { for j := range p { q[j] = p[j]*q[j] + p[(j+1)%3] }; p, q = q, p }; return p[0]*q[1] }`,
		`{ u, v := x[:2], x[2:]; for t := 0; t < n+1; t++ { u[0] = u[1]*v[0]; s += u[0]; u, v = v, u }; return s*s }`,
		`{ for _, row := range a { r := row; for len(r) > 0 { s += r[0]*s + r[len(r)-1]; r = r[:len(r)-1] } }; return s*s }`,
		`{ var k []float64; for i, v := range x { if v > 1 { k = append(k, v*v, s); s += k[0]*v }; if i > 2 { k[1] += k[0]*v } }; for i := range k { s += k[i]*k[len(k)-1-i] }; return s }`,
		`{ st := []float64{x[0]}; for i := 0; len(st) > 0 && i < 9; i++ { v := st[len(st)-1]; st = st[:len(st)-1]; s += v*v*s + v; if v < 3 { st = append(st, v*x[1], v+x[2]) } }; return s }`,
		`{ q := make([]float64, 2, 5); copy(q, x); for i := 0; i < n+2; i++ { h := q[0]; q = q[1:]; q = append(q, h*q[0]+x[i%5]); s += h*s + q[len(q)-1] }; return s*s }`,
		`{ for i := range x { var p []float64; for j := 0; j <= i; j++ { p = append(p, x[i]*x[j]) }; p = append(p, p...); for k := range p { s += p[k]*p[0] }; x[i] = s }; return s }`,
		`{ p := make([]float64, 0); for i := range x { p = p[:0]; for j := i; j < n; j++ { p = append(p, x[j]*x[i]); p[j-i] *= p[0] }; for _, v := range p { s += v*v } }; return s }`,
		`{ add := func(v float64) { s += v*s + 1; x[0] *= v }; f := func(i int) float64 { if x[i] > 2 { return x[i]*s }; return x[i]*x[i] }; for i := range x { add(f(i)) }; return s*x[0] }`,
		`{ g := func(f func(float64) float64, v float64) float64 { return f(v)*f(v+s) }; k := 0; for _, v := range x { s += g(func(w float64) float64 { k++; return w*v + x[k%5] }, v) }; return s*float64(k) }`,
		`{ y := append([]float64(nil), x[1:]...); y = append(y, y[:2]...); for i, v := range y { x[i%5] *= v*v; s += x[0] }; return s*y[5] }`,
		`{ y := x[:0:0]; for { if len(y) > 6 { break }; y = append(y, x[len(y)%5]*s, 1); s += y[len(y)-2] + x[len(y)%5] }; return s*y[2] }`,
	} {
		src = "package p\n\n" + sig + src
		f := irtest.Lower(t, src, "F")
		if err := compare(f, args(), newRand(), 1e-9); err != nil {
			t.Errorf("%d: %v\n%s", i, err, f)
		}
		if err := compareTangent(f, args(), newRand(), 1e-9); err != nil {
			t.Errorf("%d tangent: %v\n%s", i, err, f)
		}
	}
}
