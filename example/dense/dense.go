// Package dense has the squared loss of a fully connected layer of tanh units, the core of
// most small neural networks.
package dense

import "math"

//go:generate go tool pardiffgen

// Loss returns half the mean squared error of a layer of tanh units on a batch of samples: with
// y = tanh(W·x + b) for each sample, the sum of (y - want)²/2 over the outputs, averaged over the
// samples. w holds a row of in weights for each of the out units, b their biases, x a row of in
// numbers for each sample and want a row of out numbers. It panics if the lengths do not fit.
//
//pardiff:grad wrt=w,b,x cuda
func Loss(w, b, x, want []float64, in, out int) float64 {
	batch := len(x) / in
	if len(w) != out*in || len(b) != out || len(x) != batch*in || len(want) != batch*out {
		panic("dense: Loss: lengths do not fit together")
	}
	loss := 0.0
	for s := range batch {
		for o := range out {
			z := b[o]
			for i := range in {
				z += w[o*in+i] * x[s*in+i]
			}
			d := math.Tanh(z) - want[s*out+o]
			loss += 0.5 * d * d
		}
	}
	return loss / float64(batch)
}
