// The last statement is a panic, and a loop before it runs in parallel.
// unknown
package p

func F(v []float64) float64 {
	for i := range v {
		v[i] *= v[i]
	}
	panic("no")
}
