// Package keys has constants as keys of maps, and errors.
package keys

func f(x float64, a float64) float64 {
	m := map[bool]float64{a/2 == 3.5: a / 2, a/2 == 3: 1}
	return x * x * m[true]
}

// F is one case of the package.
//
//pardiff:grad
func F(x float64) float64 { return f(x, 7) + f(x, 1) }
