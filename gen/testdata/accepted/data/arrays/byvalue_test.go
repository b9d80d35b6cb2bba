package arrays

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestByValue(t *testing.T) {
	s := [2][]float64{{0.7, 1.2}, {0.4, 0.9}}
	gradcheck.VJP(t, SlicesOf, SlicesOfVJP, s, 0.8)
	gradcheck.JVP(t, SlicesOf, SlicesOfJVP, s, 0.8)
	for n := range 2 {
		gradcheck.VJP(t, Split.Grown, Split.GrownVJP, Split{s, [2]float64{0.3, 0.6}}, 0.8, n)
		gradcheck.JVP(t, Split.Grown, Split.GrownJVP, Split{s, [2]float64{0.3, 0.6}}, 0.8, n)
	}
	h := [2]struct{ V []float64 }{{[]float64{0.3, 0.5}}, {[]float64{0.7}}}
	gradcheck.VJP(t, StructsOf, StructsOfVJP, h, 0.8)
	gradcheck.JVP(t, StructsOf, StructsOfJVP, h, 0.8)
	a, b := 0.4, 0.7
	gradcheck.VJP(t, PointersOf, PointersOfVJP, [2]*float64{&a, &b}, 0.8)
	gradcheck.JVP(t, PointersOf, PointersOfJVP, [2]*float64{&a, &b}, 0.8)
	m := [2]struct {
		V []float64
		K float64
	}{{[]float64{0.3, 0.5}, 0.7}, {[]float64{0.7}, 0.8}}
	gradcheck.VJP(t, ReadOf, ReadOfVJP, s, m, 0.8)
	gradcheck.JVP(t, ReadOf, ReadOfJVP, s, m, 0.8)
	gradcheck.VJP(t, NestedOf, NestedOfVJP, [2][2][]float64{s, {{0.1, 0.2}, {0.3, 0.4}}}, 0.8)
	gradcheck.JVP(t, NestedOf, NestedOfJVP, [2][2][]float64{s, {{0.1, 0.2}, {0.3, 0.4}}}, 0.8)
}
