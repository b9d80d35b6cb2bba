package language

import (
	"math"
	"slices"
)

func product(a, b []float64) (s float64) {
	if a == nil || b == nil {
		return 0
	}
	for i := range a {
		s += a[i] * b[i]
	}
	return
}

// Norm takes the product of a slice with itself: one argument serves two parameters.
//
//pardiff:vjp
func Norm(a []float64, k float64) (s float64) { return product(a, a) * k }

func inside(i, j, n, m int) bool { return i >= 0 && i < n && j >= 0 && j < m || i == 7 || j == 7 }

// Diagonal asks of one number what is asked of two.
//
//pardiff:vjp
func Diagonal(a []float64, k float64) (s float64) {
	for i := range a {
		if inside(i, i, len(a), len(a)) {
			s += a[i] * a[i] * k
		}
	}
	return s
}

func opt(x float64, f func(float64) float64, g func(int) int) float64 {
	if f != nil {
		x = f(x)
	}
	if g == nil {
		return x * x
	}
	return x * float64(g(3))
}

// Choosing passes functions and nil to a function that asks which it gets.
//
//pardiff:vjp
func Choosing(a []float64, k float64) (s float64) {
	for i := range a {
		s += opt(a[i], math.Cos, nil) + opt(a[i], nil, func(i int) int { return i + 1 }) + opt(a[i], nil, nil)*k
	}
	return s
}

// Longer compares lengths of which one follows from the other.
//
//pardiff:vjp
func Longer(x []float64, k float64) (s float64) {
	c := slices.Clone(x)
	c = append(c, k)
	if len(c) > 0 && len(x) > 0 {
		s = c[0] * x[0] * c[len(c)-1]
	}
	return s
}
