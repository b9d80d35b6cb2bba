// Package burgers has the misfit of a viscous Burgers flow, as in estimating the initial velocity and the
// viscosity from a final observation.
package burgers

//go:generate go tool pardiffgen

// Misfit returns half the sum of squared differences between the observations obs and the velocity that the
// initial state u0 reaches after the given number of time steps of Burgers' equation
//
//	∂u/∂t + u·∂u/∂x = ν(x)·∂²u/∂x²
//
// on cells of the width dx. The steps are explicit, with central differences, and stable while
// ν·dt <= dx²/2 and |u|·dt <= 2·ν. nu holds ν in each cell. The first and the last
// cell keep their velocities. It panics if u0, nu and obs are not of the same length.
//
//pardiff:grad wrt=u0,nu cuda
func Misfit(u0, nu, obs []float64, dx, dt float64, steps int) float64 {
	n := len(u0)
	if len(nu) != n || len(obs) != n {
		panic("burgers: Misfit: lengths do not fit together")
	}
	u := make([]float64, n)
	next := make([]float64, n)
	copy(u, u0)
	copy(next, u0)
	adv := dt / (2 * dx)
	diff := dt / (dx * dx)
	for range steps {
		for i := 1; i < n-1; i++ {
			next[i] = u[i] - adv*u[i]*(u[i+1]-u[i-1]) + diff*nu[i]*(u[i+1]-2*u[i]+u[i-1])
		}
		u, next = next, u
	}
	sum := 0.0
	for i := range u {
		d := u[i] - obs[i]
		sum += 0.5 * d * d
	}
	return sum
}
