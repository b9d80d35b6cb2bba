// The argument of a recursive call is the result of a function of package math.
// unknown
package p

import "math"

func F(x, y float64) float64 {
	if x > 2 {
		return x * y
	}
	return y * F(math.Max(1.5*x, 1+math.Exp(y)), math.Sin(x*y))
}
