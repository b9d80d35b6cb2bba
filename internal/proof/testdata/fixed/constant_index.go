// Calls are inlined with constants: a subscript, a divisor and a conversion that Go refuses as constants.
// unknown
package p

type mat struct {
	n    int
	data []float64
}

func (m mat) at(i, j int) float64 { return m.data[i-1*m.n+j] }
func (m mat) div(i, j int) int    { return i / j }
func half(x float64) float64      { return x / 4 }

func F(x []float64) float64 {
	m := mat{2, x}
	return m.at(1, 0) * x[m.div(1, 0)] * x[int(half(1))]
}
