package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestCapacity(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	for n := range 6 {
		gradcheck.Grad(t, Capacity, CapacityGrad, x, n)
		gradcheck.Grad(t, Capacity, CapacitySerial, x, n)
		gradcheck.JVP(t, Capacity, CapacityJVP, x, n)
		gradcheck.Grad(t, Pool, PoolGrad, x, n)
		gradcheck.JVP(t, Pool, PoolJVP, x, n)
	}
}
