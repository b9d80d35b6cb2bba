package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestJoined(t *testing.T) {
	gradcheck.Grad(t, Joined, JoinedGrad, []float64{0.8, 1.3}, []float64{0.6, 1.7, 0.4})
}

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, Pairs, PairsGrad, []float64{0.3, 1.2, -0.4, 0.8})
	gradcheck.Grad(t, Bisect, BisectGrad, []float64{0, 1, 2.5, 3, 4.2}, []float64{1.1, 0.3, 2, 1.7, 0.2}, 2.7)
	for n := range 4 {
		gradcheck.VJP(t, Rows, RowsVJP, []float64{0.9, 1.1, 0.7}, n)
	}
	gradcheck.VJP(t, Best, BestVJP, [][]float64{{1, 2}, {0.5, 1.5}, {2, 0.7}, {3.1, 0.4}})
	gradcheck.Grad(t, Kept, KeptGrad, []float64{0.3, -1, 1.2, 0.4, -2, 0.8})
	gradcheck.JVP(t, Kept, KeptJVP, []float64{0.3, -1, 1.2, 0.4, -2, 0.8})
	gradcheck.VJP(t, Stack, StackVJP, []float64{1.1, 1.3, 0.4})
	gradcheck.VJP(t, Queue, QueueVJP, []float64{0.8, 1.3, 0.4}, 7)
	gradcheck.VJP(t, Filtered, FilteredVJP, []float64{0.8, 1.3, 0.4, 2}, 0.6)
	gradcheck.Grad(t, Nested, NestedGrad, []float64{0.8, 1.3, 0.4})
	gradcheck.Grad(t, Heaped, HeapedGrad, []float64{0.8, 1.3, 0.4})
	gradcheck.JVP(t, Heaped, HeapedJVP, []float64{0.8, 1.3, 0.4})
	gradcheck.VJP(t, Read, ReadVJP, []float64{0.8, 1.3, 0.4, 2, 0.7})
	gradcheck.VJP(t, Collect, CollectVJP, []float64{0.8, 1.3, 0.4, 2, 0.7})
	for n := range 4 {
		buf := []float64{0.8, 1.3, 0.4, 0.2, 0.7, 0.9}
		gradcheck.VJP(t, Smooth, SmoothVJP, buf, 3, n)
		gradcheck.JVP(t, Smooth, SmoothJVP, buf, 3, n)
	}
	gradcheck.Grad(t, Shared, SharedGrad, []float64{0.8, 1.3, 0.4})
	gradcheck.VJP(t, Sorted, SortedVJP, [][]float64{{1.2, 2}, {0.5, 1.5, 0.3}, {2.1, 0.7}, {0.9}})
	for k := 1; k < 4; k++ {
		x := []float64{0.8, 1.3, 0.4, 2, 0.7}
		gradcheck.VJP(t, Shifts, ShiftsVJP, x, k)
		gradcheck.JVP(t, Shifts, ShiftsJVP, x, k)
		gradcheck.Grad(t, Moved, MovedGrad, x, k)
		gradcheck.VJP(t, Offset, OffsetVJP, x, k)
		gradcheck.JVP(t, Offset, OffsetJVP, x, k)
		gradcheck.VJP(t, Scanned, ScannedVJP, x, k)
	}
	gradcheck.Grad(t, Points, PointsGrad, []float64{0, 0.1, 1, 0.2, 1.3, 1.1, 0.2, 0.9})
}
