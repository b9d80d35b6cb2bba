// A named result is nil where the helper returns early; elsewhere it is made and cut.
// right
package p

func head(u []float64, k float64) (o []float64, n int) {
	if len(u) == 2 {
		return o, 1
	}
	o = make([]float64, len(u))
	for i := range o {
		o[i] = u[i] * k
	}
	if len(o) > 1 {
		o = o[:len(o)-1]
	}
	return o, 2
}

func F(x []float64, k float64) (s float64) {
	u, n := head(x, k)
	for _, v := range u {
		s += v * v
	}
	return s + float64(n)
}
