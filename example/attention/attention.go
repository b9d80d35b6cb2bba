// Package attention has scaled dot-product attention with a squared loss.
package attention

import "math"

//go:generate go tool pardiffgen

// Loss returns half the squared distance between the attention of the queries q to the keys k
// with the values v and the wanted outputs. All four are matrices whose rows of d numbers follow
// each other; k and v have as many rows as each other, q and want as many as each other. Output i
// is the mean of the values, weighted with the softmax of q_i·k_j/√d over j. It
// panics if the lengths do not fit.
//
//pardiff:grad wrt=q,k,v stop=top cuda
func Loss(q, k, v, want []float64, d int) float64 {
	queries, keys := len(q)/d, len(k)/d
	if len(q) != queries*d || len(k) != keys*d || len(v) != keys*d || len(want) != queries*d {
		panic("attention: Loss: lengths do not fit together")
	}
	scale := 1 / math.Sqrt(float64(d))
	p := make([]float64, keys)
	loss := 0.0
	for i := range queries {
		// The shift by the largest score cancels: its derivative is 0.
		top := math.Inf(-1)
		for j := range keys {
			s := 0.0
			for c := range d {
				s += q[i*d+c] * k[j*d+c]
			}
			p[j] = s * scale
			top = max(top, p[j])
		}
		norm := 0.0
		for j := range keys {
			p[j] = math.Exp(p[j] - top)
			norm += p[j]
		}
		for c := range d {
			out := 0.0
			for j := range keys {
				out += p[j] * v[j*d+c]
			}
			r := out/norm - want[i*d+c]
			loss += 0.5 * r * r
		}
	}
	return loss
}
