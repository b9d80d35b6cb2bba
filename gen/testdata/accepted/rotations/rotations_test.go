package rotations

import (
	"fmt"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	for n := range 5 {
		u := []float64{0.1, 0.6, 0.3, 0.5, 0.2}
		gradcheck.Grad(t, Leapfrog, LeapfrogGrad, u, []float64{0.3, 0.4, 0.5, 0.4, 0.3}, n)
		a, b, d := []float64{0.4, 0.8}, []float64{0.7, 0.5}, []float64{0.3, 1.1}
		gradcheck.VJP(t, Levels, LevelsVJP, a, b, d, n)
		gradcheck.JVP(t, Levels, LevelsJVP, a, b, d, n)
		gradcheck.Grad(t, ByHand, ByHandGrad, u, n)
		rows := [][]float64{{0.4, 0.7, 0.2}, {0.3, 0.5, 0.9}}
		gradcheck.VJP(t, Rows, RowsVJP, rows, n)
		gradcheck.JVP(t, Rows, RowsJVP, rows, n)
		g := &Grid{[]float64{0.4, 0.7, 0.2}, []float64{0.3, 0.5, 0.9}}
		gradcheck.VJP(t, (*Grid).Advance, (*Grid).AdvanceVJP, g, 0.6, n)
		gradcheck.JVP(t, (*Grid).Advance, (*Grid).AdvanceJVP, g, 0.6, n)
		gradcheck.Grad(t, Inner, InnerGrad, u, n)
		gradcheck.Grad(t, Grids, GridsGrad, u, n)
	}
	gradcheck.Grad(t, LogDet, LogDetGrad, [][]float64{{0.2, 1.3, 0.4}, {1.1, 0.3, 0.7}, {0.6, 0.9, 2.1}})
}

// TestLengths requires that rows of different lengths are not exchanged, as the adjoints could not follow.
func TestLengths(t *testing.T) {
	const want = "pardiffgen: RowsVJP: len(u[1]) = 3, want len(u[0]) = 2"
	RowsVJP([][]float64{{1, 2}, {3, 4, 5}}, 0, 1, nil) // the loop does not run
	defer func() {
		if r := recover(); fmt.Sprint(r) != want {
			t.Errorf("panic %v, want %s", r, want)
		}
	}()
	RowsVJP([][]float64{{1, 2}, {3, 4, 5}}, 1, 1, nil)
	t.Error("no panic")
}

func TestHelpers(t *testing.T) {
	x, y := []float64{0.8, 1.3, 0.4}, []float64{0.6, 1.7}
	for n := range 5 {
		gradcheck.VJP(t, Helped, HelpedVJP, x, []float64{1.1, 0.7, 1.4}, n)
		gradcheck.JVP(t, Helped, HelpedJVP, x, []float64{1.1, 0.7, 1.4}, n)
		gradcheck.VJP(t, Deep, DeepVJP, x, []float64{0.6, 1.7, 0.2}, n)
	}
	gradcheck.Grad(t, Shorter, ShorterGrad, x, y)
	gradcheck.Grad(t, Pivoted, PivotedGrad, x, 3)
	gradcheck.VJP(t, Seen, SeenVJP, [][]float64{{0.8, 1.3}, {0.4, 0.6}})
}
