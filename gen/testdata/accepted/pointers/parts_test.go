package pointers

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func norm(k float64) *Norm {
	return &Norm{Gain: k, Shift: []float64{0.3 * k}, Pair: [2]float32{0.5, float32(k)}}
}

func layers(all bool) []Layer {
	list := make([]Layer, 3)
	for i := range list {
		l := &list[i]
		l.W, l.Bias, l.In.K = []float64{0.7, 0.2}, 0.3*float64(i+1), 0.9
		l.In.Two = [2]*Norm{norm(0.8), norm(0.4)}
		if all || i == 1 {
			l.Norm, l.In.Norm = norm(1.1), norm(0.6)
		}
	}
	return list
}

func TestParts(t *testing.T) {
	for _, all := range []bool{false, true} {
		n := &Network{Layers: layers(all), Norms: []*Norm{norm(0.9), norm(1.2)}}
		gradcheck.VJP(t, Apply, ApplyVJP, n, 0.8)
		gradcheck.Grad(t, Apply, ApplyGrad, n, 0.8)
		gradcheck.JVP(t, Apply, ApplyJVP, n, 0.8)
		gradcheck.VJP(t, Refit, RefitVJP, layers(all), 0.8)
		gradcheck.JVP(t, Refit, RefitJVP, layers(all), 0.8)
	}
}
