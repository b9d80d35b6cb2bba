// Package inmore compares, sorts and converts constants.
package inmore

import "slices"

func sw(x float64, v any, n uint8) float64 {
	if v == n+1 {
		return x * x
	}
	return x
}

// F1 is x*x in Go: n+1 is a uint8.
//
//pardiff:grad
func F1(x float64, v any) float64 { return sw(x, v, 3) }

func mx(x float64, a, b int8) float64 {
	return x * x * float64(slices.Max([]int8{a, a + b}))
}

// F2 is 100*x*x.
//
//pardiff:grad
func F2(x float64) float64 { return mx(x, 100, 100) }

func mn(x float64, c, d float32) float64 {
	return x * x * float64(max(c, d)-min(c, 0.05)) * float64(max(d, 7)/3)
}

// F3 is one case of the package.
//
//pardiff:grad
func F3(x float64) float64 { return mn(x, 0.1, 0.2) }

func gg[T ~int8 | ~float32](x float64, a T) float64 {
	b := a * a
	var c any = a / 3
	_, ok := c.(T)
	if !ok {
		return x
	}
	return x * x * float64(b)
}

// F4 is one case of the package.
//
//pardiff:grad
func F4(x float64) float64 { return gg[int8](x, 20) + gg[float32](x, 0.1) }

type shape interface{ Area() int }
type box int8

func (b box) Area() int { return int(b) * 2 }

func area(x float64, s shape) float64 {
	n := s.Area()
	return x * x * float64(n)
}

func tot(x float64, b box) float64 {
	ss := []shape{b, b + 1}
	n := 0
	for _, s := range ss {
		n += s.Area()
	}
	return x * x * float64(n)
}

// F5 is one case of the package.
//
//pardiff:grad
func F5(x float64) float64 { return tot(x, 3) }
