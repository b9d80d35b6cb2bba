package nils

import (
	"errors"
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
		gradcheck.Grad(t, Fresh, FreshGrad, h, 1.3)
		gradcheck.JVP(t, Fresh, FreshJVP, h, 1.3)
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

func TestDefaults(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	for _, w := range [][]float64{nil, {0.6, 0.9, 1.3}} {
		gradcheck.Grad(t, Weighted, WeightedGrad, x, w)
		gradcheck.JVP(t, Weighted, WeightedJVP, x, w)
	}
	for n := range 4 {
		gradcheck.VJP(t, Filled, FilledVJP, x, []float64{0.6, 0.9, 1.3}, n)
		gradcheck.JVP(t, Filled, FilledJVP, x, []float64{0.6, 0.9, 1.3}, n)
	}
}

func TestPointers(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	number := func(v float64) *float64 { return &v }
	part := func(w []float64) *V { return &V{X: 0.8, Y: 1.2, A: [2]float64{0.7, 1.1}, W: w} }
	for _, q := range []*float64{nil, number(0.9)} {
		gradcheck.VJP(t, Number, NumberVJP, q, 1.3)
		gradcheck.JVP(t, Number, NumberJVP, q, 1.3)
		for n := range len(x) + 1 {
			gradcheck.Grad(t, Loop, LoopGrad, x[:n], q)
			gradcheck.JVP(t, Loop, LoopJVP, x[:n], q)
			for _, d := range []*D{nil, {}, {P: part(nil)}, {Q: &[2]float64{0.6, 1.1}}, {P: part([]float64{0.5, 0.9, 1.4}), Q: &[2]float64{0.6, 1.1}}} {
				gradcheck.VJP(t, Read, ReadVJP, x[:n], d, q)
				gradcheck.JVP(t, Read, ReadJVP, x[:n], d, q)
			}
		}
	}
	for _, d := range []*D{{}, {P: part(nil)}} {
		gradcheck.VJP(t, Part, PartVJP, d)
		gradcheck.JVP(t, Part, PartJVP, d)
	}
	for _, p := range []*[2]float64{nil, {0.8, 1.1}} {
		for n := range 4 {
			gradcheck.VJP(t, Pair, PairVJP, p, n, 1.1)
			gradcheck.JVP(t, Pair, PairJVP, p, n, 1.1)
		}
	}
	for _, v := range []*V{nil, {X: 0.6}, part(nil), part([]float64{}), part([]float64{0.5, 0.9})} {
		gradcheck.Grad(t, (*V).R, (*V).RGrad, v, 1.3)
		gradcheck.JVP(t, (*V).R, (*V).RJVP, v, 1.3)
		gradcheck.VJP(t, (*V).Each, (*V).EachVJP, v, x, 1.3)
		gradcheck.JVP(t, (*V).Each, (*V).EachJVP, v, x, 1.3)
		for n := range 3 {
			gradcheck.VJP(t, (*V).S, (*V).SVJP, v, n, 0.9)
			gradcheck.JVP(t, (*V).S, (*V).SJVP, v, n, 0.9)
		}
	}
}

func TestOther(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4}
	for _, f := range []func() int{nil, func() int { return 2 }} {
		for _, e := range []error{nil, errors.New("e")} {
			for _, m := range []map[int]int{nil, {}} {
				gradcheck.VJP(t, Other, OtherVJP, x, f, e, m, 1.3)
				gradcheck.JVP(t, Other, OtherJVP, x, f, e, m, 1.3)
			}
		}
	}
}

func TestCalls(t *testing.T) {
	number := 0.9
	for _, h := range states() {
		gradcheck.VJP(t, Affine, affineRule, []float64{0.4, 0.2}, h, 1.1)
		gradcheck.VJP(t, Use, UseVJP, []float64{0.4, 0.2}, h, []float64{0.7, 0.8})
		for n := range 3 {
			for _, q := range []*float64{nil, &number} {
				gradcheck.VJP(t, Deep, DeepVJP, q, [][]float64{h, nil, {0.3}}, n, 0.8)
				gradcheck.VJP(t, Asked, AskedVJP, q, (*V)(nil), n, 0.8)
				gradcheck.VJP(t, Asked, AskedVJP, q, &V{X: 0.8, W: h}, n, 0.8)
			}
		}
	}
}

// TestUnreadReceiver passes a receiver that is nil to a method that does not read it then.
func TestUnreadReceiver(t *testing.T) {
	u := &Unread{[]float64{3, 2}, 0.5}
	x, xAdj := []float64{1.5, 2}, make([]float64, 2)
	gradcheck.Grad(t, (*Unread).At, (*Unread).AtGrad, u, x, true)
	gradcheck.JVP(t, (*Unread).At, (*Unread).AtJVP, u, x, true)
	u = nil
	adj := &Unread{[]float64{7, 7}, 7}
	for _, a := range []*Unread{nil, {}, adj} {
		if v := u.AtGrad(x, false, a, xAdj); v != 2.25 || xAdj[0] != 3 || xAdj[1] != 0 {
			t.Errorf("value %v, gradient %v", v, xAdj)
		}
		if _, tan := u.AtJVP(x, false, a, []float64{1, 1}); tan != 3 {
			t.Errorf("tangent %v", tan)
		}
	}
	if adj.W[0] != 0 || adj.B != 0 {
		t.Errorf("the adjoint of nothing is %v", *adj)
	}
}
