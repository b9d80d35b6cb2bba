// Package heat3d has the misfit of a temperature field in a block of uniform conductivity with
// sources of heat.
package heat3d

//go:generate go tool pardiffgen

// A Grid is a block of N[0] × N[1] × N[2] points, stored with the last subscript running fastest.
type Grid struct{ N [3]int }

// Len returns the number of points.
func (g Grid) Len() int { return g.N[0] * g.N[1] * g.N[2] }

// Misfit returns half the sum of squared differences between the observations obs and the temperatures that the
// initial temperatures u0 and the constant sources reach after the given number of
// explicit time steps of the heat equation
//
//	∂u/∂t = k·Δu + source
//
// k is the conductivity in units of the squared distance of neighbouring points per time step; the steps
// are stable while it is at most 1/6. The border keeps its temperatures. The
// fields are as long as the grid, otherwise Misfit panics.
//
//pardiff:grad wrt=u0,source cuda
func Misfit(g Grid, u0, source, obs []float64, k float64, steps int) float64 {
	n := g.Len()
	if len(u0) != n || len(source) != n || len(obs) != n {
		panic("heat3d: Misfit: lengths do not fit together")
	}
	nx, ny, nz := g.N[0], g.N[1], g.N[2]
	u := make([]float64, n)
	next := make([]float64, n)
	copy(u, u0)
	copy(next, u0)
	for range steps {
		for x := 1; x < nx-1; x++ {
			for y := 1; y < ny-1; y++ {
				for z := 1; z < nz-1; z++ {
					i := (x*ny+y)*nz + z
					lap := u[i-ny*nz] + u[i+ny*nz] + u[i-nz] + u[i+nz] + u[i-1] + u[i+1] - 6*u[i]
					next[i] = u[i] + k*lap + source[i]
				}
			}
		}
		u, next = next, u
	}
	sum := 0.0
	for i, v := range u {
		d := v - obs[i]
		sum += 0.5 * d * d
	}
	return sum
}
