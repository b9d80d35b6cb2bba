package main

import (
	"math"

	"github.com/pardiff/pardiffgen/example/burgers"
	"github.com/pardiff/pardiffgen/example/gather"
	"github.com/pardiff/pardiffgen/example/heat2d"
	"github.com/pardiff/pardiffgen/example/heat3d"
	"github.com/pardiff/pardiffgen/example/nbody"
	"github.com/pardiff/pardiffgen/internal/bench/hand"
)

// newBurgers takes the numbers of cells and of steps. The flow is smooth, and the time step a quarter of the
// largest stable one.
func newBurgers(n []int) *workload {
	cells, steps := n[0], n[1]
	d := newData()
	wave := func(i, k int) float64 { return math.Sin(2 * math.Pi * float64(k*i) / float64(cells)) }
	width := 1 / float64(cells)
	u0 := d.fill(cells, func(i int) float64 { return wave(i, 1) + 0.5*wave(i, 3) })
	nu := d.fill(cells, func(i int) float64 { return width * (2 + wave(i, 2)) })
	obs := d.normal(cells, 1)
	dx, dt := d.number(width), d.number(width/12)
	a := like(u0, nu)
	var byHand hand.Burgers
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { burgers.Misfit(u0, nu, obs, dx, dt, steps) },
		gradient: func(workers int) func() float64 {
			work := burgers.MisfitWork{Workers: workers}
			return func() float64 { return work.Grad(u0, nu, obs, dx, dt, steps, a[0], a[1]) }
		},
		hand: func() float64 { return byHand.Grad(u0, nu, obs, dx, dt, steps, a[0], a[1]) },
	}
}

// newNBody takes the number of bodies.
func newNBody(n []int) *workload {
	bodies := n[0]
	d := newData()
	flat, mass, eps := d.normal(3*bodies, 1), d.between(bodies, 0.5, 1.5), d.number(0.01)
	pos, posAdj := make([][3]float64, bodies), make([][3]float64, bodies)
	for i, v := range flat {
		pos[i/3][i%3] = v
	}
	a := like(flat)
	// The few numbers that are copied cost nothing against the pairs.
	flatten := func(f func() float64) func() float64 {
		return func() float64 {
			e := f()
			for i, g := range posAdj {
				copy(a[0][3*i:], g[:])
			}
			return e
		}
	}
	var byHand hand.NBody
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { nbody.Energy(pos, mass, eps) },
		gradient: func(workers int) func() float64 {
			work := nbody.EnergyWork{Workers: workers}
			return flatten(func() float64 { return work.Grad(pos, mass, eps, posAdj) })
		},
		hand: flatten(func() float64 { return byHand.Grad(pos, mass, eps, posAdj) }),
	}
}

// newHeat2D takes the numbers of rows, of columns and of steps.
func newHeat2D(n []int) *workload {
	nx, ny, steps := n[0], n[1], n[2]
	d := newData()
	u0, k, obs := d.normal(nx*ny, 1), d.between(nx*ny, 0.05, 0.2), d.normal(nx*ny, 1)
	a := like(u0, k)
	var byHand hand.Heat2D
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { heat2d.Misfit(u0, k, obs, nx, ny, steps) },
		gradient: func(workers int) func() float64 {
			work := heat2d.MisfitWork{Workers: workers}
			return func() float64 { return work.Grad(u0, k, obs, nx, ny, steps, a[0], a[1]) }
		},
		hand: func() float64 { return byHand.Grad(u0, k, obs, nx, ny, steps, a[0], a[1]) },
	}
}

// newHeat3D takes the size of the block and the number of steps.
func newHeat3D(n []int) *workload {
	g, steps := heat3d.Grid{N: [3]int{n[0], n[1], n[2]}}, n[3]
	d := newData()
	u0, source, obs := d.normal(g.Len(), 1), d.normal(g.Len(), 0.1), d.normal(g.Len(), 1)
	k := d.number(0.15)
	a := like(u0, source)
	var byHand hand.Heat3D
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { heat3d.Misfit(g, u0, source, obs, k, steps) },
		gradient: func(workers int) func() float64 {
			work := heat3d.MisfitWork{Workers: workers}
			return func() float64 { return work.Grad(g, u0, source, obs, k, steps, a[0], a[1]) }
		},
		hand: func() float64 { return byHand.Grad(g, u0, source, obs, k, steps, a[0], a[1]) },
	}
}

// newHistogram takes the numbers of weights and of bins.
func newHistogram(n []int) *workload {
	d := newData()
	weight, want, bin := d.between(n[0], 0, 2), d.between(n[1], 5, 15), d.ints(n[0], n[1])
	a := like(weight)
	var byHand hand.ChiSquare
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { gather.ChiSquare(weight, bin, want) },
		gradient: func(workers int) func() float64 {
			work := gather.ChiSquareWork{Workers: workers}
			return func() float64 { return work.Grad(weight, bin, want, a[0]) }
		},
		hand: func() float64 { return byHand.Grad(weight, bin, want, a[0]) },
	}
}

// newGather takes the numbers of observations and of entries of the table.
func newGather(n []int) *workload {
	d := newData()
	table, obs, idx := d.normal(n[1], 1), d.normal(n[0], 1), d.ints(n[0], n[1])
	a := like(table)
	var byHand hand.TableMisfit
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { gather.Misfit(table, idx, obs) },
		gradient: func(workers int) func() float64 {
			work := gather.MisfitWork{Workers: workers}
			return func() float64 { return work.Grad(table, idx, obs, a[0]) }
		},
		hand: func() float64 { return byHand.Grad(table, idx, obs, a[0]) },
	}
}
