package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestTrips has calls of functions that write their arguments, or have rules, in loops for whose turns the copies of the
// arguments are not counted before.
func TestTrips(t *testing.T) {
	y := []float64{1.1, 1.2, 1.3}
	gradcheck.Grad(t, While, WhileGrad, y)
	gradcheck.Grad(t, Triangle, TriangleGrad, y)
	gradcheck.Grad(t, Counts, CountsGrad, y, []int{2, 0, 3})
	gradcheck.Grad(t, Factors, FactorsGrad, y)
	gradcheck.Grad(t, Table, TableGrad, y)
	gradcheck.Grad(t, Ruled, RuledGrad, y)

	// With memory of another call.
	var w TableWork
	gradcheck.Grad(t, Table, w.Grad, []float64{0.2, 1.2, 1.3})
	gradcheck.Grad(t, Table, w.Grad, y)
}
