package hand

import "math"

// Softmax is the gradient of package example/softmax.
type Softmax struct{}

// Grad is softmax.LossGrad. The exponentials are kept where their adjoints go.
func (Softmax) Grad(score []float64, label []int, classes int, scoreAdj []float64) float64 {
	sum := 0.0
	scale := 1 / float64(len(label))
	for i, want := range label {
		z, g := row(score, i, classes), row(scoreAdj, i, classes)
		top := z[0]
		for _, v := range z {
			top = max(top, v)
		}
		norm := 0.0
		for c, v := range z {
			e := math.Exp(v - top)
			g[c] = e
			norm += e
		}
		sum += top + math.Log(norm) - z[want]
		a := scale / norm
		for c := range g {
			g[c] *= a
		}
		g[want] -= scale
	}
	return sum * scale
}
