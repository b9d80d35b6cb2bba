// A value that is kept as text and that nobody uses is no call.
// unknown
package p

func F(x float64) float64 {
	c := make(chan float64, 1)
	_ = c
	return x * x
}
