// Package memory has constants in the lengths of tapes, and in remainders.
package memory

func steps(x, T, dt float64) float64 {
	n := int(T / dt)
	for range n {
		x *= x*0.1 + 0.5
	}
	return x
}

// F is one case of the package.
//
//pardiff:vjp
func F(x []float64, k float64) (s float64) {
	for i := range x {
		s += steps(x[i], 0.3, 0.1)*k + steps(k, 1, 1.0/3)
	}
	return
}
