package adjoint_test

import (
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRotations compares both modes with the interpreter on slices that change places: variables, fields and
// rows, in loops with even and odd numbers of iterations.
func TestRotations(t *testing.T) {
	args := func(n int) []*interp.Value {
		rows := interp.Slice(floats(0.3, 1.2, 0.4), floats(0.8, 0.1, 0.5), floats(1.1, 0.7, 0.2))
		pair := interp.Struct(floats(0.3, 0.6, 0.1), floats(1.3, 0.9, 0.5))
		own := interp.Struct(floats(0.4, 0.7, 0.2), floats(0.8, 0.6, 1.1))
		return []*interp.Value{floats(0.5, 0.9, 0.7), rows, interp.Pointer(pair), own, interp.Int(n)}
	}
	const sig = `type pair struct{ U, V []float64 }
func F(x []float64, a [][]float64, p *pair, q pair, n int) (s float64) { u, v, w := make([]float64, 3), make([]float64, 3), make([]float64, 3); copy(u, x); copy(v, x); _, _, _ = u, v, w; `
	for i, src := range []string{
		`for t := 0; t < n; t++ { for i := range u { w[i] = u[i]*v[i] + 0.3*w[i] }; u, v, w = v, w, u }; for i := range u { s += u[i]*v[i] + w[i] }`,
		`for t := 0; t < n; t++ { for i := range u { v[i] = u[i]*u[(i+1)%3] }; tmp := u; u = v; v = tmp }; s += u[0]*v[1]`,
		`var tmp []float64; for t := 0; t < n; t++ { w[t%3] += u[0]*v[1]; tmp = u; u = v; v = w; w = tmp; if w[0] > 0.6 { tmp = u; u = v; v = tmp } }; s += u[0]*v[1]+w[2]`,
		`for k := 0; k < n; k++ { for i := range u { v[i] = u[i]*u[i] }; u, v, s = v, u, s+u[0]*v[1] }; s *= u[1]`,
		`for k := 0; k < n; k++ { b, c := make([]float64, 3), make([]float64, 4); copy(b, x); for j := 0; j < 3; j++ { c[j] += b[1]*b[j]; b, c = c, b }; for i := range b { s += b[i]*b[i] }; x[k%3] *= s }`,
		`if n > 2 { b, c := make([]float64, 3), make([]float64, 3); copy(b, x); for j := 0; j < n; j++ { c[j%3] += b[1]*b[j%3]; b, c = c, b }; s = b[0]*c[1] } else { s = u[0] }; s *= s`,
		`for t := 0; t < n; t++ { next := make([]float64, len(u)+1); for i := range next { next[i] = u[i%len(u)]*u[0] + x[i%3] }; u, next = next, u }; for _, b := range u { s += b*b }`,
		`for t := 0; t < n; t++ { for j := range x { a[1][j] = a[0][j]*a[2][j] + 0.5*a[1][j] }; a[0], a[1] = a[1], a[0] }; s = a[0][0]*a[1][1]`,
		`for t := 0; t < n; t++ { for j := range x { a[1][j] = a[0][j]*a[2][j] + 0.5*a[1][j] }; a[0], a[1], a[2] = a[2], a[0], a[1]; if a[0][0] > 0.5 { tmp := a[0]; a[0] = a[2]; a[2] = tmp } }; s = a[0][0]*a[1][1]`,
		`for k := range a { m := k; for i := k+1; i < 3; i++ { if a[i][k] > a[m][k] { m = i } }; a[k], a[m] = a[m], a[k]; for i := k+1; i < 3; i++ { f := a[i][k]/a[k][k]; a[i][k] = f; for j := k+1; j < 3; j++ { a[i][j] -= f*a[k][j] } } }; s = a[0][0]*a[1][1]*a[2][2]`,
		`b := make([][]float64, 3); for i := range b { b[i] = make([]float64, 3); copy(b[i], a[i]) }; for t := 0; t < n; t++ { for j := range x { b[1][j] = b[0][j]*b[2][j] + v[j] }; b[0], b[1], b[2], v = v, b[0], b[1], b[2] }; s = b[0][0]*b[1][1] + v[0]`,
		`var b [2][]float64; b[0], b[1] = make([]float64, 3), make([]float64, 3); copy(b[0], x); for t := 0; t < n; t++ { for j := range x { b[1][j] += b[0][j]*b[0][0] }; b[0], b[1] = b[1], b[0] }; s = b[0][0]*b[1][1]`,
		`b, c := make([][]float64, 2), make([][]float64, 2); for i := range b { b[i] = make([]float64, i+2); c[i] = make([]float64, i+2); copy(b[i], x) }; for t := 0; t < n; t++ { for i := range b { for j := range b[i] { c[i][j] += b[i][j]*b[1-i][j%2] } }; b, c = c, b }; s = b[0][0]*c[1][2]`,
		`for t := 0; t < n; t++ { for i := range p.U { p.V[i] = p.U[i]*p.U[0] + 0.5*p.V[i] }; p.U, p.V = p.V, p.U }; s = p.U[0]*p.V[1]`,
		`for t := 0; t < n; t++ { for i := range q.U { q.V[i] = q.U[i]*q.U[0] + 0.5*q.V[i] }; q.U, q.V, x = q.V, x, q.U }; s = q.U[0]*q.V[1] + x[2]`,
		`r := pair{make([]float64, 3), make([]float64, 3)}; copy(r.U, x); for t := 0; t < n; t++ { for i := range r.U { r.V[i] = r.U[i]*r.U[0] + 0.5*r.V[i] }; r.U, r.V = r.V, r.U }; s = r.U[0]*r.V[1]`,
		`b, c, d := a[0], a[1], a[2]; for t := 0; t < n; t++ { for i := range b { d[i] += b[i]*c[0] }; b, c, d = d, b, c; tmp := b; b = c; c = tmp }; s = b[0]*c[1] + d[2]`,
	} {
		src = "package p\n\n" + sig + src + "; return s*s }"
		f := irtest.Lower(t, src, "F")
		for n := range 5 {
			if err := compare(f, args(n), newRand(), 1e-9); err != nil {
				t.Errorf("%d, n = %d: %v\n%s", i, n, err, f)
				break
			}
			if err := compareTangent(f, args(n), newRand(), 1e-9); err != nil {
				t.Errorf("%d tangent, n = %d: %v\n%s", i, n, err, f)
				break
			}
		}
	}
}
