// A slice grows in the condition that ends the function: its adjoint is made when its length is known.
// right
package p

func F(x []float64, n int) (float64, []float64) {
	var y []float64
	s := x[0]
	if n > 0 {
		for i, v := range x {
			if i == n {
				return s, y
			}
			y = append(y, v*v, s)
			s += v * y[i]
		}
	}
	return s, y
}
