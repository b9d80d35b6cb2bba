package library

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{3, 4, 9, 40, 200} {
		x, y := make([]float64, n), make([]float64, n)
		for i, k := range r.Perm(n) {
			x[i] = 0.3 + float64(k)/float64(n)
			y[i] = 0.5 + r.Float64()
		}
		gradcheck.Grad(t, Extremes, ExtremesGrad, x)
		gradcheck.Grad(t, Copies, CopiesGrad, x, y[:n-1])
		gradcheck.JVP(t, Copies, CopiesJVP, x, y[:n-1])
		gradcheck.Grad(t, Trimmed, TrimmedGrad, x)
		gradcheck.JVP(t, Trimmed, TrimmedJVP, x)
		gradcheck.VJP(t, InPlace, InPlaceVJP, x)
		gradcheck.Grad(t, Area, AreaGrad, x, y)
		gradcheck.Grad(t, Ranked, RankedGrad, x)
		gradcheck.Grad(t, Filtered, FilteredGrad, x, []string{"some"})
		gradcheck.VJP(t, Medians, MediansVJP, x, make([]float64, n-2))
		sorted := slices.Sorted(slices.Values(x))
		for _, at := range []float64{0.1, 0.71234, 9} {
			gradcheck.Grad(t, Interpolated, InterpolatedGrad, sorted, y, at)
		}
	}
}

// TestTies checks that the gradient goes with the element that the stable order puts there, and that values are those of
// the function, NaN among them.
func TestTies(t *testing.T) {
	x, adj := []float64{2, 1, 2, 1}, make([]float64, 4)
	if got, want := RankedGrad(x, adj), Ranked(x); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := []float64{12, 2, 16, 4}; !slices.Equal(adj, want) {
		t.Errorf("got %v, want %v", adj, want)
	}
	nan := []float64{3, math.NaN(), 1}
	InPlaceVJP(nan, []float64{1, 2, 3})
	if !(math.IsNaN(nan[0]) && nan[1] == 1 && nan[2] == 3) {
		t.Errorf("got %v", nan)
	}
	if got := CopiesGrad(nil, nil, nil, nil); got != 0 {
		t.Errorf("got %v for nil", got)
	}
}
