package hand

import "math"

// NBody is the gradient of package example/nbody.
type NBody struct{}

// Grad is nbody.EnergyGrad. Every pair adds to the energy with the same weight, known beforehand,
// so that its value and its adjoint are computed together from one square root and one
// division.
func (NBody) Grad(pos [][3]float64, mass []float64, eps float64, posAdj [][3]float64) float64 {
	clear(posAdj)
	e := 0.0
	for i := range pos {
		e -= nbodyRow(pos[i], mass[i], eps*eps, pos[i+1:], mass[i+1:], &posAdj[i], posAdj[i+1:])
	}
	return e
}

// nbodyRow returns the sum of m·mass_j/r_j over the bodies at pos, and adds the derivatives of its negative to at
// and posAdj.
//
//go:noinline
func nbodyRow(p [3]float64, m, eps2 float64, pos [][3]float64, mass []float64, at *[3]float64, posAdj [][3]float64) float64 {
	mass, posAdj = mass[:len(pos)], posAdj[:len(pos)]
	var e, gx, gy, gz float64
	for j := range pos {
		q, g := &pos[j], &posAdj[j]
		dx, dy, dz := p[0]-q[0], p[1]-q[1], p[2]-q[2]
		ir := 1 / math.Sqrt(dx*dx+dy*dy+dz*dz+eps2)
		c := m * mass[j] * ir
		e += c
		c *= ir * ir
		dx, dy, dz = c*dx, c*dy, c*dz
		gx, gy, gz = gx+dx, gy+dy, gz+dz
		g[0] -= dx
		g[1] -= dy
		g[2] -= dz
	}
	at[0] += gx
	at[1] += gy
	at[2] += gz
	return e
}
