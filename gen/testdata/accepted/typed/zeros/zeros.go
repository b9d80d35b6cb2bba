// Package zeros has zeros with signs.
package zeros

import "math"

func f(x, z float64) float64 {
	if math.Signbit(-z) {
		return x * x
	}
	return x
}

// F1 is x*x in Go: -z is the negative zero.
//
//pardiff:grad
func F1(x float64) float64 { return f(x, 0) }

func g(x, z float64) float64 {
	if 1/(-z) < 0 {
		return x * x * x
	}
	return x
}

// F2 is x*x*x in Go.
//
//pardiff:grad
func F2(x float64) float64 { return g(x, 0) }

func h(x, z float64) float64 {
	if 1/(z*-1) < 0 {
		return x * x * x
	}
	return x
}

// F3 is x*x*x in Go.
//
//pardiff:grad
func F3(x float64) float64 { return h(x, 0) }

func k(x, z float64) float64 {
	if math.Signbit(z) {
		return x * x * x
	}
	return x
}

// F4 is x*x*x in Go.
//
//pardiff:grad
func F4(x float64) float64 { return k(x, math.Copysign(0, -1)) }

// F5 is x*x in Go.
//
//pardiff:grad
func F5(x float64) float64 {
	z := 0.0
	if math.Signbit(-z) {
		return x * x
	}
	return x
}

// F6 is x*x in Go.
//
//pardiff:grad
func F6(x float64) float64 {
	z := 0.0
	w := -z
	if 1/w < 0 {
		return x * x
	}
	return x
}
