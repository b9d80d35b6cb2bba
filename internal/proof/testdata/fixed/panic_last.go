// The last statement is a panic, and the function has memory of its own.
// unknown
package p

func F(v []float32) float32 {
	s := []float32{0.5, v[0]}
	v[0] = s[1] * s[0]
	panic("no")
}
