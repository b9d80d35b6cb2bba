// A variable that only loops read of which nothing is left.
// right
package p

func F(b []float64, n int) float64 {
	buf := make([]float64, 8)
	tot := .0
	for range 2 {
		for i := n; i < n; {
			ta0 := &hPt{A: tot}
			ta0.B = tot * ta0.A
			tot = ta0.Norm()
			for j := 0; ; j++ {
				tot *= buf[0]
			}
		}
		tot = 0.3
	}
	return tot
}

type hPt struct {
	A, B float64
	V    [2]float64
}

func (p hPt) Norm() float64 { return p.A*p.A + p.B*p.V[1] }
