package heat3d

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// block is the arguments of a call and the gradient.
type block struct {
	Grid
	k                float64
	steps            int
	u0, source, obs  []float64
	u0Adj, sourceAdj []float64
	work             MisfitWork
}

func newBlock(nx, ny, nz, steps int) *block {
	g := Grid{N: [3]int{nx, ny, nz}}
	n := g.Len()
	return &block{
		Grid: g, k: 0.15, steps: steps,
		u0: check.Normal(1, n), source: check.Normal(2, n), obs: check.Normal(3, n),
		u0Adj: make([]float64, n), sourceAdj: make([]float64, n),
	}
}

func (b *block) misfit() float64 { return Misfit(b.Grid, b.u0, b.source, b.obs, b.k, b.steps) }

func (b *block) grad() float64 {
	return b.work.Grad(b.Grid, b.u0, b.source, b.obs, b.k, b.steps, b.u0Adj, b.sourceAdj)
}

// mode returns the product of sines that vanishes on the border, and the factor by which a step
// without sources shrinks it.
func (b *block) mode() ([]float64, float64) {
	v := make([]float64, b.Len())
	factor := 1.0
	var sine [3][]float64
	for a, n := range b.N {
		s := math.Sin(math.Pi / float64(2*(n-1)))
		factor -= 4 * b.k * s * s
		for i := range n {
			sine[a] = append(sine[a], math.Sin(math.Pi*float64(i)/float64(n-1)))
		}
	}
	for i := range v {
		x, y, z := i/(b.N[1]*b.N[2]), i/b.N[2]%b.N[1], i%b.N[2]
		v[i] = sine[0][x] * sine[1][y] * sine[2][z]
	}
	return v, factor
}

// TestMode compares value and gradient with a closed form: a product of sines shrinks by
// the same factor in every step, and so does its adjoint; the sources of all steps add up
// as a geometric series.
func TestMode(t *testing.T) {
	b := newBlock(6, 7, 8, 5)
	v, factor := b.mode()
	shrink := math.Pow(factor, float64(b.steps))
	series := (1 - shrink) / (1 - factor)
	wantU, wantS := make([]float64, len(v)), make([]float64, len(v))
	value := 0.0
	for i := range v {
		b.u0[i], b.source[i], b.obs[i] = v[i], 0.25*v[i], 0.5*v[i]
		d := (shrink + 0.25*series - 0.5) * v[i]
		value += 0.5 * d * d
		wantU[i] = shrink * d
		wantS[i] = series * d
	}
	check.Close(t, "misfit", []float64{b.grad()}, []float64{value}, 1e-13)
	for i := range v {
		x, y, z := i/(b.N[1]*b.N[2]), i/b.N[2]%b.N[1], i%b.N[2]
		if x == 0 || y == 0 || z == 0 || x == b.N[0]-1 || y == b.N[1]-1 || z == b.N[2]-1 {
			wantU[i], wantS[i] = b.u0Adj[i], 0 // a border point's own adjoint is not the mode's
		}
	}
	check.Close(t, "u0Adj", b.u0Adj, wantU, 1e-13)
	check.Close(t, "sourceAdj", b.sourceAdj, wantS, 1e-13)
}

// TestMisfitGrad compares the generated gradient with finite differences, also for blocks without inner points
// and for no steps at all.
func TestMisfitGrad(t *testing.T) {
	for _, s := range [][4]int{{1, 1, 1, 2}, {3, 2, 4, 2}, {3, 3, 3, 1}, {4, 3, 3, 0}, {4, 5, 3, 3}, {3, 4, 5, 4}} {
		b := newBlock(s[0], s[1], s[2], s[3])
		gradcheck.Grad(t, Misfit, MisfitGrad, b.Grid, b.u0, b.source, b.obs, b.k, b.steps, gradcheck.Wrt(1, 2))
	}
}

// TestNoTape checks that the gradient of this linear model keeps nothing from step to step.
func TestNoTape(t *testing.T) {
	few, many := newBlock(6, 6, 6, 2), newBlock(6, 6, 6, 50)
	few.grad()
	many.grad()
	if few.work.Bytes() != many.work.Bytes() {
		t.Errorf("%d bytes for 2 steps, %d for 50", few.work.Bytes(), many.work.Bytes())
	}
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	b := newBlock(16, 17, 18, 4)
	check.Workers(t, func(workers int) []float64 {
		b.work.Workers = workers
		r := []float64{b.grad()}
		return append(append(r, b.u0Adj...), b.sourceAdj...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	b := newBlock(5, 6, 4, 3)
	b.work.Workers = 1
	ratio.Allocs(t, func() { b.grad() })
}

func BenchmarkMisfit(b *testing.B) {
	bl := newBlock(64, 64, 64, 20)
	ratio.Bench(b,
		func() { bl.misfit() },
		func() { bl.grad() })
}
