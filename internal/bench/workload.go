package main

import (
	"math"
	"math/rand/v2"
)

// A kind is a row of the table.
type kind struct {
	name    string
	program string // the name of the file in folder c and of the function in folder torch
	sizes   []int  // of the problem that is measured, as for build
	small   []int  // of a problem for tests
	build   func(sizes []int) *workload
}

// kinds returns the rows of the table in order.
func kinds() []kind {
	return []kind{
		{"dense", "dense", []int{1024, 1024, 32}, []int{6, 5, 7}, newDense},
		{"attention", "attention", []int{512, 512, 64}, []int{5, 6, 4}, newAttention},
		{"conv2d", "conv2d", []int{4, 16, 32, 32, 32, 3}, []int{2, 3, 5, 6, 7, 3}, newConv2D},
		{"burgers", "burgers", []int{100_000, 200}, []int{30, 5}, newBurgers},
		{"nbody", "nbody", []int{2000}, []int{9}, newNBody},
		{"softmax", "softmax", []int{512, 1000}, []int{6, 5}, newSoftmax},
		{"heat2d", "heat2d", []int{256, 256, 100}, []int{6, 7, 3}, newHeat2D},
		{"heat3d", "heat3d", []int{64, 64, 64, 20}, []int{5, 4, 6, 3}, newHeat3D},
		{"histogram", "histogram", []int{1_000_000, 100_000}, []int{40, 7}, newHistogram},
		{"gather", "gather", []int{1_000_000, 100_000}, []int{40, 7}, newGather},
		{"maxpool", "maxpool", []int{64, 112, 112, 3, 2}, []int{2, 7, 9, 3, 2}, newMaxPool},
		{"gmm d=10", "gmm", []int{10, 25, 10_000}, []int{3, 4, 6}, newGMM},
		{"gmm d=64", "gmm", []int{64, 25, 1000}, []int{5, 2, 5}, newGMM},
		{"lstm", "lstm", []int{2, 1024, 14}, []int{2, 5, 3}, newLSTM},
		{"ba", "ba", []int{21, 11_315, 36_455}, []int{2, 3, 5}, newBA},
	}
}

// A workload is a problem with its data.
type workload struct {
	input    []float64                        // all numbers of the problem, for other processes
	primal   func()                           // the function that is differentiated
	gradient func(workers int) func() float64 // the generated gradient, with memory of its own
	hand     func() float64                   // the gradient of package hand
	adjoints [][]float64                      // what gradient and hand write

	outside *module                           // takes the place of primal and gradient where they are not importable
	shown   func(results []float64) []float64 // what the results of C and PyTorch are compared in; nil is all
}

// data hands out random numbers and keeps a list of them.
type data struct {
	rng *rand.Rand
	all []float64
}

func newData() *data { return &data{rng: rand.New(rand.NewPCG(1, 0))} }

// fill returns n numbers that f makes, in order.
func (d *data) fill(n int, f func(i int) float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = f(i)
	}
	d.all = append(d.all, v...)
	return v
}

// normal returns n normally distributed numbers of the standard deviation sigma.
func (d *data) normal(n int, sigma float64) []float64 {
	return d.fill(n, func(int) float64 { return sigma * d.rng.NormFloat64() })
}

// between returns n numbers from low to high.
func (d *data) between(n int, low, high float64) []float64 {
	return d.fill(n, func(int) float64 { return low + (high-low)*d.rng.Float64() })
}

// number keeps one number.
func (d *data) number(v float64) float64 { return d.fill(1, func(int) float64 { return v })[0] }

// ints returns n integers from 0 to below-1.
func (d *data) ints(n, below int) []int {
	v := make([]int, n)
	d.fill(n, func(i int) float64 {
		v[i] = d.rng.IntN(below)
		return float64(v[i])
	})
	return v
}

// like returns adjoints of the lengths of v.
func like(v ...[]float64) [][]float64 {
	var a [][]float64
	for _, s := range v {
		a = append(a, make([]float64, len(s)))
	}
	return a
}

// disagreement returns the largest difference between two lists of outputs, a value and adjoints one after
// the other, relative to the largest output; NaN if they hold one, and infinity if they are not
// of the same length.
func disagreement(got, want []float64) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	largest, diff := 0.0, 0.0
	for i := range want {
		largest = max(largest, math.Abs(want[i]))
		diff = max(diff, math.Abs(got[i]-want[i]))
	}
	if diff == 0 {
		return 0
	}
	return diff / largest
}
