// Package nbody has the potential energy of bodies that attract each other; its
// gradient with respect to the positions is the negative force.
package nbody

import "math"

//go:generate go tool pardiffgen

// Energy returns the gravitational energy of bodies of the given masses at the positions pos, with
// the gravitational constant 1: the sum of -m_i·m_j/√(r_ij² + eps²) over all pairs. The softening length
// eps keeps close encounters finite.
//
//pardiff:grad wrt=pos cuda
func Energy(pos [][3]float64, mass []float64, eps float64) float64 {
	e := 0.0
	for i := range pos {
		for j := i + 1; j < len(pos); j++ {
			dx := pos[i][0] - pos[j][0]
			dy := pos[i][1] - pos[j][1]
			dz := pos[i][2] - pos[j][2]
			e -= mass[i] * mass[j] / math.Sqrt(dx*dx+dy*dy+dz*dz+eps*eps)
		}
	}
	return e
}
