// Package library calls functions of cmp, slices and sort with active values.
package library

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Extremes calls functions that return an element.
//
//pardiff:grad
func Extremes(x []float64) float64 {
	y := slices.MaxFunc(x, func(a, b float64) int { return cmp.Compare(math.Abs(a-1), math.Abs(b-1)) })
	return slices.Max(x)*slices.Min(x) + y*y
}

// Interpolated is piecewise linear.
//
//pardiff:grad
func Interpolated(xs, ys []float64, x float64) float64 {
	i := sort.SearchFloat64s(xs, x)
	j := sort.Search(len(xs), func(i int) bool { return xs[i] >= x })
	k, found := slices.BinarySearch(xs, x)
	switch {
	case i != j || i != k || found:
		panic("library: searches differ")
	case i == 0:
		return ys[0]
	case i == len(xs):
		return ys[i-1]
	}
	t := (x - xs[i-1]) / (xs[i] - xs[i-1])
	return (1-t)*ys[i-1] + t*ys[i]
}

// Copies makes slices of others.
//
//pardiff:grad
//pardiff:jvp
func Copies(x, y []float64) float64 {
	c := slices.Clone(x)
	slices.Reverse(c)
	all := slices.Concat(x, c, y)
	twice := slices.Repeat(y, 2)
	sum := 0.0
	for i, v := range twice {
		sum += all[i] * v * v
	}
	for i, v := range all {
		sum += float64(i+1) * v * x[i%len(x)]
	}
	return sum
}

// Trimmed is the mean without the smallest and the largest quarter.
//
//pardiff:grad
//pardiff:jvp
func Trimmed(x []float64) float64 {
	c := slices.Clone(x)
	slices.Sort(c)
	q := len(c) / 4
	sum := 0.0
	for _, v := range c[q : len(c)-q] {
		sum += v * v
	}
	return sum / float64(len(c)-2*q)
}

// InPlace puts its argument in order.
//
//pardiff:vjp
func InPlace(x []float64) { sort.Float64s(x) }

type point struct{ At, Weight float64 }

// Area is that below the points, in order of their places.
//
//pardiff:grad
func Area(at, weight []float64) float64 {
	ps := make([]point, len(at))
	for i := range ps {
		ps[i] = point{at[i], weight[i]}
	}
	slices.SortStableFunc(ps, func(a, b point) int { return cmp.Compare(a.At, b.At) })
	sum := 0.0
	for i := 1; i < len(ps); i++ {
		sum += (ps[i].At - ps[i-1].At) * (ps[i].Weight + ps[i-1].Weight) / 2
	}
	return sum
}

// Ranked weighs each element by its rank.
//
//pardiff:grad
func Ranked(x []float64) float64 {
	idx := make([]int, len(x))
	for i := range idx {
		idx[i] = i
	}
	slices.SortStableFunc(idx, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	sum := 0.0
	for rank, i := range idx {
		sum += float64(rank+1) * x[i] * x[i]
	}
	return sum
}

// Filtered depends on tests of all elements, and of words.
//
//pardiff:grad
func Filtered(x []float64, words []string) float64 {
	if slices.Contains(words, "none") || slices.ContainsFunc(x, math.Signbit) {
		return 0
	}
	i := slices.IndexFunc(x, func(v float64) bool { return v > 1 })
	if i < 0 || slices.Index(x, x[i]) != i || slices.IsSorted(x) || slices.Equal(x, x[:len(x)-1]) {
		return x[0]
	}
	return x[i] * x[0]
}

// Medians are those of windows, taken in parallel.
//
//pardiff:vjp
func Medians(x, out []float64) {
	for i := range out {
		var w [3]float64
		copy(w[:], x[i:i+3])
		slices.Sort(w[:])
		out[i] = w[1] * w[1]
	}
}
