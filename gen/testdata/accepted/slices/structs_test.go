package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestStructs(t *testing.T) {
	x, y := []float64{1.5, 2.5, 0.5}, []float64{0.7, 0.3, 1.1}
	gradcheck.Grad(t, Assigned, AssignedGrad, x, y)
	gradcheck.JVP(t, Assigned, AssignedJVP, x, y)
	for n := range 3 {
		gradcheck.Grad(t, Branch, BranchGrad, x, n)
		gradcheck.JVP(t, Branch, BranchJVP, x, n)
	}
	gradcheck.Grad(t, Inside, InsideGrad, x)
	gradcheck.JVP(t, Inside, InsideJVP, x)
}
