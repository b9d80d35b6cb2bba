package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestWrites has functions that call themselves and write their arguments.
func TestWrites(t *testing.T) {
	gradcheck.VJP(t, FFT, FFTVJP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, []float64{0.5, 1, 0.3, 0.2, 1, 2, 3, 4})
	gradcheck.JVP(t, FFT, FFTJVP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, []float64{0.5, 1, 0.3, 0.2, 1, 2, 3, 4})
	gradcheck.VJP(t, FFT, new(FFTWork).VJP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, []float64{0.5, 1, 0.3, 0.2, 1, 2, 3, 4})
	gradcheck.Grad(t, Scan, ScanGrad, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, 0.7)
	gradcheck.JVP(t, Scan, ScanJVP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, 0.7)
	gradcheck.VJP(t, VCycle, VCycleVJP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, []float64{0.5, 1, 0.3, 0.2, 1, 2, 3, 4}, 0.7)
	gradcheck.JVP(t, VCycle, VCycleJVP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, []float64{0.5, 1, 0.3, 0.2, 1, 2, 3, 4}, 0.7)
	gradcheck.VJP(t, VCycle, new(VCycleWork).VJP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1}, []float64{0.5, 1, 0.3, 0.2, 1, 2, 3, 4}, 0.7)
	gradcheck.Grad(t, Minors, MinorsGrad, []float64{2, 0.3, 1, 0.5, 0.1, 3, 0.2, 1, 1, 0.4, 2.5, 0.6, 0.3, 0.2, 0.8, 1.5}, 4)
	gradcheck.JVP(t, Minors, MinorsJVP, []float64{2, 0.3, 1, 0.5, 0.1, 3, 0.2, 1, 1, 0.4, 2.5, 0.6, 0.3, 0.2, 0.8, 1.5}, 4)
	k := 0.8
	gradcheck.VJP(t, Sort, SortVJP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1.5}, &k)
	gradcheck.JVP(t, Sort, SortJVP, []float64{1, 2, 0.5, -1, 0.3, 0.2, 0.1, 1.5}, &k)
	gradcheck.Grad(t, Mutual, MutualGrad, []float64{0.9, 1.2}, 4)
	gradcheck.JVP(t, Mutual, MutualJVP, []float64{0.9, 1.2}, 4)
	gradcheck.VJP(t, LU, LUVJP, [][]float64{{2, 0.3, 1}, {0.5, 3, 0.1}, {0.2, 0.4, 2.5}}, []int{0, 0, 0}, 0)
	gradcheck.JVP(t, LU, LUJVP, [][]float64{{2, 0.3, 1}, {0.5, 3, 0.1}, {0.2, 0.4, 2.5}}, []int{0, 0, 0}, 0)
	gradcheck.VJP(t, Turn, TurnVJP, &[3]float64{0.9, 1.1, 1.2}, 2)
	gradcheck.JVP(t, Turn, TurnJVP, &[3]float64{0.9, 1.1, 1.2}, 2)
	gradcheck.Grad(t, Scratch, ScratchGrad, []float64{0.9, 1.1, 1.2, 0.7}, make([]float64, 4), 0, 4)
	gradcheck.JVP(t, Scratch, ScratchJVP, []float64{0.9, 1.1, 1.2, 0.7}, make([]float64, 4), 0, 4)
}

// TestNestedWork requires that a Work keeps the memory of all levels of a recursion.
func TestNestedWork(t *testing.T) {
	x, adj := make([]float64, 64), make([]float64, 64)
	var w ScanWork
	kAdj := 0.0
	call := func() {
		for i := range x {
			x[i] = 1 / float64(i+1)
		}
		w.Grad(x, 0.1, adj, &kAdj)
	}
	call()
	held := w.Bytes()
	if n := testing.AllocsPerRun(5, call); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if held != w.Bytes() || held < 8*(64+32+16+8+4+2) {
		t.Errorf("%d bytes, then %d", held, w.Bytes())
	}
}
