// An integer expression of constants is converted to a float.
// right
package p

const two = 2

func F(p []float64) float64 {
	a := float64(2 - 1)
	b := float64(two - 3)
	p[0] = a * p[1]
	p[1] = b * p[0]
	p[2] = a
	p[3] = b
	return p[0] * b
}
