package gather

import (
	"slices"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// counts returns n positive numbers.
func counts(seed uint64, n int) []float64 {
	v := check.Normal(seed, n)
	for i := range v {
		v[i] = 1 + v[i]*v[i]
	}
	return v
}

// TestChiSquareClosedForm compares value and gradient with a histogram of three bins, of which one is hit
// twice and one never.
func TestChiSquareClosedForm(t *testing.T) {
	grad := make([]float64, 3)
	got := ChiSquareGrad([]float64{2, 3, 7}, []int{2, 0, 2}, []float64{4, 5, 2}, grad)
	check.Close(t, "value", []float64{got}, []float64{1.0/4 + 5 + 49.0/2}, 1e-15)
	check.Close(t, "weightAdj", grad, []float64{2 * 7.0 / 2, 2 * -1.0 / 4, 2 * 7.0 / 2}, 1e-15)
}

// TestMisfitClosedForm compares value and gradient with a table of three entries, of which one
// is read twice and one never.
func TestMisfitClosedForm(t *testing.T) {
	grad := []float64{9, 9, 9}
	got := MisfitGrad([]float64{1, 2, 3}, []int{2, 0, 2}, []float64{5, 4, -1}, grad)
	check.Close(t, "value", []float64{got}, []float64{0.5 * (4 + 9 + 16)}, 1e-15)
	check.Close(t, "tableAdj", grad, []float64{-3, 0, -2 + 4}, 1e-15)
}

// TestGrads compares the generated gradients with finite differences.
func TestGrads(t *testing.T) {
	for _, size := range [][2]int{{0, 1}, {1, 1}, {20, 3}, {9, 30}} {
		n, cells := size[0], size[1]
		at := check.Ints(1, n, cells)
		gradcheck.Grad(t, ChiSquare, ChiSquareGrad, check.Normal(2, n), at, counts(3, cells), gradcheck.Wrt(0))
		gradcheck.Grad(t, Misfit, MisfitGrad, check.Normal(4, cells), at, check.Normal(5, n), gradcheck.Wrt(0))
	}
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	const n, cells = 20000, 700
	at := check.Ints(6, n, cells)
	weight, want := counts(7, n), counts(8, cells)
	table, obs := check.Normal(9, cells), check.Normal(10, n)
	weightAdj, tableAdj := make([]float64, n), make([]float64, cells)
	var chi ChiSquareWork
	var misfit MisfitWork
	check.Workers(t, func(workers int) []float64 {
		chi.Workers, misfit.Workers = workers, workers
		r := []float64{chi.Grad(weight, at, want, weightAdj), misfit.Grad(table, at, obs, tableAdj)}
		return append(append(r, weightAdj...), tableAdj...)
	})
}

// TestSerialBits checks that a table that is large beside the observations gets the bits of a serial loop.
func TestSerialBits(t *testing.T) {
	const n, cells = 200_000, 70_000
	idx, table, obs := check.Ints(17, n, cells), check.Normal(18, cells), check.Normal(19, n)
	want, tableAdj := make([]float64, cells), make([]float64, cells)
	for i, o := range obs {
		want[idx[i]] += table[idx[i]] - o
	}
	for _, workers := range []int{1, 2, 3, 8} {
		work := MisfitWork{Workers: workers}
		if work.Grad(table, idx, obs, tableAdj); !slices.Equal(tableAdj, want) {
			t.Errorf("%d workers give other bits", workers)
		}
	}
}

// TestAllocs checks that gradients with a kept Work allocate nothing.
func TestAllocs(t *testing.T) {
	const n, cells = 30, 7
	at := check.Ints(11, n, cells)
	weight, want := counts(12, n), counts(13, cells)
	weightAdj, tableAdj := make([]float64, n), make([]float64, cells)
	chi, misfit := ChiSquareWork{Workers: 1}, MisfitWork{Workers: 1}
	ratio.Allocs(t, func() {
		chi.Grad(weight, at, want, weightAdj)
		misfit.Grad(want, at, weight, tableAdj)
	})
}

// The benchmarks have a million numbers and 100,000 cells: what the subscripts choose does not fit into the
// first level of a cache.
const (
	benchN     = 1_000_000
	benchCells = 100_000
)

func BenchmarkChiSquare(b *testing.B) {
	bin := check.Ints(14, benchN, benchCells)
	weight, want := counts(15, benchN), counts(16, benchCells)
	grad := make([]float64, benchN)
	var work ChiSquareWork
	ratio.Bench(b,
		func() { ChiSquare(weight, bin, want) },
		func() { work.Grad(weight, bin, want, grad) })
}

func BenchmarkMisfit(b *testing.B) {
	idx := check.Ints(17, benchN, benchCells)
	table, obs := check.Normal(18, benchCells), check.Normal(19, benchN)
	grad := make([]float64, benchCells)
	var work MisfitWork
	ratio.Bench(b,
		func() { Misfit(table, idx, obs) },
		func() { work.Grad(table, idx, obs, grad) })
}
