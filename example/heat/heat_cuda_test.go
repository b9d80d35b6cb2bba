//go:build cuda

package main

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// newRod returns a rod of n points that is observed after some steps, with its temperatures and the logarithms of
// its conductivities.
func newRod(n, steps int) (rod Rod, logK, u0, obs []float64) {
	rod = Rod{Dx: 0.1, Dt: 0.001, Beta: 0.7, Steps: steps}
	logK, u0, obs = check.Normal(1, n-1), check.Normal(2, n), check.Normal(3, n)
	for i := range logK {
		logK[i] *= 0.3
	}
	return rod, logK, u0, obs
}

// TestObjectiveCUDA compares the kernels with the Go gradient, also for rods without inner points and for no steps.
func TestObjectiveCUDA(t *testing.T) {
	c, err := NewObjectiveCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range [][2]int{{2, 3}, {3, 1}, {5, 0}, {9, 4}, {300, 2}} {
		rod, logK, u0, obs := newRod(size[0], size[1])
		check.CUDA(t, 1e-11, ObjectiveGrad, c.Grad, logK, rod, u0, obs, 0.2, make([]float64, len(logK)))
	}
}
