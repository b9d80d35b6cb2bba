// A function literal that nobody calls assigns what a function of the library is inlined for.
// right
package p

import "slices"

func F(x []float64, k float64) float64 {
	u := slices.Clone(x)
	u = append(u, k)
	f := func(z float64) float64 {
		u = u[:len(u)-1]
		return z
	}
	_ = f
	if len(u) > 1 {
		u = slices.Delete(u, 0, 1)
	}
	return u[0]
}
