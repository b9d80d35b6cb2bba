package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestAccumulate checks which sums get a variable for the time of a loop, and that the gradients are right with
// trip counts of zero too.
func TestAccumulate(t *testing.T) {
	const sig = "func F(x, y []float64, p [][3]float64, n int) (s float64) "
	for _, c := range []struct {
		name, src string
		sums      int // variables, those of split nests too
	}{
		{"an element of the outer loop", `{ for i := range x { for j := range y { s += x[i]*y[j]*y[j] } }; return s }`, 2},
		{"an element that does not change at all", `{ for i := range x { s += x[i]*y[2] }; return s }`, 1},
		{"pairs of bodies", `{ for i := range p { for j := i + 1; j < len(p); j++ { d := p[i][0]-p[j][0]; e := p[i][2]-p[j][1]; s += d*d*e } }; return s }`, 2},
		{"the element itself comes in turn", `{ for i := range x { for j := 0; j <= i; j++ { s += x[i]*x[j] } }; return s }`, 0},
		{"no iterations, and the subscript is out of range", `{ for i := range n { for j := 0; j < len(y)-4; j++ { s += x[i+n]*y[j] } }; for i := range 9 { for j := 4; j < len(y); j++ { s += x[i]*y[j] } }; return s }`, 3},
		{"the subscript changes in the loop", `{ k := 0; for range y { s += x[k]*x[k]; k = (k+1)%3 }; return s }`, 0},
		{"overwritten in the loop", `{ for j := range y { s += x[0]*y[j]; x[0] *= y[j] }; return s*x[0] }`, 0},
		{"under a condition", `{ for i := range x { for j := range y { if y[j] > x[i] { s += x[i]*y[j] } } }; return s }`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\n" + sig + c.src
			f := irtest.Lower(t, src, "F")
			args := []*interp.Value{floats(0.3, 0.9, 1.2), floats(0.4, 1.1, 0.8, 0.2), interp.Of([][3]float64{{1, 2, 3}, {0.5, 0.25, 3}, {0.1, 0.7, 0.3}}), interp.Int(3)}
			check(t, src, f, args)
			g, _ := adjoint.Derive(f, adjoint.Options{})
			if g == nil {
				t.Fatal("refused")
			}
			sums := 0
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				if d, ok := s.(*ir.Decl); ok && strings.HasSuffix(d.Var.Name, "AdjSum") {
					sums++
				}
				return true
			})
			if sums != c.sums {
				t.Errorf("%d variables for sums, want %d", sums, c.sums)
			}
		})
	}
}

// TestPrivateStructs checks that the chunks of a loop may have copies of slices of arrays and structs, and of arrays.
func TestPrivateStructs(t *testing.T) {
	for _, src := range []string{
		`func F(p [][3]float64, idx []int) (s float64) { for k, i := range idx { s += p[i][0]*p[i][2] + p[i][1]*p[k%3][0] }; return s }`,
		`type V struct { X float64; Y [2]float64 }
func F(p []V, idx []int) (s float64) { for k, i := range idx { s += p[i].X*p[i].Y[0] + p[i].Y[1]*p[k%3].X }; return s }`,
		`func F(p [3]float64, idx []int) (s float64) { for k, i := range idx { s += p[i]*p[2] + p[i]*p[k%3] }; return s }`,
		`type T [3][3]float64
func F(p T, idx []int) (s float64) { for k, i := range idx { for j := range 3 { s += p[i][j]*p[2][j] + p[i][0]*p[k%3][1] } }; return s }`,
	} {
		src := "package p\n\n" + src
		f := irtest.Lower(t, src, "F")
		g, _ := adjoint.Derive(f, adjoint.Options{})
		if g == nil {
			t.Fatal("refused")
		}
		private := false
		ir.Walk(g.Body, func(s ir.Stmt) bool {
			if l, ok := s.(*ir.For); ok && l.Par != nil {
				for _, v := range l.Par.Sums {
					private = private || v.Name == "pAdj"
				}
			}
			return true
		})
		if !private {
			t.Errorf("no loop has copies of pAdj: %s", src)
		}
		args := []*interp.Value{interp.Of([][3]float64{{1, 2, 3}, {0.5, 0.25, 3}, {0.1, 0.7, 0.3}}), interp.Of([]int{2, 0, 1, 2, 2, 0})}
		if strings.Contains(src, "p [3]") {
			args[0] = interp.Of([3]float64{1, 2, 3})
		}
		if strings.Contains(src, "T [3]") {
			args[0] = interp.Of([3][3]float64{{1, 2, 3}, {0.5, 0.25, 3}, {0.1, 0.7, 0.3}})
		}
		if strings.Contains(src, "V struct") {
			row := func(x, y, z float64) *interp.Value {
				return interp.Struct(interp.Float(x), interp.Array(interp.Float(y), interp.Float(z)))
			}
			args[0] = interp.Slice(row(1, 2, 3), row(0.5, 0.25, 3), row(0.1, 0.7, 0.3))
		}
		check(t, src, f, args)
	}
}
