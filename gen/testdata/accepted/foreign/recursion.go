package foreign

import "example.com/accepted/foreign/lib"

// Power calls a function that calls itself.
//
//pardiff:grad
//pardiff:jvp
func Power(x float64) float64 { return lib.Pow(x, 3) * x }

// Sum calls one that lib does not export.
//
//pardiff:grad
//pardiff:jvp
func Sum(x []float64) float64 { return lib.Sum(x) }

// Even calls two that call each other.
//
//pardiff:grad
//pardiff:jvp
func Even(x float64, n int) float64 { return lib.Even(x, n) }

// Methods calls methods, of which one writes its argument.
//
//pardiff:vjp
//pardiff:jvp
func Methods(m *lib.Model, x []float64, n int) float64 {
	return m.Deep(n) + m.Shallow(x, n) + float64(lib.Gcd(n, 2))*x[0]
}

// Generic calls a generic function.
//
//pardiff:grad
//pardiff:jvp
func Generic(x float64, n int) float64 { return lib.GPow(x, n) + lib.Pow(x, n) }
