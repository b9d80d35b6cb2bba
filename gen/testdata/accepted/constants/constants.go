// Package constants has helpers that get constants. Where they are inlined, Go would compute with these exactly, and as untyped
// constants, what the helper rounds and has types for.
package constants

import "fmt"

func steps(x, T, dt float64) float64 {
	n := int(T / dt)
	for range n {
		x *= x + 0.5
	}
	return x
}

// Evolve takes 2 steps in Go.
//
//pardiff:grad
//pardiff:jvp
func Evolve(x float64) float64 { return steps(x, 0.3, 0.1) }

func clip(x, a, b float64) float64 {
	if a+b > 0.3 { // true: 0.30000000000000004
		return x * x
	}
	return x
}

// Clip is x*x in Go.
//
//pardiff:grad
func Clip(x float64) float64 { return clip(x, 0.1, 0.2) }

func eps32(x float64, e float32) float64 {
	if 1+e > 1 { // false in float32
		return x * x * x
	}
	return x
}

// Eps is x in Go.
//
//pardiff:grad
func Eps(x float64) float64 { return eps32(x, 1e-9) }

func canc(x, n float64) float64 { return x * ((n + 1e20) - 1e20) }

// Canc is 0 in Go.
//
//pardiff:grad
func Canc(x float64) float64 { return canc(x, 1) }

func kinetic(x float64, m float32) float64 { return x * float64(m*m) }

// Kin differs by 2e-8.
//
//pardiff:grad
func Kin(x float64) float64 { return kinetic(x, 0.1) }

func tag(n float64, f func(any) int, g func(int) int, k int) int {
	if fmt.Sprint(n/2) == "1.5" {
		return 1 + f(n) + g(k/2) + g(k-5)
	}
	return 2
}

//pardiff:grad wrt=x
func Tag(x float64, f func(any) int, g func(int) int) float64 {
	s := 1.0
	for range tag(3, f, g, 3) {
		s *= x
	}
	return s
}

func over(x, n float64) float64 { return x * n * n }

// Over overflows.
//
//pardiff:grad
//pardiff:jvp
func Over(x float64) float64 { return over(x, 1e200) }

func small(x float64, n uint8, k int) float64 {
	if n-5 > 3 {
		return x * x * float64(n*100)
	}
	return x * float64(k*k)
}

//pardiff:grad
func Small(x float64) float64 { return small(x, 3, 1<<40) }

func mode(x float64, c string) float64 {
	if len(c) > 0 && c[0] == 'q' {
		return x * x
	}
	return x
}

// Mode subscripts strings, one of which is empty.
//
//pardiff:grad
func Mode(x float64) float64 { return mode(x, "quad") + mode(x, "") }

func share(x, k float64) float64 { return x * (max(k, 0.1) / 0.1) }

// Share has a constant out of max.
//
//pardiff:grad
func Share(x float64) float64 { return share(x, 0.3) }
