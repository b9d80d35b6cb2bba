package options

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func opt() *Opt {
	return &Opt{Tab: []float64{0.7, 0.3, 0.9}, K: 0.4, A: [3]float64{0.3, 0.5, 0.7}, M: [][]float64{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}, P: make([]struct{ X, Y float64 }, 2)}
}

func TestOptions(t *testing.T) {
	big := make([]float64, 3000)
	for i := range big {
		big[i] = float64(i%7)*0.01 - 0.02
	}
	for _, x := range [][]float64{nil, {0.7, 1.2, 0.4, 0.9, 0.8}, big} {
		for k := range 2 {
			m := &M{}
			var o *Opt
			var kp *float64
			var a *[3]float64
			if k == 1 {
				m.Opt = opt()
				o = opt()
				kp = new(float64)
				a = &[3]float64{1, 2, 3}
			} else {
				gradcheck.VJP(t, Pointers, PointersVJP, x, opt(), kp, a)
			}
			gradcheck.VJP(t, (*M).Table, (*M).TableVJP, m, x)
			gradcheck.JVP(t, (*M).Table, (*M).TableJVP, m, x)
			gradcheck.VJP(t, (*M).Number, (*M).NumberVJP, m, x)
			gradcheck.VJP(t, (*M).Array, (*M).ArrayVJP, m, x)
			gradcheck.VJP(t, (*M).Nested, (*M).NestedVJP, m, x)
			gradcheck.VJP(t, (*M).Read, (*M).ReadVJP, m, x)
			gradcheck.VJP(t, (*M).Rows, (*M).RowsVJP, m, x)
			if len(x) < 10 {
				gradcheck.VJP(t, (*M).Late, (*M).LateVJP, m, x)
			}
			if k == 1 || x == nil {
				gradcheck.VJP(t, (*M).Unasked, (*M).UnaskedVJP, m, x)
			}
			gradcheck.VJP(t, Pointers, PointersVJP, x, o, kp, a)
			gradcheck.JVP(t, Pointers, PointersJVP, x, o, kp, a)
		}
	}
}
