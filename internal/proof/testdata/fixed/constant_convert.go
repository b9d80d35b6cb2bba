// The argument of a conversion is a constant with a fraction, after inlining.
// right
package p

func half(x float64) float64 { return 1.25 * x }

func F(x []float64) float64 { return x[int(half(1))] * x[0] }
