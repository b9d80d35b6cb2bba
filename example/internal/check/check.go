// Package check has what the tests of the examples share.
package check

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Normal returns n normally distributed numbers, the same for the same seed.
func Normal(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// Ints returns n integers from 0 to below-1, the same for the same seed.
func Ints(seed uint64, n, below int) []int {
	rng := rand.New(rand.NewPCG(seed, 2))
	v := make([]int, n)
	for i := range v {
		v[i] = rng.IntN(below)
	}
	return v
}

// Close fails the test unless got and want are of the same length and each pair differs by at most tol,
// relative to the size of want where that is above 1.
func Close(t testing.TB, name string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d elements, want %d", name, len(got), len(want))
		return
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*max(1, math.Abs(want[i]))) {
			t.Errorf("%s[%d] = %v, want %v", name, i, got[i], want[i])
			return
		}
	}
}

// Workers fails the test unless f gives the same bits for every number of workers. f returns the
// value and the adjoints of a gradient one after the other.
func Workers(t testing.TB, f func(workers int) []float64) {
	t.Helper()
	want := f(1)
	for _, n := range []int{0, 2, 3, 8} {
		got := f(n)
		if len(got) != len(want) {
			t.Errorf("%d workers: %d numbers, want %d", n, len(got), len(want))
			continue
		}
		for i := range got {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Errorf("%d workers: number %d is %v, one worker gives %v", n, i, got[i], want[i])
				break
			}
		}
	}
}
