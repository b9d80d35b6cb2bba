package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestStructs(t *testing.T) {
	gradcheck.VJP(t, Bodies, BodiesVJP, []Body{{1, 0.5, 0}, {0.3, 2, 0}, {0.5, 0.7, 0}}, [3]float64{0.9, 1.1, 1.2}, 2)
	gradcheck.JVP(t, Bodies, BodiesJVP, []Body{{1, 0.5, 0}, {0.3, 2, 0}, {0.5, 0.7, 0}}, [3]float64{0.9, 1.1, 1.2}, 2)
	s := &Solver{U: []float64{1, 0.5, 0.7, 0.2}, W: []float64{0.5, 0.2, 0.3, 1}, K: 0.9, B: [2]float64{1, 0.3}}
	gradcheck.VJP(t, (*Solver).Run, (*Solver).RunVJP, s, 0, 4)
	gradcheck.JVP(t, (*Solver).Run, (*Solver).RunJVP, s, 0, 4)
	gradcheck.Grad(t, Total, TotalGrad, []float64{1, 0.5, 0.7, 0.2}, []float64{0.5, 0.2, 0.3, 1}, 0.9)
	gradcheck.JVP(t, Total, TotalJVP, []float64{1, 0.5, 0.7, 0.2}, []float64{0.5, 0.2, 0.3, 1}, 0.9)
	gradcheck.Grad(t, Poly, PolyGrad, C{0.8, 0.3}, []C{{1, 2}, {0.5, 0.2}, {0.3, 0.1}})
	gradcheck.JVP(t, Poly, PolyJVP, C{0.8, 0.3}, []C{{1, 2}, {0.5, 0.2}, {0.3, 0.1}})
	gradcheck.Grad(t, Rotated, RotatedGrad, [2]float64{0.8, 0.3}, 0.4)
	gradcheck.JVP(t, Rotated, RotatedJVP, [2]float64{0.8, 0.3}, 0.4)
	gradcheck.VJP(t, Pushed, PushedVJP, []P{{1, 0.5}, {0.3, 2}, {0.5, 0.7}}, 0.3)
	gradcheck.JVP(t, Pushed, PushedJVP, []P{{1, 0.5}, {0.3, 2}, {0.5, 0.7}}, 0.3)
	gradcheck.Grad(t, Scanned[float64], ScannedGrad[float64], []float64{1, 0.5, 0.7}, 0.3)
	gradcheck.JVP(t, Scanned[float64], ScannedJVP[float64], []float64{1, 0.5, 0.7}, 0.3)
	gradcheck.VJP(t, ScanAll[float64], ScanAllVJP[float64], []float64{1, 0.5, 0.7}, 0.3)
	gradcheck.JVP(t, ScanAll[float64], ScanAllJVP[float64], []float64{1, 0.5, 0.7}, 0.3)
	gradcheck.Grad(t, Clobbered, ClobberedGrad, []float64{1, 0.5, 0.7})
	gradcheck.JVP(t, Clobbered, ClobberedJVP, []float64{1, 0.5, 0.7})
}
