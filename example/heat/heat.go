package main

import "math"

//go:generate go tool pardiffgen

// A Rod is a discretised rod whose two ends are held at fixed temperatures.
type Rod struct {
	Dx    float64 // distance between neighbouring points
	Dt    float64 // time step; Run is stable while Dt <= Dx²/(2·largest conductivity)
	Beta  float64 // the conductivity at temperature u is exp(logK)·(1 + Beta·u)
	Steps int     // number of time steps
}

// Run advances the temperatures u by r.Steps explicit steps of the heat equation
//
//	∂u/∂t = ∂/∂x (exp(logK(x))·(1 + Beta·u)·∂u/∂x)
//
// in place. logK[i] belongs to the face between the points i and i+1, so that logK must
// be one shorter than u. The first and the last point keep their temperatures.
func (r Rod) Run(logK, u []float64) {
	n := len(u)
	if len(logK) != n-1 {
		panic("heat: Run: len(logK) must be len(u) - 1")
	}
	k := make([]float64, n-1)
	for i := range k {
		k[i] = math.Exp(logK[i]) * r.Dt / (r.Dx * r.Dx)
	}
	flux := make([]float64, n-1)
	for range r.Steps {
		for i := range flux {
			flux[i] = k[i] * (1 + 0.5*r.Beta*(u[i]+u[i+1])) * (u[i+1] - u[i])
		}
		for i := 1; i < n-1; i++ {
			u[i] += flux[i] - flux[i-1]
		}
	}
}

// Objective returns half the mean square difference between the observations obs of the
// final temperatures and those that the profile logK gives from the initial temperatures
// u0, plus smooth/2 times the sum of squares of the second differences of logK and, with a
// weight of 1 %, of logK itself.
//
//pardiff:grad wrt=logK cuda
func Objective(logK []float64, r Rod, u0, obs []float64, smooth float64) float64 {
	u := make([]float64, len(u0))
	copy(u, u0)
	r.Run(logK, u)
	misfit := 0.0
	for i, o := range obs {
		d := u[i] - o
		misfit += d * d
	}
	rough := 0.0
	for i := 1; i < len(logK)-1; i++ {
		d := logK[i-1] - 2*logK[i] + logK[i+1]
		rough += d * d
	}
	size := 0.0
	for _, v := range logK {
		size += v * v
	}
	return 0.5*misfit/float64(len(obs)) + 0.5*smooth*(rough+0.01*size)
}
