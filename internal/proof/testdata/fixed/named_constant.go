// A constant is converted to a named type.
// right
package p

type length float64

func F(x []float64) float64 {
	l := length(float64(2))
	return x[0] * x[1] * float64(l)
}
