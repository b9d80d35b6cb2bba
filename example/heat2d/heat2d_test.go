package heat2d

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// plate is the arguments of a call and the gradient.
type plate struct {
	nx, ny, steps int
	u0, k, obs    []float64
	u0Adj, kAdj   []float64
	work          MisfitWork
}

func newPlate(nx, ny, steps int) *plate {
	n := nx * ny
	p := &plate{
		nx: nx, ny: ny, steps: steps,
		u0: check.Normal(1, n), k: check.Normal(2, n), obs: check.Normal(3, n),
		u0Adj: make([]float64, n), kAdj: make([]float64, n),
	}
	for i, v := range p.k {
		p.k[i] = 0.12 + 0.1*math.Tanh(v)
	}
	return p
}

func (p *plate) misfit() float64 { return Misfit(p.u0, p.k, p.obs, p.nx, p.ny, p.steps) }

func (p *plate) grad() float64 {
	return p.work.Grad(p.u0, p.k, p.obs, p.nx, p.ny, p.steps, p.u0Adj, p.kAdj)
}

// TestMode compares value and gradient with a closed form: for a constant conductivity a product of
// sines shrinks by the same factor in every step, and so does its adjoint.
func TestMode(t *testing.T) {
	const nx, ny, steps, k = 9, 12, 7, 0.2
	p := newPlate(nx, ny, steps)
	sx, sy := math.Sin(math.Pi/(2*(nx-1))), math.Sin(math.Pi/(2*(ny-1)))
	shrink := math.Pow(1-4*k*(sx*sx+sy*sy), steps)
	want := make([]float64, nx*ny)
	value := 0.0
	for i := range nx {
		for j := range ny {
			at := i*ny + j
			p.u0[at] = math.Sin(math.Pi*float64(i)/(nx-1)) * math.Sin(math.Pi*float64(j)/(ny-1))
			p.k[at] = k
			p.obs[at] = 0.5 * p.u0[at]
			d := (shrink - 0.5) * p.u0[at]
			value += 0.5 * d * d
			if i > 0 && i < nx-1 && j > 0 && j < ny-1 {
				want[at] = shrink * d
			}
		}
	}
	check.Close(t, "misfit", []float64{p.grad()}, []float64{value}, 1e-14)
	for i := 1; i < nx-1; i++ {
		row := i*ny + 1
		check.Close(t, "row of u0Adj", p.u0Adj[row:row+ny-2], want[row:row+ny-2], 1e-14)
	}
}

// TestMisfitGrad compares the generated gradient with finite differences, also for plates without inner points
// and for no steps at all.
func TestMisfitGrad(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 2}, {2, 5, 2}, {3, 3, 1}, {4, 3, 0}, {5, 6, 3}, {6, 4, 4}} {
		p := newPlate(size[0], size[1], size[2])
		gradcheck.Grad(t, Misfit, MisfitGrad, p.u0, p.k, p.obs, p.nx, p.ny, p.steps, gradcheck.Wrt(0, 1))
	}
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	p := newPlate(60, 70, 4)
	check.Workers(t, func(workers int) []float64 {
		p.work.Workers = workers
		r := []float64{p.grad()}
		return append(append(r, p.u0Adj...), p.kAdj...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	p := newPlate(6, 7, 3)
	p.work.Workers = 1
	ratio.Allocs(t, func() { p.grad() })
}

func BenchmarkMisfit(b *testing.B) {
	p := newPlate(256, 256, 100)
	ratio.Bench(b,
		func() { p.misfit() },
		func() { p.grad() })
}
