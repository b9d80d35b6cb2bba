// Types and aliases that are declared in the function.
// right
package p

func F(x []float64) float64 {
	type number = float64
	type row = []number
	a := number(x[0])
	s := row{a * a, x[1]}
	for i := range s {
		a += number(s[i]) * a
	}
	return a
}
