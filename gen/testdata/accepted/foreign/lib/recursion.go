package lib

import (
	"math"

	"example.com/accepted/foreign/lib/internal/units"
)

var factors = []float64{1, 2}

// A Model has numbers.
type Model struct {
	K float64
	W []float64
}

// Pow returns a multiple of a power.
func Pow(x float64, n int) float64 {
	if n == 0 {
		return factors[0]
	}
	return x * Pow(x, n-1) * factors[1]
}

func sum(x []float64) float64 {
	if len(x) == 1 {
		return math.Sin(x[0])
	}
	return sum(x[:len(x)/2]) * sum(x[len(x)/2:])
}

// Sum returns the product of the sines of x.
func Sum(x []float64) float64 { return sum(x) }

func even(x float64, n int) float64 {
	if n == 0 {
		return 1
	}
	return odd(x, n-1) * x
}

func odd(x float64, n int) float64 {
	if n == 0 {
		return x * x
	}
	return even(x, n-1) * math.Exp(x) * float64(gcd(n, 4))
}

func gcd(a, b int) int {
	if b == 0 {
		return a
	}
	return gcd(b, a%b)
}

// Even returns a product of powers and exponentials.
func Even(x float64, n int) float64 { return even(x, n) }

// Deep returns a polynomial in m.K.
func (m *Model) Deep(n int) float64 {
	if n == 0 {
		return m.K
	}
	return m.Deep(n-1)*m.K + m.W[n] + units.Scaled(m.K)
}

func (m Model) shallow(x []float64, n int) (s float64) {
	if n == 0 {
		x[0] *= m.K
		return x[0]
	}
	s = m.shallow(x, n-1) * x[n]
	x[n] = s
	return s
}

// Shallow multiplies x.
func (m Model) Shallow(x []float64, n int) (s float64) { return m.shallow(x, n) }

// Gcd returns the greatest common divisor.
func Gcd(a, b int) int { return gcd(a, b) }

// Float is any float.
type Float interface{ ~float32 | ~float64 }

func gpow[F Float](x F, n int) F {
	if n == 0 {
		return 1
	}
	return x * gpow(x, n-1)
}

// GPow returns a power.
func GPow[F Float](x F, n int) F { return gpow(x, n) }
