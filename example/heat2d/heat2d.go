// Package heat2d has the misfit of a temperature field on a plate whose conductivity varies from place to
// place.
package heat2d

//go:generate go tool pardiffgen

// Misfit returns half the sum of squared differences between the observations obs and the temperatures that the
// initial temperatures u0 reach after the given number of explicit time steps of the heat equation
//
//	∂u/∂t = k(x, y)·(∂²u/∂x² + ∂²u/∂y²)
//
// All fields are nx × ny, stored row after row. k is the conductivity in units of the squared distance of
// neighbouring points per time step; the steps are stable while it is at most 1/4. The border keeps its
// temperatures. It panics if the lengths do not fit.
//
//pardiff:grad wrt=u0,k cuda
func Misfit(u0, k, obs []float64, nx, ny, steps int) float64 {
	if len(u0) != nx*ny || len(k) != nx*ny || len(obs) != nx*ny {
		panic("heat2d: Misfit: lengths do not fit together")
	}
	u := make([]float64, nx*ny)
	next := make([]float64, nx*ny)
	copy(u, u0)
	copy(next, u0)
	for range steps {
		for i := 1; i < nx-1; i++ {
			for j := 1; j < ny-1; j++ {
				lap := u[(i-1)*ny+j] + u[(i+1)*ny+j] + u[i*ny+j-1] + u[i*ny+j+1] - 4*u[i*ny+j]
				next[i*ny+j] = u[i*ny+j] + k[i*ny+j]*lap
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
