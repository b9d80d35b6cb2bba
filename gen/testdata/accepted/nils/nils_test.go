package nils

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// states are a slice that is nil, one that is empty and one that is neither.
func states() [][]float64 { return [][]float64{nil, {}, {0.8, 1.3}} }

func TestSlices(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	for _, h := range states() {
		gradcheck.VJP(t, Layer, LayerVJP, h, 1.3)
		gradcheck.JVP(t, Layer, LayerJVP, h, 1.3)
		gradcheck.Grad(t, Helper, HelperGrad, x, h, 1.3)
		for n := range 3 {
			gradcheck.VJP(t, Local, LocalVJP, h, n, 1.1)
			gradcheck.JVP(t, Local, LocalJVP, h, n, 1.1)
			gradcheck.VJP(t, Down, DownVJP, h, n, 1.1)
		}
		if h == nil || len(h) > 0 { // a remainder by 0 otherwise
			gradcheck.VJP(t, (*Opt).Run, (*Opt).RunVJP, &Opt{Bias: h, X: x}, 1.3)
			gradcheck.JVP(t, (*Opt).Run, (*Opt).RunJVP, &Opt{Bias: h, X: x}, 1.3)
		}
		for _, g := range [][]float64{nil, {}, {0.6, 0.9}} {
			rows := [][]float64{h, {0.7}, g, nil}
			gradcheck.VJP(t, Rows, RowsVJP, rows, 1.3)
			gradcheck.JVP(t, Rows, RowsJVP, rows, 1.3)
			gradcheck.VJP(t, SwappedRows, SwappedRowsVJP, rows, 1.3)
			gradcheck.JVP(t, SwappedRows, SwappedRowsJVP, rows, 1.3)
			for n := range 4 {
				gradcheck.VJP(t, Swapped, SwappedVJP, h, g, n, 1.1)
				gradcheck.JVP(t, Swapped, SwappedJVP, h, g, n, 1.1)
			}
		}
	}
	gradcheck.VJP(t, Rows, RowsVJP, [][]float64(nil), 1.3)
	gradcheck.JVP(t, Rows, RowsJVP, [][]float64(nil), 1.3)
}
