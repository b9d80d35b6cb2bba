package nbody

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// cluster is the arguments of a call and the gradient.
type cluster struct {
	pos    [][3]float64
	mass   []float64
	eps    float64
	posAdj [][3]float64
	work   EnergyWork
}

func newCluster(n int) *cluster {
	c := &cluster{pos: make([][3]float64, n), mass: check.Normal(1, n), eps: 0.01, posAdj: make([][3]float64, n)}
	for i, v := range check.Normal(2, 3*n) {
		c.pos[i/3][i%3] = v
	}
	for i, v := range c.mass {
		c.mass[i] = (1 + math.Abs(v)) / float64(n)
	}
	return c
}

func (c *cluster) grad() float64 { return c.work.Grad(c.pos, c.mass, c.eps, c.posAdj) }

// TestTwoBodies compares value and gradient with Newton's law.
func TestTwoBodies(t *testing.T) {
	pos := [][3]float64{{1, 2, 3}, {3, 5, 9}} // 7 apart
	posAdj := make([][3]float64, 2)
	e := EnergyGrad(pos, []float64{5, 3}, 0, posAdj)
	if want := -15.0 / 7; !(math.Abs(e-want) < 1e-15) {
		t.Errorf("energy %v, want %v", e, want)
	}
	for c := range 3 {
		f := 15 / 343.0 * (pos[1][c] - pos[0][c])
		check.Close(t, "posAdj", []float64{posAdj[0][c], posAdj[1][c]}, []float64{-f, f}, 1e-15)
	}
}

// TestEnergyGrad compares the generated gradient with finite differences, also for fewer bodies than make a pair.
func TestEnergyGrad(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 12} {
		c := newCluster(n)
		gradcheck.Grad(t, Energy, EnergyGrad, c.pos, c.mass, 0.1, gradcheck.Wrt(0))
	}
}

// TestLaws checks three properties: the forces add up to zero, the
// moments of the forces do, and without softening the energy is homogeneous of degree -1, so that pos·posAdj is its negative.
func TestLaws(t *testing.T) {
	c := newCluster(15)
	c.eps = 0
	e := c.grad()
	var force, moment [3]float64
	dot := 0.0
	for i, p := range c.pos {
		g := c.posAdj[i]
		for a := range 3 {
			b, d := (a+1)%3, (a+2)%3
			force[a] += g[a]
			moment[a] += p[b]*g[d] - p[d]*g[b]
			dot += p[a] * g[a]
		}
	}
	check.Close(t, "sum of forces", force[:], make([]float64, 3), 1e-13)
	check.Close(t, "sum of moments", moment[:], make([]float64, 3), 1e-13)
	check.Close(t, "virial", []float64{dot}, []float64{-e}, 1e-12)
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	c := newCluster(150)
	check.Workers(t, func(workers int) []float64 {
		c.work.Workers = workers
		r := []float64{c.grad()}
		for _, g := range c.posAdj {
			r = append(r, g[:]...)
		}
		return r
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	c := newCluster(10)
	c.work.Workers = 1
	ratio.Allocs(t, func() { c.grad() })
}

func BenchmarkEnergy(b *testing.B) {
	c := newCluster(2000)
	ratio.Bench(b,
		func() { Energy(c.pos, c.mass, c.eps) },
		func() { c.grad() })
}
