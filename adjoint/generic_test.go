package adjoint_test

import (
	"go/types"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

const floatConstraint = "package src\n\nimport \"math\"\n\nvar _ = math.Pi\n\ntype Float interface{ ~float32 | ~float64 }\n\n"

// genericPrograms are generic functions F with arguments.
var genericPrograms = []program{
	{"helpers of several types", `
func norm[T Float](x []T) T {
	var s T
	for _, v := range x {
		s += v * v
	}
	return T(math.Sqrt(float64(s)))
}
func lift[T, U any](x []T, f func(T) U) []U {
	y := make([]U, len(x))
	for i, v := range x {
		y[i] = f(v)
	}
	return y
}
func F[F Float](x []F, w []float32) F {
	d := lift(x, func(v F) float64 { return float64(v) * 1.5 })
	s := norm(x) + F(norm(w)) + F(norm(d))*0.1
	for i := range x {
		x[i] = x[i]*s + F(1)/F(3)
		s *= max(x[i], F(w[0])) / 2
	}
	return s
}`, []any{floats(0.5, 0.25, 1.5), floats(0.75, 0.5)}, "?"},

	{"methods of generic structs", `
type cell[A, B Float] struct{ X A; Y B }
func (c *cell[A, B]) turn() { c.X, c.Y = A(c.Y)*2, B(c.X) }
func (c cell[A, B]) area() A { return c.X * A(c.Y) }
type grid[F Float] struct{ cells []cell[F, float64]; scale F }
func (g *grid[F]) total() (s F) {
	for i := range g.cells {
		g.cells[i].turn()
		s += g.cells[i].area() * g.scale
	}
	return
}
func F[F Float](g *grid[F], c cell[F, F], n int) F {
	s := F(1)
	for range n {
		s += g.total() * c.area()
		c.turn()
		g.scale = F(math.Tanh(float64(g.scale * s)))
	}
	return s
}`, []any{
		interp.Pointer(interp.Struct(interp.Slice(
			interp.Struct(interp.Float(0.5), interp.Float(0.25)),
			interp.Struct(interp.Float(-0.75), interp.Float(1.25))), interp.Float(0.5))),
		interp.Struct(interp.Float(0.25), interp.Float(0.75)), interp.Int(3)}, "?"},

	{"index types and switches on values", `
func at[E any, I ~int | ~int32](x []E, i I) E { return x[i] }
func F[F Float](x []F, idx []int32) F {
	var s F = 0.5
	for k := range idx {
		switch v := at(x, idx[k]); {
		case v < 0:
			s -= v * s
		default:
			s += v * at(x, k)
		}
		x[k] *= s
	}
	return s
}`, []any{floats(0.5, -0.25, 1.5), interp.Slice(interp.Int(2), interp.Int(1), interp.Int(0))}, "?"},
}

// TestGeneric compares gradients of generic functions with the interpreter, in each of their types.
func TestGeneric(t *testing.T) {
	for _, p := range genericPrograms {
		t.Run(p.name, func(t *testing.T) {
			src := floatConstraint + p.src
			f := irtest.Lower(t, src, "F")
			for _, k := range []types.BasicKind{types.Float64, types.Float32} {
				targ := types.Typ[k]
				tol := map[types.BasicKind]float64{types.Float64: 1e-6, types.Float32: 2e-5}[k]
				if err := compare(f, interp.Args(p.args...), newRand(), tol, targ); err != nil {
					t.Errorf("%s: %v\n%s", targ, err, number(src))
				}
				if err := compareTangent(f, interp.Args(p.args...), newRand(), tol, targ); err != nil {
					t.Errorf("%s: %v\n%s", targ, err, number(src))
				}
			}
		})
	}
}
