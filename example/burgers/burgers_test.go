package burgers

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// flow is the arguments of a call and the gradient.
type flow struct {
	u0, nu, obs  []float64
	dx, dt       float64
	steps        int
	u0Adj, nuAdj []float64
	work         MisfitWork
}

// newFlow returns a flow of n cells on the unit interval, at half the largest stable time step.
func newFlow(n, steps int) *flow {
	f := &flow{
		u0: make([]float64, n), nu: make([]float64, n), obs: check.Normal(1, n),
		dx: 1 / float64(n), steps: steps,
		u0Adj: make([]float64, n), nuAdj: make([]float64, n),
	}
	for i := range n {
		x := float64(i) * f.dx
		f.u0[i] = math.Sin(2*math.Pi*x) + 0.5*math.Cos(6*math.Pi*x)
		f.nu[i] = 2 * f.dx * (1 + 0.5*math.Sin(4*math.Pi*x))
	}
	f.dt = 0.25 * f.dx * f.dx / (3 * f.dx)
	return f
}

func (f *flow) misfit() float64 { return Misfit(f.u0, f.nu, f.obs, f.dx, f.dt, f.steps) }

func (f *flow) grad() float64 {
	return f.work.Grad(f.u0, f.nu, f.obs, f.dx, f.dt, f.steps, f.u0Adj, f.nuAdj)
}

// TestShock compares with an exact solution: the shock -c·tanh(c·x/(2·ν)) stands still. What the
// differences of second order change must fall with the square of the cell width.
func TestShock(t *testing.T) {
	const c, nu, end = 1.0, 0.1, 0.1
	drift := func(n int) float64 {
		f := newFlow(n, 0)
		for i := range f.u0 {
			f.u0[i] = -c * math.Tanh(c*(float64(i)/float64(n-1)-0.5)/(2*nu))
			f.nu[i] = nu
		}
		copy(f.obs, f.u0)
		f.dx = 1 / float64(n-1)
		f.dt = 0.25 * f.dx * f.dx / nu
		f.steps = int(math.Round(end / f.dt))
		return math.Sqrt(2 * f.misfit() / float64(n))
	}
	coarse, fine := drift(41), drift(81)
	if !(coarse < 3e-3) || !(coarse > 3.5*fine) || !(coarse < 4.5*fine) {
		t.Errorf("the shock has changed by %v, with half the cell width by %v", coarse, fine)
	}
}

// TestMisfitGrad compares the generated gradient with finite differences, also for an even and an odd
// number of steps and for no steps at all.
func TestMisfitGrad(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 3}, {3, 1}, {5, 0}, {8, 7}, {13, 10}} {
		f := newFlow(size[0], size[1])
		gradcheck.Grad(t, Misfit, MisfitGrad, f.u0, f.nu, f.obs, f.dx, f.dt, f.steps, gradcheck.Wrt(0, 1))
	}
}

// TestNoSteps compares with the closed form without steps: nothing moves.
func TestNoSteps(t *testing.T) {
	f := newFlow(6, 0)
	f.grad()
	want := make([]float64, 6)
	for i := range want {
		want[i] = f.u0[i] - f.obs[i]
	}
	check.Close(t, "u0Adj", f.u0Adj, want, 1e-15)
	check.Close(t, "nuAdj", f.nuAdj, make([]float64, 6), 0)
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	f := newFlow(3000, 5)
	check.Workers(t, func(workers int) []float64 {
		f.work.Workers = workers
		r := []float64{f.grad()}
		return append(append(r, f.u0Adj...), f.nuAdj...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	f := newFlow(20, 5)
	f.work.Workers = 1
	ratio.Allocs(t, func() { f.grad() })
}

func BenchmarkMisfit(b *testing.B) {
	f := newFlow(100_000, 200)
	ratio.Bench(b,
		func() { f.misfit() },
		func() { f.grad() })
}
