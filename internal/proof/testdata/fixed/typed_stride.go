// A guess about the rows of a small matrix and of a slice, whose lengths differ in type.
// right
package p

import "math"

type celsius float64

func F(x []float64, n int32, m uint16, t celsius) (celsius, int32) {
	s := 0.0
	for i := int32(1); i < n; i++ {
		s += x[i]
	}
	for i := n - 1; i >= 0; i -= 2 {
		s += 2 * x[i]
	}
	var k int32
	for i := uint16(0); i <= m; i++ {
		s /= 1.5 + 0.5*x[i]
		ta0 := math.Sin((max(1.25, s, 0.5)))
		s += ta0 * ta0
	}

	for k = 0; k+2 < n; k += 2 {
		s /= 1.5 + (func(a float64) float64 { return a*a + float64(k) }(x[2]))
	}
	for i := range n {
		if ta1 := 0.0; ta1 > 0.7 {
			ta2 := hMat{2, []float64{s, (math.Hypot(0.5, ta1)), ta1, ta1}}
			ta2.Set(1, 0, ta1)
			ta1 += ta2.At(1, 0) * ta2.At(0, 1)
			x[(1)%len(x)] += ta1 * ta1
		} else if ta1 > 0.2 {
			s -= ta1
		}
		s *= 1 + 1/float64(i+1)
	}
	t += celsius(s)
	for i := range m {
		s += x[i]
	}
	return t * 2, k
}

type hMat struct {
	N    int
	Data []float64
}

func (m hMat) At(i, j int) float64      { return m.Data[i*m.N+j] }
func (m *hMat) Set(i, j int, v float64) { m.Data[i*m.N+j] = v }
func (m hMat) Row(i int) []float64      { return m.Data[i*m.N : (i+1)*m.N] }
